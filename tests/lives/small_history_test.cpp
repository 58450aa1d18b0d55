// Small histories: lives of 1 to 10,000 items with options of all sizes, drawn at random; then a tree costs about what a fresh one does.
// SPDX-License-Identifier: MIT
#include "lives/moving_world.hpp"
#include "support/effort.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(small_history);

constexpr double reach = 100; ///< the side of the square in which most lives begin

options drawn_options(random_source& source) {
    options drawn;
    switch (source.below(4)) {
    case 0: break;
    case 1: drawn.leaf_capacity = 1 + source.below(4); break;
    default: drawn.leaf_capacity = static_cast<std::uint32_t>(magnitude(source, 1, 4097));
    }
    if (source.below(3) == 0) {
        drawn.max_depth = static_cast<int>(source.below(source.below(2) == 0 ? 33 : 5));
    }
    if (source.below(6) == 0) {
        drawn.min_cell_side = magnitude(source, 1e-3, reach);
    }
    return drawn;
}

/// What a season does to the items that take part in it.
enum class act : std::uint8_t { leap, leap_together, settle, gather, meet, grow, scale, shift };
constexpr std::uint32_t acts = 8;

template <class Shape>
class drawn_life {
public:
    explicit drawn_life(std::uint64_t seed) : source_(seed), config_(drawn_options(source_)) {
        const auto count = static_cast<std::uint32_t>(magnitude(source_, 1, 10001));
        const double side = source_.below(3) == 0 ? 0 : magnitude(source_, 1e-3, 5);
        const double spread = source_.below(4) == 0 ? 1e-3 : reach;
        story_ = "seed " + std::to_string(seed) + ": " + std::to_string(count) + " items, leaves of " +
                 std::to_string(config_.leaf_capacity) + ", depth " + std::to_string(config_.max_depth) +
                 ", cells of " + std::to_string(config_.min_cell_side);
        const place_list places = drawn_places(count, {0, 0}, spread, side);
        if (source_.below(2) == 0) {
            world_ = moving_world<Shape>(config_, places);
        } else {
            world_ = moving_world<Shape>(config_);
            for (const box<double>& each : places) {
                world_.insert(each);
            }
        }
    }

    /// Some items, or all, go elsewhere or become larger or smaller, in one tick or in many; before, some may come or get other layers,
    /// and behind them some may be erased.
    void pass_season() {
        if (source_.below(4) == 0) {
            const auto arriving = static_cast<std::uint32_t>(magnitude(source_, 1, 1501));
            const point<double> corner = {source_.unit() * reach, source_.unit() * reach};
            for (const box<double>& each : drawn_places(arriving, corner, source_.below(2) == 0 ? 0 : reach, 0.5)) {
                world_.insert(each);
            }
            story_ += "; " + std::to_string(arriving) + " come";
        }
        if (source_.below(4) == 0) {
            for (std::uint32_t nth = 0; nth < world_.size(); ++nth) {
                world_.tree().set_layers(world_.item_of(nth), source_.below(8) == 0 ? 2U : 1U);
            }
            story_ += "; layers";
        }
        const std::uint32_t all = world_.size();
        std::uint32_t count = all;
        if (source_.below(3) != 0) {
            count =
                static_cast<std::uint32_t>(source_.below(2) == 0 ? magnitude(source_, 1, all + 1.0) : std::sqrt(all));
        }
        for (std::uint32_t nth = 0; nth < count; ++nth) {
            world_.swap(nth, nth + source_.below(all - nth));
        }
        const auto what = static_cast<act>(source_.below(acts));
        const auto how = static_cast<change_by>(source_.below(5));
        const int ticks = source_.below(3) == 0 ? 2 + static_cast<int>(source_.below(40)) : 1;
        world_.go(how, goals_of(what, count), ticks);
        story_ += "; " + std::to_string(count) + " do " + std::to_string(static_cast<int>(what)) + " by " +
                  change_names[static_cast<int>(how)];
        if (source_.below(4) == 0 && count < all) {
            for (std::uint32_t nth = count; nth > 0; --nth) {
                world_.erase(nth - 1);
            }
            story_ += ", erased";
        }
    }

    /// 64 ticks, or as many single changes as there are items: of any, or of one alone.
    void rest() {
        const std::uint32_t how = source_.below(4);
        story_ += "; rest " + std::to_string(how);
        if (how < 2) {
            world_.rest();
            return;
        }
        for (std::uint32_t rest = world_.size(); rest > 0; --rest) {
            const std::uint32_t one = how == 2 ? source_.below(world_.size()) : 0;
            world_.move(one, world_.place(one));
        }
    }

    ::testing::AssertionResult costs_as_fresh() const { return world_.costs_as_fresh(300) << story_; }

private:
    /// Squares of up to this side, in a square.
    place_list drawn_places(std::uint32_t count, const point<double>& corner, double spread, double side) {
        place_list places;
        for (; count > 0; --count) {
            places.push_back(square_at(corner.x + source_.unit() * spread, corner.y + source_.unit() * spread,
                                       side * source_.unit()));
        }
        return places;
    }

    place_list goals_of(act what, std::uint32_t count) {
        const double far_off = magnitude(source_, 0.1, 1000) * reach;
        const double factor = magnitude(source_, 0.01, 30);
        const point<double> center = {source_.unit() * reach, source_.unit() * reach};
        const bool is_along_x = source_.below(3) != 0;
        const auto within = [&](double side) { return source_.unit() * side; };
        place_list goals;
        for (std::uint32_t nth = 0; nth < count; ++nth) {
            const point<double> from = world_.place(nth).min;
            const double side = world_.place(nth).max.x - from.x;
            switch (what) {
            case act::leap: goals.push_back(square_at(within(far_off), within(far_off), side)); break;
            case act::leap_together:
                goals.push_back(is_along_x ? square_at(within(far_off), from.y, side)
                                           : square_at(from.x, within(far_off), side));
                break;
            case act::settle: goals.push_back(square_at(within(reach), within(reach), side)); break;
            case act::gather: goals.push_back(square_at(center.x + within(1e-3), center.y + within(1e-3), side)); break;
            case act::meet: goals.push_back(square_at(center.x, center.y, side)); break;
            case act::grow: goals.push_back(square_at(from.x, from.y, std::min(side * factor, 1e3))); break;
            case act::scale:
                goals.push_back(
                    square_at(center.x + (from.x - center.x) * factor, center.y + (from.y - center.y) * factor, side));
                break;
            case act::shift:
                goals.push_back(square_at(from.x + (is_along_x ? far_off : -far_off), from.y, side));
                break;
            }
        }
        return goals;
    }

    random_source source_;
    options config_;
    moving_world<Shape> world_;
    std::string story_;
};

// promise: bounded-memory: Work and memory are bounded in small worlds and with all options, too.
// promise: work-after-any-history: It holds for random histories, and for queries of layers.
TYPED_TEST(small_history, of_any_options_costs_about_what_a_fresh_tree_does) {
    const std::uint64_t seeds = effort<std::uint64_t>(80, 3000);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        drawn_life<TypeParam> one(seed);
        for (std::uint64_t season = 0; season <= seed % 4; ++season) {
            one.pass_season();
        }
        one.rest();
        ASSERT_TRUE(one.costs_as_fresh());
    }
}

/// A square around a place, of half its width to each side.
box<double> around(double x, double y, double half) { return square_at(x - half, y - half, 2 * half); }

// promise: work-after-any-history: It holds for items that come to overlap, which a new tree has in one leaf.
TYPED_TEST(small_history, of_items_that_come_to_overlap) {
    if constexpr (!is_point<TypeParam>) {
        moving_world<TypeParam> few({.leaf_capacity = 4},
                                    {around(67, 68, 0.01), around(8, 75, 0.01), around(73, 41, 0.01),
                                     around(31, 56, 0.01), around(92, 30, 0.01), around(50, 24, 0.01),
                                     around(33, 30, 0.01)});
        few.change(change_by::sync,
                   {around(554, 441, 2.2), around(374, 619, 2.2), around(245, 221, 2), around(460, 344, 1.1),
                    around(138, 62, 0.9), around(121, 514, 1.5), around(78, 476, 1.9)});
        few.go(change_by::sync,
               {around(50, 50, 3.79), around(50, 50, 8.41), around(50, 50, 29.4), around(50, 50, 2.61),
                around(50, 50, 3.24), around(50, 50, 29.7), around(50, 50, 0.79)},
               33);
        few.rest();
        ASSERT_TRUE(few.costs_as_fresh(300));
        for (std::uint64_t seed = 1; seed <= effort<std::uint64_t>(40, 2000); ++seed) {
            random_source source(seed);
            const options config{.leaf_capacity = 1U << source.below(6)};
            const std::uint32_t count = 2 + source.below(20) * (1 + source.below(20));
            const double decades = 4 * source.unit();
            place_list begin;
            place_list end;
            for (std::uint32_t index = 0; index < count; ++index) {
                const double half = 25 * std::pow(10, -decades * source.unit());
                begin.push_back(around(source.unit() * 100, source.unit() * 100, 0.5));
                end.push_back(around(50 + (source.unit() - 0.5) * half, 50 + (source.unit() - 0.5) * half, half));
            }
            moving_world<TypeParam> world(config, place_list(count));
            world.change(change_by::sync, begin);
            world.go(change_by::sync, end, 1 + static_cast<int>(source.below(100)));
            world.rest();
            ASSERT_TRUE(world.costs_as_fresh(300)) << "seed " << seed;
        }
    }
}

/// Eight of 160 leap out of a square of 100 to a line of 10,000, and others like them; or a few of a world in few cells, which has
/// long been at rest: what it costs hardly changes when they leap, but what a fresh tree would cost does.
// promise: bounded-memory: Work and memory are bounded in small worlds and with all options, too.
TYPED_TEST(small_history, of_a_few_that_leap_out_of_small_worlds) {
    struct small {
        std::uint32_t count;
        std::uint32_t leapers;
        options by;
        double side = 100;
        int ticks_before = 0;
        std::uint64_t seeds = 1;
    };
    for (const small& one : {small{160, 8, {}}, small{100, 3, {}}, small{500, 5, {.leaf_capacity = 256}},
                             small{3000, 30, {.leaf_capacity = 1024}}, small{1000, 10, {.max_depth = 2}},
                             small{260, 3, {.leaf_capacity = 32, .max_depth = 1}, 3000, 200, 14},
                             small{260, 3, {.leaf_capacity = 32, .max_depth = 2}, 3000, 200, 14},
                             small{260, 3, {.leaf_capacity = 32, .max_depth = 3}, 3000, 200, 14}}) {
        for (std::uint64_t seed = 3; seed < 3 + one.seeds; ++seed) {
            random_source source(seed);
            const auto drawn = [&](std::uint32_t count, double width) {
                place_list places;
                for (; count > 0; --count) {
                    const double x = source.unit() * width;
                    const double y = source.unit() * one.side;
                    places.push_back(square_at(x, y, one.side / 100));
                }
                return places;
            };
            moving_world<TypeParam> world(one.by, drawn(one.count, one.side));
            world.rest(one.ticks_before);
            const double times_as_far = one.ticks_before == 0 ? 100 : magnitude(source, 1, 100);
            world.change(change_by::sync, drawn(one.leapers, one.side * times_as_far));
            world.rest();
            EXPECT_TRUE(world.costs_as_fresh()) << one.count << " items, seed " << seed;
        }
    }
}

/// Large items have lists of their own, in the cells above, with bounds of their own.
// promise: bounded-memory: Work and memory are bounded in small worlds and with all options, too.
TYPED_TEST(small_history, of_one_that_leaves_a_corner_for_far_away) {
    for (std::uint64_t seed = 1; seed < 60; ++seed) {
        random_source source(seed);
        place_list places;
        for (std::uint32_t rest = 20 + source.below(200); rest > 0; --rest) {
            places.push_back(square_at(-68.4, 201.5, 0.07 * source.unit() * source.unit()));
        }
        moving_world<TypeParam> world({.leaf_capacity = std::uint32_t{2} << (seed % 5)}, places);
        world.rest();
        world.move(3, square_at(-68.4 + 3000 * (source.unit() - 0.5), 53000, 0.03));
        world.rest();
        EXPECT_TRUE(world.costs_as_fresh(300)) << "seed " << seed;
    }
}

/// Two crowds, far from each other. Of one some go away, or one goes and comes back: fewer than half of its leaf. Then the other
/// crowd alone changes, as often as there are items.
// promise: bounded-memory: Work and memory are bounded in small worlds and with all options, too.
TYPED_TEST(small_history, of_long_leaves_ends_with_changes_elsewhere) {
    for (const bool is_for_good : {false, true}) {
        random_source source(4);
        moving_world<TypeParam> world;
        for (std::uint32_t index = 0; index < 2000; ++index) {
            const double corner = index % 2 == 0 ? 0 : 1000;
            world.insert(square_at(corner, corner, 0));
        }
        for (std::uint32_t index = 0; index < (is_for_good ? 800U : 1U); index += 2) {
            world.move(index, square_at(499 * source.unit(), 499 * source.unit(), 0));
        }
        if (!is_for_good) {
            world.move(0, square_at(0, 0, 0));
        }
        for (std::uint32_t change = 0; change < world.size(); ++change) {
            world.move(1, world.place(1));
        }
        EXPECT_TRUE(world.costs_as_fresh()) << is_for_good;
    }
}

} // namespace
} // namespace quadrille::testing
