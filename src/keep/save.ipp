// Save: writes a tree's arrays as they are, one frame at a time. Free and unused elements are written as zeros.
// SPDX-License-Identifier: MIT
#include <quadrille/detail/engine/saved_tree.hpp>

#include "engine/engine.hpp"
#include "keep/saved_elements.hpp"
#include "keep/saved_state.hpp"

#include <algorithm>
#include <cstring>

namespace quadrille::detail {
namespace {

/// The number of indices that matter: beyond the limit only those that have been used.
inline std::uint32_t known_indices(const slots& of, std::uint32_t index_limit) noexcept {
    std::uint32_t known = of.known;
    while (known > index_limit && of.generation[known - 1] == of.first_generation) {
        --known;
    }
    return known;
}

/// The state of a tree; without arrays only its options.
template <class Shape>
saved_state state_of(const engine<Shape>* own, const options& options, const saved_counts& counts) noexcept {
    saved_state state;
    state.options = options;
    if (counts.nodes > 0) {
        state.has_engine = 1;
        state.size = own->size;
        state.index_limit = own->index_limit;
        state.known = counts.generations;
        state.free_index = own->slots.free_index;
        state.first_generation = own->slots.first_generation;
        state.changes = own->changes;
        state.settled_size = own->settled_size;
        state.root_due_and_tried = own->store.tried << 1U | (own->store.is_root_due ? 1U : 0U);
        state.counts = static_cast<const store_counts&>(own->store);
    }
    return state;
}

/// Writes as many elements as fit; `write(into, index)` writes one element.
template <class Shape, class Write>
void append(saved_place& place, frame& into, Write&& write) noexcept {
    const std::uint32_t bytes_each = bytes_of_element<Shape>(place.next);
    const std::uint32_t count = std::min(place.counts.of(place.next) - place.at, elements_in_frame<Shape>(place.next));
    for (std::uint32_t done = 0; done < count; ++done) {
        write(into.content() + std::size_t{done} * bytes_each, place.at + done);
    }
    into.what = place.next;
    into.size = count * bytes_each;
    place.at += count;
}

} // namespace

template <class Shape>
saved_place saved_tree<Shape>::begin(const core<Shape>& from) noexcept {
    saved_place place;
    place.counts.states = from.options_.period ? 2 : 1;
    if (from.engine_ != nullptr && from.engine_->store.ready()) {
        const engine<Shape>& owner = *from.engine_;
        place.counts = {place.counts.states, known_indices(owner.slots, owner.index_limit), owner.index_limit,
                        owner.store.blocks_begun, owner.store.nodes_begun};
    }
    return place;
}

template <class Shape>
std::uint64_t saved_tree<Shape>::bytes(const saved_place& begun) noexcept {
    std::uint64_t sum = 0;
    for (section each = section::state; each < section::values; each = after(each)) {
        const std::uint32_t count = begun.counts.of(each);
        const std::uint32_t in_frame = elements_in_frame<Shape>(each);
        const std::uint32_t frames = count / in_frame + (count % in_frame != 0 ? 1 : 0);
        sum += std::uint64_t{count} * bytes_of_element<Shape>(each) + std::uint64_t{frames} * frame::head_bytes;
    }
    return sum;
}

template <class Shape>
bool saved_tree<Shape>::fill(const core<Shape>& from, saved_place& place, frame& into) noexcept {
    const engine<Shape>* const own = from.engine_;
    const auto append = [&](auto&& write) { detail::append<Shape>(place, into, write); };
    const auto append_words = [&](const std::uint32_t* words) {
        append([words](std::byte* to, std::uint32_t index) { copy_words(to, words + index, 1); });
    };
    place.go_on();
    switch (place.next) {
    case section::state:
        append([&](std::byte* to, std::uint32_t which) {
            if (which == 0) {
                state_of(own, from.options_, place.counts).write(to);
            } else {
                std::memset(to, 0, saved_state::bytes);
                saved_period(from.options_).write(to);
            }
        });
        return true;
    case section::generations: append_words(own->slots.generation.data()); return true;
    case section::locations: append_words(own->slots.location.data()); return true;
    case section::links:
        append([own](std::byte* to, std::uint32_t which) { copy_words(to, &own->store.links[which], words_in_links); });
        return true;
    case section::nodes:
        append([own](std::byte* to, std::uint32_t which) { write_node(to, own->store.nodes[which]); });
        return true;
    case section::blocks:
        append([own](std::byte* to, std::uint32_t which) {
            if (own->store.links[which].length == 0) {
                std::memset(to, 0, sizeof(block<Shape>)); // erased items are not saved
            } else {
                copy_block<Shape>(to, &own->store.blocks[which]);
            }
        });
        return true;
    default: return false;
    }
}

} // namespace quadrille::detail
