// Things that have rows from time to time, by their ids; the one with the oldest latest row comes first.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_MOVING_THINGS_HPP
#define QUADRILLE_CLI_MOVING_THINGS_HPP

#include "files/rows/index_set.hpp"
#include "files/text/text_list.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <vector>

namespace quadrille::cli {

/// Each thing has a slot; another thing gets it when no user is left. For each id so far, the text and some 30 bytes
/// are kept: so the order in which two things first appeared does not change when one is forgotten. All other memory is
/// for the things known at one time.
class things {
public:
    using slot = std::uint32_t;
    static constexpr slot none = std::numeric_limits<slot>::max();

    /// Returns the slot of a thing, and adds a user to it.
    slot use(std::string_view id) {
        const auto next = static_cast<std::uint32_t>(ids_.size());
        const std::uint32_t number = known_.find_or_add(next, std::hash<std::string_view>()(id),
                                                        [&](std::uint32_t other) { return ids_[other] == id; });
        if (number == next) {
            ids_.push_back(id);
            slots_.push_back(none);
            numbers_.push_back(none);
        }
        if (slots_[number] == none) {
            slots_[number] = free_slot();
            all_[slots_[number]].which = number;
        }
        ++all_[slots_[number]].uses;
        return slots_[number];
    }
    void use(slot of) noexcept { ++all_[of].uses; }
    /// Removes a user; without users the slot becomes free.
    void release(slot of) {
        if (--all_[of].uses == 0) {
            slots_[all_[of].which] = none;
            free_.push_back(of);
        }
    }

    std::string_view id(slot of) const noexcept { return ids_[all_[of].which]; }
    /// Returns the number of a thing that has had a row. Numbers ascend in the order of the first rows, whatever has
    /// been forgotten since.
    std::uint32_t number(slot of) const noexcept { return numbers_[all_[of].which]; }
    /// Returns a number above all slots.
    std::size_t slots() const noexcept { return all_.size(); }

    double heard(slot of) const noexcept { return all_[of].heard; }
    /// Notes a row of the thing at the time `t`, and moves it to the end of the order.
    void hear(slot of, double t) noexcept {
        leave(of);
        std::uint32_t& number = numbers_[all_[of].which];
        number = number == none ? heard_of_++ : number;
        all_[of].heard = t;
        link(newest_, of);
        link(of, none);
        newest_ = of;
    }
    /// Returns the first thing in the order; `none` if there is none.
    slot oldest() const noexcept { return oldest_; }
    void leave(slot of) noexcept {
        thing& one = all_[of];
        if (oldest_ == of || one.older != none) {
            const slot older = one.older;
            const slot newer = one.newer;
            newest_ = newest_ == of ? older : newest_;
            link(older, newer);
            one.older = one.newer = none;
        }
    }

private:
    struct thing {
        std::uint32_t which = 0; ///< among all ids
        std::uint32_t uses = 0;
        double heard = 0;
        slot older = none;
        slot newer = none;
    };
    slot free_slot() {
        if (free_.empty()) {
            free_.push_back(static_cast<slot>(all_.size()));
            all_.emplace_back();
        }
        const slot of = free_.back();
        free_.pop_back();
        return of;
    }
    void link(slot older, slot newer) noexcept {
        (older == none ? oldest_ : all_[older].newer) = newer;
        if (newer != none) {
            all_[newer].older = older;
        }
    }

    std::vector<thing> all_;
    std::vector<slot> free_;
    files::text_list ids_; ///< all ids so far
    files::index_set known_;
    std::vector<slot> slots_;            ///< by ids; none if the thing is forgotten
    std::vector<std::uint32_t> numbers_; ///< by ids; none before the first row is processed
    std::uint32_t heard_of_ = 0;
    slot oldest_ = none;
    slot newest_ = none;
};

} // namespace quadrille::cli

#endif
