// Small histories: lives of 1 to 10,000 items with options of all sizes, drawn at random; then a tree costs about what a fresh one does.
// SPDX-License-Identifier: MIT
#include "support/effort.hpp"
#include "support/work.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(small_history);

constexpr double reach = 100; ///< the side of the square in which most lives begin

/// A number between these, as likely small as large.
double magnitude(random_source& source, double least, double most) {
    return least * std::pow(most / least, source.unit());
}

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

enum class change_by : std::uint8_t { sync, move, move_many, erase_and_insert, erase_and_insert_many };

/// What a season does to the items that take part in it.
enum class act : std::uint8_t { leap, leap_together, settle, gather, meet, grow, scale, shift, most };

template <class Shape>
class life {
public:
    explicit life(std::uint64_t seed) : source_(seed), options_(drawn_options(source_)), tree_(options_) {
        const auto count = static_cast<std::uint32_t>(magnitude(source_, 1, 10001));
        side_ = source_.below(3) == 0 ? 0 : magnitude(source_, 1e-3, 5);
        const double spread = source_.below(4) == 0 ? 1e-3 : reach;
        told_ = "seed " + std::to_string(seed) + ": " + std::to_string(count) + " items, leaves of " +
                std::to_string(options_.leaf_capacity) + ", depth " + std::to_string(options_.max_depth) +
                ", cells of " + std::to_string(options_.min_cell_side);
        std::vector<Shape> shapes;
        for (std::uint32_t index = 0; index < count; ++index) {
            where_.push_back(place(source_.unit() * spread, source_.unit() * spread, side_ * source_.unit()));
            shapes.push_back(shape_at(where_.back()));
        }
        if (source_.below(2) == 0) {
            EXPECT_TRUE(tree_.assign(shapes));
            tree_.each([&](auto hit) { items_.push_back(hit.item()); });
            std::sort(items_.begin(), items_.end(), [](item one, item other) { return one.index < other.index; });
        } else {
            EXPECT_TRUE(tree_.insert(shapes, items_));
        }
    }

    /// Some items, or all, go elsewhere or become larger or smaller, in one tick or in many.
    void pass_season() {
        const auto all = static_cast<std::uint32_t>(items_.size());
        std::uint32_t count = all;
        if (source_.below(3) != 0) {
            count =
                static_cast<std::uint32_t>(source_.below(2) == 0 ? magnitude(source_, 1, all + 1.0) : std::sqrt(all));
        }
        for (std::uint32_t at = 0; at < count; ++at) {
            std::swap(items_[at], items_[at + source_.below(all - at)]);
        }
        const auto what = static_cast<act>(source_.below(static_cast<std::uint32_t>(act::most)));
        const auto how = static_cast<change_by>(source_.below(5));
        told_ += "; " + std::to_string(count) + " do " + std::to_string(static_cast<int>(what)) + " by " +
                 std::to_string(static_cast<int>(how));
        if (what == act::settle && how == change_by::erase_and_insert_many && count < all) {
            ASSERT_TRUE(tree_.erase(std::span<const item>(items_.data(), count)));
            items_.erase(items_.begin(), items_.begin() + count);
            told_ += ", erased";
            return;
        }
        const std::vector<box<double>> goals = goals_of(what, count);
        const int ticks = source_.below(3) == 0 ? 2 + static_cast<int>(source_.below(40)) : 1;
        for (int tick = 1; tick <= ticks; ++tick) {
            std::vector<box<double>> now = goals;
            for (std::uint32_t at = 0; at < count && tick < ticks; ++at) {
                const double part = 1.0 / (ticks - tick + 1);
                const box<double>& from = where_[items_[at].index];
                const double side = from.max.x - from.min.x;
                now[at] = place(from.min.x + (goals[at].min.x - from.min.x) * part,
                                from.min.y + (goals[at].min.y - from.min.y) * part,
                                side + (goals[at].max.x - goals[at].min.x - side) * part);
            }
            change(how, now);
        }
    }

    /// 64 ticks, or as many single changes as there are items: of any, or of one alone.
    void rest() {
        const std::uint32_t how = source_.below(4);
        told_ += "; rest " + std::to_string(how);
        for (int tick = 0; how < 2 && tick < 64; ++tick) {
            synchronize();
        }
        for (std::size_t change = 0; how >= 2 && change < items_.size(); ++change) {
            const item one = items_[how == 2 ? source_.below(static_cast<std::uint32_t>(items_.size())) : 0];
            ASSERT_TRUE(tree_.move(one, shape_at(where_[one.index])));
        }
    }

    ::testing::AssertionResult costs_as_fresh() const {
        return works_as_fresh(tree_, tree_.index_limit(), 300, options_) << told_;
    }

private:
    using scalar = typename Shape::scalar;

    static box<double> place(double x, double y, double side) { return {{x, y}, {x + side, y + side}}; }
    static Shape shape_at(const box<double>& where) {
        return shaped_as<Shape>(box_of<scalar>(where.min.x, where.min.y, where.max.x, where.max.y));
    }

    std::vector<box<double>> goals_of(act what, std::uint32_t count) {
        const double far = magnitude(source_, 0.1, 1000) * reach;
        const double factor = magnitude(source_, 0.01, 30);
        const point<double> center = {source_.unit() * reach, source_.unit() * reach};
        const bool is_along_x = source_.below(3) != 0;
        std::vector<box<double>> goals;
        for (std::uint32_t at = 0; at < count; ++at) {
            const point<double> from = where_[items_[at].index].min;
            const double side = where_[items_[at].index].max.x - from.x;
            switch (what) {
            case act::leap: goals.push_back(place(source_.unit() * far, source_.unit() * far, side)); break;
            case act::leap_together:
                goals.push_back(is_along_x ? place(source_.unit() * far, from.y, side)
                                           : place(from.x, source_.unit() * far, side));
                break;
            case act::settle: goals.push_back(place(source_.unit() * reach, source_.unit() * reach, side)); break;
            case act::gather:
                goals.push_back(place(center.x + source_.unit() * 1e-3, center.y + source_.unit() * 1e-3, side));
                break;
            case act::meet: goals.push_back(place(center.x, center.y, side)); break;
            case act::grow: goals.push_back(place(from.x, from.y, std::min(side * factor, 1e3))); break;
            case act::scale:
                goals.push_back(
                    place(center.x + (from.x - center.x) * factor, center.y + (from.y - center.y) * factor, side));
                break;
            default: goals.push_back(place(from.x + (is_along_x ? far : -far), from.y, side));
            }
        }
        return goals;
    }

    void synchronize() {
        std::vector<Shape> shapes(tree_.index_limit());
        for (const item one : items_) {
            shapes[one.index] = shape_at(where_[one.index]);
        }
        ASSERT_TRUE(tree_.sync(shapes));
    }

    /// Gives the first of the items these places.
    void change(change_by how, const std::vector<box<double>>& now) {
        const std::span<item> some(items_.data(), now.size());
        std::vector<Shape> shapes;
        for (const box<double>& each : now) {
            shapes.push_back(shape_at(each));
        }
        if (how == change_by::erase_and_insert_many) {
            ASSERT_TRUE(tree_.erase(std::span<const item>(some)));
            ASSERT_TRUE(tree_.insert(shapes, some));
        }
        for (std::size_t at = 0; at < now.size(); ++at) {
            if (how == change_by::erase_and_insert) {
                ASSERT_TRUE(tree_.erase(some[at]));
                some[at] = tree_.insert(shapes[at]);
            }
            where_[some[at].index] = now[at];
            if (how == change_by::move) {
                ASSERT_TRUE(tree_.move(some[at], shapes[at]));
            }
        }
        if (how == change_by::sync) {
            synchronize();
        } else if (how == change_by::move_many) {
            ASSERT_TRUE(tree_.move(std::span<const item>(some), std::span<const Shape>(shapes)));
        }
    }

    random_source source_;
    options options_;
    quadtree<void, Shape> tree_;
    double side_ = 0;
    std::vector<item> items_;
    std::vector<box<double>> where_; ///< by index
    std::string told_;
};

// promise: bounded-memory: Work and memory are bounded in small worlds and with all options, too.
TYPED_TEST(small_history, of_any_options_costs_about_what_a_fresh_tree_does) {
    const std::uint64_t seeds = effort<std::uint64_t>(60, 2000);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        life<TypeParam> one(seed);
        for (std::uint64_t season = 0; season <= seed % 4; ++season) {
            one.pass_season();
        }
        one.rest();
        ASSERT_TRUE(one.costs_as_fresh());
    }
}

/// Leads boxes on straight ways, in so many ticks, and lets them rest.
template <class Shape>
::testing::AssertionResult overlap_as_fresh(quadtree<void, Shape>& tree, const std::vector<box<double>>& from,
                                            const std::vector<box<double>>& to, int ticks, const options& config) {
    for (int tick = 0; tick <= ticks + 64; ++tick) {
        const double share = std::min(1.0, double(tick) / ticks);
        const auto on_the_way = [share](double one, double other) { return one + (other - one) * share; };
        std::vector<Shape> shapes;
        for (std::size_t index = 0; index < from.size(); ++index) {
            const box<double>& one = from[index];
            const box<double>& other = to[index];
            shapes.push_back(made<Shape>(on_the_way(one.min.x, other.min.x), on_the_way(one.min.y, other.min.y),
                                         on_the_way(one.max.x, other.max.x), on_the_way(one.max.y, other.max.y)));
        }
        if (!tree.sync(shapes)) {
            return ::testing::AssertionFailure() << "tick " << tick;
        }
    }
    return works_as_fresh(tree, static_cast<std::uint32_t>(from.size()), 300, config);
}

/// A square around a place, of half its width to each side.
box<double> around(double x, double y, double half) { return {{x - half, y - half}, {x + half, y + half}}; }

// promise: work-after-any-history: It holds for items that come to overlap, which a new tree has in one leaf.
TYPED_TEST(small_history, of_items_that_come_to_overlap) {
    if constexpr (!is_point<TypeParam>) {
        const options small_leaves{.leaf_capacity = 4};
        quadtree<void, TypeParam> few(small_leaves);
        const std::vector<box<double>> close = {around(67, 68, 0.01), around(8, 75, 0.01),  around(73, 41, 0.01),
                                                around(31, 56, 0.01), around(92, 30, 0.01), around(50, 24, 0.01),
                                                around(33, 30, 0.01)};
        std::vector<TypeParam> shapes;
        for (const box<double>& each : close) {
            shapes.push_back(made<TypeParam>(each.min.x, each.min.y, each.max.x, each.max.y));
        }
        ASSERT_TRUE(few.assign(shapes));
        ASSERT_TRUE(overlap_as_fresh<TypeParam>(
            few,
            {around(554, 441, 2.2), around(374, 619, 2.2), around(245, 221, 2), around(460, 344, 1.1),
             around(138, 62, 0.9), around(121, 514, 1.5), around(78, 476, 1.9)},
            {around(50, 50, 3.79), around(50, 50, 8.41), around(50, 50, 29.4), around(50, 50, 2.61),
             around(50, 50, 3.24), around(50, 50, 29.7), around(50, 50, 0.79)},
            33, small_leaves));
        for (std::uint64_t seed = 1; seed <= effort<std::uint64_t>(40, 2000); ++seed) {
            random_source source(seed);
            const options config{.leaf_capacity = 1U << source.below(6)};
            const std::uint32_t count = 2 + source.below(20) * (1 + source.below(20));
            const double decades = 4 * source.unit();
            std::vector<box<double>> begin;
            std::vector<box<double>> end;
            for (std::uint32_t index = 0; index < count; ++index) {
                const double half = 25 * std::pow(10, -decades * source.unit());
                begin.push_back(around(source.unit() * 100, source.unit() * 100, 0.5));
                end.push_back(around(50 + (source.unit() - 0.5) * half, 50 + (source.unit() - 0.5) * half, half));
            }
            quadtree<void, TypeParam> tree(config);
            ASSERT_TRUE(tree.assign(std::vector<TypeParam>(count)));
            const int ticks = 1 + static_cast<int>(source.below(100));
            ASSERT_TRUE(overlap_as_fresh(tree, begin, end, ticks, config)) << "seed " << seed;
        }
    }
}

/// Eight of 160 leap out of a square of 100 to a line of 10,000: the example of a small world with a few far off.
// promise: bounded-memory: Work and memory are bounded in small worlds and with all options, too.
TYPED_TEST(small_history, of_a_few_that_leap_out_of_small_worlds) {
    struct world {
        std::uint32_t count;
        std::uint32_t leapers;
        options by;
    };
    for (const world& small : {world{160, 8, {}}, world{100, 3, {}}, world{500, 5, {.leaf_capacity = 256}},
                               world{3000, 30, {.leaf_capacity = 1024}}, world{1000, 10, {.max_depth = 2}}}) {
        random_source source(3);
        std::vector<TypeParam> shapes;
        for (std::uint32_t index = 0; index < small.count; ++index) {
            const double x = source.unit() * 100;
            const double y = source.unit() * 100;
            shapes.push_back(made<TypeParam>(x, y, x + 1, y + 1));
        }
        quadtree<void, TypeParam> tree(small.by);
        ASSERT_TRUE(tree.assign(shapes));
        for (std::uint32_t index = 0; index < small.leapers; ++index) {
            const double x = source.unit() * 10000;
            const double y = source.unit() * 100;
            shapes[index] = made<TypeParam>(x, y, x + 1, y + 1);
        }
        for (int tick = 0; tick < 64; ++tick) {
            ASSERT_TRUE(tree.sync(shapes));
        }
        EXPECT_TRUE(works_as_fresh(tree, small.count, 1000, small.by)) << small.count;
    }
}

/// Two crowds, far from each other. Of one some go away, or one goes and comes back: fewer than half of its leaf. Then the other
/// crowd alone changes, as often as there are items.
// promise: bounded-memory: Work and memory are bounded in small worlds and with all options, too.
TYPED_TEST(small_history, of_long_leaves_ends_with_changes_elsewhere) {
    constexpr std::uint32_t count = 2000;
    for (const bool is_for_good : {false, true}) {
        random_source source(4);
        quadtree<void, TypeParam> tree;
        for (std::uint32_t index = 0; index < count; ++index) {
            const double corner = index % 2 == 0 ? 0 : 1000;
            tree.insert(dot<TypeParam>(corner, corner));
        }
        for (std::uint32_t index = 0; index < 800; index += 2) {
            ASSERT_TRUE(tree.move(tree.item_at(index), dot<TypeParam>(499 * source.unit(), 499 * source.unit())));
            if (!is_for_good) {
                ASSERT_TRUE(tree.move(tree.item_at(index), dot<TypeParam>(0, 0)));
                break;
            }
        }
        for (std::uint32_t change = 0; change < count; ++change) {
            ASSERT_TRUE(tree.move(tree.item_at(1), dot<TypeParam>(1000, 1000)));
        }
        EXPECT_TRUE(works_as_fresh(tree, count)) << is_for_good;
    }
}

// promise: bounded-memory
TYPED_TEST(small_history, of_small_leaves_brought_to_one_spot_gives_memory_back) {
    for (const std::uint32_t capacity : {1U, 2U, 3U}) {
        for (const std::uint32_t count : {300U, 1000U, 4000U}) {
            random_source source(capacity);
            quadtree<void, TypeParam> tree({.leaf_capacity = capacity});
            std::vector<item> items;
            for (std::uint32_t index = 0; index < count; ++index) {
                items.push_back(tree.insert(dot<TypeParam>(source.unit() * 100, source.unit() * 100)));
            }
            for (std::uint32_t round = 0; round < 8; ++round) {
                for (std::uint32_t index = round; index < count; index += 8) {
                    ASSERT_TRUE(tree.erase(items[index]));
                    items[index] = tree.insert(dot<TypeParam>(50, 50));
                }
            }
            const std::vector<TypeParam> shapes(tree.index_limit(), dot<TypeParam>(50, 50));
            for (int tick = 0; tick < 64; ++tick) {
                ASSERT_TRUE(tree.sync(shapes));
            }
            EXPECT_TRUE(works_as_fresh(tree, tree.index_limit(), 100, {.leaf_capacity = capacity})) << count;
        }
    }
}

} // namespace
} // namespace quadrille::testing
