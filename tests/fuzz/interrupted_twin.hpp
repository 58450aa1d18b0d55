// A twin whose callbacks throw, or change the tree: a query then ends at once, and the change is the only effect.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_FUZZ_INTERRUPTED_TWIN_HPP
#define QUADRILLE_TESTS_FUZZ_INTERRUPTED_TWIN_HPP

#include "lives/twin.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace quadrille::fuzz {

/// What an interrupting callback throws.
struct interruption : std::runtime_error {
    interruption() : std::runtime_error("as asked") {}
};

/// A library that is not checked, as users build it: a change inside a callback is no assert there.
template <class Shape>
class interrupted_twin : public testing::twin<Shape> {
    using base = testing::twin<Shape>;
    using base::tree_;
    using base::truth_;

public:
    using scalar = typename Shape::scalar;
    using base::base;
    using base::is_alive;
    using base::limit;

    static constexpr std::uint32_t callbacks = 17;

    /// Makes call number `nth`, counted from 1, in one of the places where the user's code is called, run `act`, which changes this
    /// twin or throws an `interruption`.
    void interrupt(std::uint32_t place, std::uint32_t nth, std::function<void()> act, const box<scalar>& area,
                   const Shape& shape) {
        nth_ = nth;
        calls_ = 0;
        is_over_ = false;
        act_ = std::move(act);
        try {
            run(place, area, shape);
        } catch (const interruption&) {
            is_over_ = true;
        }
        act_ = nullptr;
    }

private:
    /// A value whose making is a callback.
    struct calling_value {
        interrupted_twin& of;
        int number;

        operator testing::tracked() const { // NOLINT: implicit, as for a user's own type
            of.call();
            return {number};
        }
    };

    void call() {
        this->expect(!is_over_, "a callback is called after one that changed the tree");
        if (++calls_ == nth_ && act_) {
            const auto before = truth_;
            act_();
            is_over_ = before != truth_;
        }
    }
    /// A query says that the tree was changed when it was; what leaves it as it was may be told or not.
    void expect_outcome(outcome end) {
        this->expect(end == outcome::tree_changed || (end == outcome::complete && !is_over_),
                     "a query does not say that its visitor changed the tree");
        this->expect(end != outcome::tree_changed || calls_ >= nth_,
                     "a query says that the tree was changed, and it was not");
    }

    void run(std::uint32_t place, const box<scalar>& area, const Shape& shape) {
        const auto visit = [&](const auto&...) { call(); };
        const point<scalar> where = area.min;
        switch (place) {
        case 0: expect_outcome(tree_.query(area, visit)); break;
        case 1: expect_outcome(tree_.query_within(area, 3, visit)); break;
        case 2: expect_outcome(tree_.each(visit)); break;
        case 3: expect_outcome(tree_.intersecting(tree_.item_at(limit() / 2), visit)); break;
        case 4: expect_outcome(tree_.pairs(visit)); break;
        case 5: {
            std::vector<item> those;
            for (std::uint32_t index = 0; index < limit(); ++index) {
                those.push_back(this->item_of(index));
            }
            expect_outcome(tree_.pairs_of(those, visit));
            break;
        }
        case 6: expect_outcome(tree_.join(tree_, visit)); break;
        case 7: expect_outcome(tree_.raycast({where, area.max}, visit)); break;
        case 8: expect_outcome(tree_.cast(area, point<scalar>{1, 1}, visit)); break;
        case 9: find_nearest(where); break;
        case 10: {
            nearest_workspace workspace;
            auto range = tree_.nearest(where, workspace);
            for ([[maybe_unused]] const auto& hit : range) {
                call();
            }
            expect_outcome(range.outcome());
            break;
        }
        case 11: expect_outcome(tree_.cells(visit, visit)); break;
        case 12: {
            const auto leaf = tree_.cell_at(where, visit);
            this->expect(!is_over_ || !leaf, "cell_at: a cell of a tree that was changed");
            break;
        }
        case 13: {
            const std::vector<box<scalar>> areas = {area, bounds_of(shape), area};
            batch_workspace workspace;
            expect_outcome(tree_.query(areas, workspace, visit));
            break;
        }
        case 14: erase_some(); break;
        case 15: sync_all(); break;
        default: insert_calling(shape); break;
        }
    }

    void find_nearest(const point<scalar>& where) {
        std::array<neighbor, 5> room;
        const auto wanted = [&](const auto& hit) {
            call();
            return hit.index() % 2 == 0;
        };
        const std::size_t count = tree_.nearest(where, room, nearest_filter{}, wanted);
        this->expect(!is_over_ || count == 0, "nearest: answers of a tree that was changed");
    }

    /// Items that are accepted are erased one by one, before the next call; one whose call has made the tree another one, though
    /// with the same items, is not.
    void erase_some() {
        constexpr std::uint32_t none = ~0U;
        std::uint32_t accepted = none;
        const auto note = [&] {
            if (accepted == none) {
                return;
            }
            const std::uint32_t index = std::exchange(accepted, none);
            const bool is_erased = !tree_.contains(this->item_of(index));
            this->expect(is_erased || calls_ == nth_, "erase_if: an accepted item is alive");
            if (is_erased) {
                this->end(index);
            }
        };
        try {
            tree_.erase_if([&](auto hit) {
                const std::uint32_t index = hit.index();
                note();
                call();
                if (!is_over_ && index % 3 == 0) {
                    accepted = index;
                }
                return index % 3 == 0;
            });
        } catch (const interruption&) {
            note();
            throw;
        }
        note();
    }

    void sync_all() {
        const std::vector<Shape> shapes = this->shapes();
        const change_report report = tree_.sync([&](auto hit) {
            const std::uint32_t index = hit.index();
            call();
            return shapes[index];
        });
        this->expect(report.error == error::tree_changed || (report && !is_over_),
                     "sync: not rejected where it was changed");
        this->expect(report || calls_ >= nth_, "sync: rejected, and nothing was changed");
    }

    void insert_calling(const Shape& shape) {
        const error before = this->expected_error(shape);
        const int number = this->next_number_++;
        const item fresh = tree_.insert(shape, calling_value{*this, number});
        const error reason = before == error::none ? this->expected_error(shape) : before;
        this->expect(tree_.error() == reason && bool(fresh) == (reason == error::none),
                     "insert of a calling value: wrong");
        if (fresh) {
            this->begin(fresh, shape, number);
        }
    }

    std::uint32_t nth_ = 0;
    std::uint32_t calls_ = 0;
    bool is_over_ = false; ///< no more callbacks may be called
    std::function<void()> act_;
};

} // namespace quadrille::fuzz

#endif
