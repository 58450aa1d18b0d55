// Reads the items of a saved tree, one after the other, also of trees larger than memory. Opt-in.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SAVED_ITEMS_HPP
#define QUADRILLE_SAVED_ITEMS_HPP

#include <quadrille/detail/engine/frame_reader.hpp>
#include <quadrille/detail/engine/insides.hpp>
#include <quadrille/detail/engine/saved_tree.hpp>
#include <quadrille/quadtree.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

namespace quadrille {

/// The head of a saved tree, before its items.
struct saved_head {
    quadrille::options options; ///< all but `memory`; also the period of a world that wraps
    std::uint32_t size;         ///< the number of items
    std::uint32_t index_limit;  ///< upper limit of their indices
};

namespace detail {

/// One call of `each_saved_item`.
template <class Tree>
class saved_items_call : frame_reader {
public:
    using shape = shape_of<Tree>;

    template <class Source>
    explicit saved_items_call(Source& source) noexcept : frame_reader(source) {}

    template <class Begin, class Visitor>
    load_report run(Begin& begin_items, Visitor& visit) {
        using saved = saved_tree<shape>;

        if (!begin(kind_of_tree<typename Tree::value_type, shape>())) {
            return report_;
        }
        std::uint32_t found = 0;
        while (saved::wants_more(through_.place)) {
            const bool is_first = through_.place.next == section::state;
            if (!next_frame() || !holds(saved::pass(through_, frame_))) {
                return report_;
            }
            if (is_first) {
                std::invoke(begin_items, saved_head{through_.options, through_.size, through_.index_limit});
            }
            for (std::uint32_t at = 0; at < through_.count; ++at) {
                std::invoke(visit, std::as_const(through_.items[at]));
            }
            found += through_.count;
        }
        if (found != through_.size) {
            reject({.error = load_error::damaged,
                    .at = in_.at(),
                    .broken = {"the size is not that of the blocks", found}});
            return report_;
        }
        bool is_there = next_frame();
        while (is_there && frame_.what == section::values && !std::is_void_v<typename Tree::value_type>) {
            is_there = next_frame();
        }
        if (is_there && (frame_.what != section::end || frame_.size != 0)) {
            holds({.error = load_error::damaged,
                   .broken = {"there is more than the tree", static_cast<std::uint32_t>(frame_.what)}});
        }
        if (report_ && in_.has_rest()) {
            reject({.error = load_error::too_long, .at = in_.at()});
        }
        report_.at = report_ ? in_.at() : report_.at;
        return report_;
    }

private:
    passing_tree<shape> through_;
};

} // namespace detail

/// Reads a tree that `save` wrote, of this type, and calls `visit(const saved_item<Shape>&)` for each of its items, in
/// any order, without building a tree: with about 40 kB of the stack for a tree of any size, and without allocation.
/// Before the first item it calls `begin(const saved_head&)` once; it skips values. O(n).
///
/// The source is as for `load`. A call receives only bytes with a right checksum; but an error in later bytes is
/// detected later, so discard the work of the calls if the report is not a success. The items are not checked to make a
/// tree: in forged bytes with right checksums they may be any shapes, with any indices. Exceptions of the functions
/// reach the caller.
template <class Tree, byte_source Source, class Begin, class Visitor>
    requires std::invocable<Begin&, const saved_head&> &&
             std::invocable<Visitor&, const saved_item<detail::shape_of<Tree>>&>
load_report each_saved_item(Source&& source, Begin&& begin, Visitor&& visit) {
    return detail::saved_items_call<Tree>(source).run(begin, visit);
}

} // namespace quadrille

#endif
