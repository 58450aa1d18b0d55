// Pairs and joins over a runner: the pairs of the serial verb, in its order, for any runner and every receiver.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/areas.hpp"
#include "support/effort.hpp"
#include "support/joined_threads.hpp"
#include "support/runners.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/shuffling_runner.hpp"

#include <quadrille/parallel.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <list>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace quadrille::testing {
namespace {

using parallel::answer_pieces;
using parallel::in_order;
using parallel::per_piece;
using parallel::span_report;

QUADRILLE_EVERY_SHAPE_SUITE(parallel_pairs);

static_assert(std::forward_iterator<answer_pieces<index_pair>::iterator>);

enum class runners : std::uint8_t { two, all };

/// Calls `use(runner)` with pools of every size, the caller's thread, and those that shuffle; or with two of them.
template <class Use>
void each_runner(runners which, const Use& use) {
    static std::list<parallel::thread_pool> pools(std::begin(pool_sizes), std::end(pool_sizes));
    const auto use_one = [&](auto& one) {
        any_runner with(one);
        use(with);
    };
    shuffling_runner shuffled(2, 5);
    use_one(shuffled);
    for (parallel::thread_pool& pool : pools) {
        use_one(pool);
        if (which == runners::two) {
            return;
        }
    }
    parallel::inline_runner here;
    use_one(here);
    shuffling_runner careless(2, 6, conduct::leaves_out);
    use_one(careless);
    shuffling_runner repeating(2, 7, conduct::repeats);
    use_one(repeating);
}
template <class Use>
void each_runner(const Use& use) {
    each_runner(runners::all, use);
}

/// Whether answers in pieces are just these, by each way to read them.
template <class Answer>
::testing::AssertionResult holds(const answer_pieces<Answer>& found, const std::vector<Answer>& expected) {
    if (found.size() != expected.size() || found.empty() != expected.empty()) {
        return ::testing::AssertionFailure() << found.size() << " pairs, wanted " << expected.size();
    }
    if (!std::equal(found.begin(), found.end(), expected.begin(), expected.end())) {
        return ::testing::AssertionFailure() << "other pairs, or in another order";
    }
    std::uint64_t first = 0;
    for (std::size_t piece = 0; piece < found.pieces().size(); ++piece) {
        const std::span<const Answer> part = found.pieces()[piece];
        if (found.first_of(piece) != first ||
            !std::equal(part.begin(), part.end(), expected.begin() + static_cast<std::ptrdiff_t>(first))) {
            return ::testing::AssertionFailure() << "piece " << piece << " differs";
        }
        first += part.size();
    }
    return ::testing::AssertionSuccess();
}

/// Whether a query over each runner finds what the serial one does, and counts as much; returns the number of pieces.
/// `serial(out, counters)` is the serial query, `query(runner, out, counters)` and `write(runner, workspace, span)` the others.
template <class Serial, class Query, class Write>
std::size_t agrees(runners which, const Serial& serial, const Query& query, const Write& write) {
    std::vector<index_pair> expected;
    std::vector<item_pair> items;
    counters work;
    serial(expected, &work);
    serial(items, nullptr);
    answer_pieces<index_pair> found;
    answer_pieces<item_pair> found_items;
    std::vector<std::size_t> lengths;
    each_runner(which, [&](auto& runner) {
        counters counted;
        EXPECT_EQ(query(runner, found, &counted), outcome::complete);
        EXPECT_TRUE(holds(found, expected));
        EXPECT_EQ(counted, work);
        query(runner, found_items, nullptr);
        EXPECT_TRUE(holds(found_items, items));

        std::vector<std::size_t> sizes;
        for (const auto part : found.pieces()) {
            sizes.push_back(part.size());
        }
        EXPECT_TRUE(lengths.empty() || sizes == lengths) << "pieces depend on the runner";
        lengths = sizes;

        std::vector<std::vector<index_pair>> apart(sizes.size());
        counted = {};
        EXPECT_EQ(query(runner, per_piece([&](std::uint32_t piece) {
                            return
                                [&mine = apart.at(piece)](auto a, auto b) { mine.push_back({a.index(), b.index()}); };
                        }),
                        &counted),
                  outcome::complete);
        EXPECT_EQ(counted, work);
        for (std::size_t piece = 0; piece < apart.size(); ++piece) {
            EXPECT_TRUE(std::equal(apart[piece].begin(), apart[piece].end(), found.pieces()[piece].begin(),
                                   found.pieces()[piece].end()));
            apart[piece].clear();
        }
        query(runner, per_piece([&](std::uint32_t piece) -> auto& { return apart.at(piece); }), nullptr);
        for (std::size_t piece = 0; piece < apart.size(); ++piece) {
            EXPECT_TRUE(std::equal(apart[piece].begin(), apart[piece].end(), found.pieces()[piece].begin(),
                                   found.pieces()[piece].end()));
        }

        std::vector<index_pair> called;
        counted = {};
        answer_pieces<index_pair> kept;
        EXPECT_EQ(
            query(runner, in_order([&](auto a, auto b) { called.push_back({a.index(), b.index()}); }, kept), &counted),
            outcome::complete);
        EXPECT_EQ(called, expected);
        EXPECT_EQ(counted, work);

        std::vector<index_pair> written(expected.size());
        EXPECT_TRUE(write(runner, kept, written));
        EXPECT_EQ(written, expected);
    });
    return lengths.size();
}

template <class Tree>
std::size_t pairs_agree(Tree& tree, const pair_filter& wanted = {}, runners which = runners::two) {
    return agrees(
        which, [&](auto& out, counters* counts) { tree.pairs(out, wanted, counts); },
        [&](auto& runner, auto&& out, counters* counts) { return parallel::pairs(runner, tree, out, wanted, counts); },
        [&](auto& runner, auto& workspace, auto& into) {
            return parallel::pairs(runner, tree, workspace, into, wanted);
        });
}
template <class Tree, class Other>
std::size_t joins_agree(Tree& tree, Other& other, const pair_filter& wanted = {}, runners which = runners::two) {
    return agrees(
        which, [&](auto& out, counters* counts) { tree.join(other, out, wanted, counts); },
        [&](auto& runner, auto&& out, counters* counts) {
            return parallel::join(runner, tree, other, out, wanted, counts);
        },
        [&](auto& runner, auto& workspace, auto& into) {
            return parallel::join(runner, tree, other, workspace, into, wanted);
        });
}

template <class Tree>
void give_layers(Tree& tree, random_source& source) {
    for (std::uint32_t index = 0; index < tree.index_limit(); ++index) {
        tree.set_layers(tree.item_at(index), source.below(9) == 0 ? all_layers : 1U << source.below(4) & 7U);
    }
}

/// Filters: by intersection, by distance, with equal and with different layers.
std::vector<pair_filter> some_filters() {
    return {{},
            {.distance = 0.25},
            {.layers = 3, .partners = 3},
            {.layers = 1, .partners = 6},
            {.partners = 4},
            {.layers = 2, .distance = 0.5},
            {.distance = -1}};
}

// promise: same-on-any-threads: Pairs and joins over a runner are those of the serial verb, in its order.
// promise: same-on-any-threads: Where pieces begin does not depend on the runner.
TYPED_TEST(parallel_pairs, of_every_scene_are_those_of_the_serial_verb) {
    using scalar = typename TypeParam::scalar;
    std::uint32_t turn = 0; // each scene with some of the filters
    for (const scenes::kind which : scenes::every_kind) {
        random_source source(3);
        scenes::world<scalar> scene(which, which == scenes::kind::identical ? 300 : 1200, 11);
        quadtree<void, TypeParam> tree({.leaf_capacity = 2, .min_parallel_items = 0});
        ASSERT_TRUE(tree.assign(stand_ins<TypeParam>(scene.boxes())));
        for (int tick = 0; tick < in_rounds(3); ++tick) {
            const std::vector<pair_filter> filters = some_filters();
            for (const pair_filter& wanted : {filters[0], filters[turn % filters.size()]}) {
                pairs_agree(tree, wanted);
                joins_agree(tree, tree, wanted);
                ASSERT_FALSE(::testing::Test::HasFailure())
                    << to_string(which) << ", tick " << tick << ", layers " << wanted.layers << " and "
                    << wanted.partners << ", distance " << wanted.distance;
                ++turn;
            }
            scene.step();
            ASSERT_TRUE(tree.sync(stand_ins<TypeParam>(scene.boxes())));
            give_layers(tree, source);
        }
    }
}

// promise: same-on-any-threads: Pairs and joins over a runner are those of the serial verb, in its order.
TYPED_TEST(parallel_pairs, after_random_lives_are_those_of_the_serial_verb) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        random_source source(40 + how);
        bare_tree<TypeParam> tree({.leaf_capacity = 1U + 3U * (how % 3), .min_parallel_items = 0});
        bare_tree<TypeParam> other({.leaf_capacity = 3, .min_parallel_items = 0});
        for (int turn = 0; turn < 4; ++turn) {
            for (int added = 0; added < 500; ++added) {
                tree.insert(draw<TypeParam>(source, style(how)));
                if (added % 4 == 0) {
                    other.insert(draw<TypeParam>(source, style(how)));
                }
            }
            give_layers(tree, source);
            for (std::uint32_t index = 0; index < tree.index_limit(); ++index) {
                const item one = tree.item_at(index);
                switch (source.below(6)) {
                case 0: tree.erase(one); break;
                case 1: tree.move(one, draw<TypeParam>(source, style(how))); break;
                default: break;
                }
            }
            const auto layers = [&] { return source.below(2) == 0 ? all_layers : source.below(8); };
            const pair_filter wanted = {layers(), layers(), source.below(2) == 0 ? 0.0 : source.unit()};
            if (turn < 4 - in_rounds(4)) {
                continue;
            }
            pairs_agree(tree, wanted);
            joins_agree(tree, other, wanted);
            joins_agree(other, tree);
            ASSERT_FALSE(::testing::Test::HasFailure()) << "style " << how << ", turn " << turn;
        }
    }
}

/// Long buckets, at the root, in leaves and of wide items, are cut, too.
// promise: same-on-any-threads: Long buckets are divided among tasks, too.
TYPED_TEST(parallel_pairs, of_piles_are_those_of_the_serial_verb) {
    random_source source(1);
    for (const std::uint32_t others : {0U, 40U}) {
        std::vector<TypeParam> shapes(1040, dot<TypeParam>(-7, 7));
        for (std::uint32_t number = 0; number < others; ++number) {
            shapes.push_back(made<TypeParam>(number, 100, number + 0.5, 100.5));
        }
        bare_tree<TypeParam> tree({.min_parallel_items = 0});
        ASSERT_TRUE(tree.assign(shapes));
        EXPECT_EQ(pairs_agree(tree), 2U) << "65 blocks";
        give_layers(tree, source);
        pairs_agree(tree, {.layers = 1, .partners = others == 0 ? 1U : 2U});
    }
    if constexpr (!is_point<TypeParam>) {
        bare_tree<TypeParam> tree({.leaf_capacity = 4, .min_parallel_items = 0});
        std::vector<TypeParam> shapes(1040, made<TypeParam>(-60, -60, 60, 60)); // wide items
        for (std::uint32_t number = 0; number < 400; ++number) {
            shapes.push_back(made<TypeParam>(number % 20, number / 20, number % 20 + 0.25, number / 20 + 0.25));
        }
        ASSERT_TRUE(tree.assign(shapes));
        EXPECT_GE(pairs_agree(tree), 3U);
    }
}

// promise: pairs-once: Pairs are counted in 64 bits.
TEST(parallel_pairs_of_points, are_counted_beyond_32_bits) {
    const std::uint32_t count = effort(5000U, 93'000U);
    quadtree<void, point<double>> tree;
    ASSERT_TRUE(tree.assign(std::vector<point<double>>(count, {0, 0})));
    std::vector<std::uint64_t> found(parallel::max_pieces);
    parallel::thread_pool pool(2);
    counters seen;
    const auto count_own = [&](std::uint32_t piece) { return [&own = found[piece]](auto, auto) { ++own; }; };
    ASSERT_EQ(parallel::pairs(pool, tree, parallel::per_piece(count_own), {}, &seen), outcome::complete);
    EXPECT_EQ(std::accumulate(found.begin(), found.end(), std::uint64_t{0}), std::uint64_t{count} * (count - 1) / 2);
    EXPECT_EQ(seen.answers, std::uint64_t{count} * (count - 1) / 2);
}

/// More pieces than in any call before.
TEST(parallel_pairs_of_boxes, of_a_larger_world_go_to_the_pieces_of_a_smaller_one) {
    parallel::inline_runner runner;
    answer_pieces<index_pair> found;
    for (const std::uint32_t count : {300U, 4000U, 2000U}) {
        const scenes::world<float> scene(scenes::kind::pile, count, 5);
        bare_tree<box<float>> tree({.leaf_capacity = 4, .min_parallel_items = 0});
        ASSERT_TRUE(tree.assign(scene.boxes()));
        std::vector<index_pair> expected;
        tree.pairs(expected);
        EXPECT_EQ(parallel::pairs(runner, tree, found), outcome::complete);
        EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end())) << count;
    }
}

// promise: same-on-any-threads: A small world or few questions start no task.
TEST(parallel_pairs_of_boxes, of_small_worlds_start_no_task) {
    const auto calls_in = [](std::uint32_t count, const options& those) {
        scenes::world<float> scene(scenes::kind::uniform, std::max(count, 1U), 5);
        bare_tree<box<float>> tree(those);
        EXPECT_TRUE(tree.assign(scene.boxes().first(count)));
        shuffling_runner runner(2);
        answer_pieces<index_pair> found;
        EXPECT_EQ(parallel::pairs(runner, tree, found), outcome::complete);
        EXPECT_EQ(parallel::join(runner, tree, tree, found), outcome::complete);
        return runner.calls();
    };
    for (const std::uint32_t count : {0U, 1U, 2U, 400U}) { // one piece
        EXPECT_EQ(calls_in(count, {.min_parallel_items = 0}), 0U) << count << " items";
    }
    EXPECT_EQ(calls_in(8191, {}), 0U);
    EXPECT_EQ(calls_in(8192, {}), 2U);
    EXPECT_EQ(calls_in(2000, {.min_parallel_items = 2001}), 0U);
    EXPECT_EQ(calls_in(2000, {.min_parallel_items = 2000}), 2U);
}

// ---- How a query ends --------------------------------------------------------------------------------------------------

constexpr pair_filter near_enough = {.distance = 0.5};

/// In many pieces.
quadtree<int, box<float>> large_tree() {
    const scenes::world<float> scene(scenes::kind::pile, 2000, 8);
    quadtree<int, box<float>> tree({.leaf_capacity = 2, .min_parallel_items = 0});
    std::vector<int> numbers(scene.boxes().size());
    std::iota(numbers.begin(), numbers.end(), 0);
    EXPECT_TRUE(tree.assign(scene.boxes(), numbers));
    return tree;
}

static_assert(!std::is_copy_constructible_v<answer_pieces<index_pair>>); // its spans would be those of the original
static_assert(std::is_nothrow_move_constructible_v<answer_pieces<index_pair>>);

// promise: callbacks-over-threads: A visitor in order of pairs may ask others with the same workspace.
TEST(parallel_pairs_of_boxes, a_visitor_in_order_asks_with_the_same_workspace) {
    const auto tree = large_tree();
    std::vector<index_pair> all;
    std::vector<index_pair> intersecting;
    tree.pairs(all, near_enough);
    tree.pairs(intersecting);
    parallel::thread_pool pool(2);
    answer_pieces<index_pair> workspace;
    std::vector<index_pair> seen;
    std::vector<index_pair> inside;
    const auto ask_at_times = [&](auto a, auto b) {
        seen.push_back({a.index(), b.index()});
        if (seen.size() % (all.size() / 3) == 1) {
            parallel::pairs(pool, tree, workspace);
            inside.assign(workspace.begin(), workspace.end());
            EXPECT_EQ(inside, intersecting);
        }
    };
    EXPECT_EQ(parallel::pairs(pool, tree, in_order(ask_at_times, workspace), near_enough), outcome::complete);
    EXPECT_EQ(seen, all);
    EXPECT_GT(all.size(), intersecting.size());
}

// promise: callbacks-over-threads: `flow::stop` and exceptions end a query in order at once.
TEST(parallel_pairs_of_boxes, in_order_stop_as_the_serial_verb_does) {
    const auto tree = large_tree();
    std::vector<index_pair> all;
    tree.pairs(all, near_enough);
    each_runner([&](auto& runner) {
        for (const std::size_t wanted : {std::size_t{1}, std::size_t{2}, all.size() / 2, all.size()}) {
            std::vector<index_pair> seen;
            const outcome end = parallel::pairs(runner, tree, in_order([&](auto a, auto b) {
                                                    seen.push_back({a.index(), b.index()});
                                                    return seen.size() == wanted ? flow::stop : flow::next;
                                                }),
                                                near_enough);
            EXPECT_EQ(end, outcome::stopped);
            EXPECT_TRUE(std::equal(seen.begin(), seen.end(), all.begin(), all.begin() + std::ptrdiff_t(wanted)));
            seen.clear();
            EXPECT_THROW(parallel::pairs(runner, tree, in_order([&](auto a, auto b) {
                                             seen.push_back({a.index(), b.index()});
                                             if (seen.size() == wanted) {
                                                 throw std::runtime_error("enough");
                                             }
                                         }),
                                         near_enough),
                         std::runtime_error);
            EXPECT_EQ(seen.size(), wanted);
        }
    });
}

// promise: callbacks-over-threads: `flow::stop` of one piece ends all.
TEST(parallel_pairs_of_boxes, per_piece_stop_and_say_so) {
    auto tree = large_tree();
    each_runner([&](auto& runner) {
        std::vector<std::uint64_t> seen(parallel::max_pieces);
        counters work;
        const outcome end = parallel::pairs(runner, tree, per_piece([&](std::uint32_t piece) {
                                                return [&seen, piece](auto, auto) {
                                                    return ++seen[piece] == 3 ? flow::stop : flow::next;
                                                };
                                            }),
                                            near_enough, &work);
        EXPECT_EQ(end, outcome::stopped);
        EXPECT_GE(std::accumulate(seen.begin(), seen.end(), std::uint64_t{0}), 3U);
        EXPECT_LE(*std::max_element(seen.begin(), seen.end()), 3U);
        EXPECT_GE(work.answers, 3U);
    });
}

// promise: callbacks-over-threads: The exception of the first piece that throws is thrown.
TEST(parallel_pairs_of_boxes, throw_what_the_first_piece_throws) {
    const auto tree = large_tree();
    answer_pieces<index_pair> found;
    parallel::pairs(parallel::inline_runner(), tree, found, near_enough);
    const auto pieces = static_cast<std::uint32_t>(found.pieces().size());
    ASSERT_GT(pieces, 8U);
    each_runner([&](auto& runner) {
        for (const std::uint32_t first : {0U, 3U, pieces - 1}) {
            const auto thrown = [&](const auto& make) -> std::string {
                try {
                    parallel::pairs(runner, tree, per_piece(make), near_enough);
                } catch (const std::runtime_error& error) {
                    return error.what();
                }
                return "nothing";
            };
            // By the factory, and by visitors, of all pieces from the first one on.
            EXPECT_EQ(thrown([&](std::uint32_t piece) {
                          if (piece >= first) {
                              throw std::runtime_error(std::to_string(piece));
                          }
                          return [](auto, auto) {};
                      }),
                      std::to_string(first));
            ASSERT_FALSE(found.pieces()[first].empty());
            EXPECT_EQ(thrown([&](std::uint32_t piece) {
                          return [first, piece](auto, auto) {
                              if (piece >= first) {
                                  throw std::runtime_error(std::to_string(piece));
                              }
                          };
                      }),
                      std::to_string(first));
        }
        EXPECT_EQ(parallel::pairs(runner, tree, found, near_enough), outcome::complete) << "the runner is as it was";
    });
}

// promise: callbacks-over-threads: What the runner throws is thrown when all is done.
TEST(parallel_pairs_of_boxes, throw_what_the_runner_throws_when_all_is_done) {
    const auto tree = large_tree();
    shuffling_runner failing(2, 9, conduct::throws);
    std::vector<std::uint64_t> seen(parallel::max_pieces);
    const auto count = per_piece([&](std::uint32_t piece) { return [&own = seen[piece]](auto, auto) { ++own; }; });
    EXPECT_THROW(parallel::pairs(failing, tree, count, near_enough), runner_failed);
    std::vector<index_pair> all;
    tree.pairs(all, near_enough);
    EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), std::uint64_t{0}), all.size());
}

// promise: same-on-any-threads: A span gets the first pairs that it has room for; the report says how many there are.
TEST(parallel_pairs_of_boxes, are_written_to_spans_of_any_length) {
    const auto tree = large_tree();
    std::vector<item_pair> all;
    tree.pairs(all, near_enough);
    answer_pieces<item_pair> workspace;
    each_runner([&](auto& runner) {
        for (const std::size_t length :
             {std::size_t{0}, std::size_t{1}, all.size() / 2, all.size() - 1, all.size(), all.size() + 5}) {
            std::vector<item_pair> into(length);
            const span_report report = parallel::pairs(runner, tree, workspace, into, near_enough);
            const std::size_t written = std::min(length, all.size());
            EXPECT_EQ(bool(report), length >= all.size());
            EXPECT_EQ(report.found, all.size());
            EXPECT_EQ(report.written, written);
            EXPECT_TRUE(std::equal(all.begin(), all.begin() + std::ptrdiff_t(written), into.begin()));
            EXPECT_TRUE(std::all_of(into.begin() + std::ptrdiff_t(written), into.end(),
                                    [](const item_pair& pair) { return pair == item_pair{}; }));
        }
    });
    std::vector<item_pair> into(all.size());
    EXPECT_TRUE(workspace.copy_to(into));
    EXPECT_EQ(into, all);
    EXPECT_THROW(workspace.copy_to(shuffling_runner(2, 9, conduct::throws), into), runner_failed);
    EXPECT_EQ(into, all) << "when all is done";
    workspace.clear();
    EXPECT_TRUE(workspace.empty() && workspace.begin() == workspace.end() && workspace.pieces().empty());
    EXPECT_TRUE(workspace.copy_to({}));
}

// promise: callbacks-over-threads: Visitors get hits of the tree.
TEST(parallel_pairs_of_boxes, give_visitors_hits_of_the_tree) {
    auto tree = large_tree();
    parallel::thread_pool pool(3);
    std::vector<std::uint64_t> wrong(parallel::max_pieces);
    const auto check = [&](std::uint32_t piece) {
        return [&own = wrong[piece]](auto a, auto b) {
            const bool is_right = a.value() == int(a.index()) && intersects(a.shape(), b.shape()) && b.item();
            own += is_right ? 0 : 1;
        };
    };
    parallel::pairs(pool, tree, per_piece(check));
    parallel::pairs(pool, std::as_const(tree), per_piece(check));
    parallel::join(pool, tree, std::as_const(tree), per_piece(check));
    EXPECT_EQ(wrong, std::vector<std::uint64_t>(parallel::max_pieces));
    parallel::pairs(pool, tree, in_order([](auto a, auto) { a.value() = 1; }));
}

// ---- Under ThreadSanitizer ---------------------------------------------------------------------------------------------

// promise: same-on-any-threads
TEST(parallel_pairs_of_boxes, on_any_threads_are_those_of_the_serial_verb) {
    auto tree = large_tree();
    EXPECT_GT(pairs_agree(tree, near_enough, runners::all), 8U);
    joins_agree(tree, std::as_const(tree), near_enough, runners::all);
}

// promise: threads: Several threads may ask with one pool.
TEST(parallel_pairs_of_boxes, several_threads_ask_with_the_same_pool) {
    const auto tree = large_tree();
    std::vector<index_pair> all;
    tree.pairs(all, near_enough);
    parallel::thread_pool pool(3);
    std::vector<int> right(3);
    {
        joined_threads readers;
        for (int& own : right) {
            readers.start([&] {
                answer_pieces<index_pair> found;
                for (int turn = 0; turn < 5; ++turn) {
                    parallel::pairs(pool, tree, found, near_enough);
                    own += std::equal(found.begin(), found.end(), all.begin(), all.end()) ? 1 : 0;
                    own += tree.count({{-1, -1}, {1, 1}}) <= tree.size() ? 1 : 0;
                }
            });
        }
    }
    EXPECT_EQ(right, std::vector<int>(3, 10));
}

} // namespace
} // namespace quadrille::testing
