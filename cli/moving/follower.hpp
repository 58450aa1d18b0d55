// Follows things whose rows come one by one, and reports encounters when they begin and end.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_MOVING_FOLLOWER_HPP
#define QUADRILLE_CLI_MOVING_FOLLOWER_HPP

#include "cli/answers/distances.hpp"
#include "cli/answers/trees.hpp"
#include "cli/globe/globe_pairs.hpp"
#include "files/rows/decimal_image.hpp"
#include "files/rows/row_sink.hpp"
#include "open_encounters.hpp"
#include "things.hpp"

#include <quadrille/quadtree.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::cli {

struct follow_rules {
    double distance = 0;
    double pause = 0;    ///< the longest one within an encounter
    double lateness = 0; ///< of a row after the latest time so far
    double memory = 0;   ///< how long a thing stays where it was last
    period wraps = {};
    globe_options globe = {};
};

struct told_encounter {
    bool has_ended;
    std::string_view a;
    std::string_view b;
    double from;
    double to;
    double closest;
};

/// Receives the encounters.
class encounter_sink {
public:
    encounter_sink() = default;
    encounter_sink(const encounter_sink&) = delete;
    encounter_sink& operator=(const encounter_sink&) = delete;
    virtual ~encounter_sink() = default;

    virtual void tell(const told_encounter& one) = 0;
    /// Called after all encounters that the rows of a time cause.
    virtual void end_moment() = 0;
};

/// A follower for shapes of any kind.
class any_follower {
public:
    any_follower() = default;
    any_follower(const any_follower&) = delete;
    any_follower& operator=(const any_follower&) = delete;
    virtual ~any_follower() = default;

    /// Adds a row. Returns false if it comes too late, and so is left out.
    virtual bool add(std::string_view id, double t, const files::any_shape& shape) = 0;
    /// Ends all encounters.
    virtual void finish() = 0;
    /// Returns how many rows had the id and time of an earlier row and another shape; the later shape counts.
    virtual std::uint64_t replaced() const noexcept = 0;
};

/// The rows of a time are processed together, when a row shows that the time is over. The memory holds the things known
/// at one time, their encounters, and the rows of times that late rows may still join.
template <class Shape>
class follower final : public any_follower {
public:
    follower(const follow_rules& rules, encounter_sink& into)
        : rules_(rules), into_(into), tree_(options_of(rules)), open_(things_, rules.pause) {}

    bool add(std::string_view id, double t, const files::any_shape& shape) override {
        const bool is_late = t <= closed_ || (t < newest_ && !is_within(t, newest_, rules_.lateness));
        if (is_late) {
            return false;
        }
        if (next_rows_ == nullptr || next_t_ != t) {
            next_rows_ = &waiting_[t];
            next_t_ = t;
        }
        next_rows_->push_back({things_.use(id), files::decimal_image(shape_of(shape), rules_.wraps)});
        if (t > newest_) {
            newest_ = t;
            while (!is_within(waiting_.begin()->first, newest_, rules_.lateness)) {
                close_first();
            }
        }
        return true;
    }

    void finish() override {
        while (!waiting_.empty()) {
            close_first();
        }
        open_.end_all([this](const open_encounter& one) { tell(one, true); });
        into_.end_moment();
    }

    std::uint64_t replaced() const noexcept override { return replaced_; }

private:
    using slot = things::slot;

    struct row {
        slot of;
        Shape shape;
    };
    /// The place of a thing while it is in the tree.
    struct presence {
        item in_tree = {};
        Shape shape = {};
        std::uint64_t moment = 0; ///< the moment of its latest row
        bool is_there = false;
    };

    static options options_of(const follow_rules& rules) {
        options how;
        how.period = rules.wraps;
        return how;
    }
    static Shape shape_of(const files::any_shape& shape) {
        if constexpr (std::is_same_v<Shape, box<double>>) {
            return files::bounds_of_any(shape);
        } else {
            return std::get<Shape>(shape);
        }
    }

    void close_first() {
        const auto first = waiting_.begin();
        closed_ = first->first;
        ++moment_;
        next_rows_ = next_t_ == closed_ ? nullptr : next_rows_;
        // This comes before the rows are processed: a thing that returns after more than the memory has been away, even
        // if no row of another thing came in between.
        while (things_.oldest() != things::none &&
               !is_within(things_.heard(things_.oldest()), closed_, rules_.memory)) {
            forget(things_.oldest());
        }
        hear(first->second);
        open_.end_pauses(closed_, [this](const open_encounter& one) { tell(one, true); });
        for (const slot each : moved_) {
            place(each);
        }
        for (const slot each : moved_) {
            find_encounters(each);
        }
        waiting_.erase(first);
        into_.end_moment();
    }

    void hear(const std::vector<row>& rows) {
        moved_.clear();
        there_.resize(things_.slots());
        for (const row& each : rows) {
            presence& one = there_[each.of];
            if (one.moment == moment_) {
                replaced_ += one.shape == each.shape ? 0U : 1U;
                things_.release(each.of); // the earlier row still uses the thing while the thing is in the tree
            } else {
                moved_.push_back(each.of);
            }
            one.moment = moment_;
            one.shape = each.shape;
            things_.hear(each.of, closed_);
        }
    }

    /// Stores the thing in the tree, or moves it there. The tree uses each of its things once.
    void place(slot of) {
        presence& one = there_[of];
        if (one.is_there) {
            demand(tree_.move(one.in_tree, one.shape));
            things_.release(of);
        } else {
            one.in_tree = tree_.insert(one.shape);
            demand(one.in_tree != item{});
            one.is_there = true;
            slot_of_.resize(std::max<std::size_t>(slot_of_.size(), one.in_tree.index + std::size_t{1}));
            slot_of_[one.in_tree.index] = of;
        }
        if (rules_.wraps) {
            one.shape = tree_.shape(one.in_tree).value_or(one.shape); // the stored image
        }
    }
    void demand(bool is_stored) const {
        if (!is_stored) {
            reject_unstored(1, {.error = tree_.error()});
        }
    }

    void forget(slot of) {
        presence& one = there_[of];
        tree_.erase(one.in_tree);
        one.is_there = false;
        things_.leave(of);
        part_from(of, [](const open_encounter&) { return true; });
        things_.release(of);
    }

    /// Parts the encounters of a thing that are near and that `choose` accepts.
    template <class Choose>
    void part_from(slot of, const Choose& choose) {
        parted_.clear();
        for (const std::uint32_t which : open_.of(of)) {
            if (open_.at(which).is_near && choose(open_.at(which))) {
                parted_.push_back(which);
            }
        }
        for (const std::uint32_t which : parted_) {
            open_.part(which, closed_, [this](const open_encounter& one) { tell(one, true); });
        }
    }

    void find_encounters(slot of) {
        known_.resize(things_.slots());
        for (const std::uint32_t which : open_.of(of)) {
            known_[open_.at(which).other(of)] = which + 1;
        }
        each_near(of, [&](std::uint32_t index) {
            const slot other = slot_of_[index];
            if (other == of) {
                return;
            }
            const bool is_first = things_.number(of) < things_.number(other);
            const Shape& first = there_[is_first ? of : other].shape;
            const Shape& second = there_[is_first ? other : of].shape;
            if (known_[other] != 0) {
                open_encounter& one = open_.at(known_[other] - 1);
                if (one.seen != moment_) {
                    one.closest = std::min(one.closest, distance_in(rules_.globe, first, second, rules_.wraps));
                    one.seen = moment_;
                    one.to = closed_;
                    one.is_near = true;
                }
            } else {
                const double distance = distance_in(rules_.globe, first, second, rules_.wraps);
                begun_.push_back({other, distance});
            }
        });
        for (const std::uint32_t which : open_.of(of)) {
            known_[open_.at(which).other(of)] = 0;
        }
        for (const auto& [other, distance] : begun_) {
            tell(open_.begin(of, other, closed_, distance, moment_), false);
        }
        begun_.clear();
        part_from(of, [this](const open_encounter& one) { return one.seen != moment_; });
    }

    template <class Visitor>
    void each_near(slot of, const Visitor& visitor) {
        if constexpr (is_point<Shape>) {
            if (rules_.globe.is_on()) {
                globe::each_near(tree_, there_[of].shape, rules_.distance * rules_.globe.unit(), visitor);
                return;
            }
        }
        tree_.query_within(there_[of].shape, rules_.distance, [&](auto hit) { visitor(hit.index()); });
    }

    void tell(const open_encounter& one, bool has_ended) {
        into_.tell(
            {has_ended, things_.id(one.a), things_.id(one.b), one.from, has_ended ? one.to : one.from, one.closest});
    }

    follow_rules rules_;
    encounter_sink& into_;
    files::tree_of<Shape> tree_;
    things things_;
    open_encounters open_;
    std::map<double, std::vector<row>> waiting_;
    std::vector<row>* next_rows_ = nullptr; ///< those of the time of the latest row
    double next_t_ = 0;
    double newest_ = -std::numeric_limits<double>::infinity();
    double closed_ = -std::numeric_limits<double>::infinity(); ///< the last time that was processed
    std::uint64_t moment_ = 0;
    std::vector<presence> there_;      ///< by slots
    std::vector<slot> slot_of_;        ///< by indices in the tree
    std::vector<slot> moved_;          ///< the things with a row in this moment
    std::vector<std::uint32_t> known_; ///< by slots: one plus the index of the encounter with the current thing
    std::vector<std::pair<slot, double>> begun_;
    std::vector<std::uint32_t> parted_;
    std::uint64_t replaced_ = 0;
};

} // namespace quadrille::cli

#endif
