// The state after a rejected or throwing change, after any history, and its later behavior.
// SPDX-License-Identifier: MIT
#include "support/appearance.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/tracked.hpp"

#include <functional>
#include <vector>

namespace quadrille::testing {
namespace {

template <class Shape>
using tracked_tree = quadtree<tracked, Shape>;

template <class Shape>
struct history {
    const char* name;
    options config;
    std::function<void(tracked_tree<Shape>&)> live;
};

template <class Shape>
Shape numbered_shape(int number) {
    return made<Shape>(number % 7, number % 5, number % 7 + 1 + number % 3, number % 5 + 1);
}

template <class Shape>
void insert_some(tracked_tree<Shape>& into, int count) {
    for (int number = 0; number < count; ++number) {
        into.insert(numbered_shape<Shape>(number), tracked(number));
    }
}

template <class Shape>
std::vector<history<Shape>> histories() {
    using tree = tracked_tree<Shape>;
    const options small = {.leaf_capacity = 4, .max_items = 100};
    const options short_lived = {.leaf_capacity = 4, .max_items = 100, .max_generations = 1};
    return {
        {"nothing yet", small, [](tree&) {}},
        {"one", small, [](tree& in) { insert_some(in, 1); }},
        {"many", small, [](tree& in) { insert_some(in, 60); }},
        {"as many as it may", small, [](tree& in) { insert_some(in, 100); }},
        {"holes", small,
         [](tree& in) {
             insert_some(in, 60);
             in.erase_if([](auto hit) { return hit.index() % 3 == 0; });
         }},
        {"cleared", small,
         [](tree& in) {
             insert_some(in, 60);
             in.clear();
         }},
        {"cleared, and spent", short_lived,
         [](tree& in) {
             insert_some(in, 10);
             in.clear();
         }},
        {"spent in part", short_lived,
         [](tree& in) {
             insert_some(in, 40);
             in.clear();
             insert_some(in, 20);
             in.erase_if([](auto hit) { return hit.index() % 3 == 0; });
         }},
    };
}

template <class Shape>
struct mishap {
    const char* name;
    std::function<bool(tracked_tree<Shape>&)> happens; ///< false: not possible with this history
};

/// With the n-th copy or move throwing; for each n that is tested by `value_faults`.
bool throws_at(long nth, const std::function<void()>& act) {
    bool thrown = false;
    tracked::arm(nth);
    try {
        act();
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    tracked::disarm();
    return thrown;
}

template <class Shape>
std::vector<mishap<Shape>> mishaps() {
    using tree = tracked_tree<Shape>;
    static const Shape good = made<Shape>(1, 1, 2, 2);
    static const Shape bad = bad_shapes<Shape>().front();
    static const auto insert_copy = [](tree& in) {
        const tracked given(7);
        in.insert(good, given);
    };
    static const auto copy_one = [] {
        const tracked given(7);
        const tracked copied(given); // NOLINT(performance-unnecessary-copy-initialization): it is to throw
    };
    static const std::vector<Shape> few(5, good);
    static const std::vector<Shape> too_many(101, good);
    return {
        {"insert of a bad shape", [](tree& in) { return !in.insert(bad, 7); }},
        {"insert of a value that throws", [](tree& in) { return throws_at(1, [&] { insert_copy(in); }); }},
        {"insert of many, one bad",
         [](tree& in) {
             std::vector<item> items;
             return !in.insert(std::vector{good, bad, good}, std::vector<int>(3), items);
         }},
        {"insert of too many",
         [](tree& in) {
             std::vector<item> items;
             return !in.insert(too_many, std::vector<int>(101), items);
         }},
        {"insert of many without as many handles",
         [](tree& in) {
             std::vector<item> items(4);
             return !in.insert(few, std::vector<int>(5), std::span<item>(items));
         }},
        {"insert of many values that throw",
         [](tree& in) {
             const std::vector<tracked> values(5, tracked(7));
             std::vector<item> items;
             return throws_at(4, [&] { in.insert(few, values, items); });
         }},
        {"erase of many", [](tree& in) { return !in.erase(std::vector<item>{in.item_at(1), in.item_at(1)}); }},
        {"erase", [](tree& in) { return !in.erase({}); }},
        {"erase_if",
         [](tree& in) { return throws_at(1, [&] { in.erase_if([](auto) { return copy_one(), true; }); }); }},
        {"move", [](tree& in) { return !in.move(in.item_at(1), bad); }},
        {"move of many",
         [](tree& in) {
             const std::vector<item> movers = {in.item_at(1), in.item_at(2), item{}};
             return !in.move(movers, std::span(few).first(3)) && !in.move(movers, few);
         }},
        {"set_layers", [](tree& in) { return !in.set_layers({}, 4); }},
        {"reserve", [](tree& in) { return !in.reserve(101); }},
        {"assign of too many", [](tree& in) { return !in.assign(too_many, std::vector<int>(101)); }},
        {"assign of the wrong size", [](tree& in) { return !in.assign(few, std::vector<int>(3)); }},
        {"assign of a bad shape", [](tree& in) { return !in.assign(std::vector(3, bad), std::vector<int>(3)); }},
        {"assign of values that throw",
         [](tree& in) {
             const std::vector<tracked> values(5, tracked(7));
             return throws_at(4, [&] { in.assign(few, values); });
         }},
        {"assign of indices that are spent",
         [](tree& in) { return in.assign(std::vector(1, good), std::vector<int>(1)).error == error::full; }},
        {"sync of the wrong size", [](tree& in) { return !in.sync(std::vector<Shape>(in.index_limit() + 1, good)); }},
        {"sync of bad shapes",
         [](tree& in) { return in.size() > 0 && !in.sync(std::vector<Shape>(in.index_limit(), bad)); }},
        {"sync by a function that throws",
         [](tree& in) { return throws_at(1, [&] { in.sync([](auto) { return copy_one(), few[0]; }); }); }},
        {"copy of itself", [](tree& in) { return in.copy_from(in); }},
        {"pairs_of with a visitor that throws",
         [](tree& in) {
             std::vector<item> items;
             in.each([&](auto hit) { items.push_back(hit.item()); });
             return throws_at(2, [&] { in.pairs_of(items, [](auto, auto) { copy_one(); }); });
         }},
    };
}

QUADRILLE_SHAPE_SUITE(as_it_was);

/// Two trees with one history, one of which has had a failed change: both are equal now and after further changes.
// promise: all-or-nothing
TYPED_TEST(as_it_was, is_what_a_change_leaves_that_did_not_happen) {
    int happened = 0;
    for (const auto& [past, config, live] : histories<TypeParam>()) {
        for (const auto& [what, happens] : mishaps<TypeParam>()) {
            SCOPED_TRACE(std::string(what) + " after: " + past);
            tracked_tree<TypeParam> tree(config);
            tracked_tree<TypeParam> other(config);
            live(tree);
            live(other);
            if (!happens(tree)) {
                continue;
            }
            ++happened;
            ASSERT_EQ(appearance_of(tree), appearance_of(other));
            ASSERT_TRUE(is_sound(tree));
            const std::vector<TypeParam> shapes(other.index_limit(), numbered_shape<TypeParam>(3));
            EXPECT_TRUE(tree.sync(shapes));
            EXPECT_TRUE(other.sync(shapes));
            for (int number = 0; number < 30; ++number) {
                const item one = tree.insert(numbered_shape<TypeParam>(number), tracked(number));
                const item two = other.insert(numbered_shape<TypeParam>(number), tracked(number));
                ASSERT_EQ(one.index, two.index);
                ASSERT_EQ(tree.error(), other.error());
                if (number % 3 == 0) {
                    ASSERT_EQ(tree.erase(tree.item_at(static_cast<std::uint32_t>(number) / 2)),
                              other.erase(other.item_at(static_cast<std::uint32_t>(number) / 2)));
                }
            }
            ASSERT_EQ(appearance_of(tree), appearance_of(other)) << "afterwards";
            ASSERT_TRUE(agrees_with_oracle(tree));
        }
    }
    EXPECT_GT(happened, 100);
}

} // namespace
} // namespace quadrille::testing
