// Adds operations to verbs and ticks, and finds the slowest ones.
// SPDX-License-Identifier: MIT
#include "replay_tally.hpp"

#include <algorithm>

namespace quadrille::cli {

void verb_tally::add(const replayed& one) {
    ++count;
    items += one.items;
    nanoseconds += one.nanoseconds;
    if (one.nanoseconds >= slowest.nanoseconds) {
        slowest = one;
    }
}

void ticks::add(const replayed& one) {
    ++present_.operations;
    present_.nanoseconds += one.nanoseconds;
    present_.rebuilds += one.method == update_method::rebuild ? 1 : 0;
    present_.reinserted += one.reinserted;
    verbs_[static_cast<std::size_t>(one.verb)].add(one);
}

void ticks::end(std::uint32_t inner_cells) {
    const auto by_time = [](const verb_tally& one, const verb_tally& other) {
        return one.nanoseconds < other.nanoseconds || (one.nanoseconds == other.nanoseconds && one.count < other.count);
    };
    const auto most = std::max_element(verbs_.begin(), verbs_.end(), by_time);
    if (most->count > 0) {
        present_.slowest_verb = most->slowest.verb;
        present_.slowest_verb_count = most->count;
        present_.slowest_verb_nanoseconds = most->nanoseconds;
    }
    for (const verb_tally& each : verbs_) {
        if (each.count > 0 && each.slowest.nanoseconds >= present_.slowest.nanoseconds) {
            present_.slowest = each.slowest;
        }
    }
    (inner_cells > inner_cells_ ? present_.splits : present_.merges) =
        std::max(inner_cells, inner_cells_) - std::min(inner_cells, inner_cells_);
    inner_cells_ = inner_cells;
    present_.number = all_.size() + 1;
    all_.push_back(present_);
    present_ = {};
    verbs_ = {};
}

void ticks::keep_faster(const ticks& others) {
    for (std::size_t at = 0; at < std::min(all_.size(), others.all_.size()); ++at) {
        if (others.all_[at].nanoseconds < all_[at].nanoseconds) {
            all_[at] = others.all_[at];
        }
    }
}

void replay_tally::keep_faster(const replay_tally& others) {
    for (std::size_t verb = 0; verb < verb_count; ++verb) {
        if (others.verbs_[verb].count == verbs_[verb].count &&
            others.verbs_[verb].nanoseconds < verbs_[verb].nanoseconds) {
            verbs_[verb] = others.verbs_[verb];
        }
    }
    marked_.keep_faster(others.marked_);
    updates_.keep_faster(others.updates_);
}

tick_tally replay_tally::slowest_tick() const {
    const auto slower = [](const tick_tally& one, const tick_tally& other) {
        return one.nanoseconds < other.nanoseconds;
    };
    const auto& all = all_ticks();
    const auto slowest = std::max_element(all.begin(), all.end(), slower);
    return slowest == all.end() ? tick_tally{} : *slowest;
}

} // namespace quadrille::cli
