// Encounters that have begun: two things are near each other, or have been apart only briefly.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_MOVING_OPEN_ENCOUNTERS_HPP
#define QUADRILLE_CLI_MOVING_OPEN_ENCOUNTERS_HPP

#include "cli/input/duration.hpp"
#include "things.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

namespace quadrille::cli {

struct open_encounter {
    things::slot a; ///< had a row before b had one
    things::slot b;
    double from;
    double to; ///< the last time at which one of them had a row and they were near
    double closest;
    bool is_near;
    std::uint64_t seen;       ///< the moment at which the two were last compared
    std::uint64_t parted = 0; ///< how often the encounters in this slot were parted, in total

    things::slot other(things::slot one) const noexcept { return one == a ? b : a; }
};

/// Encounters; each uses its two things. The members call `tell(encounter)` when an encounter ends.
class open_encounters {
public:
    open_encounters(things& of, double longest_pause) : things_(of), longest_pause_(longest_pause) {}

    const std::vector<std::uint32_t>& of(things::slot one) {
        of_.resize(std::max(of_.size(), things_.slots()));
        return of_[one];
    }
    open_encounter& at(std::uint32_t which) noexcept { return all_[which]; }

    const open_encounter& begin(things::slot one, things::slot other, double t, double distance, std::uint64_t moment) {
        if (free_.empty()) {
            free_.push_back(static_cast<std::uint32_t>(all_.size()));
            all_.push_back({});
        }
        const std::uint32_t which = free_.back();
        const bool is_first = things_.number(one) < things_.number(other);
        of_.resize(std::max(of_.size(), things_.slots()));
        of_[one].push_back(which);
        of_[other].push_back(which);
        free_.pop_back();
        all_[which] = {is_first ? one : other, is_first ? other : one, t, t, distance, true, moment,
                       all_[which].parted};
        things_.use(one);
        things_.use(other);
        return all_[which];
    }

    /// Notes that at the time `now` the two are not near each other.
    template <class Tell>
    void part(std::uint32_t which, double now, const Tell& tell) {
        open_encounter& one = all_[which];
        one.is_near = false;
        ++one.parted;
        if (is_within(one.to, now, longest_pause_)) {
            pauses_.push({one.to, which, one.parted});
        } else {
            end(which, tell);
        }
    }

    /// Ends the encounters whose things have been apart for too long.
    template <class Tell>
    void end_pauses(double now, const Tell& tell) {
        while (!pauses_.empty()) {
            const auto [to, which, parted] = pauses_.top();
            if (is_within(to, now, longest_pause_)) {
                return;
            }
            pauses_.pop();
            if (all_[which].parted == parted && !all_[which].is_near) {
                end(which, tell);
            }
        }
    }

    /// Ends all encounters, in the order of their beginnings.
    template <class Tell>
    void end_all(const Tell& tell) {
        std::vector<std::uint32_t> left;
        for (std::uint32_t which = 0; which < all_.size(); ++which) {
            if (all_[which].from <= all_[which].to) { // an ended encounter has no time
                left.push_back(which);
            }
        }
        std::sort(left.begin(), left.end(),
                  [this](std::uint32_t one, std::uint32_t other) { return key(one) < key(other); });
        for (const std::uint32_t which : left) {
            end(which, tell);
        }
    }

private:
    struct pause {
        double to;
        std::uint32_t which;
        std::uint64_t parted;

        bool operator>(const pause& other) const noexcept { return to > other.to; }
    };

    std::tuple<double, std::uint32_t, std::uint32_t> key(std::uint32_t which) const {
        const open_encounter& one = all_[which];
        return {one.from, things_.number(one.a), things_.number(one.b)};
    }

    template <class Tell>
    void end(std::uint32_t which, const Tell& tell) {
        open_encounter& one = all_[which];
        tell(std::as_const(one));
        for (const things::slot each : {one.a, one.b}) {
            std::vector<std::uint32_t>& list = of_[each];
            *std::find(list.begin(), list.end(), which) = list.back();
            list.pop_back();
            things_.release(each);
        }
        one.from = 1;
        one.to = 0;
        ++one.parted;
        free_.push_back(which);
    }

    things& things_;
    double longest_pause_;
    std::vector<open_encounter> all_;
    std::vector<std::uint32_t> free_;
    std::vector<std::vector<std::uint32_t>> of_;                            ///< for each thing
    std::priority_queue<pause, std::vector<pause>, std::greater<>> pauses_; ///< the pause that began first is next
};

} // namespace quadrille::cli

#endif
