// Query: every item that intersects an area, each once, exactly, whatever the area.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(query);
QUADRILLE_TYPED_SUITE(query_among_boxes);

TYPED_TEST(query, of_an_empty_tree_finds_nothing) {
    const bare_tree<TypeParam> tree;
    std::vector<std::uint32_t> found;
    EXPECT_EQ(tree.query(box_of<scalar_of<TypeParam>>(0, 0, 1, 1), [](auto) {}), outcome::complete);
    tree.query(box_of<scalar_of<TypeParam>>(0, 0, 1, 1), found);
    EXPECT_TRUE(found.empty());
}

// promise: query
TYPED_TEST(query, equals_a_full_scan_for_areas_of_every_style) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (const std::uint32_t capacity : {1U, 7U, 32U}) {
            random_source source(how);
            bare_tree<TypeParam> tree({.leaf_capacity = capacity});
            for (int count = 0; count < 400; ++count) {
                tree.insert(draw<TypeParam>(source, style(how)));
            }
            const auto truth = snapshot_of(tree);
            for (int round = 0; round < 300; ++round) {
                ASSERT_TRUE(answers(tree, truth, draw_area<scalar_of<TypeParam>>(source, style(how))))
                    << "style " << how << ", leaf_capacity " << capacity;
            }
        }
    }
}

// promise: query
TYPED_TEST(query, in_larger_worlds_equals_a_full_scan) {
    for (const scenes::kind which : scenes::every_kind) {
        const scenes::world<scalar_of<TypeParam>> world(which, 5000, 10);
        bare_tree<TypeParam> tree;
        ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
        const auto truth = snapshot_of(tree);
        random_source source(13);
        const scalar_of<TypeParam> width = world.walls().max.x;
        for (int round = 0; round < 60; ++round) {
            const auto x = static_cast<scalar_of<TypeParam>>(source.unit()) * width;
            const auto y = static_cast<scalar_of<TypeParam>>(source.unit()) * width;
            const auto reach = static_cast<scalar_of<TypeParam>>(source.unit() * source.unit() * source.unit()) * width;
            ASSERT_TRUE(answers(tree, truth, {{x, y}, {x + reach, y + reach}})) << scenes::to_string(which);
        }
    }
}

// promise: closed-shapes
TYPED_TEST(query_among_boxes, finds_what_only_touches_the_edge_or_the_corner) {
    bare_tree<TypeParam> tree({.leaf_capacity = 1});
    const item middle = tree.insert(box_of<TypeParam>(0, 0, 1, 1));
    for (int number = 0; number < 64; ++number) {
        tree.insert(box_of<TypeParam>(10 + number % 8, 10 + number / 8, 10.5 + number % 8, 10.5 + number / 8));
    }
    for (const auto& area :
         {box_of<TypeParam>(1, 0, 2, 1), box_of<TypeParam>(1, 1, 2, 2), box_of<TypeParam>(-1, -1, 0, 0),
          box_of<TypeParam>(-1, 0.5, 0, 0.5), dot<TypeParam>(1, 0), dot<TypeParam>(0, 1)}) {
        EXPECT_EQ(found_in(tree, area), std::vector{middle.index});
    }
    const TypeParam beside = next_above(TypeParam{1});
    EXPECT_TRUE(found_in(tree, {{beside, 0}, {2, 1}}).empty());
    EXPECT_TRUE(found_in(tree, {{0, beside}, {1, 2}}).empty());
}

// promise: finite-shapes-infinite-areas
TYPED_TEST(query, with_infinite_edges_is_legal) {
    bare_tree<TypeParam> tree({.leaf_capacity = 2});
    random_source source(14);
    for (int count = 0; count < 200; ++count) {
        tree.insert(draw<TypeParam>(source, style::awkward));
    }
    const auto truth = snapshot_of(tree);
    constexpr scalar_of<TypeParam> far_off = infinite<scalar_of<TypeParam>>;
    const scalar_of<TypeParam> edges[] = {-far_off, -largest<scalar_of<TypeParam>>, -1,     0,
                                          1,        largest<scalar_of<TypeParam>>,  far_off};
    for (const scalar_of<TypeParam> x0 : edges) {
        for (const scalar_of<TypeParam> x1 : edges) {
            ASSERT_TRUE(answers(tree, truth, {{x0, -far_off}, {x1, far_off}}));
            ASSERT_TRUE(answers(tree, truth, {{-far_off, x0}, {0, x1}}));
        }
    }
    EXPECT_EQ(tree.count({{-far_off, -far_off}, {far_off, far_off}}), 200U);
    EXPECT_EQ(tree.count({{far_off, far_off}, {far_off, far_off}}), 0U) << "nothing that is stored lies at infinity";
}

// promise: nan
TYPED_TEST(query, with_a_nan_in_any_place_finds_nothing) {
    bare_tree<TypeParam> tree;
    for (int count = 0; count < 100; ++count) {
        tree.insert(made<TypeParam>(-10, -10, 10, 10));
    }
    constexpr scalar_of<TypeParam> nan = not_a_number<scalar_of<TypeParam>>;
    for (const box<scalar_of<TypeParam>>& area :
         {box<scalar_of<TypeParam>>{{nan, -1}, {1, 1}}, box<scalar_of<TypeParam>>{{-1, nan}, {1, 1}},
          box<scalar_of<TypeParam>>{{-1, -1}, {nan, 1}}, box<scalar_of<TypeParam>>{{-1, -1}, {1, nan}}}) {
        EXPECT_TRUE(found_in(tree, area).empty());
        EXPECT_EQ(tree.count(area), 0U);
        EXPECT_FALSE(tree.any(area));
    }
}

// promise: query: No answer is dropped, however many there are.
TYPED_TEST(query, never_truncates) {
    bare_tree<TypeParam> tree;
    const std::vector<TypeParam> shapes(5000, made<TypeParam>(0, 0, 1, 1));
    ASSERT_TRUE(tree.assign(shapes));
    EXPECT_EQ(found_in(tree, bounds_of(shapes[0])).size(), 5000U);
    EXPECT_EQ(tree.count(box_of<scalar_of<TypeParam>>(-1, 0, 0.5, 0.5)), 5000U);
}

// promise: stop
TYPED_TEST(query, stops_when_told_to) {
    bare_tree<TypeParam> tree;
    for (int count = 0; count < 1000; ++count) {
        tree.insert(dot<TypeParam>(count % 10, count / 10));
    }
    const auto all = box_of<scalar_of<TypeParam>>(0, 0, 100, 100);
    for (const int wanted : {1, 15, 16, 17, 255, 256, 257, 999}) {
        int seen = 0;
        EXPECT_EQ(tree.query(all, [&](auto) { return ++seen == wanted ? flow::stop : flow::next; }), outcome::stopped);
        EXPECT_EQ(seen, wanted);
    }
    EXPECT_EQ(tree.query(all, [](auto) { return flow::next; }), outcome::complete);
    EXPECT_EQ(tree.query(all, [](auto) {}), outcome::complete);
}

// promise: receivers
TYPED_TEST(query, collects_items_and_indices_behind_what_is_there) {
    bare_tree<TypeParam> tree;
    const item one = tree.insert(dot<TypeParam>(1, 1));
    std::vector<item> items = {item{}};
    std::vector<std::uint32_t> indices = {42};
    tree.query(box_of<scalar_of<TypeParam>>(1, 1, 1, 1), items);
    tree.query(box_of<scalar_of<TypeParam>>(1, 1, 1, 1), indices);
    EXPECT_EQ(items, (std::vector{item{}, one}));
    EXPECT_EQ(indices, (std::vector{42U, one.index}));
}

// promise: receivers
TYPED_TEST(query, hits_show_the_item_and_let_its_value_be_changed) {
    numbered_tree<TypeParam> tree;
    const item one = tree.insert(made<TypeParam>(0, 0, 1, 1), 7);
    tree.query(box_of<scalar_of<TypeParam>>(0, 0, 1, 1), [&](auto hit) {
        EXPECT_EQ(hit.item(), one);
        EXPECT_EQ(hit.index(), one.index);
        EXPECT_EQ(hit.shape(), made<TypeParam>(0, 0, 1, 1));
        hit.value() += 1;
    });
    EXPECT_EQ(*tree.value(one), 8);
    const numbered_tree<TypeParam>& read_only = tree;
    read_only.query(box_of<scalar_of<TypeParam>>(0, 0, 1, 1), [](auto hit) {
        static_assert(std::is_const_v<std::remove_reference_t<decltype(hit.value())>>);
        EXPECT_EQ(hit.value(), 8);
    });
}

} // namespace
} // namespace quadrille::testing
