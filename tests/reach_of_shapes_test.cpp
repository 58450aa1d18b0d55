// Nearest, casts, pairs within a distance and joins, of trees of points, boxes and circles, equal to a full scan.
// SPDX-License-Identifier: MIT
#include "scenes/oracle_reach.hpp"
#include "scenes/scene.hpp"
#include "support/areas.hpp"
#include "support/reach.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

using oracle::measured_answer;

template <class Shape>
class reach : public ::testing::Test {
public:
    using scalar = typename Shape::scalar;

    /// What this test asks about: some shapes in the manner of `how`, filed in leaves of few.
    void fill(random_source& source, style how, std::uint32_t count) {
        tree = quadtree<void, Shape>({.leaf_capacity = 1 + source.below(20)});
        shapes.clear();
        while (shapes.size() < count) {
            const Shape drawn = draw_shape(source, how);
            if (tree.insert(drawn)) {
                shapes.push_back(drawn);
            }
        }
    }
    static Shape draw_shape(random_source& source, style how) { return shaped_as<Shape>(draw<scalar>(source, how)); }
    std::span<const Shape> all() const { return shapes; }

    quadtree<void, Shape> tree;
    std::vector<Shape> shapes;
};
TYPED_TEST_SUITE(reach, every_shape, shape_names);

/// Calls `check(how)` for many small trees of every style.
template <class Fixture, class Check>
void each_world(Fixture& in, std::uint64_t seed, Check&& check) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        random_source source(seed * 100 + how);
        for (const std::uint32_t count : {1U, 2U, 15U, 16U, 17U, 33U, 70U, 150U}) {
            in.fill(source, style(how), count);
            for (int turn = 0; turn < 12; ++turn) {
                check(source, style(how));
            }
        }
    }
}

TYPED_TEST(reach, of_the_nearest) {
    using number = typename TypeParam::scalar;
    nearest_workspace workspace;
    each_world(*this, 1, [&](random_source& source, style how) {
        const point<number> where = draw_place<number>(source, how);
        const double distance = source.below(2) == 0 ? infinite<double> : source.between(0, 12);
        auto expected = oracle::nearest(this->all(), where, distance);
        std::vector<measured_answer> lazily;
        auto walk = this->tree.nearest_walk(where, workspace, {.distance = distance});
        while (const auto next = walk.next()) {
            lazily.push_back({next->distance2, next->which.index});
        }
        ASSERT_EQ(lazily, expected);
        const std::size_t room = source.below(4) == 0 ? 100 : 1 + source.below(9);
        std::vector<neighbour> results(room);
        results.resize(this->tree.nearest(where, results, {.distance = distance}));
        std::vector<measured_answer> found;
        for (const neighbour& one : results) {
            found.push_back({one.distance2, one.which.index});
        }
        expected.resize(std::min(expected.size(), room));
        ASSERT_EQ(found, expected);
    });
}

template <class Scalar>
std::vector<measured_answer> rounded(std::vector<measured_answer> all) {
    for (measured_answer& one : all) {
        one.measure = static_cast<double>(static_cast<Scalar>(one.measure));
    }
    std::sort(all.begin(), all.end());
    return all;
}

/// What visitors and the first one say is what the oracle says.
template <class Scalar, class Ask>
void expect_met(const std::vector<measured_answer>& expected, std::optional<ray_hit<Scalar>> first, Ask&& ask) {
    std::vector<measured_answer> found;
    ask([&](auto hit) { found.push_back({double(hit.fraction()), hit.index()}); });
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, rounded<Scalar>(expected));
    ASSERT_EQ(first.has_value(), !expected.empty());
    if (first) {
        ASSERT_EQ(first->which.index, expected[0].index);
        ASSERT_EQ(first->fraction, static_cast<Scalar>(expected[0].measure));
    }
}

TYPED_TEST(reach, of_rays_and_of_moving_points_boxes_and_circles) {
    using number = typename TypeParam::scalar;
    each_world(*this, 2, [&](random_source& source, style how) {
        const auto& asked = this->tree;
        const ray<number> way = draw_way<number>(source, how);
        expect_met<number>(oracle::raycast(this->all(), way), asked.first_hit(way),
                           [&](auto visitor) { asked.raycast(way, visitor); });
        const auto moved = [&](const auto& moving) {
            expect_met<number>(oracle::cast(this->all(), moving, way.translation),
                               asked.first_cast(moving, way.translation),
                               [&](auto visitor) { asked.cast(moving, way.translation, visitor); });
        };
        const box<number> room = draw<number>(source, how);
        moved(room.min);
        moved(room);
        moved(shaped_as<circle<number>>(room));
    });
}

TYPED_TEST(reach, of_each_other) {
    each_world(*this, 3, [&](random_source& source, style how) {
        const double distance = source.below(3) == 0 ? 0 : source.unit() * 5;
        std::vector<index_pair> found;
        this->tree.pairs_within(distance, found);
        oracle::normalise(found);
        ASSERT_EQ(found, oracle::pairs_within(this->all(), distance)) << "distance " << distance;

        std::vector<TypeParam> others;
        quadtree<void, TypeParam> other({.leaf_capacity = 4});
        for (std::uint32_t left = source.below(60); left > 0; --left) {
            const TypeParam drawn = this->draw_shape(source, how);
            if (other.insert(drawn)) {
                others.push_back(drawn);
            }
        }
        found.clear();
        this->tree.join_within(other, distance, found);
        std::sort(found.begin(), found.end(), oracle::before);
        ASSERT_EQ(found, oracle::join_within(this->all(), std::span<const TypeParam>(others), distance));
    });
}

/// Every item gets a few layers, at times none and at times all.
template <class Tree>
std::vector<std::uint32_t> scatter(Tree& tree, random_source& source) {
    std::vector<std::uint32_t> masks;
    for (std::uint32_t index = 0; index < tree.index_limit(); ++index) {
        masks.push_back(source.below(9) == 0 ? all_layers : 1U << source.below(4) & 7U);
        tree.set_layers(tree.item_at(index), masks.back());
    }
    return masks;
}

TYPED_TEST(reach, of_some_layers_alone) {
    using number = typename TypeParam::scalar;
    nearest_workspace workspace;
    each_world(*this, 4, [&](random_source& source, style how) {
        const auto masks = scatter(this->tree, source);
        const std::uint32_t wanted = source.below(3) == 0 ? all_layers : source.below(8);
        const auto drop = [&](std::vector<measured_answer> all) {
            std::erase_if(all, [&](const measured_answer& one) { return !is_wanted(masks[one.index], wanted); });
            return all;
        };
        const point<number> where = draw_place<number>(source, how);
        const auto nearest = drop(oracle::nearest(this->all(), where));
        std::vector<neighbour> results(200);
        results.resize(this->tree.nearest(where, results, {.layers = wanted}));
        ASSERT_EQ(results.size(), nearest.size());
        auto walk = this->tree.nearest_walk(where, workspace, {.layers = wanted});
        for (std::size_t at = 0; at < nearest.size(); ++at) {
            ASSERT_EQ(results[at].which.index, nearest[at].index);
            ASSERT_EQ(walk.next(), results[at]);
        }
        ASSERT_FALSE(walk.next());

        const ray<number> way = draw_way<number>(source, how);
        expect_met<number>(drop(oracle::raycast(this->all(), way)), this->tree.first_hit(way, {.layers = wanted}),
                           [&](auto visitor) { this->tree.raycast(way, visitor, {.layers = wanted}); });
    });
}

TYPED_TEST(reach, of_each_other_in_some_layers_alone) {
    each_world(*this, 5, [&](random_source& source, style) {
        const auto masks = scatter(this->tree, source);
        const auto some = [&] { return source.below(3) == 0 ? all_layers : source.below(8); };
        const pair_limits within{.layers = some(), .partners = some()};
        const double distance = source.below(3) == 0 ? 0 : source.unit() * 5;
        auto expected = oracle::pairs_within(this->all(), distance);
        std::erase_if(expected, [&](index_pair one) { return !is_wanted_pair(masks[one.a], masks[one.b], within); });
        std::vector<index_pair> found;
        this->tree.pairs_within(distance, found, within);
        oracle::normalise(found);
        ASSERT_EQ(found, expected);

        expected = oracle::join_within(this->all(), this->all(), distance);
        std::erase_if(expected, [&](index_pair one) {
            return !is_wanted(masks[one.a], within.layers) || !is_wanted(masks[one.b], within.partners);
        });
        found.clear();
        this->tree.join_within(this->tree, distance, found, within);
        std::sort(found.begin(), found.end(), oracle::before);
        ASSERT_EQ(found, expected);
    });
}

TYPED_TEST(reach, in_every_scene) {
    using number = typename TypeParam::scalar;
    for (const scenes::kind which : scenes::every_kind) {
        const scenes::world<number> world(which, which == scenes::kind::identical ? 300 : 1500, 7);
        this->shapes = stand_ins<TypeParam>(world.boxes());
        ASSERT_TRUE(this->tree.assign(this->all()));
        std::vector<index_pair> found;
        this->tree.pairs_within(1.25, found);
        oracle::normalise(found);
        ASSERT_EQ(found, oracle::pairs_within(this->all(), 1.25)) << to_string(which);
        random_source source(3);
        for (int turn = 0; turn < 30; ++turn) {
            const box<number>& from = world.boxes()[source.below(world.count())];
            const box<number>& to = world.boxes()[source.below(world.count())];
            const ray<number> way = {from.min, {to.max.x - from.min.x, to.max.y - from.min.y}};
            expect_met<number>(oracle::raycast(this->all(), way), this->tree.first_hit(way),
                               [&](auto visitor) { this->tree.raycast(way, visitor); });
            const point<number> where = {from.min.x, to.max.y};
            std::vector<neighbour> nearest(5);
            ASSERT_EQ(this->tree.nearest(where, nearest), 5U);
            const auto expected = oracle::nearest(this->all(), where);
            for (std::size_t at = 0; at < 5; ++at) {
                ASSERT_EQ(nearest[at].which.index, expected[at].index) << to_string(which);
                ASSERT_EQ(nearest[at].distance2, expected[at].measure);
            }
        }
    }
}

} // namespace
} // namespace quadrille::testing
