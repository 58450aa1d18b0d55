// Load: reads a tree's arrays one frame at a time, into memory that grows with the data read. Trusts none of the data.
// SPDX-License-Identifier: MIT
#include <quadrille/detail/engine/saved_tree.hpp>

#include "engine/engine.hpp"
#include "engine/wrapping.hpp"
#include "keep/saved_elements.hpp"
#include "keep/saved_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quadrille::detail {
namespace {

load_report damaged(const char* what, std::uint32_t where) noexcept {
    return {.error = load_error::damaged, .broken = {what, where}};
}

/// First generations are multiples of this number.
#ifdef QUADRILLE_CHECKED
constexpr std::uint32_t generations_of_a_tree = 1U << tree_tag_shift;
#else
constexpr std::uint32_t generations_of_a_tree = 2;
#endif

/// The last generation of a tree that may have been saved by a build with other limits.
inline std::uint32_t last_generation_after(std::uint32_t first, std::uint32_t max_generations) noexcept {
    constexpr std::uint32_t highest = std::numeric_limits<std::uint32_t>::max() - 2;
    const std::uint32_t last = last_generation(first, max_generations);
    return last > first && last <= highest ? last : highest;
}

/// The fault in these numbers themselves; null if there is none. `validate` compares them with the arrays.
inline const char* fault_of(const saved_state& state) noexcept {
    const grid& by = state.counts.grid;
    if (!(by.side > 0 && std::isfinite(by.side) && std::isfinite(by.x) && std::isfinite(by.y)) || by.depth_limit < 0 ||
        by.depth_limit > max_depth) {
        return "the grid is none";
    }
    if (state.known > max_items || state.counts.blocks_begun > max_blocks || state.counts.nodes_begun > max_nodes ||
        state.counts.nodes_begun == 0) {
        return "there are more items, blocks or nodes than there can be";
    }
    if (state.index_limit > state.known || state.size > std::min(state.options.max_items, state.index_limit)) {
        return "the size exceeds its limits";
    }
    if (state.first_generation % generations_of_a_tree != 0 ||
        state.first_generation >= last_generation_after(state.first_generation, state.options.max_generations)) {
        return "the first generation is none of a new tree";
    }
    return nullptr;
}

/// Whether a tree with this first generation can have this generation: in checked builds handles carry the tree's
/// number.
inline bool is_generation([[maybe_unused]] std::uint32_t first, std::uint32_t generation) noexcept {
#ifdef QUADRILLE_CHECKED
    if (generation >> tree_tag_shift != first >> tree_tag_shift) {
        return false;
    }
#endif
    return generation < std::numeric_limits<std::uint32_t>::max() - 1;
}

template <class Shape>
saved_state read_state(const saved_place& place, const frame& from) noexcept {
    saved_state state;
    state.read(from.content());
    if (place.counts.states > 1) {
        saved_period(from.content() + saved_state::bytes).give_to(state.options, one_wrapping<Shape>());
    }
    return state;
}

/// The number of elements in each section after this state.
inline saved_counts counts_of(const saved_place& place, const saved_state& state) noexcept {
    return {place.counts.states, state.known, state.index_limit, state.counts.blocks_begun, state.counts.nodes_begun};
}

/// Makes room for `some` more elements after the `taken` ones. `all` is the number that the file claims: the claim
/// alone allocates nothing.
template <class Element>
bool make_room(array<Element>& into, std::uint32_t taken, std::uint32_t some, std::uint32_t all) noexcept {
    const std::size_t wanted = std::size_t{taken} + some;
    return wanted <= into.capacity() ||
           into.resize(std::clamp<std::size_t>(2 * std::size_t{taken}, wanted, all), taken);
}

} // namespace

/// Creates the engine, and sets its state without the arrays.
template <class Shape>
load_report saved_tree<Shape>::take_state(core<Shape>& into, saved_place& place, const frame& from) noexcept {
    saved_state state = read_state<Shape>(place, from);
    state.options.memory = into.options_.memory;
    into = core<Shape>(state.options);
    if (state.has_engine == 0) {
        return {};
    }
    state.options = into.options_;
    if (const char* const what = fault_of(state); what != nullptr) {
        return damaged(what, 0);
    }
    if (!into.have_engine()) {
        return {.error = load_error::no_memory};
    }
    engine<Shape>& owner = *into.engine_;
    static_cast<store_counts&>(owner.store) = state.counts;
    owner.size = state.size;
    owner.index_limit = state.index_limit;
    owner.slots.free_index = state.free_index;
    owner.slots.first_generation = state.first_generation;
    owner.slots.last_generation = last_generation_after(state.first_generation, state.options.max_generations);
    owner.slots.known = state.known;
    owner.changes = state.changes;
    owner.settled_size = state.settled_size;
    place.counts = counts_of(place, state);
    return {};
}

/// Appends the `count` elements of a frame to their array.
template <class Shape>
load_report saved_tree<Shape>::take_elements(core<Shape>& into, const saved_place& place, const frame& from,
                                             std::uint32_t count) noexcept {
    constexpr load_report no_memory = {.error = load_error::no_memory};
    engine<Shape>& owner = *into.engine_;
    store<Shape>& tree = owner.store;
    const std::byte* const bytes = from.content();
    const std::uint32_t first = place.at;
    const std::uint32_t all = place.counts.of(place.next);
    switch (place.next) {
    case section::generations:
        if (!make_room(owner.slots.generation, first, count, all) ||
            !make_room(owner.slots.location, first, count, all)) {
            return no_memory;
        }
        owner.generations = owner.slots.generation.data();
        copy_words(owner.slots.generation.data() + first, bytes, count);
        for (std::uint32_t index = first; index < first + count; ++index) {
            const std::uint32_t generation = owner.slots.generation[index];
            if (!is_generation(owner.slots.first_generation, generation) ||
                (index >= owner.index_limit && generation % 2 != 0)) {
                return damaged("a generation is none that this tree can have", index);
            }
            owner.slots.location[index] = slots::retired;
        }
        return {};
    case section::locations: copy_words(owner.slots.location.data() + first, bytes, count); return {};
    case section::links:
        if (!make_room(tree.links, first, count, all)) {
            return no_memory;
        }
        copy_words(tree.links.data() + first, bytes, std::size_t{count} * words_in_links);
        return {};
    case section::nodes:
        if (!make_room(tree.nodes, first, count, all)) {
            return no_memory;
        }
        for (std::uint32_t done = 0; done < count; ++done) {
            node& here = tree.nodes[first + done];
            read_node(here, bytes + std::size_t{done} * bytes_of_node);
            here.subtree = 0;
        }
        return {};
    default:
        if (!tree.blocks.reserve(first + count)) {
            return no_memory;
        }
        for (std::uint32_t done = 0; done < count; ++done) {
            if (tree.links[first + done].length == 0) {
                tree.blocks[first + done] = {}; // its ids are prefetched
            } else {
                copy_block<Shape>(&tree.blocks[first + done], bytes + done * sizeof(block<Shape>));
            }
        }
        return {};
    }
}

template <class Shape>
fault saved_tree<Shape>::check(core<Shape>& taken) noexcept {
    const fault broken = taken.validate_uncounted();
    if (!broken && taken.engine_ != nullptr && taken.engine_->store.ready()) {
        store<Shape>& tree = taken.engine_->store;
        each_node_upwards(tree, [&](std::uint32_t which) { count_items(tree, which); });
        count_items(tree, 0);
    }
    return broken;
}

namespace {

/// Whether a frame continues the tree at the place reached so far; sets `count` to its number of elements.
template <class Shape>
load_report expect_next(saved_place& place, const frame& from, std::uint32_t& count) noexcept {
    if (from.what != place.next) {
        return damaged("a section is not where it belongs", static_cast<std::uint32_t>(from.what));
    }
    const std::uint32_t bytes_each = bytes_of_element<Shape>(place.next);
    count = from.size / bytes_each;
    if (place.next == section::state) {
        place.counts.states = std::clamp(count, 1U, 2U);
    }
    if (count == 0 || from.size % bytes_each != 0 || count > place.counts.of(place.next) - place.at) {
        return damaged("a section has another length", static_cast<std::uint32_t>(from.what));
    }
    return {};
}

/// The items of a saved block. A free block is all zeros; no other block is, since its indices differ.
template <class Shape>
void pass_block(passing_tree<Shape>& through, const std::byte* from) noexcept {
    if (std::all_of(from, from + sizeof(block<Shape>), [](std::byte one) { return one == std::byte{0}; })) {
        return;
    }
    block<Shape> here;
    copy_block<Shape>(&here, from);
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        if (const auto around = lane_bounds(here, lane); around.min.x == around.min.x) { // an empty lane is NaN
            const stored_item<Shape> one = read_lane(here, lane);
            through.items[through.count++] = {one.shape, one.id, one.layers};
        }
    }
}

} // namespace

template <class Shape>
load_report saved_tree<Shape>::take(core<Shape>& into, saved_place& place, const frame& from) noexcept {
    std::uint32_t count = 0;
    load_report taken = expect_next<Shape>(place, from, count);
    if (taken) {
        taken = place.next == section::state ? take_state(into, place, from) : take_elements(into, place, from, count);
    }
    if (taken) {
        place.at += count;
        place.go_on();
    }
    return taken;
}

template <class Shape>
load_report saved_tree<Shape>::pass(passing_tree<Shape>& through, const frame& from) noexcept {
    saved_place& place = through.place;
    std::uint32_t count = 0;
    through.count = 0;
    if (const load_report found = expect_next<Shape>(place, from, count); !found) {
        return found;
    }
    if (place.next == section::state) {
        const saved_state state = read_state<Shape>(place, from);
        through.options = state.options;
        if (state.has_engine != 0) {
            if (const char* const what = fault_of(state); what != nullptr) {
                return damaged(what, 0);
            }
            place.counts = counts_of(place, state);
            through.size = state.size;
            through.index_limit = state.index_limit;
        }
    } else if (place.next == section::blocks) {
        for (std::uint32_t done = 0; done < count; ++done) {
            pass_block(through, from.content() + std::size_t{done} * sizeof(block<Shape>));
        }
    }
    place.at += count;
    place.go_on();
    return {};
}

} // namespace quadrille::detail
