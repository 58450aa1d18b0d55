// Memory after histories: between forms that take much and little memory, by every change, with all options; at rest it comes back.
// SPDX-License-Identifier: MIT
#include "support/effort.hpp"
#include "support/work.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(history_memory);

/// Where all items are: everywhere, at one spot, in two crowds that are far from each other, or so wide that they cover each other.
enum class form : std::uint8_t { spread, spot, crowds, wide };
constexpr form forms[] = {form::spread, form::spot, form::crowds, form::wide};

enum class change_by : std::uint8_t { sync, move, move_many, erase_and_insert, erase_and_insert_many };
constexpr std::uint32_t ways_to_change = 5;
constexpr std::uint32_t ways_to_rest = 3; ///< the first of these; without change, and with small moves

struct plan {
    options config;
    std::uint32_t count;
    form low; ///< the form of the beginning and of the end
    form high;
    change_by there; ///< from the first form to the other
    change_by back;
    int ticks; ///< of each way
    change_by rest;
    bool is_restless;
};

/// A world of so many items.
template <class Shape>
class changing_world {
    using scalar = typename Shape::scalar;

public:
    explicit changing_world(const plan& by) : plan_(by), tree_(by.config), where_(places_of(by.low)) {
        for (const box<double>& each : where_) {
            items_.push_back(tree_.insert(shape_of(each)));
        }
    }

    void live() {
        go(plan_.high, plan_.there);
        go(plan_.low, plan_.back);
        for (int tick = 0; tick < (plan_.rest == change_by::move ? 1 : 64); ++tick) {
            std::vector<box<double>> now = where_;
            for (box<double>& each : now) {
                const double step = plan_.is_restless ? 1e-3 * source_.unit() : 0;
                each = {{each.min.x + step, each.min.y}, {each.max.x + step, each.max.y}};
            }
            update(plan_.rest, now);
        }
    }
    ::testing::AssertionResult costs_as_fresh() const {
        return works_as_fresh(tree_, tree_.index_limit(), 100, plan_.config);
    }

private:
    static Shape shape_of(const box<double>& where) {
        return shaped_as<Shape>(box_of<scalar>(where.min.x, where.min.y, where.max.x, where.max.y));
    }

    std::vector<box<double>> places_of(form how) {
        const double far_off = plan_.config.period ? 1000 : 1e7;
        std::vector<box<double>> all;
        for (std::uint32_t index = 0; index < plan_.count; ++index) {
            const double x = 900 * source_.unit();
            const double y = 900 * source_.unit();
            switch (how) {
            case form::spread: all.push_back({{x, y}, {x + 1, y + 1}}); break;
            case form::spot: all.push_back({{33, 61}, {33, 61}}); break;
            case form::crowds: {
                const double from = index % 2 == 0 ? 0 : far_off;
                all.push_back({{from + x, y}, {from + x + 0.25, y + 0.25}});
                break;
            }
            case form::wide: all.push_back({{x / 2, y / 2}, {x / 2 + 500, y / 2 + 500}}); break;
            }
        }
        return all;
    }

    void go(form to, change_by how) {
        const std::vector<box<double>> from = where_;
        const std::vector<box<double>> goals = places_of(to);
        for (int tick = 1; tick <= plan_.ticks; ++tick) {
            const double part = double(tick) / plan_.ticks;
            const auto between = [part](double a, double b) { return a + (b - a) * part; };
            std::vector<box<double>> now = goals;
            for (std::size_t at = 0; at < now.size() && tick < plan_.ticks; ++at) {
                now[at] = {{between(from[at].min.x, goals[at].min.x), between(from[at].min.y, goals[at].min.y)},
                           {between(from[at].max.x, goals[at].max.x), between(from[at].max.y, goals[at].max.y)}};
            }
            update(how, now);
        }
    }

    void update(change_by how, const std::vector<box<double>>& now) {
        std::vector<Shape> shapes;
        for (const box<double>& each : now) {
            shapes.push_back(shape_of(each));
        }
        where_ = now;
        switch (how) {
        case change_by::sync: {
            std::vector<Shape> by_index(tree_.index_limit());
            for (std::size_t at = 0; at < items_.size(); ++at) {
                by_index[items_[at].index] = shapes[at];
            }
            ASSERT_TRUE(tree_.sync(by_index));
            break;
        }
        case change_by::move:
            for (std::size_t at = 0; at < items_.size(); ++at) {
                ASSERT_TRUE(tree_.move(items_[at], shapes[at]));
            }
            break;
        case change_by::move_many:
            ASSERT_TRUE(tree_.move(std::span<const item>(items_), std::span<const Shape>(shapes)));
            break;
        case change_by::erase_and_insert:
            for (std::size_t at = 0; at < items_.size(); ++at) {
                ASSERT_TRUE(tree_.erase(items_[at]));
                items_[at] = tree_.insert(shapes[at]);
            }
            break;
        case change_by::erase_and_insert_many:
            ASSERT_TRUE(tree_.erase(items_));
            ASSERT_TRUE(tree_.insert(shapes, std::span<item>(items_)));
            break;
        }
    }

    plan plan_;
    random_source source_{plan_.count};
    quadtree<void, Shape> tree_;
    std::vector<box<double>> where_;
    std::vector<item> items_;
};

/// Calls `use(plan)` for every capacity and two forms, in rounds. All else is one of its 3,600 combinations, another one each time.
template <class Use>
void each_plan(std::uint32_t rounds, const Use& use) {
    const options restrictions[] = {{}, {.max_depth = 4}, {.min_cell_side = 3}, {.period = period(2048, 2048)}};
    constexpr int ticks[] = {1, 8, 30};
    std::uint32_t number = 0;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        for (const std::uint32_t capacity : {1U, 2U, 3U, 4U, 7U, 16U, 48U}) {
            for (const form low : forms) {
                for (const form high : forms) {
                    std::uint32_t rest = ++number * 1103 % 3600;
                    const auto next = [&rest](std::uint32_t below) {
                        const std::uint32_t digit = rest % below;
                        rest /= below;
                        return digit;
                    };
                    const auto way = [&next](std::uint32_t below) { return static_cast<change_by>(next(below)); };
                    plan drawn{restrictions[next(4)],
                               next(2) == 0 ? 1000U : 2282U,
                               low,
                               high,
                               way(ways_to_change),
                               way(ways_to_change),
                               ticks[next(3)],
                               way(ways_to_rest),
                               next(2) == 0};
                    drawn.config.leaf_capacity = capacity;
                    if (low != high) {
                        use(drawn);
                    }
                }
            }
        }
    }
}

template <class Shape>
::testing::AssertionResult costs_as_fresh_after(const plan& one) {
    changing_world<Shape> world(one);
    world.live();
    return world.costs_as_fresh() << "; leaf_capacity " << one.config.leaf_capacity << ", max_depth "
                                  << one.config.max_depth << ", cells of " << one.config.min_cell_side << ", "
                                  << one.count << " items, from form " << int(one.low) << " to " << int(one.high)
                                  << " by " << int(one.there) << " and back by " << int(one.back) << " in " << one.ticks
                                  << " ticks, rest by " << int(one.rest);
}

// promise: bounded-memory: With small leaves and all other options, memory comes back after any change of form.
// promise: work-after-any-history: It holds with small leaves and all other options, after any change of form.
TYPED_TEST(history_memory, of_forms_that_follow_each_other_comes_back_at_rest) {
    std::uint32_t number = 0;
    each_plan(effort(1U, 40U), [&](const plan& one) {
        if (!this->HasFatalFailure() && (!has_fewer_runs || ++number % 9 == 0)) {
            ASSERT_TRUE(costs_as_fresh_after<TypeParam>(one));
        }
    });
}

/// At one spot all are in one leaf: its blocks are a few of those that the crowds had, and may lie at the beginning of as much memory.
// promise: bounded-memory: With small leaves and all other options, memory comes back after any change of form.
TYPED_TEST(history_memory, of_crowds_that_gather_at_one_spot_comes_back_at_rest) {
    for (const std::uint32_t capacity : {1U, 2U, 3U, 4U, 7U}) {
        for (const std::uint32_t count : {1000U, 2282U}) {
            for (const int ticks : {8, 30}) {
                for (const change_by back : {change_by::sync, change_by::move_many}) {
                    ASSERT_TRUE(costs_as_fresh_after<TypeParam>({{.leaf_capacity = capacity},
                                                                 count,
                                                                 form::spot,
                                                                 form::crowds,
                                                                 change_by::erase_and_insert,
                                                                 back,
                                                                 ticks,
                                                                 change_by::sync,
                                                                 false}));
                }
            }
        }
    }
}

// promise: bounded-memory: A tree that loses all items keeps at most three times as much as one item takes.
TYPED_TEST(history_memory, of_trees_that_lose_all_items_is_released) {
    for (const options& config : {options{.leaf_capacity = 2}, options{}}) {
        quadtree<void, TypeParam> of_one(config);
        ASSERT_TRUE(of_one.assign(std::vector{made<TypeParam>(0, 0, 1, 1)}));
        for (const std::uint32_t count : {1U, 20U, 100U, 1000U, 5000U}) {
            quadtree<void, TypeParam> tree(config);
            std::vector<item> items;
            for (std::uint32_t number = 0; number < count; ++number) {
                const double x = number % 64;
                const double y = number / 64.0;
                items.push_back(tree.insert(made<TypeParam>(x, y, x + 1, y + 1)));
            }
            for (const item each : items) {
                ASSERT_TRUE(tree.erase(each));
            }
            EXPECT_LE(tree.stats().bytes, 3 * of_one.stats().bytes + 10 * std::size_t{tree.index_limit()}) << count;
        }
    }
}

} // namespace
} // namespace quadrille::testing
