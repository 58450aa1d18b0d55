// Writes changes and their results into recordings, using only their descriptions.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RECORDINGS_RECORDED_CHANGES_HPP
#define QUADRILLE_DETAIL_RECORDINGS_RECORDED_CHANGES_HPP

#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/recordings/recorded_questions.hpp>
#include <quadrille/detail/recordings/records.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace quadrille::detail {

/// The names of items in recordings: index + 1; 0 for a null or stale item.
template <class Shape>
struct item_names {
    const core<Shape>& tree;

    std::uint64_t operator()(item which) const noexcept {
        return tree.contains(which) ? std::uint64_t{which.index} + 1 : 0;
    }
};

/// Writes the fields of a change. A shape is written as its difference from the present shape of its item, or from the
/// last written shape.
template <class Shape>
class change_writer : public field_writer<item_names<Shape>> {
    using fields = field_writer<item_names<Shape>>;

public:
    change_writer(record_writer& to, const item_names<Shape>& names, Shape& last) noexcept
        : fields(to, names), to_(to), names_(names), last_(last) {}

    using fields::plain;
    void plain(std::uint32_t number) noexcept { to_.whole(number); }
    void plain(in_layers layers) noexcept { to_.whole(layers.bits + 1U); }

    void shape(const Shape& one, item of = {}) noexcept {
        const core<Shape>& tree = names_.tree;
        to_.shape(one, tree.contains(of) ? tree.shape_at(of.index) : last_);
        last_ = one;
    }
    template <class Shapes>
    void shapes(const Shapes& those) noexcept {
        to_.whole(those.size());
        for (std::size_t at = 0; at < those.size(); ++at) {
            shape(those[at]);
        }
    }
    void shapes_of(std::span<const item> items, std::span<const Shape> those) noexcept {
        to_.whole(those.size());
        plain(items);
        for (std::size_t at = 0; at < items.size() && items.size() == those.size(); ++at) {
            shape(those[at], items[at]);
        }
    }
    void shapes_of_all(std::span<const Shape> those, std::uint64_t given) noexcept {
        const engine_head& head = names_.tree.head();
        to_.whole(given);
        for (std::uint32_t index = 0; given == head.index_limit && index < given; ++index) {
            if ((head.generations[index] & 1U) != 0) {
                shape(those[index], {index, head.generations[index]});
            }
        }
    }
    void handles(std::span<const item> made) noexcept {
        answer_hash hash;
        for (const item& each : made) {
            hash.add(unmarked(each));
        }
        to_.answers(hash);
    }

private:
    record_writer& to_;
    const item_names<Shape>& names_;
    Shape& last_;
};

/// Shapes that a function returns, one for each position.
template <class ShapeAt>
class shapes_by {
public:
    shapes_by(std::size_t count, ShapeAt shape_at) noexcept : count_(count), shape_at_(shape_at) {}
    std::size_t size() const noexcept { return count_; }
    auto operator[](std::size_t at) const noexcept { return shape_at_(at); }

private:
    std::size_t count_;
    ShapeAt shape_at_;
};

/// The result of a change, and for `insert` the new item. `reason` is why it was rejected, if the result does not
/// contain the reason.
inline void write_result(record_writer& to, const change_report& report, error) noexcept {
    to.byte(
        static_cast<std::uint8_t>(static_cast<unsigned>(report.error) | static_cast<unsigned>(report.method) << 4U));
    to.whole(report ? report.displaced : report.rejected);
    to.whole(report ? report.reinserted : report.first_rejected);
}
inline void write_result(record_writer& to, bool is_done, error reason) noexcept {
    to.byte(static_cast<std::uint8_t>(is_done ? error::none : reason));
}
inline void write_result(record_writer& to, item made, error reason) noexcept {
    write_result(to, static_cast<bool>(made), reason);
    if (made) {
        to.whole(made.index);
        to.whole(unmarked(made));
    }
}

} // namespace quadrille::detail

#endif
