// Replay: runs a recording again, and reports the first answer that differs. Opt-in; recording.hpp writes them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_REPLAY_HPP
#define QUADRILLE_REPLAY_HPP

#include <quadrille/detail/base/function_ref.hpp>
#include <quadrille/detail/engine/frame.hpp>
#include <quadrille/detail/recordings/changes.hpp>
#include <quadrille/detail/recordings/differences.hpp>
#include <quadrille/detail/recordings/record_reader.hpp>
#include <quadrille/detail/recordings/recorded_fields.hpp>
#include <quadrille/detail/recordings/recorded_questions.hpp>
#include <quadrille/detail/recordings/recorded_results.hpp>
#include <quadrille/detail/recordings/records.hpp>
#include <quadrille/load.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/recorded.hpp>

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille {

/// One operation that was run again.
struct replayed {
    std::uint64_t number = 0; ///< from 1
    std::uint64_t at = 0;     ///< its position in the stream, without the heads of frames
    recorded_verb verb = recorded_verb::tick;
    std::uint64_t items = 0; ///< the number of shapes or items of a change, or of answers to a question
    std::uint64_t nanoseconds = 0;
    quadrille::error error = quadrille::error::none;
    update_method method = update_method::none; ///< of a change of several items
    std::uint32_t reinserted = 0;               ///< of a `sync`
    /// False for a change that memory or a length rejected when it was recorded, for a `reserve` of more than 2²⁰
    /// items, and for a question with more than 2²⁰ closest pairs.
    bool is_run = true;
    bool is_equal = true;
    std::uint64_t recorded = 0;     ///< if it is not: the recorded number of answers, or the recorded result …
    std::uint64_t found = 0;        ///< … and the one of the replay; with equal numbers the answers differ …
    bool is_in_other_order = false; ///< … or only their order
    /// The arguments of a question: the index of an item; the numbers of an area, a place or a path, as many as fit;
    /// for `nearest` then k.
    const char* form = "";
    double numbers[6] = {};
    std::uint32_t number_count = 0;

    /// Adds one number of the arguments, if there is room.
    void note(double asked) noexcept {
        if (number_count < std::size(numbers)) {
            numbers[number_count++] = asked;
        }
    }
};

/// The result of a replay.
struct replay_report {
    load_report stream;           ///< the reason and the place of an early end; `none`: the recording is complete
    std::uint64_t operations = 0; ///< the number of operations that were run
    std::uint64_t left_out = 0;   ///< the number of operations after the damage, at least
    std::uint64_t different = 0;  ///< the number of operations with other answers or results
    replayed first;               ///< the first of them
    std::uint32_t hash = 0;       ///< of all answers and results of the replay, in order
    bool was_stopped = false;     ///< the observer stopped it; the rest was not read

    /// Whether all was replayed, with equal answers.
    constexpr explicit operator bool() const noexcept {
        return static_cast<bool>(stream) && different == 0 && !was_stopped;
    }
};

namespace detail {

struct no_observer {
    template <class Tree>
    void operator()(const replayed&, const Tree&) const noexcept {}
};

} // namespace detail

/// Runs a recording in a tree without values. The first operation replaces the content of this tree. After each
/// operation `observe(const replayed&, const quadtree<void, Shape>&)` is called; it may return `flow::stop`. Before
/// each operation `observe.before(recorded_verb, const quadtree<void, Shape>&)` is called, if it exists. Neither may
/// change the tree. A recording that is cut short or damaged runs up to that place: each frame is checked before
/// anything in it is used. With any bytes, the replay ends after their operations. It allocates the tree's memory for
/// these operations, and the shapes of one operation at a time; each shape has at least one byte in the recording.
/// Nothing is allocated for a length before its bytes were read, and memory for at most 2²⁰ items is reserved. A
/// recording of a tree of another shape or scalar is rejected: `stream.error` is `other_tree`, and `stream.found` is
/// its kind. A saved tree is rejected as `other_file`. Bytes in memory must end where the recording ends.
template <class Shape, byte_source Source, class Observe = detail::no_observer>
replay_report replay(quadtree<void, Shape>& tree, Source&& source, Observe&& observe = {});

} // namespace quadrille

#include <quadrille/detail/recordings/replay.ipp>

#endif
