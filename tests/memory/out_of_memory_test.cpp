// Changes, loads, contacts and recordings when an allocation fails, for each k the k-th: the old state or the new, nothing lost, nothing
// leaked.
// SPDX-License-Identifier: MIT
#include "keep/saved.hpp"
#include "memory/chance.hpp"
#include "memory/counting_memory.hpp"
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/appearance.hpp"
#include "support/every_question.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "wrap/wrapped.hpp"

#include <quadrille/contacts.hpp>
#include <quadrille/parallel.hpp>
#include <quadrille/recording.hpp>
#include <quadrille/replay.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_FAULTS_SUITE(memory_lack);

/// A world before a change, and the change. True: it says that it happened.
template <class Shape>
struct attempt {
    const char* name;
    std::function<bool(numbered_tree<Shape>&)> change;
    bool may_fail; ///< `move` and `sync` of given shapes never do
};

/// Shapes of every size in a world that the attempts change completely; where it wraps narrow ones, up to two periods away.
template <class Shape>
std::vector<Shape> many_shapes(std::uint64_t seed, std::uint32_t count, const period& wraps = {}) {
    std::vector<Shape> all = drawn_shapes<Shape>(seed, count, wraps ? style::spread : style::sizes);
    random_source source(seed);
    for (Shape& each : all) {
        const double columns = source.below(5) - 2.0;
        each = wraps ? moved_by(each, columns * wraps.width(), (source.below(5) - 2.0) * wraps.height()) : each;
    }
    return all;
}

/// What the attempts change a world to.
template <class Shape>
struct alternatives {
    std::vector<Shape> more;
    std::vector<int> numbers = std::vector<int>(500, 4);
    numbered_tree<Shape> other{options{.leaf_capacity = 3}};
    std::vector<Shape> elsewhere; ///< of each index
    std::vector<Shape> nudged;
    std::array<item, 30> few;
    std::vector<item> fresh = std::vector<item>(500);

    explicit alternatives(const numbered_tree<Shape>& world)
        : more(many_shapes<Shape>(30, 500, world.period())),
          elsewhere(many_shapes<Shape>(31, world.index_limit(), world.period())),
          nudged(many_shapes<Shape>(29, world.index_limit(), world.period())) {
        EXPECT_TRUE(other.assign(more, numbers));
        for (std::size_t index = 0; index < nudged.size(); index += 5) {
            nudged[index] = elsewhere[index];
        }
    }

    /// The first living items, by an array that stands already.
    std::span<const item> first_of(const numbered_tree<Shape>& world) {
        std::size_t count = 0;
        for (std::uint32_t index = 0; index < world.index_limit() && count < few.size(); ++index) {
            few[count] = world.item_at(index);
            count += few[count] ? 1U : 0U;
        }
        return std::span<const item>(few).first(count);
    }
};

template <class Shape>
std::vector<attempt<Shape>> attempts(alternatives<Shape>& to) {
    using tree_type = numbered_tree<Shape>;
    const auto batch = [&to](std::uint32_t count, in_layers layers) {
        return [&to, count, layers](tree_type& tree) {
            return bool(tree.insert(std::span(to.more).first(count), std::span(to.numbers).first(count),
                                    std::span(to.fresh).first(count), layers));
        };
    };
    return {
        {"insert", [&to](auto& tree) { return bool(tree.insert(to.more[0], 4)); }, true},
        {"insert far outside", [](auto& tree) { return bool(tree.insert(dot<Shape>(1e20, 1e20), 4, {.bits = 2})); },
         true},
        {"insert of a few", batch(30, {}), true},
        {"insert of many", batch(500, {.bits = 5}), true},
        {"erase", [&to](auto& tree) { return tree.empty() || tree.erase(to.first_of(tree)[0]); }, false},
        {"erase of many", [&to](auto& tree) { return bool(tree.erase(to.first_of(tree))); }, false},
        {"erase_if",
         [](auto& tree) {
             tree.erase_if([](auto hit) { return hit.index() % 3 == 1; });
             return true;
         },
         false},
        {"assign", [&to](auto& tree) { return bool(tree.assign(to.more, to.numbers)); }, true},
        {"assign over a runner",
         [&to](auto& tree) { return bool(parallel::assign(parallel::inline_runner(), tree, to.more, to.numbers)); },
         true},
        {"reserve", [](auto& tree) { return tree.reserve(5000); }, true},
        {"copy", [&to](auto& tree) { return tree.copy_from(to.other); }, true},
        {"copy of nothing", [](auto& tree) { return tree.copy_from(tree_type()); }, true},
        {"set_layers", [&to](auto& tree) { return tree.empty() || tree.set_layers(to.first_of(tree)[0], 1); }, false},
        {"move", [&to](auto& tree) { return tree.empty() || tree.move(to.first_of(tree)[0], to.more[1]); }, false},
        {"move many",
         [&to](auto& tree) {
             const std::span<const item> movers = to.first_of(tree);
             return bool(tree.move(movers, std::span<const Shape>(to.more).first(movers.size())));
         },
         false},
        {"sync a few", [&to](auto& tree) { return bool(tree.sync(std::span<const Shape>(to.nudged))); }, false},
        {"sync all", [&to](auto& tree) { return bool(tree.sync(std::span<const Shape>(to.elsewhere))); }, false},
        {"sync all over a runner",
         [&to](auto& tree) {
             return bool(parallel::sync(parallel::inline_runner(), tree, std::span<const Shape>(to.elsewhere)));
         },
         false},
        {"sync by a function",
         [&to](auto& tree) { return bool(tree.sync([&](auto hit) { return to.nudged[hit.index()]; })); }, true},
        {"swap",
         [](auto& tree) {
             tree_type kept;
             kept.swap(tree);
             tree = std::move(kept);
             return true;
         },
         false},
        {"clear",
         [](auto& tree) {
             tree.clear();
             return true;
         },
         false},
    };
}

struct circumstance {
    std::uint32_t size;
    std::uint32_t capacity;
    std::uint32_t hole; ///< every so manieth item has been erased; 0: none; 1: all, by `clear`
    period wraps = {};
};

template <class Shape>
numbered_tree<Shape> tree_of(const circumstance& given) {
    numbered_tree<Shape> tree({.leaf_capacity = given.capacity, .min_parallel_items = 0, .period = given.wraps});
    int number = 0;
    for (const auto& shape : many_shapes<Shape>(29, given.size, given.wraps)) {
        tree.insert(shape, ++number);
    }
    if (given.hole == 1) {
        tree.clear();
        return tree;
    }
    for (std::uint32_t index = 0; given.hole > 0 && index < given.size; index += given.hole) {
        tree.erase(tree.item_at(index));
    }
    return tree;
}

/// What does not depend on cells, which are split later where memory runs out.
template <class Tree>
prospects<Tree> but_cells(prospects<Tree> of) {
    oracle::normalize(of.seen.pairs);
    of.seen.order.clear();
    of.seen.cells.clear();
    of.seen.stats = {};
    return of;
}

/// Sound, with the answers of a full scan; in worlds that wrap those of pairs, which meet at any image, where they are few.
template <class Tree>
::testing::AssertionResult is_right(const Tree& tree) {
    if (!tree.period()) {
        return agrees_with_oracle(tree);
    }
    const auto sound = is_sound(tree);
    return sound && tree.size() < 100 ? is_found(tree, question::pairs{}) : sound;
}

/// Either all has happened, or nothing; and the change that is tried again is that of a tree that has never lacked memory.
template <class Shape>
void expect_old_or_new(const circumstance& given, bool for_ever) {
    alternatives<Shape> to(tree_of<Shape>(given));
    for (const attempt<Shape>& one : attempts<Shape>(to)) {
        SCOPED_TRACE(one.name);
        const auto old_state = prospects_of(tree_of<Shape>(given));
        numbered_tree<Shape> changed = tree_of<Shape>(given);
        ASSERT_TRUE(one.change(changed));
        const auto new_state = prospects_of(changed);
        changed = numbered_tree<Shape>();
        memory::fail_each_allocation(for_ever, [&](const auto& lacking) {
            const std::int64_t before = memory::living();
            {
                numbered_tree<Shape> tree = tree_of<Shape>(given);
                const byte_list saved = bytes_of(tree);
                const bool happened = lacking([&] { return one.change(tree); });
                ASSERT_TRUE(happened || one.may_fail);
                ASSERT_TRUE(happened || memory::failing::struck()) << "was rejected without need";
                ASSERT_TRUE(is_right(tree));
                if (!happened) {
                    ASSERT_EQ(tree.error(), error::no_memory);
                    ASSERT_TRUE(prospects_of(tree) == old_state);
                    ASSERT_TRUE(given.size == 0 || bytes_of(tree) == saved)
                        << "something that shows only in what it does later";
                    ASSERT_TRUE(one.change(tree)) << "succeeds when there is memory again";
                    ASSERT_TRUE(is_right(tree));
                }
                const auto found = prospects_of(tree);
                ASSERT_TRUE(happened ? but_cells(found) == but_cells(new_state) : found == new_state);
            }
            ASSERT_EQ(memory::living(), before) << "leaks";
        });
    }
}

// promise: out-of-memory
// promise: never-fail
TYPED_TEST(memory_lack, leaves_the_old_state_or_the_new) {
    const period torus(50, 50);
    const period cylinder(0, 50);
    for (const circumstance& given : {circumstance{0, 32, 0},
                                      {1, 1, 0},
                                      {5, 4, 1},
                                      {40, 1, 3},
                                      {400, 16, 20},
                                      {1, 1, 0, torus},
                                      {40, 1, 3, cylinder},
                                      {70, 16, 20, torus}}) {
        SCOPED_TRACE(std::to_string(given.size) + " items" + (given.wraps ? " in a world that wraps" : ""));
        expect_old_or_new<TypeParam>(given, false);
        expect_old_or_new<TypeParam>(given, true);
    }
}

/// Room is given back by a build of what is left, which needs memory itself: one by one they are erased all the same, or together.
// promise: never-fail: An erase never fails for lack of memory, also where it gives memory back.
TYPED_TEST(memory_lack, while_a_tree_shrinks_leaves_it_its_room) {
    const auto shapes = many_shapes<TypeParam>(33, 20'000);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(shapes));
    const std::size_t bytes = tree.stats().bytes;
    {
        const memory::failing shortage(1, true);
        for (std::uint32_t index = 200; index < shapes.size(); ++index) {
            ASSERT_TRUE(tree.erase(tree.item_at(index)));
        }
        EXPECT_TRUE(memory::failing::struck());
    }
    EXPECT_GT(tree.stats().bytes, bytes / 2);
    EXPECT_TRUE(agrees_with_oracle(tree));
    for (std::uint32_t index = 0; index < 200; ++index) {
        ASSERT_TRUE(tree.move(tree.item_at(index), shapes[index + 200]));
    }
    EXPECT_LT(tree.stats().bytes, bytes / 2) << "there is memory again";
    EXPECT_TRUE(agrees_with_oracle(tree));

    const auto fewer = std::span(shapes).first(6000);
    const std::int64_t failed = memory::fail_each_allocation(true, [&](const auto& lacking) {
        numbered_tree<TypeParam> numbered;
        ASSERT_TRUE(numbered.assign(fewer, std::vector<int>(fewer.size(), 1)));
        std::vector<item> most;
        numbered.each([&](auto hit) { hit.index() % 6 != 0 ? most.push_back(hit.item()) : void(); });
        const std::size_t had = numbered.stats().bytes;
        ASSERT_TRUE(lacking([&] { return bool(numbered.erase(most)); }));
        ASSERT_EQ(numbered.size(), 1000U);
        ASSERT_LE(numbered.stats().bytes, had);
    });
    EXPECT_GT(failed, 0) << "an erase that gives memory back allocates";
}

/// A build large enough for several tasks.
TYPED_TEST(memory_lack, of_a_build_in_tasks_leaves_the_old_state) {
    const scenes::world<scalar_of<TypeParam>> world(scenes::kind::uniform, 70'000, 36);
    const auto shapes = shaped_as<TypeParam>(world.boxes());
    parallel::inline_runner runner;
    int rejected = 0;
    memory::fail_each_allocation(false, [&](const auto& lacking) {
        bare_tree<TypeParam> tree;
        ASSERT_TRUE(tree.assign(std::span(shapes).first(10)));
        const auto before = state_of(tree);
        const bool happened = lacking([&] { return bool(parallel::assign(runner, tree, shapes)); });
        ASSERT_TRUE(happened || memory::failing::struck());
        ASSERT_TRUE(is_sound(tree));
        if (!happened) {
            ++rejected;
            ASSERT_EQ(state_of(tree), before);
            ASSERT_TRUE(agrees_with_oracle(tree));
        } else {
            ASSERT_EQ(tree.size(), world.count());
        }
    });
    EXPECT_GE(rejected, 7); // slots, locations, words, scratch, ends of bins, nodes, blocks
}

/// A tick over a runner happens, whichever allocation fails, alone or with all later ones; the next tick finds all items again.
TYPED_TEST(memory_lack, of_a_tick_over_a_runner_leaves_a_sound_tree) {
    scenes::world<scalar_of<TypeParam>> world(scenes::kind::uniform, 7000, 36);
    bare_tree<TypeParam> before({.leaf_capacity = 4, .min_parallel_items = 0});
    ASSERT_TRUE(before.assign(shaped_as<TypeParam>(world.boxes())));
    world.step();
    const auto shapes = shaped_as<TypeParam>(world.boxes());
    bare_tree<TypeParam> expected = before.clone();
    ASSERT_EQ(expected.sync(shapes).method, update_method::reinsert);
    const auto right = found_pairs(expected);
    parallel::inline_runner runner;
    for (const bool for_ever : {false, true}) {
        const std::int64_t failed = memory::fail_each_allocation(for_ever, [&](const auto& lacking) {
            bare_tree<TypeParam> tree = before.clone();
            const auto sync = [&] { return bool(parallel::sync(runner, tree, std::span<const TypeParam>(shapes))); };
            ASSERT_TRUE(lacking(sync));
            ASSERT_TRUE(is_sound(tree));
            ASSERT_EQ(found_pairs(tree), right);
            ASSERT_TRUE(sync());
            ASSERT_TRUE(is_sound(tree));
            ASSERT_EQ(found_pairs(tree), right);
        });
        EXPECT_GT(failed, 3) << "notes, their order, blocks";
    }
}

/// Some allocations are made for speed alone: then the copy is whole.
// promise: out-of-memory: A clone is empty, and its `error` says why.
TYPED_TEST(memory_lack, of_a_clone_leaves_it_empty_and_says_so) {
    const numbered_tree<TypeParam> tree = tree_of<TypeParam>({150, 4, 0});
    int rejected = 0;
    memory::fail_each_allocation(false, [&](const auto& lacking) {
        const numbered_tree<TypeParam> copy = lacking([&] { return tree.clone(); });
        const bool is_rejected = copy.error() != error::none;
        EXPECT_EQ(copy.error(), is_rejected ? error::no_memory : error::none);
        EXPECT_EQ(copy.size(), is_rejected ? 0U : 150U);
        EXPECT_TRUE(memory::failing::struck() || !is_rejected);
        EXPECT_TRUE(agrees_with_oracle(copy));
        rejected += is_rejected ? 1 : 0;
    });
    EXPECT_GT(rejected, 0);
}

/// The vector of handles belongs to the user and may throw; then nothing has changed, and no value was moved.
// promise: out-of-memory: What the vector of handles throws is passed on; nothing has changed.
TYPED_TEST(memory_lack, of_the_vector_of_handles_is_thrown) {
    const auto shapes = many_shapes<TypeParam>(30, 300);
    for (const std::uint32_t size : {0U, 5U, 200U}) {
        int thrown = 0;
        memory::fail_each_allocation(false, [&](const auto& lacking) {
            quadtree<std::unique_ptr<int>, TypeParam> tree;
            std::vector<item> items;
            ASSERT_TRUE(tree.insert(many_shapes<TypeParam>(29, size), std::vector<std::unique_ptr<int>>(size), items));
            const auto before = snapshot_of(tree);
            const std::vector<item> had = items;
            items.shrink_to_fit();
            std::vector<std::unique_ptr<int>> given(shapes.size());
            std::generate(given.begin(), given.end(), [] { return std::make_unique<int>(1); });
            const bool happened = lacking([&] {
                try {
                    return bool(tree.insert(shapes, std::move(given), items));
                } catch (const std::bad_alloc&) {
                    ++thrown;
                    return false;
                }
            });
            if (!happened) {
                EXPECT_EQ(items, had);
                EXPECT_EQ(snapshot_of(tree), before);
                ASSERT_TRUE(given[0] && given[299]) << "moved"; // NOLINT: that is the question
            }
            ASSERT_TRUE(agrees_with_oracle(tree));
        });
        EXPECT_EQ(thrown, 1);
    }
}

/// Only an insert that succeeds skips spent indices.
// promise: out-of-memory: A rejected insert leaves `index_limit`.
TYPED_TEST(memory_lack, leaves_the_index_limit) {
    numbered_tree<TypeParam> tree({.max_generations = 1});
    for (int number = 0; number < 256; ++number) {
        tree.insert(dot<TypeParam>(number, 0), number); // as many as one chunk of values holds
    }
    tree.clear();
    int rejected = 0;
    item fresh;
    for (std::int64_t nth = 1; nth < 20 && !fresh; ++nth) {
        {
            const memory::failing shortage(nth, true);
            fresh = tree.insert(dot<TypeParam>(1, 1), 1);
        }
        if (!fresh) {
            ++rejected;
            EXPECT_EQ(tree.index_limit(), 0U);
            EXPECT_TRUE(tree.sync(std::vector<TypeParam>{}));
        }
    }
    EXPECT_GT(rejected, 0);
    EXPECT_EQ(fresh.index, 256U);
    EXPECT_EQ(tree.index_limit(), 257U);
    EXPECT_TRUE(agrees_with_oracle(tree));
}

/// Of a grid that is outgrown, or too coarse, while there is no memory for another: moves do not fail, and find what they should.
TYPED_TEST(memory_lack, for_another_grid_lets_every_move_succeed) {
    constexpr std::uint32_t count = 600;
    for (const double reach : {1e6, 1e-6}) {
        numbered_tree<TypeParam> tree({.leaf_capacity = 4});
        random_source source(37);
        for (std::uint32_t index = 0; index < count; ++index) {
            tree.insert(dot<TypeParam>(source.between(0, 100), source.between(0, 100)), 1);
        }
        const auto move_all = [&] {
            for (std::uint32_t index = 0; index < count; ++index) {
                const auto there = dot<TypeParam>(50 + source.unit() * reach, 50 + source.unit() * reach);
                ASSERT_TRUE(tree.move(tree.item_at(index), there));
            }
        };
        {
            const memory::failing shortage(1, true);
            move_all();
            EXPECT_TRUE(memory::failing::struck());
        }
        ASSERT_TRUE(agrees_with_oracle(tree));
        move_all();
        ASSERT_TRUE(agrees_with_oracle(tree));
    }
}

/// The entries of now, those that have begun and those that have ended.
template <class Entries>
auto lists_of(const Entries& entries) {
    const auto listed = [](auto list) { return std::vector(list.begin(), list.end()); };
    if constexpr (std::is_same_v<Entries, contacts>) {
        return std::array{listed(entries.now()), listed(entries.began()), listed(entries.ended())};
    } else {
        return std::array{listed(entries.now()), listed(entries.entered()), listed(entries.left())};
    }
}

// promise: contacts-memory: When memory runs out, no list of contacts or visits changes.
TYPED_TEST(memory_lack, leaves_contacts_and_visits_as_they_were) {
    scenes::world<scalar_of<TypeParam>> world(scenes::kind::pile, 300, 44);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    const std::vector<box<scalar_of<TypeParam>>> zones(world.boxes().begin(), world.boxes().begin() + 20);
    contacts first_contacts;
    visits first_visits;
    first_contacts.update(tree);
    first_visits.update(tree, zones);
    world.teleport();
    ASSERT_TRUE(tree.sync(shaped_as<TypeParam>(world.boxes())));
    const auto expect_kept = [&](const auto& first, const auto& update) {
        auto expected = first;
        update(expected);
        const std::int64_t failed = memory::fail_each_allocation(false, [&](const auto& lacking) {
            auto tried = first;
            const bool happened = lacking([&] {
                try {
                    update(tried);
                    return true;
                } catch (const std::bad_alloc&) {
                    return false;
                }
            });
            EXPECT_EQ(happened, !memory::failing::struck());
            EXPECT_EQ(lists_of(tried), lists_of(happened ? expected : first));
        });
        EXPECT_GT(failed, 0);
    };
    expect_kept(first_contacts, [&](contacts& tried) { tried.update(tree); });
    expect_kept(first_visits, [&](visits& tried) { tried.update(tree, zones); });
}

// promise: damaged-bytes: When memory runs out in a load, the tree is as it was, and nothing leaks.
TYPED_TEST(memory_lack, in_a_load_leaves_the_tree_as_it_was) {
    const byte_list bytes = bytes_of(tree_of<TypeParam>({700, 8, 7}));
    int rejected = 0;
    memory::fail_each_allocation(false, [&](const auto& lacking) {
        auto kept = tree_of<TypeParam>({50, 8, 7});
        const byte_list before = bytes_of(kept);
        const std::int64_t living = memory::living();
        const load_report report = lacking([&] { return load_bytes(kept, bytes); });
        ASSERT_TRUE(report || memory::failing::struck());
        ASSERT_EQ(bytes_of(kept), report ? bytes : before) << "some are tried again for less";
        if (!report) {
            ASSERT_EQ(report.error, load_error::no_memory);
            ASSERT_EQ(memory::living(), living);
            ++rejected;
        }
    });
    EXPECT_GT(rejected, 10);
}

/// Nor is it run again.
// promise: recordings: A change that memory rejected is recorded as rejected.
TYPED_TEST(memory_lack, of_a_recorded_change_is_in_the_recording) {
    int rejected = 0;
    memory::fail_each_allocation(false, [&](const auto& lacking) {
        bare_tree<TypeParam> world;
        byte_list bytes;
        bytes.reserve(1U << 20U);
        recording record(world, bytes);
        rejected += lacking([&] {
            int count = 0;
            for (int number = 0; number < 60; ++number) {
                count += record.insert(dot<TypeParam>(number, 0)) ? 0 : 1;
            }
            return count;
        });
        record.finish();
        bare_tree<TypeParam> again;
        ASSERT_TRUE(replay(again, bytes));
        ASSERT_EQ(again.size(), world.size());
    });
    EXPECT_GE(rejected, 2);
}

} // namespace
} // namespace quadrille::testing
