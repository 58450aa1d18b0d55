// Measures a replay: the time of each verb and of each tick.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_WORLDS_REPLAY_TALLY_HPP
#define QUADRILLE_CLI_WORLDS_REPLAY_TALLY_HPP

#include <quadrille/replay.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quadrille::cli {

inline constexpr std::size_t verb_count = static_cast<std::size_t>(last_recorded_verb) + 1;

/// The operations of one verb.
struct verb_tally {
    std::uint64_t count = 0;
    std::uint64_t items = 0;
    std::uint64_t nanoseconds = 0;
    replayed slowest;

    void add(const replayed& one);
};
using verb_tallies = std::array<verb_tally, verb_count>; ///< by `recorded_verb`

struct tick_tally {
    std::uint64_t number = 0; ///< from 1; 0 if there is none
    std::uint64_t operations = 0;
    std::uint64_t nanoseconds = 0;
    std::uint64_t rebuilds = 0;
    std::uint64_t reinserted = 0;
    std::uint64_t splits = 0; ///< inner cells added …
    std::uint64_t merges = 0; ///< … or removed since the end of the tick before
    replayed slowest;
    recorded_verb slowest_verb = recorded_verb::tick; ///< the verb that took most of the time
    std::uint64_t slowest_verb_count = 0;             ///< the number of its operations
    std::uint64_t slowest_verb_nanoseconds = 0;
};

/// Groups operations into ticks.
class ticks {
public:
    void add(const replayed& one);
    /// Ends a tick; the tree has this many inner cells.
    void end(std::uint32_t inner_cells);
    /// Notes that the whole tree was replaced.
    void replace_tree(std::uint32_t inner_cells) noexcept { inner_cells_ = inner_cells; }

    bool has_begun() const noexcept { return present_.operations > 0; }
    const std::vector<tick_tally>& all() const noexcept { return all_; }
    /// Keeps for each tick the faster one of these and of another replay of the same operations.
    void keep_faster(const ticks& others);

private:
    std::vector<tick_tally> all_;
    tick_tally present_;
    verb_tallies verbs_{}; ///< of the current tick
    std::uint32_t inner_cells_ = 0;
};

/// An observer of a replay.
class replay_tally {
public:
    template <class Tree>
    void before(recorded_verb verb, const Tree& tree) {
        if ((verb == recorded_verb::sync || verb == recorded_verb::assign) && updates_.has_begun()) {
            updates_.end(tree.stats().inner_cells);
        }
    }
    template <class Tree>
    void add(const replayed& one, const Tree& tree) {
        verbs_[static_cast<std::size_t>(one.verb)].add(one);
        if (one.verb == recorded_verb::tick) {
            has_marks_ = true;
            marked_.end(tree.stats().inner_cells);
        } else if (one.verb == recorded_verb::state) {
            marked_.replace_tree(tree.stats().inner_cells);
            updates_.replace_tree(tree.stats().inner_cells);
        } else {
            marked_.add(one);
            updates_.add(one);
        }
    }
    template <class Tree>
    void finish(const Tree& tree) {
        for (ticks* const each : {&marked_, &updates_}) {
            if (each->has_begun()) {
                each->end(tree.stats().inner_cells);
            }
        }
    }
    /// Keeps for each verb and each tick the faster one of these and of another replay of the same recording.
    void keep_faster(const replay_tally& others);

    const verb_tallies& verbs() const noexcept { return verbs_; }
    std::size_t tick_count() const noexcept { return all_ticks().size(); }
    /// Its number is 0 if there is no tick.
    tick_tally slowest_tick() const;

private:
    /// Returns the ticks whose ends the recording program has marked; without marks, each tick ends before a `sync` or
    /// `assign`.
    const std::vector<tick_tally>& all_ticks() const noexcept { return (has_marks_ ? marked_ : updates_).all(); }

    verb_tallies verbs_{};
    ticks marked_;
    ticks updates_;
    bool has_marks_ = false;
};

} // namespace quadrille::cli

#endif
