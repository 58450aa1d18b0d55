// Validate: accepts sound trees, and reports every kind of fault.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/inside.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include "store/bucket.hpp"

#include <functional>
#include <limits>
#include <string>

namespace quadrille::testing {
namespace {

using engine = detail::engine<box<float>>;

/// A tree with inner cells, wide items, chains, free blocks, free nodes and free indices.
quadtree<void, box<float>> rich_tree() {
    quadtree<void, box<float>> tree({.leaf_capacity = 4});
    random_source source(21);
    for (int count = 0; count < 400; ++count) {
        tree.insert(draw<float>(source, style::sizes));
    }
    for (int count = 0; count < 40; ++count) {
        tree.insert({{7, 7}, {7, 7}});
    }
    for (std::uint32_t index = 0; index < 300; ++index) {
        if (index % 4 != 0) { // so many that cells are joined again
            tree.erase(tree.item_at(index));
        }
    }
    return tree;
}

struct wound {
    const char* name;
    std::function<void(engine&)> inflict;
};

std::uint32_t some_living(const engine& of) {
    std::uint32_t index = 0;
    while (!of.is_alive(index)) {
        ++index;
    }
    return index;
}

/// Swaps a living item with a free index, so well that all counts and lists agree: the lane of the dead one still holds it, and
/// goes on in the list of free indices as the next one.
void bury_alive(engine& of) {
    const auto is_free = [&](std::uint32_t index) { return index < of.index_limit && !of.is_alive(index); };
    std::uint32_t buried = 0;
    while (!of.is_alive(buried) || !is_free(of.slots.location[buried])) {
        ++buried;
    }
    std::uint32_t list = of.slots.location[buried];
    of.slots.location[list] = detail::no_index;
    list = buried;
    std::uint32_t raised = detail::no_index;
    for (std::uint32_t index = 0; index < of.index_limit; ++index) {
        if (!is_free(index) || index == of.slots.location[buried]) {
            continue;
        }
        if (raised == detail::no_index) {
            raised = index;
        } else {
            of.slots.location[index] = list;
            list = index;
        }
    }
    of.slots.free_index = list;
    ++of.slots.generation[buried];
    ++of.slots.generation[raised];
}

struct lane {
    detail::block<box<float>>& held;
    std::uint32_t number;
};

lane some_lane(engine& of) {
    const std::uint32_t location = of.slots.location[some_living(of)];
    return {of.store.blocks[detail::block_of(location)], detail::lane_of(location)};
}

std::uint32_t some_inner_node(engine& of) { return of.store.nodes[0].child[0]; }

const wound wounds[] = {
    {"size", [](engine& of) { ++of.size; }},
    {"index_limit", [](engine& of) { --of.index_limit; }},
    {"generation", [](engine& of) { ++of.slots.generation[some_living(of)]; }},
    {"location", [](engine& of) { of.slots.location[some_living(of)] ^= 1U; }},
    {"buried_alive", bury_alive},
    {"free_index", [](engine& of) { of.slots.free_index = detail::no_index; }},
    {"free_index_loop", [](engine& of) { of.slots.location[of.slots.free_index] = of.slots.free_index; }},
    {"free_block", [](engine& of) { of.store.free_block = detail::no_block; }},
    {"free_blocks", [](engine& of) { --of.store.free_blocks; }},
    {"free_block_owner", [](engine& of) { of.store.links[of.store.free_block].owner = 31; }},
    {"beyond_limit", [](engine& of) { ++of.slots.generation[of.slots.known - 1]; }},
    {"ground", [](engine& of) { of.store.nodes[0].split_quarters = 1; }},
    {"quarters", [](engine& of) { of.store.nodes[some_inner_node(of)].split_quarters |= 16U; }},
    // No such place is found, but a walk may compare each number by itself.
    {"empty_place_left", [](engine& of) { of.store.nodes[0].x0[5] = 0; }},
    {"empty_place_bottom", [](engine& of) { of.store.nodes[0].y0[5] = 0; }},
    {"empty_place_right", [](engine& of) { of.store.nodes[0].x1[5] = 0; }},
    {"empty_place_top", [](engine& of) { of.store.nodes[0].y1[5] = 0; }},
    {"empty_place_layers", [](engine& of) { of.store.nodes[0].layers[5] = 1; }},
    {"no_wide_left", [](engine& of) { of.store.nodes[0].wide_bounds[0].min.x = 0; }},
    {"no_wide_bottom", [](engine& of) { of.store.nodes[0].wide_bounds[0].min.y = 0; }},
    {"no_wide_right", [](engine& of) { of.store.nodes[0].wide_bounds[0].max.x = 0; }},
    {"no_wide_top", [](engine& of) { of.store.nodes[0].wide_bounds[0].max.y = 0; }},
    {"no_wide_layers", [](engine& of) { of.store.nodes[0].wide_layers[0] = 1; }},
    {"free_node", [](engine& of) { of.store.free_node = 0; }},
    {"node_lost", [](engine& of) { of.store.nodes[0].child[0] = detail::no_child; }},
    {"node_parent", [](engine& of) { ++of.store.nodes[some_inner_node(of)].parent; }},
    {"node_square", [](engine& of) { of.store.nodes[some_inner_node(of)].row ^= 0x8000'0000U; }},
    {"node_items", [](engine& of) { ++of.store.nodes[some_inner_node(of)].items; }},
    {"ground_items", [](engine& of) { --of.store.nodes[0].items; }},
    {"node_bounds", [](engine& of) { of.store.nodes[0].x1[0] = of.store.nodes[0].x0[0]; }},
    {"node_layers", [](engine& of) { of.store.nodes[0].layers[0] = 1; }},
    {"nothing_below_a_node",
     [](engine& of) {
         const std::uint32_t emptied = some_inner_node(of);
         for (std::uint32_t slot = 0; slot < detail::node_slots; ++slot) {
             detail::set_bounds(of.store.nodes[emptied], slot, {});
         }
     }},
    {"node_loop",
     [](engine& of) {
         detail::node& root = of.store.nodes[some_inner_node(of)];
         for (auto& child : root.child) {
             child = detail::is_node(child) ? some_inner_node(of) : child;
         }
     }},
    {"chain_loop",
     [](engine& of) {
         for (std::uint32_t which = 0; which < of.store.blocks_begun; ++which) {
             if (of.store.links[which].length > 1) {
                 of.store.links[which].next = which;
                 return;
             }
         }
     }},
    {"block_owner", [](engine& of) { ++of.store.links[detail::block_of(of.slots.location[some_living(of)])].owner; }},
    {"lane_left", [](engine& of) { some_lane(of).held.x0[some_lane(of).number] = -1e9F; }},
    {"lane_bottom", [](engine& of) { some_lane(of).held.y0[some_lane(of).number] = -1e9F; }},
    {"lane_right", [](engine& of) { some_lane(of).held.x1[some_lane(of).number] = 1e9F; }},
    {"lane_top", [](engine& of) { some_lane(of).held.y1[some_lane(of).number] = 1e9F; }},
    {"lane_nan",
     [](engine& of) { some_lane(of).held.y0[some_lane(of).number] = std::numeric_limits<float>::quiet_NaN(); }},
    {"lane_id", [](engine& of) { ++some_lane(of).held.id[some_lane(of).number]; }},
    {"empty_lane",
     [](engine& of) {
         for (std::uint32_t which = 0; which < of.store.blocks_begun; ++which) {
             detail::block<box<float>>& here = of.store.blocks[which];
             if (of.store.links[which].length > 0 && here.x0[15] != here.x0[15]) {
                 detail::write_shape(here, 15, box<float>{{0, 0}, {0, 0}});
                 return;
             }
         }
     }},
};

/// Counts and lists that would lead out of the arrays.
const wound deep_wounds[] = {
    {"blocks_begun", [](engine& of) { of.store.blocks_begun = 1U << 26U; }},
    {"nodes_begun", [](engine& of) { of.store.nodes_begun = 1U << 26U; }},
    {"known", [](engine& of) { of.slots.known = 1U << 29U; }},
    {"limit_beyond_known", [](engine& of) { of.index_limit = of.slots.known + 1; }},
    {"free_nodes", [](engine& of) { of.store.free_nodes = of.store.nodes_begun; }},
    {"free_index_far", [](engine& of) { of.slots.free_index = 1U << 30U; }},
    {"child_far", [](engine& of) { of.store.nodes[some_inner_node(of)].child[0] = 1U << 26U; }},
    {"bucket_far",
     [](engine& of) { of.store.nodes[some_inner_node(of)].child[0] = detail::make_bucket(1U << 26U, 3); }},
};

class validate : public ::testing::TestWithParam<wound> {};

// promise: inspection
TEST_P(validate, names_the_fault) {
    auto tree = rich_tree();
    ASSERT_TRUE(is_sound(tree));
    ASSERT_GT(tree.stats().large_items, 0U);
    engine& inside = engine_of(tree);
    ASSERT_NE(inside.store.free_node, 0U);
    ASSERT_NE(inside.store.free_block, detail::no_block);
    ASSERT_NE(inside.slots.free_index, detail::no_index);

    GetParam().inflict(inside);
    const fault found = tree.validate();
    ASSERT_TRUE(found);
    EXPECT_GT(std::string(found.what).size(), 10U) << "a sentence";
    tree.clear(); // takes the memory back by its own books, not by the links
}

class validate_deep : public ::testing::TestWithParam<wound> {};

/// What is wounded is a copy of the state: the tree has to be taken down afterwards.
TEST_P(validate_deep, stays_within_the_arrays) {
    auto tree = rich_tree();
    engine& inside = engine_of(tree);
    const detail::store_counts counts = inside.store;
    const std::uint32_t known = inside.slots.known;
    const std::uint32_t limit = inside.index_limit;
    const std::uint32_t free_index = inside.slots.free_index;
    const detail::node root = inside.store.nodes[some_inner_node(inside)];
    GetParam().inflict(inside);
    EXPECT_TRUE(tree.validate());
    static_cast<detail::store_counts&>(inside.store) = counts;
    inside.slots.known = known;
    inside.index_limit = limit;
    inside.slots.free_index = free_index;
    inside.store.nodes[some_inner_node(inside)] = root;
    EXPECT_TRUE(is_sound(tree));
}

INSTANTIATE_TEST_SUITE_P(wounds, validate_deep, ::testing::ValuesIn(deep_wounds),
                         [](const auto& each) { return std::string(each.param.name); });

INSTANTIATE_TEST_SUITE_P(wounds, validate, ::testing::ValuesIn(wounds),
                         [](const auto& each) { return std::string(each.param.name); });

} // namespace
} // namespace quadrille::testing
