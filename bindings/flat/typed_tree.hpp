// A flat tree over a quadtree of one shape.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_TYPED_TREE_HPP
#define QUADRILLE_BINDINGS_FLAT_TYPED_TREE_HPP

#include "bindings/flat/cells.hpp"
#include "bindings/flat/looking.hpp"
#include "bindings/flat/tree.hpp"
#include "bindings/flat/visiting.hpp"

#include <quadrille/load.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/save.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

namespace quadrille::flat {

template <class Shape>
class typed_tree : public tree {
    using scalar_type = typename Shape::scalar;
    static_assert(sizeof(Shape) == sizeof(scalar_type) * (is_point<Shape>    ? 2
                                                          : is_circle<Shape> ? 3
                                                                             : 4),
                  "arrays of numbers are arrays of shapes");

public:
    explicit typed_tree(const options& wanted) noexcept : tree_(wanted) {}

    const quadtree<void, Shape>& typed() const noexcept { return tree_; }

    shape_kind shape() const noexcept override { return shape_of_type<Shape>; }
    scalar_kind scalar() const noexcept override { return scalar_of_type<Shape>; }
    std::unique_ptr<tree> clone() const override {
        auto copy = std::make_unique<typed_tree>(options{});
        put_copy(*copy);
        return copy;
    }
    bool copy_from(const tree& other) override {
        const auto* const same = flat::typed<Shape>(other);
        if (same == nullptr) {
            refuse({}, "a tree of the same shape and scalar", "another one");
        }
        return tree_.copy_from(*same);
    }
    change_report assign(const void* shapes, std::size_t count) override { return tree_.assign(list(shapes, count)); }
    change_report sync(const void* shapes, std::size_t count) override { return tree_.sync(list(shapes, count)); }
    change_report insert(const void* shapes, std::size_t count, std::uint32_t layers, item* items) override {
        return tree_.insert(list(shapes, count), std::span<item>(items, count), in_layers{layers});
    }
    change_report erase(std::span<const item> items) override {
        const change_report known = demand_own(items);
        return known ? tree_.erase(items) : known;
    }
    change_report move(std::span<const item> items, const void* shapes) override {
        const change_report known = demand_own(items);
        return known ? tree_.move(items, list(shapes, items.size())) : known;
    }
    change_report set_layers(std::span<const item> items, const std::uint32_t* layers) override {
        const change_report known = demand_own(items);
        for (std::size_t which = 0; known && which < items.size(); ++which) {
            tree_.set_layers(items[which], layers[which]);
        }
        return known;
    }
    void clear() noexcept override { tree_.clear(); }
    bool reserve(std::uint32_t items) override { return tree_.reserve(items); }

    std::uint32_t size() const noexcept override { return tree_.size(); }
    std::uint32_t index_limit() const noexcept override { return tree_.index_limit(); }
    box<double> bounds() const noexcept override {
        const auto all = tree_.bounds();
        return {{double(all.min.x), double(all.min.y)}, {double(all.max.x), double(all.max.y)}};
    }
    period world() const noexcept override { return tree_.period(); }
    bool contains(item which) const noexcept override { return which && tree_.item_at(which.index) == which; }
    item item_at(std::uint32_t index) const noexcept override { return tree_.item_at(index); }
    std::uint32_t layers(item which) const noexcept override { return contains(which) ? tree_.layers(which) : 0; }
    bool shape_of(item which, void* into) const noexcept override {
        if (!contains(which)) {
            return false;
        }
        const Shape one = *tree_.shape(which);
        std::memcpy(into, &one, sizeof one);
        return true;
    }
    void shapes(void* into) const noexcept override {
        auto* const all = static_cast<scalar_type*>(into);
        constexpr std::size_t numbers = sizeof(Shape) / sizeof(scalar_type);
        std::fill(all, all + numbers * tree_.index_limit(), std::numeric_limits<scalar_type>::quiet_NaN());
        tree_.each([all](const auto& one) {
            const Shape shape = one.shape();
            std::memcpy(all + numbers * one.index(), &shape, sizeof shape);
        });
    }
    statistics stats() const noexcept override { return tree_.stats(); }
    fault validate() const noexcept override { return tree_.validate(); }

    visited visit(const questions& asked, visitor visit) const override {
        return visiting<Shape>(tree_, asked).visit(visit);
    }
    void cells(cell_list& found) const override { list_cells(tree_, found); }
    void aggregate(const double* weights, std::uint32_t layers, cell_sums& found) const override {
        add_up(tree_, weights, layers, found);
    }
    void look(const views& asked, outlines& found) const override { look_from_each(tree_, asked, found); }
    void see(const sight_lines& asked, std::uint8_t* found) const override { see_along_each(tree_, asked, found); }

    save_report save(detail::function_ref<bool(std::span<const std::byte>)> sink) const override {
        return quadrille::save(tree_, sink);
    }
    load_report load(detail::function_ref<std::size_t(std::span<std::byte>)> source) override {
        return quadrille::load(tree_, source);
    }

protected:
    static std::span<const Shape> list(const void* shapes, std::size_t count) noexcept {
        return {static_cast<const Shape*>(shapes), count};
    }
    /// Makes `copy`, a new tree, a copy of this one.
    void put_copy(typed_tree& copy) const {
        copy.tree_ = tree_.clone();
        if (copy.tree_.error() != error::none) {
            refuse_memory();
        }
    }

private:
    /// Rejects handles of other trees: a checked library would assert.
    change_report demand_own(std::span<const item> items) const noexcept {
        change_report report;
        for (std::size_t which = 0; which < items.size(); ++which) {
            if (!contains(items[which])) {
                report.first_rejected =
                    report.rejected == 0 ? static_cast<std::uint32_t>(which) : report.first_rejected;
                ++report.rejected;
                report.error = error::no_item;
            }
        }
        return report;
    }

protected:
    quadtree<void, Shape> tree_;
};

template <class Shape>
const quadtree<void, Shape>* typed(const tree& from) noexcept {
    const bool is_one = from.shape() == shape_of_type<Shape> && from.scalar() == scalar_of_type<Shape>;
    return is_one ? &static_cast<const typed_tree<Shape>&>(from).typed() : nullptr;
}

/// Rejects a period that the world cannot have.
template <class Shape>
void demand_period(const options& wanted) {
    if (wanted.period) {
        quadtree<void, Shape> probe(options{.period = wanted.period, .origin = wanted.origin});
        probe.insert(Shape{});
        if (probe.error() == error::bad_period) {
            refuse({}, "a period of 0, or of 1,024 steps or more", "another one");
        }
    }
}

/// Defined in one translation unit for each shape.
template <class Shape>
std::unique_ptr<tree> make_typed(const options& wanted);

} // namespace quadrille::flat

#endif
