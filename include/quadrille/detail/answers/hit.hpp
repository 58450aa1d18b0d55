// Hits: the arguments of visitors, and the elements of ranges.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ANSWERS_HIT_HPP
#define QUADRILLE_DETAIL_ANSWERS_HIT_HPP

#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/insides.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace quadrille::detail {

/// An item in a tree: two words, lazy (each member reads the tree when called), valid until the visitor returns or the
/// loop continues.
template <class Tree>
class hit {
public:
    hit(Tree& tree, std::uint32_t index, quadrille::shift from_there = {}) noexcept
        : tree_(&tree), index_(index), shift_(from_there) {}

    std::uint32_t index() const noexcept { return index_; }
    quadrille::item item() const noexcept { return tree_->item_at(index_); }
    /// The shape as stored.
    auto shape() const noexcept { return tree_->stored_shape(index_); }
    /// The number of periods by which the item is shifted to where the question meets it; (0, 0) if no seam lies
    /// between. In a pair it is the shift of the second item; the first is where it is stored. An item that a question
    /// meets more than once is reported once: with the shift of the least fraction or distance, else without a shift if
    /// the question meets it there. For an area wider than a period it is any of the shifts at which the area meets the
    /// item.
    quadrille::shift shift() const noexcept { return shift_; }
    /// The image of the shape that the question meets: `shape()`, shifted, and rounded once more. A place far from the
    /// tree's period is moved into the period and rounded there; distances are measured from there. Beyond ± 32,767
    /// periods the image is that of the reported shift.
    auto image() const noexcept { return tree_->stored_image(index_, shift_); }
    /// Calls `use(hit)` for each image of the item that intersects `area`, a shape. Of several images that meet an area
    /// larger than a period, the question reports only one. A world that does not wrap has one image. The limit on each
    /// axis is 1,024 images around the middle of the area, 16 for an infinite area, and 64 from the beginning of a
    /// segment.
    template <class Area, class Use>
    void each_image(const Area& area, Use&& use) const {
        const options& of = insides::core(*tree_).chosen_options();
        if (!of.period) {
            use(*this);
            return;
        }
        const world_axes world(of);
        image_ranges all{};
        if constexpr (is_segment<Area>) {
            all = images_of(world, area);
        } else {
            const box<double> bounds = in_double(around(area));
            const bool is_finite =
                std::isfinite(bounds.max.x - bounds.min.x) && std::isfinite(bounds.max.y - bounds.min.y);
            all = images_in(world, bounds, is_finite ? max_images_of_item : max_images);
        }
        all.each(world, {0, 0}, [&](std::int32_t x, std::int32_t y) {
            const hit other(*tree_, index_, told_shift(x, y));
            if (intersects(other.image(), area)) {
                use(other);
            }
            return true;
        });
    }
    /// The user's value: const from a const tree; absent if the tree has no values.
    auto& value() const noexcept
        requires(!std::is_void_v<typename Tree::value_type>)
    {
        return tree_->stored_value(index_);
    }
    auto value() const noexcept
        requires(std::is_void_v<typename Tree::value_type>)
    {
        static_assert(!std::is_void_v<typename Tree::value_type>,
                      "this tree has no values: quadtree<Value> has, and index() names an item in arrays of your own");
    }

private:
    Tree* tree_;
    std::uint32_t index_;
    quadrille::shift shift_;
};

/// An item that a ray or a moving shape hits.
template <class Tree>
class cast_hit : public hit<Tree> {
public:
    using scalar = typename Tree::scalar;

    cast_hit(Tree& tree, std::uint32_t index, scalar fraction, quadrille::shift from_there) noexcept
        : hit<Tree>(tree, index, from_there), fraction_(fraction) {}

    /// The fraction of the path, 0 … 1.
    scalar fraction() const noexcept { return fraction_; }

private:
    scalar fraction_;
};

/// An item found by `nearest`.
template <class Tree>
class nearest_hit : public hit<Tree> {
public:
    nearest_hit(Tree& tree, std::uint32_t index, double distance2, quadrille::shift from_there) noexcept
        : hit<Tree>(tree, index, from_there), distance2_(distance2) {}

    /// The squared distance from the point of the query.
    double distance2() const noexcept { return distance2_; }

private:
    double distance2_;
};

/// Two items: `auto [a, b]`.
template <class Tree, class Other>
struct hit_pair {
    hit<Tree> a;
    hit<Other> b;
};

/// Two items and their squared distance: `auto [a, b, distance2]`.
template <class Tree, class Other>
struct close_hits {
    hit<Tree> a;
    hit<Other> b;
    double distance2;
};

/// Makes hits from the answers of the compiled engine.
template <class Tree, class Other = Tree>
struct hit_maker {
    Tree& tree;
    Other& other;

    hit<Tree> operator()(std::uint32_t index, shift from_there = {}) const noexcept {
        return {tree, index, from_there};
    }
    hit_pair<Tree, Other> operator()(const index_pair& pair, shift from_there = {}) const noexcept {
        return {{tree, pair.a}, {other, pair.b, from_there}};
    }
    close_hits<Tree, Other> operator()(const close_answer& one, shift from_there = {}) const noexcept {
        return {{tree, one.a}, {other, one.b, from_there}, one.distance2};
    }
    cast_hit<Tree> operator()(const cast_answer& met, shift from_there = {}) const noexcept {
        return {tree, met.index, static_cast<typename Tree::scalar>(met.fraction), from_there};
    }
    nearest_hit<Tree> operator()(const nearest_candidate& one, shift from_there = {}) const noexcept {
        return {tree, one.what, one.distance2, from_there};
    }
};

/// The types that `find` can compare with values.
template <class Value, class Sought>
concept comparable_values =
    !std::is_void_v<Value> && requires(std::add_lvalue_reference_t<const Value> one, const Sought& other) {
        { one == other } -> std::convertible_to<bool>;
    };

} // namespace quadrille::detail

#endif
