// The common part of recordings and replays: the operations of a recording.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RECORDED_HPP
#define QUADRILLE_RECORDED_HPP

#include <cstdint>

namespace quadrille {

/// The operations of a recording, by their numbers in the bytes: the tree's verbs, and operations of recordings
/// themselves.
enum class recorded_verb : std::uint8_t {
    state = 1, ///< the whole tree: at the beginning, and after a change that was made without the recording
    tick,      ///< a tick has ended
    insert,
    insert_many,
    erase,
    erase_many,
    move,
    move_many,
    set_layers,
    clear,
    reserve,
    assign,
    sync,
    query,
    any,
    count,
    query_within,
    intersecting,
    pairs,
    pairs_of,
    nearest,
    raycast,
    closest_hit,
    cast,
    closest_cast,
    closest_pairs,
    nearest_to_area
};
inline constexpr recorded_verb last_recorded_verb = recorded_verb::nearest_to_area;

/// The name of a verb, for a log.
constexpr const char* to_string(recorded_verb verb) noexcept {
    switch (verb) {
    case recorded_verb::state: return "state";
    case recorded_verb::tick: return "tick";
    case recorded_verb::insert: return "insert";
    case recorded_verb::insert_many: return "insert of many";
    case recorded_verb::erase: return "erase";
    case recorded_verb::erase_many: return "erase of many";
    case recorded_verb::move: return "move";
    case recorded_verb::move_many: return "move of many";
    case recorded_verb::set_layers: return "set_layers";
    case recorded_verb::clear: return "clear";
    case recorded_verb::reserve: return "reserve";
    case recorded_verb::assign: return "assign";
    case recorded_verb::sync: return "sync";
    case recorded_verb::query: return "query";
    case recorded_verb::any: return "any";
    case recorded_verb::count: return "count";
    case recorded_verb::query_within: return "query_within";
    case recorded_verb::intersecting: return "intersecting";
    case recorded_verb::pairs: return "pairs";
    case recorded_verb::pairs_of: return "pairs_of";
    case recorded_verb::nearest: return "nearest";
    case recorded_verb::raycast: return "raycast";
    case recorded_verb::closest_hit: return "closest_hit";
    case recorded_verb::cast: return "cast";
    case recorded_verb::closest_cast: return "closest_cast";
    case recorded_verb::closest_pairs: return "closest_pairs";
    case recorded_verb::nearest_to_area: return "nearest to an area";
    }
    return "unknown verb";
}

} // namespace quadrille

#endif
