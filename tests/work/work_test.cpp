// Work that answers do not show: what queries visit and changes do again, where one decision of the tree makes the difference.
// SPDX-License-Identifier: MIT
#include "scenes/random.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"

#include <cstdint>
#include <vector>

namespace quadrille::testing {
namespace {

using boxes = std::vector<box<float>>;
using scenes::random_source;
using tree_of_boxes = quadtree<void, box<float>>;

box<float> spot(float x, float y) { return {{x, y}, {x, y}}; }

/// Spots `step` apart from `low` to `high`, both included, column by column.
boxes lattice(const point<float>& low, const point<float>& high, float step) {
    boxes all;
    const int columns = static_cast<int>((high.x - low.x) / step);
    const int rows = static_cast<int>((high.y - low.y) / step);
    for (int column = 0; column <= columns; ++column) {
        for (int row = 0; row <= rows; ++row) {
            all.push_back(spot(low.x + step * static_cast<float>(column), low.y + step * static_cast<float>(row)));
        }
    }
    return all;
}

// promise: whole-cells: An area that ends exactly where the items do, and a disc that ends at their farthest corners,
//     take cells without tests.
TEST(work_of_an_area, that_ends_where_the_items_do_is_no_test_of_any) {
    const boxes all = lattice({-3, -4}, {3, 4}, 0.25F);
    tree_of_boxes tree;
    ASSERT_TRUE(tree.assign(all));
    ASSERT_GT(tree.stats().inner_cells, 1U);
    counters visited;
    std::vector<std::uint32_t> found;
    EXPECT_EQ(number_visited(tree, box<float>{{-3, -4}, {3, 4}}, {}, &visited), all.size());
    EXPECT_EQ(number_visited(tree, circle<float>{{0, 0}, 5}, {}, &visited), all.size()) << "3² + 4² = 5²";
    tree.query_within(point<float>{0, 0}, 5, found, {}, &visited);
    EXPECT_EQ(found.size(), all.size());
    EXPECT_EQ(visited.lanes, 0U);
}

/// Whether `query_within` of a point visits the cells, blocks and lanes that a query by the disc around it visits, and no more.
TEST(work_of_surroundings, of_a_point_is_that_of_a_disc) {
    const boxes all = lattice({-32, -32}, {31, 31}, 1);
    tree_of_boxes tree;
    ASSERT_TRUE(tree.assign(all));
    for (const float radius : {0.75F, 3.25F, 11.5F, 25.75F}) {
        const point<float> center{0.375F, -0.625F};
        counters of_disc;
        counters of_surroundings;
        std::vector<std::uint32_t> in_disc;
        std::vector<std::uint32_t> near_point;
        tree.query(circle<float>{center, radius}, in_disc, {}, &of_disc);
        tree.query_within(center, radius, near_point, {}, &of_surroundings);
        EXPECT_EQ(near_point, in_disc) << radius;
        EXPECT_EQ(of_surroundings, of_disc) << radius;
        EXPECT_GT(of_disc.lanes, 0U) << radius;
    }
}

// promise: few-rebuilds: Items beyond the border stay in their leaves, on every side: they do not cause a rebuild at
//     each tick.
TEST(work_of_sync, of_many_items_beyond_the_border_on_one_side_is_no_rebuild) {
    for (const point<float>& away : {point<float>{100, 0}, {-100, 0}, {0, 100}, {0, -100}}) {
        boxes all = lattice({0, 0}, {16, 3}, 1); // of which half may move before maintenance
        tree_of_boxes tree({.leaf_capacity = 4});
        ASSERT_TRUE(tree.assign(all));
        for (std::uint32_t index = 0; index < 32; ++index) {
            all[index] = spot(all[index].min.x + away.x, all[index].min.y + away.y);
            ASSERT_TRUE(tree.move(tree.item_at(index), all[index]));
        }
        const std::uint32_t outside = tree.stats().clamped;
        ASSERT_GE(outside, 31U) << "more would be displaced than a rebuild takes";
        const change_report report = tree.sync(all);
        EXPECT_EQ(report.method, update_method::refit) << away.x << " " << away.y;
        EXPECT_EQ(report.displaced, 0U);
        EXPECT_EQ(tree.stats().clamped, outside);
    }
}

/// They are filed in leaves of their own size, and belong there.
TEST(work_of_sync, of_boxes_that_fill_their_cells_is_to_measure_them) {
    boxes all = lattice({0, 0}, {31, 31}, 1);
    tree_of_boxes tree({.leaf_capacity = 16});
    ASSERT_TRUE(tree.assign(all));
    std::vector<cell<float>> leaves;
    tree.cells([&](const cell<float>& each) {
        if (each.is_leaf && each.count < 16) {
            leaves.push_back(each);
        }
    });
    ASSERT_GT(leaves.size(), 10U);
    for (const cell<float>& each : leaves) {
        for (std::uint32_t count = each.count; count < 16; ++count) {
            all.push_back(each.square);
            ASSERT_TRUE(tree.insert(each.square));
        }
    }
    EXPECT_EQ(tree.sync(all).method, update_method::refit) << "many displaced items are a reason to rebuild";
}

/// Items in layers that an item can have no partner in are not looked at.
TEST(work_of_pairs_of_items, that_can_have_no_partner_is_no_test_of_any) {
    constexpr std::uint32_t ships = 1;
    constexpr std::uint32_t rocks = 2;
    for (const std::uint32_t own : {ships, rocks, 4U}) {
        tree_of_boxes tree;
        std::vector<item> items;
        ASSERT_TRUE(tree.insert(lattice({0, 0}, {31, 31}, 1), items, in_layers{own}));
        const std::vector<item> asked = {items[0], items[500]};
        std::vector<index_pair> found;
        counters visited;
        ASSERT_EQ(tree.pairs_of(asked, found, {ships, rocks}, &visited), outcome::complete);
        EXPECT_EQ(visited.lanes, 0U) << "layers " << own;
    }
}

// promise: large-items
TEST(work_of_filing, puts_wide_items_into_the_deepest_cell_that_is_no_smaller) {
    boxes all;
    random_source source(5);
    for (int number = 0; number < 3000; ++number) {
        const auto x = static_cast<float>(source.unit() * 1000);
        const auto y = static_cast<float>(source.unit() * 1000);
        const auto side = static_cast<float>(source.unit() * source.unit() * 100);
        all.push_back(box_from_center<float>({x, y}, {side / 2, side / 2}));
    }
    tree_of_boxes tree({.leaf_capacity = 8});
    ASSERT_TRUE(tree.assign(all));
    double side = 0;
    std::uint32_t wide = 0;
    const auto width = [](const box<float>& of) { return double(of.max.x) - double(of.min.x); };
    tree.cells([&](const cell<float>& here) { side = here.is_leaf ? 0 : width(here.square); },
               [&](auto hit) {
                   wide += side > 0 ? 1U : 0U;
                   EXPECT_TRUE(side == 0 || width(hit.shape()) * 1.001 > side / 2);
               });
    EXPECT_GT(wide, 500U);
}

/// A split that leaves more than three quarters of the items in the cell itself would make a cell, and help nobody.
TEST(work_of_a_leaf, is_split_where_a_quarter_of_its_items_go_into_smaller_cells) {
    for (std::uint32_t small = 0; small <= 16; ++small) {
        std::vector<box<float>> shapes;
        for (std::uint32_t index = 0; index < 16; ++index) {
            const auto x = float(index % 4) * 33;
            const auto y = float(index / 4 % 4 * 7 + index) * 4;
            const float half = index * 5 % 16 < small ? 0.5F : 300;
            shapes.push_back({{x - half, y - half}, {x + half, y + half}});
        }
        quadtree<void, box<float>> tree({.leaf_capacity = 8});
        ASSERT_TRUE(tree.assign(shapes));
        EXPECT_EQ(tree.stats().inner_cells > 0, small >= 4) << small << " of 16 are small";
    }
}

// promise: splits-and-merges: A leaf that could not be split is tried again after half as many changes as it holds
//     items.
TEST(work_of_a_leaf, that_could_not_be_split_is_tried_again_after_half_as_many_changes_as_it_holds_items) {
    boxes all = lattice({0, 0}, {60, 60}, 1);
    const auto pile = static_cast<std::uint32_t>(all.size());
    all.insert(all.end(), 1000, spot(30.5F, 30.5F));
    tree_of_boxes tree;
    ASSERT_TRUE(tree.assign(all));
    const auto fullest = [&] {
        std::uint32_t most = 0;
        tree.cells([&](const cell<float>& here) { most = here.count > most ? here.count : most; });
        return most;
    };
    ASSERT_GE(fullest(), 1000U);
    std::uint32_t moved = 0;
    while (moved < 1000 && fullest() >= 1000) {
        const std::uint32_t row = moved / 32;
        const std::uint32_t column = moved % 32;
        const box<float> aside =
            spot(30.5F + static_cast<float>(column) / 8192, 30.5F + static_cast<float>(row) / 8192);
        ASSERT_TRUE(tree.move(tree.item_at(pile + moved), aside));
        ++moved;
    }
    EXPECT_GT(moved, 400U);
    EXPECT_LT(moved, 600U);
}

// promise: small-queries: The work for the pairs of a long bucket is that of its parts, and for those of a layer that
//     of the items in it.
TEST(work_of_pairs, of_a_long_bucket_is_that_of_its_parts_and_of_a_layer_that_of_the_items_in_it) {
    struct part {
        options config;
        float height;
        std::uint32_t layers; ///< of one item in ten
        pair_filter wanted;
        std::uint64_t most;
    };
    // 12,600 blocks if each part were compared with all that the bucket may intersect; 3,259 if the bounds were those of all items.
    for (const auto& [config, height, layers, wanted, most] :
         {part{{.leaf_capacity = 4096}, 49, 2, {}, 8000}, part{{}, 99, 3, {.layers = 1, .partners = 2}, 2500}}) {
        boxes all = lattice({0, 0}, {99, height}, 1);
        for (box<float>& each : all) {
            each.max = {each.min.x + 1, each.min.y + 1};
        }
        tree_of_boxes tree(config);
        ASSERT_TRUE(tree.assign(all));
        for (std::uint32_t index = 0; index < all.size(); ++index) {
            tree.set_layers(tree.item_at(index), index % 10 == 0 ? layers : 2U);
        }
        counters visited;
        tree.pairs([](auto, auto) {}, wanted, &visited);
        EXPECT_LT(visited.blocks, most);
    }
}

} // namespace
} // namespace quadrille::testing
