// Reads the arguments of recorded changes and questions, using only their descriptions.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RECORDINGS_RECORDED_FIELDS_HPP
#define QUADRILLE_DETAIL_RECORDINGS_RECORDED_FIELDS_HPP

#include <quadrille/detail/engine/area_forms.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/insides.hpp>
#include <quadrille/detail/recordings/record_reader.hpp>
#include <quadrille/detail/recordings/records.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

namespace quadrille::detail {

/// The archive through which a description's `fields` are read. It calls `note(number)` with the arguments of the
/// operation. After a failed read `is_there()` is false. The archive stores lists; descriptions receive spans of them.
template <class Tree, class Noted>
class field_reader {
    using shape_type = typename Tree::shape_type;
    using scalar = typename shape_type::scalar;

public:
    using any_form = area_forms<std::variant, scalar>;

    field_reader(const Tree& tree, record_reader& in) noexcept : tree_(tree), in_(in) {}

    /// Begins an operation, and notes its form and numbers.
    void begin(Noted& noted) noexcept {
        noted_ = &noted;
        is_there_ = true;
        has_form_ = false;
    }
    bool is_there() const noexcept { return is_there_; }
    bool has_form() const noexcept { return has_form_; }
    const any_form& read_form() const noexcept { return form_; }
    const answer_hash& handles() const noexcept { return handles_; }

    // ---- Fields -----------------------------------------------------------------------------------------------------

    void plain(std::uint32_t& word) { expect(in_.word(word)); }
    void plain(std::uint64_t& number) {
        if (expect(in_.whole(number))) {
            noted_->note(double(number));
        }
    }
    void plain(double& number) { expect(in_.number(number)); }
    void plain(in_layers& layers) {
        plain(layers.bits);
        --layers.bits;
    }
    void plain(point<scalar>& where) {
        expect(in_.number(where.x) && in_.number(where.y));
        noted_->note(double(where.x));
        noted_->note(double(where.y));
    }
    void plain(item& which) {
        std::uint64_t name = 0;
        if (!expect(in_.whole(name))) {
            return;
        }
        which = name == 0 || name > tree_.index_limit() ? item{} : tree_.item_at(static_cast<std::uint32_t>(name - 1));
        if (name > 0) {
            noted_->form = "item";
            noted_->note(double(name - 1));
        }
        expect(which || name == 0 || in_.reject("an item that the tree does not have"));
    }
    void plain(std::span<const item>& items) {
        std::uint64_t count = 0;
        items_.clear();
        for (expect(in_.whole(count)); is_there_ && count > 0; --count) {
            plain(items_.emplace_back());
        }
        items = items_;
    }

    /// Reads an area, or a shape that is cast. The archive stores it, because a description has only one type of area.
    template <class Area>
    void form(const Area&) {
        std::uint8_t which = 0;
        has_form_ = true;
        if (!expect(in_.byte(which))) {
            return;
        }
        read_if_known(std::type_identity<area_forms<std::tuple, scalar>>{}, which);
    }
    void number(scalar& one) {
        expect(in_.number(one));
        noted_->note(double(one));
    }
    template <class Choice>
    void choice(Choice& one, Choice last) {
        std::uint8_t which = 0;
        if (expect(in_.byte(which)) &&
            expect(which <= static_cast<std::uint8_t>(last) || in_.reject("a choice that there is not"))) {
            one = static_cast<Choice>(which);
            noted_->note(double(which));
        }
    }
    void vertices(std::span<const point<scalar>>& those) {
        std::uint64_t count = 0;
        vertices_.clear();
        for (expect(in_.whole(count)); is_there_ && count > 0; --count) {
            plain(vertices_.emplace_back());
        }
        those = vertices_;
    }

    /// Reads a shape as its difference from the item's present shape, or from the last shape that was read.
    void shape(shape_type& one, item of = {}) {
        if (expect(in_.shape(one, of ? insides::core(tree_).shape_at(of.index) : last_))) {
            last_ = one;
        }
    }
    void shapes(std::span<const shape_type>& those) {
        std::uint64_t count = 0;
        shapes_.clear();
        for (expect(in_.whole(count)); is_there_ && count > 0; --count) {
            shape(shapes_.emplace_back());
        }
        those = shapes_;
    }
    void shapes_of(std::span<const item>& items, std::span<const shape_type>& those) {
        std::uint64_t count = 0;
        shapes_.clear();
        expect(in_.whole(count));
        plain(items);
        for (std::size_t at = 0; is_there_ && at < items.size() && items.size() == count; ++at) {
            shape(shapes_.emplace_back(), items[at]);
        }
        those = shapes_;
    }
    void shapes_of_all(std::span<const shape_type>& those, std::uint64_t& given) {
        shapes_.clear();
        if (expect(in_.whole(given)) && given == tree_.index_limit()) {
            shapes_.resize(tree_.index_limit());
            for (std::uint32_t index = 0; is_there_ && index < tree_.index_limit(); ++index) {
                if (const item which = tree_.item_at(index)) {
                    shape(shapes_[index], which);
                }
            }
        }
        those = shapes_;
    }
    void handles(std::span<const item>&) {
        handles_ = {};
        expect(in_.answers(handles_));
    }

private:
    bool expect(bool is_read) noexcept {
        is_there_ = is_there_ && is_read;
        return is_there_;
    }
    template <class... Form>
    void read_if_known(std::type_identity<std::tuple<Form...>>, std::uint8_t which) {
        const bool is_known = ((form_of<Form>::recorded == which && (read_form_of<Form>(), true)) || ...);
        expect(is_known || in_.reject("an area of no such form"));
    }
    template <class Form>
    void read_form_of() {
        noted_->form = form_of<Form>::name;
        Form area{};
        form_of<Form>::fields(area, *this);
        form_ = area;
    }

    const Tree& tree_;
    record_reader& in_;
    Noted* noted_ = nullptr;
    bool is_there_ = true;
    bool has_form_ = false;
    any_form form_;
    answer_hash handles_;
    shape_type last_ = {};
    std::vector<shape_type> shapes_;
    std::vector<item> items_;
    std::vector<point<scalar>> vertices_;
};

} // namespace quadrille::detail

#endif
