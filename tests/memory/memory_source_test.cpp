// Memory of the user's own: all of a tree's memory comes from there and goes back there, and where it runs out nothing is lost.
// SPDX-License-Identifier: MIT
#include "keep/saved.hpp"
#include "memory/chance.hpp"
#include "memory/counting_memory.hpp"
#include "memory/user_memory.hpp"
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/every_question.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/tracked.hpp"

#include <quadrille/load.hpp>
#include <quadrille/parallel.hpp>
#include <quadrille/pmr.hpp>
#include <quadrille/runners.hpp>
#include <quadrille/save.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory_resource>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(memory_source_of);

/// What a call takes from `operator new`.
template <class Call>
std::int64_t taken_elsewhere(Call&& call) {
    const std::int64_t before = memory::allocations();
    call();
    return memory::allocations() - before;
}

/// Every change, of a tree whose values run code of the user when they are copied.
template <class Shape>
void change_all(quadtree<tracked, Shape>& tree, const memory_source& source) {
    const auto shapes = drawn_shapes<Shape>(3, 900);
    const auto later = drawn_shapes<Shape>(4, 900);
    const std::vector<tracked> values(900, tracked(5));
    std::vector<item> items(300);
    byte_list saved;
    saved.reserve(std::size_t{1} << 22);
    parallel::inline_runner runner;
    const auto write = [](const tracked& one, byte_writer& out) { out.number(one.number()); };
    const auto expect_nothing = [&](const char* what, auto&& call) {
        EXPECT_EQ(taken_elsewhere(call), 0) << what;
        EXPECT_FALSE(tree.validate()) << what;
    };
    expect_nothing("insert", [&] {
        for (std::uint32_t at = 0; at < 300; ++at) {
            EXPECT_TRUE(tree.insert(shapes[at], values[at]));
        }
    });
    expect_nothing("insert of several", [&] {
        EXPECT_TRUE(tree.insert(std::span(shapes).first(300), std::span(values).first(300), std::span(items)));
    });
    expect_nothing("move", [&] { EXPECT_TRUE(tree.move(items, std::span(later).first(300))); });
    expect_nothing("erase", [&] { EXPECT_TRUE(tree.erase(std::span(items).first(200))); });
    expect_nothing("reserve", [&] { EXPECT_TRUE(tree.reserve(4000)); });
    expect_nothing("sync by a function", [&] { EXPECT_TRUE(tree.sync([&](auto hit) { return later[hit.index()]; })); });
    expect_nothing("sync over a runner",
                   [&] { EXPECT_TRUE(parallel::sync(runner, tree, std::span(shapes).first(tree.index_limit()))); });
    expect_nothing("assign", [&] { EXPECT_TRUE(tree.assign(shapes, values)); });
    expect_nothing("assign over a runner", [&] { EXPECT_TRUE(parallel::assign(runner, tree, later, values)); });
    expect_nothing("copies", [&] {
        quadtree<tracked, Shape> kept({.memory = source});
        EXPECT_TRUE(kept.copy_from(tree));
        EXPECT_TRUE(kept.copy_from(tree)) << "into memory that stands";
        EXPECT_EQ(kept.clone().size(), 900U);
        tree.swap(kept);
        tree = std::move(kept);
    });
    expect_nothing("save and load", [&] {
        EXPECT_TRUE(save(tree, saved, write));
        EXPECT_TRUE(load_bytes(tree, saved));
        EXPECT_EQ(tree.size(), 900U);
        EXPECT_TRUE(tree.insert(shapes[0], values[0])) << "the loaded tree takes memory from there, too";
    });
    expect_nothing("ticks", [&] {
        for (int tick = 0; tick < 70; ++tick) {
            const auto& to = tick % 9 == 0 ? later : shapes;
            EXPECT_TRUE(tree.sync([&](auto hit) { return to[hit.index() % to.size()]; }));
        }
    });
    expect_nothing("clear", [&] {
        tree.clear();
        EXPECT_TRUE(tree.insert(shapes[0], values[0]));
    });
}

// promise: own-memory
TYPED_TEST(memory_source_of, changes_is_the_users_alone) {
    user_memory own;
    {
        quadtree<tracked, TypeParam> tree({.leaf_capacity = 4, .min_parallel_items = 0, .memory = own.source()});
        change_all(tree, own.source());
        EXPECT_GT(own.allocations(), 50);
        EXPECT_GE(own.living_bytes(), static_cast<std::int64_t>(tree.stats().bytes))
            << "values and the workspace come to it";
    }
    EXPECT_EQ(tracked::living, 0);
}

/// Asks a question in every form that a tree without values has.
template <class Tree, class Question, class Runner>
void ask_all(Tree& tree, const Question& asked, const memory_source& source, Runner& runner) {
    const std::array<Question, 3> several = {asked, asked, asked};
    std::uint64_t found = 0;
    const auto visit = [&](const auto&...) { ++found; };
    EXPECT_EQ(taken_elsewhere([&] {
                  tree.ask(asked, visit);
                  found += tree.ask(question::count{asked});
                  found += tree.ask(question::any{asked}) ? 1 : 0;
                  for (const auto& one : tree.ask(asked)) {
                      visit(one);
                  }
              }),
              0)
        << asked.name;
    EXPECT_EQ(taken_elsewhere([&] {
                  batch_workspace workspace(source, ordering::always);
                  tree.ask(several, workspace, visit);
                  parallel::ask(runner, tree, several, workspace, parallel::in_order(visit));
                  parallel::ask(runner, tree, several, workspace,
                                parallel::per_piece([](std::uint32_t) { return [](const auto&...) {}; }));
              }),
              0)
        << asked.name << ", many";
}

// promise: own-memory: of questions, in every form
TYPED_TEST(memory_source_of, questions_is_the_users_alone) {
    using scalar = scalar_of<TypeParam>;
    user_memory own;
    parallel::inline_runner runner;
    bare_tree<TypeParam> tree({.leaf_capacity = 4, .min_parallel_items = 0, .memory = own.source()});
    ASSERT_TRUE(tree.assign(drawn_shapes<TypeParam>(5, 700)));
    random_source source(6);
    struct chances {
        random_source& source;
        bare_tree<TypeParam>& tree;
        box<scalar> area() {
            const point<scalar> corner = place();
            return {corner, {corner.x + 9, corner.y + 9}};
        }
        circle<scalar> disc() { return {place(), 4}; }
        point<scalar> place() {
            return {static_cast<scalar>(source.between(0, 60)), static_cast<scalar>(source.between(0, 60))};
        }
        double distance() { return source.between(0, 3); }
        item someone() { return tree.item_at(source.below(tree.index_limit())); }
        std::uint32_t layers() { return all_layers; }
    } chance{source, tree};
    field_drawer<scalar, chances> fields(chance);
    std::uint32_t kinds = 0;
    each_question<scalar>(tree, [&](const auto& kind) {
        ++kinds;
        auto asked = fields.drawn(kind);
        if constexpr (requires { asked.k; }) {
            asked.k = 40;
        }
        ask_all(tree, asked, own.source(), runner);
    });
    EXPECT_EQ(kinds, question_kinds);

    std::array<neighbor, 12> nearest;
    EXPECT_EQ(taken_elsewhere([&] {
                  nearest_workspace pending(own.source());
                  EXPECT_EQ(tree.nearest(point<scalar>{20, 20}, nearest), 12U);
                  std::uint32_t seen = 0;
                  for (const auto& one : tree.nearest(point<scalar>{20, 20}, pending)) {
                      seen += one.distance2() >= 0 ? 1U : 0U;
                  }
                  EXPECT_EQ(seen, tree.size());
                  parallel::answer_pieces<index_pair> pieces(own.source());
                  parallel::pairs(runner, tree, pieces, {.distance = 3});
                  std::uint64_t pairs = 0;
                  const auto count = [&](auto, auto) { ++pairs; };
                  parallel::pairs(runner, tree, parallel::in_order(count), {.distance = 3});
                  EXPECT_EQ(pairs, pieces.size());
                  EXPECT_GT(pairs, 0U);
              }),
              0);
    quadtree<void, circle<double>> others({.memory = own.source()});
    ASSERT_TRUE(others.assign(drawn_shapes<circle<double>>(8, 300)));
    std::uint64_t mixed = 0;
    const std::int64_t before = own.allocations();
    EXPECT_EQ(taken_elsewhere(
                  [&] { parallel::join(runner, tree, others, parallel::in_order([&](auto, auto) { ++mixed; })); }),
              0);
    EXPECT_GT(mixed, 0U);
    EXPECT_GT(own.allocations(), before);
}

/// On threads, too; their own tasks are the pool's.
TYPED_TEST(memory_source_of, tasks_is_the_users) {
    user_memory own;
    parallel::thread_pool pool(3);
    const scenes::world<scalar_of<TypeParam>> world(scenes::kind::uniform, 40'000, 3);
    const auto shapes = shaped_as<TypeParam>(world.boxes());
    const auto later =
        shaped_as<TypeParam>(scenes::world<scalar_of<TypeParam>>(scenes::kind::uniform, 40'000, 4).boxes());
    std::vector<question::query<box<scalar_of<TypeParam>>>> many;
    for (std::size_t at = 0; at < 2000; ++at) {
        many.push_back({world.boxes()[at]});
    }
    bare_tree<TypeParam> tree({.memory = own.source()});
    batch_workspace workspace(own.source());
    std::uint64_t found = 0;
    const auto life = [&] {
        EXPECT_TRUE(parallel::assign(pool, tree, shapes));
        EXPECT_TRUE(parallel::sync(pool, tree, std::span<const TypeParam>(later)));
        parallel::ask(pool, tree, many, workspace, parallel::in_order([&](std::size_t, auto) { ++found; }));
    };
    life(); // the pool's first calls
    EXPECT_EQ(taken_elsewhere(life), 0);
    EXPECT_GT(found, 0U);
    EXPECT_FALSE(tree.validate());
}

/// For each k an arena that runs out at the k-th allocation, for good: each verb is rejected as a whole, and the tree goes on when
/// there is memory again.
// promise: own-memory: of which there is no more
TYPED_TEST(memory_source_of, runs_out_at_every_allocation) {
    const auto shapes = drawn_shapes<TypeParam>(3, 300);
    const auto later = drawn_shapes<TypeParam>(4, 300);
    const std::vector<int> values(300, 5);
    std::int64_t nth = 1;
    std::uint32_t rejected = 0;
    for (bool has_failed = true; has_failed; ++nth) {
        ASSERT_LT(nth, 2000);
        SCOPED_TRACE("allocation " + std::to_string(nth));
        user_memory own;
        numbered_tree<TypeParam> tree({.leaf_capacity = 4, .min_parallel_items = 0, .memory = own.source()});
        own.fail_at(nth, true);
        const auto count = [&](bool happened) {
            rejected += happened ? 0U : 1U;
            ASSERT_EQ(tree.error(), happened ? error::none : error::no_memory);
            ASSERT_FALSE(tree.validate());
        };
        for (std::size_t at = 0; at < 40; ++at) {
            count(bool(tree.insert(shapes[at], 5)));
        }
        count(bool(tree.sync([&](auto hit) { return later[hit.index()]; })));
        const std::uint32_t size = tree.size();
        const bool is_assigned = bool(parallel::assign(parallel::inline_runner(), tree, shapes, values));
        count(is_assigned);
        ASSERT_EQ(tree.size(), is_assigned ? 300U : size);
        const numbered_tree<TypeParam> copy = tree.clone();
        ASSERT_TRUE(copy.size() == tree.size() || (copy.empty() && copy.error() == error::no_memory));
        try {
            nearest_workspace pending(own.source());
            batch_workspace workspace(own.source());
            std::uint64_t found = 0;
            constexpr point<scalar_of<TypeParam>> center{20, 20};
            for (const auto& one : tree.nearest(center, pending)) {
                found += one.index();
            }
            tree.pairs_of({tree.item_at(0), tree.item_at(1)}, [&](auto, auto) { ++found; });
            tree.closest_pairs(9, [&](auto, auto, double) { ++found; });
        } catch (const std::bad_alloc&) {
            ++rejected;
        }
        has_failed = own.has_failed();
        own.fail_at(0);
        ASSERT_TRUE(tree.assign(shapes, values)) << "there is memory again";
        ASSERT_TRUE(agrees_with_oracle(tree));
    }
    EXPECT_GT(nth, 20);
    EXPECT_GT(rejected, 20U);
}

/// Memory goes with the items; a copy has its own.
TYPED_TEST(memory_source_of, a_tree_goes_with_its_items) {
    user_memory one;
    user_memory other;
    const auto shapes = drawn_shapes<TypeParam>(3, 100);
    bare_tree<TypeParam> first({.memory = one.source()});
    bare_tree<TypeParam> second({.leaf_capacity = 5, .memory = other.source()});
    ASSERT_TRUE(first.assign(shapes));
    ASSERT_TRUE(second.copy_from(first));
    EXPECT_GT(other.allocations(), 0) << "a copy's memory is its own";
    bare_tree<TypeParam> third = first.clone();
    EXPECT_EQ(third.size(), 100U);
    const std::int64_t of_one = one.allocations();
    const std::int64_t of_other = other.allocations();
    first.swap(second);
    ASSERT_TRUE(first.reserve(5000));
    EXPECT_EQ(one.allocations(), of_one);
    EXPECT_GT(other.allocations(), of_other) << "it was swapped";
    ASSERT_TRUE(third.reserve(5000));
    EXPECT_GT(one.allocations(), of_one) << "a clone's memory is from where that of its original is";
    bare_tree<TypeParam> fourth = std::move(third);
    bare_tree<TypeParam> plain;
    plain = std::move(fourth);
    EXPECT_EQ(plain.size(), 100U);
    EXPECT_EQ(taken_elsewhere([&] { plain.reserve(20'000); }), 0);
}

/// What `sync` has lent goes back to where it came from, also if the tree was swapped meanwhile.
TYPED_TEST(memory_source_of, a_lent_buffer_is_its_own) {
    user_memory one;
    user_memory other;
    const auto shapes = drawn_shapes<TypeParam>(3, 50);
    const auto as_it_is = [](auto hit) { return hit.shape(); };
    bare_tree<TypeParam> first({.memory = one.source()});
    bare_tree<TypeParam> second({.memory = other.source()});
    ASSERT_TRUE(first.assign(shapes));
    ASSERT_TRUE(second.assign(std::span(shapes).first(45)));
#ifdef QUADRILLE_CHECKED // asserts a swap inside the function
    EXPECT_TRUE(first.sync(as_it_is));
    first.swap(second);
#else
    bool is_swapped = false;
    const auto swapping = [&](auto hit) {
        const TypeParam shape = hit.shape();
        if (!std::exchange(is_swapped, true)) {
            first.swap(second);
        }
        return shape;
    };
    EXPECT_EQ(first.sync(swapping).error, error::tree_changed);
#endif
    second = bare_tree<TypeParam>();
    EXPECT_EQ(one.living_bytes(), 0) << "the tree of the other source has kept it";
    EXPECT_TRUE(first.sync(as_it_is));
}

/// A value whose copy does something to the tree.
struct turning {
    static inline std::function<void()> on_copy;

    explicit turning(int number) noexcept : what(number) {}
    turning(turning&& other) noexcept = default;
    turning(const turning& other) : what(other.what) {
        if (on_copy) {
            std::exchange(on_copy, nullptr)();
        }
    }
    ~turning() = default;
    turning& operator=(const turning&) = delete;
    turning& operator=(turning&&) = delete;

    int what;
};

/// Then nothing of the earlier source is left in the tree: what would be is rejected.
// promise: own-memory: A tree has memory of one source, also if the copy of a value gives it that of another.
TYPED_TEST(memory_source_of, a_tree_is_of_one_source_whatever_values_do) {
    using tree_type = quadtree<turning, TypeParam>;
    const auto shapes = drawn_shapes<TypeParam>(3, 40);
    std::vector<turning> values;
    for (int number = 0; number < 40; ++number) {
        values.emplace_back(number);
    }
    for (const bool is_swapped : {false, true}) {
        for (const bool is_copied : {false, true}) {
            user_memory other;
            tree_type tree;
            std::optional<user_memory> first(std::in_place);
            {
                tree_type source;
                ASSERT_TRUE(source.assign(shapes, values));
                tree = tree_type({.memory = first->source()});
                ASSERT_TRUE(tree.assign(std::span(shapes).first(5), std::span(values).first(5)));
                tree_type next({.memory = other.source()});
                ASSERT_TRUE(next.assign(std::span(shapes).first(9), std::span(values).first(9)));
                turning::on_copy = [&] {
                    if (is_swapped) {
                        tree.swap(next);
                    } else {
                        tree = tree_type({.memory = other.source()});
                    }
                };
                const bool happened = is_copied ? tree.copy_from(source) : bool(tree.assign(shapes, values));
                EXPECT_FALSE(happened);
                EXPECT_EQ(tree.error(), error::tree_changed);
                EXPECT_EQ(tree.size(), is_swapped ? 9U : 0U);
            }
            first.reset(); // whose destructor says what is left
            ASSERT_TRUE(tree.assign(shapes, values));
            EXPECT_FALSE(tree.validate());
        }
    }
}

/// A copy of a workspace is of the same source, also what tasks have kept there.
TYPED_TEST(memory_source_of, a_copied_workspace_is_of_the_original) {
    user_memory own;
    user_memory other;
    parallel::inline_runner runner;
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(drawn_shapes<TypeParam>(3, 500)));
    const std::vector<question::query<box<scalar_of<TypeParam>>>> many(600, {tree.bounds()});
    batch_workspace copy(other.source());
    {
        batch_workspace used(own.source(), ordering::always);
        parallel::ask(runner, tree, many, used, parallel::in_order([](std::size_t, auto) {}));
        const std::int64_t before = other.allocations();
        copy = used;
        EXPECT_EQ(other.allocations(), before);
    }
    EXPECT_GT(own.living_bytes(), 0);
    parallel::ask(runner, tree, many, copy, parallel::in_order([](std::size_t, auto) {}));
}

/// What is replaced while a call has its memory stays of one source.
TYPED_TEST(memory_source_of, a_workspace_that_is_replaced_keeps_no_other_memory) {
    user_memory other;
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(drawn_shapes<TypeParam>(3, 100)));
    const std::vector<question::query<box<scalar_of<TypeParam>>>> many(5, {tree.bounds()});
    std::optional<user_memory> first(std::in_place);
    batch_workspace workspace(first->source());
    pair_workspace marks(first->source());
    tree.ask(many, workspace, [&](std::size_t, auto) { workspace = batch_workspace(other.source()); });
    tree.pairs_of({tree.item_at(0)}, marks, [&](auto, auto) { marks = pair_workspace(other.source()); },
                  {.distance = 1000});
    first.reset(); // whose destructor says what is left
    tree.ask(many, workspace, [&](std::size_t, auto) {});
}

/// A resource of the standard, whose upstream throws.
TYPED_TEST(memory_source_of, pmr_is_bounded_by_its_upstream) {
    std::vector<std::byte> bytes(std::size_t{1} << 18);
    std::pmr::monotonic_buffer_resource buffer(bytes.data(), bytes.size(), std::pmr::null_memory_resource());
    bare_tree<TypeParam> tree({.memory = memory_from(buffer)});
    std::uint32_t inserted = 0;
    EXPECT_LE(taken_elsewhere([&] {
                  const auto& shapes = dot<TypeParam>(1, 2);
                  while (tree.insert(shapes)) {
                      ++inserted;
                  }
              }),
              4)
        << "exceptions alone";
    EXPECT_EQ(tree.error(), error::no_memory);
    EXPECT_EQ(tree.size(), inserted);
    EXPECT_GT(inserted, 500U);
    std::pmr::unsynchronized_pool_resource pool;
    bare_tree<TypeParam> copy({.memory = memory_from(pool)});
    EXPECT_TRUE(copy.copy_from(tree));
    EXPECT_TRUE(copy.insert(dot<TypeParam>(1, 2)));
}

} // namespace
} // namespace quadrille::testing
