// Pairs and joins over a runner: the pairs of the serial verb, in its order, for any runner and every receiver.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "threads/runners.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
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
static_assert(!std::is_copy_constructible_v<answer_pieces<index_pair>>); // its spans would be those of the original
static_assert(std::is_nothrow_move_constructible_v<answer_pieces<index_pair>>);

/// Whether answers in pieces are just these, by each way to read them.
template <class Answer>
::testing::AssertionResult holds(const answer_pieces<Answer>& found, const std::vector<Answer>& expected) {
    std::vector<Answer> by_pieces;
    for (std::size_t piece = 0; piece < found.pieces().size(); ++piece) {
        if (found.first_of(piece) != by_pieces.size()) {
            return ::testing::AssertionFailure() << "piece " << piece << " begins elsewhere";
        }
        by_pieces.insert(by_pieces.end(), found.pieces()[piece].begin(), found.pieces()[piece].end());
    }
    if (found.size() != expected.size() || found.empty() != expected.empty() || by_pieces != expected ||
        !std::equal(found.begin(), found.end(), expected.begin(), expected.end())) {
        return differ("pairs", expected.size(), found.size());
    }
    return ::testing::AssertionSuccess();
}

/// Pairs and joins over some runners are those of the serial verb, and counted alike. The memory is that of the calls before.
class agreeing_pairs {
public:
    /// Returns the number of pieces, which do not depend on the runner.
    template <class Tree>
    std::size_t of(const Tree& tree, const pair_filter& wanted = {}) {
        return agree([&](auto& out, counters* counts) { tree.pairs(out, wanted, counts); },
                     [&](const any_runner& with, counters* counts) {
                         return parallel::pairs(with, tree, found_, wanted, counts);
                     });
    }
    template <class Tree>
    void of(const Tree& tree, const Tree& other, const pair_filter& wanted = {}) {
        agree([&](auto& out, counters* counts) { tree.join(other, out, wanted, counts); },
              [&](const any_runner& with, counters* counts) {
                  return parallel::join(with, tree, other, found_, wanted, counts);
              });
    }

private:
    template <class Serial, class Query>
    std::size_t agree(const Serial& serial, const Query& query) {
        std::vector<index_pair> expected;
        counters work;
        serial(expected, &work);
        std::vector<std::size_t> lengths;
        for (int turn = 0; turn < 2; ++turn) {
            const any_runner& with = runners_.next();
            counters counted;
            EXPECT_EQ(query(with, &counted), outcome::complete) << with.name();
            EXPECT_TRUE(holds(found_, expected)) << with.name();
            EXPECT_EQ(counted, work) << with.name();
            std::vector<std::size_t> sizes;
            for (const auto part : found_.pieces()) {
                sizes.push_back(part.size());
            }
            EXPECT_TRUE(lengths.empty() || sizes == lengths) << with.name() << ": pieces depend on the runner";
            lengths = sizes;
        }
        return lengths.size();
    }

    every_runner runners_;
    answer_pieces<index_pair> found_;
};

template <class Tree>
void give_layers(Tree& tree, random_source& source) {
    for (std::uint32_t index = 0; index < tree.index_limit(); ++index) {
        tree.set_layers(tree.item_at(index), source.below(9) == 0 ? all_layers : 1U << source.below(4) & 7U);
    }
}

/// By intersection, by distance, with equal and with different layers.
constexpr pair_filter filters[] = {{},
                                   {.distance = 0.25},
                                   {.layers = 3, .partners = 3},
                                   {.layers = 1, .partners = 6},
                                   {.partners = 4},
                                   {.layers = 2, .distance = 0.5},
                                   {.distance = -1}};

// promise: same-on-any-threads: Pairs and joins over a runner are those of the serial verb, in its order.
// promise: same-on-any-threads: Where pieces begin does not depend on the runner.
TYPED_TEST(parallel_pairs, after_random_lives_are_those_of_the_serial_verb) {
    agreeing_pairs pairs;
    std::size_t most_pieces = 0;
    std::uint32_t number = 0; // of the filter
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
            if (turn < 4 - in_rounds(4)) {
                continue;
            }
            for (int rest = 2; rest > 0; --rest) {
                const pair_filter& wanted = filters[number++ % std::size(filters)];
                most_pieces = std::max(most_pieces, pairs.of(tree, wanted));
                pairs.of(tree, other, wanted);
                pairs.of(other, tree, wanted);
                ASSERT_FALSE(::testing::Test::HasFailure())
                    << "style " << how << ", turn " << turn << ", layers " << wanted.layers << " and "
                    << wanted.partners << ", distance " << wanted.distance;
            }
        }
    }
    EXPECT_GT(most_pieces, 2U);
}

/// Long buckets, at the root, in leaves and of wide items, are cut, too.
// promise: same-on-any-threads: Long buckets are divided among tasks, too.
TYPED_TEST(parallel_pairs, of_piles_are_those_of_the_serial_verb) {
    agreeing_pairs pairs;
    random_source source(1);
    for (const std::uint32_t others : {0U, 40U}) {
        std::vector<TypeParam> shapes(1040, dot<TypeParam>(-7, 7));
        for (std::uint32_t number = 0; number < others; ++number) {
            shapes.push_back(made<TypeParam>(number, 100, number + 0.5, 100.5));
        }
        bare_tree<TypeParam> tree({.min_parallel_items = 0});
        ASSERT_TRUE(tree.assign(shapes));
        EXPECT_EQ(pairs.of(tree), 2U) << "65 blocks";
        give_layers(tree, source);
        pairs.of(tree, {.layers = 1, .partners = others == 0 ? 1U : 2U});
    }
    if constexpr (!is_point<TypeParam>) {
        bare_tree<TypeParam> tree({.leaf_capacity = 4, .min_parallel_items = 0});
        std::vector<TypeParam> shapes(1040, made<TypeParam>(-60, -60, 60, 60)); // wide items
        for (std::uint32_t number = 0; number < 400; ++number) {
            shapes.push_back(made<TypeParam>(number % 20, number / 20, number % 20 + 0.25, number / 20 + 0.25));
        }
        ASSERT_TRUE(tree.assign(shapes));
        EXPECT_GE(pairs.of(tree), 3U);
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

// promise: same-on-any-threads: A small world or few questions start no task.
TEST(parallel_pairs_of_small_worlds, start_no_task) {
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

// ---- Receivers -----------------------------------------------------------------------------------------------------------

constexpr pair_filter near_enough = {.distance = 0.5};

/// A tree whose pairs are in many pieces.
class parallel_pairs_of_boxes : public ::testing::Test {
protected:
    quadtree<int, box<float>> tree{{.leaf_capacity = 2, .min_parallel_items = 0}};
    std::vector<index_pair> all; ///< of those near enough
    every_runner runners;

    parallel_pairs_of_boxes() {
        const scenes::world<float> scene(scenes::kind::pile, 2000, 8);
        std::vector<int> numbers(scene.count());
        std::iota(numbers.begin(), numbers.end(), 0);
        EXPECT_TRUE(tree.assign(scene.boxes(), numbers));
        tree.pairs(all, near_enough);
    }
};

/// Pieces, visitors and vectors per piece, and a visitor in order get the pairs of the serial query, and count them.
/// `serial(out, counts)` is the serial query, `query(runner, out, counts)` the one over a runner.
template <class Serial, class Query>
void expect_in_every_receiver(every_runner& runners, const Serial& serial, const Query& query) {
    std::vector<index_pair> expected;
    std::vector<item_pair> expected_items;
    counters work;
    serial(expected, &work);
    serial(expected_items, nullptr);
    for (const any_runner& runner : runners) {
        answer_pieces<index_pair> found;
        answer_pieces<item_pair> items;
        EXPECT_EQ(query(runner, found, nullptr), outcome::complete);
        EXPECT_TRUE(holds(found, expected)) << runner.name();
        EXPECT_GT(found.pieces().size(), 8U);
        EXPECT_EQ(query(runner, items, nullptr), outcome::complete);
        EXPECT_TRUE(holds(items, expected_items)) << runner.name();

        std::vector<std::vector<index_pair>> visited(found.pieces().size());
        std::vector<std::vector<index_pair>> appended(found.pieces().size());
        const auto visit = [&](std::uint32_t piece) {
            return [&own = visited.at(piece)](auto a, auto b) { own.push_back({a.index(), b.index()}); };
        };
        const auto append = [&](std::uint32_t piece) -> auto& { return appended.at(piece); };
        counters counted;
        EXPECT_EQ(query(runner, per_piece(visit), &counted), outcome::complete);
        EXPECT_EQ(counted, work) << runner.name();
        EXPECT_EQ(query(runner, per_piece(append), nullptr), outcome::complete);
        for (std::size_t piece = 0; piece < visited.size(); ++piece) {
            EXPECT_TRUE(std::ranges::equal(visited[piece], found.pieces()[piece])) << runner.name();
            EXPECT_TRUE(std::ranges::equal(appended[piece], found.pieces()[piece])) << runner.name();
        }

        std::vector<index_pair> in_turn;
        counted = {};
        const auto visit_in_turn = [&](auto a, auto b) { in_turn.push_back({a.index(), b.index()}); };
        EXPECT_EQ(query(runner, in_order(visit_in_turn), &counted), outcome::complete);
        EXPECT_EQ(in_turn, expected) << runner.name();
        EXPECT_EQ(counted, work) << runner.name();
    }
}

// promise: same-on-any-threads
TEST_F(parallel_pairs_of_boxes, on_any_threads_are_those_of_the_serial_verb) {
    expect_in_every_receiver(
        runners, [&](auto& out, counters* counts) { tree.pairs(out, near_enough, counts); },
        [&](const any_runner& runner, auto&& out, counters* counts) {
            return parallel::pairs(runner, tree, out, near_enough, counts);
        });
    const auto& other = tree;
    expect_in_every_receiver(
        runners, [&](auto& out, counters* counts) { tree.join(other, out, near_enough, counts); },
        [&](const any_runner& runner, auto&& out, counters* counts) {
            return parallel::join(runner, tree, other, out, near_enough, counts);
        });
}

// promise: same-on-any-threads: A span gets the first pairs that it has room for; the report says how many there are.
TEST_F(parallel_pairs_of_boxes, are_written_to_spans_of_any_length) {
    std::vector<item_pair> expected;
    std::vector<item_pair> joined;
    tree.pairs(expected, near_enough);
    tree.join(tree, joined);
    answer_pieces<item_pair> workspace;
    const auto check = [&](std::size_t length, const std::vector<item_pair>& all_pairs, const auto& write) {
        std::vector<item_pair> into(length);
        const span_report report = write(into);
        const std::size_t written = std::min(length, all_pairs.size());
        EXPECT_EQ(bool(report), length >= all_pairs.size());
        EXPECT_EQ(report.found, all_pairs.size());
        EXPECT_EQ(report.written, written);
        std::vector<item_pair> first(all_pairs.begin(), all_pairs.begin() + std::ptrdiff_t(written));
        first.resize(length);
        EXPECT_EQ(into, first);
    };
    for (const any_runner& runner : runners) {
        for (const std::size_t length : {std::size_t{0}, std::size_t{1}, expected.size() / 2, expected.size() - 1,
                                         expected.size(), expected.size() + 5, joined.size()}) {
            check(length, expected,
                  [&](auto& into) { return parallel::pairs(runner, tree, workspace, into, near_enough); });
            check(length, joined, [&](auto& into) { return parallel::join(runner, tree, tree, workspace, into); });
        }
    }
    parallel::pairs(parallel::inline_runner(), tree, workspace, near_enough);
    std::vector<item_pair> into(expected.size());
    EXPECT_TRUE(workspace.copy_to(into));
    EXPECT_EQ(into, expected);
    std::ranges::fill(into, item_pair{});
    EXPECT_THROW(workspace.copy_to(shuffling_runner(2, 9, conduct::throws), into), runner_failed);
    EXPECT_EQ(into, expected) << "when all is done";
    workspace.clear();
    EXPECT_TRUE(workspace.empty() && workspace.begin() == workspace.end() && workspace.pieces().empty());
    EXPECT_TRUE(workspace.copy_to({}));
}

// promise: callbacks-over-threads: Visitors get hits of the tree.
TEST_F(parallel_pairs_of_boxes, give_visitors_hits_of_the_tree) {
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

// ---- How a query ends --------------------------------------------------------------------------------------------------

// promise: callbacks-over-threads: A visitor in order of pairs may ask others with the same workspace.
TEST_F(parallel_pairs_of_boxes, a_visitor_in_order_asks_with_the_same_workspace) {
    std::vector<index_pair> intersecting;
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
TEST_F(parallel_pairs_of_boxes, in_order_stop_as_the_serial_verb_does) {
    for (const any_runner& runner : runners) {
        for (const std::size_t last : {std::size_t{1}, std::size_t{2}, all.size() / 2, all.size()}) {
            const std::vector<index_pair> expected(all.begin(), all.begin() + std::ptrdiff_t(last));
            std::vector<index_pair> seen;
            const auto stop_at_last = [&](auto a, auto b) {
                seen.push_back({a.index(), b.index()});
                return seen.size() == last ? flow::stop : flow::next;
            };
            EXPECT_EQ(parallel::pairs(runner, tree, in_order(stop_at_last), near_enough), outcome::stopped);
            EXPECT_EQ(seen, expected) << runner.name();
            seen.clear();
            const auto fail_at_last = [&](auto a, auto b) {
                if (stop_at_last(a, b) == flow::stop) {
                    throw std::runtime_error("enough");
                }
            };
            EXPECT_THROW(parallel::pairs(runner, tree, in_order(fail_at_last), near_enough), std::runtime_error);
            EXPECT_EQ(seen, expected) << runner.name();
        }
    }
}

// promise: callbacks-over-threads: `flow::stop` of one piece ends all.
TEST_F(parallel_pairs_of_boxes, per_piece_stop_and_say_so) {
    for (const any_runner& runner : runners) {
        std::vector<std::uint64_t> seen(parallel::max_pieces);
        counters work;
        const auto stop_at_third = [&](std::uint32_t piece) {
            return [&own = seen[piece]](auto, auto) { return ++own == 3 ? flow::stop : flow::next; };
        };
        EXPECT_EQ(parallel::pairs(runner, tree, per_piece(stop_at_third), near_enough, &work), outcome::stopped);
        EXPECT_GE(std::accumulate(seen.begin(), seen.end(), std::uint64_t{0}), 3U);
        EXPECT_LE(*std::max_element(seen.begin(), seen.end()), 3U);
        EXPECT_GE(work.answers, 3U);
    }
}

// promise: callbacks-over-threads: The exception of the first piece that throws is thrown.
TEST_F(parallel_pairs_of_boxes, throw_what_the_first_piece_throws) {
    answer_pieces<index_pair> found;
    parallel::pairs(parallel::inline_runner(), tree, found, near_enough);
    const auto pieces = static_cast<std::uint32_t>(found.pieces().size());
    ASSERT_GT(pieces, 8U);
    for (const any_runner& runner : runners) {
        for (const std::uint32_t first : {0U, 3U, pieces - 1}) {
            ASSERT_FALSE(found.pieces()[first].empty());
            const auto fail_from_first_on = [first](std::uint32_t piece) {
                if (piece >= first) {
                    throw std::runtime_error(std::to_string(piece));
                }
            };
            const auto factory_fails = [&](std::uint32_t piece) {
                fail_from_first_on(piece);
                return [](auto, auto) {};
            };
            const auto visitor_fails = [&](std::uint32_t piece) {
                return [&, piece](auto, auto) { fail_from_first_on(piece); };
            };
            const auto expect_first = [&](const auto& make) {
                EXPECT_EQ(thrown_by([&] { parallel::pairs(runner, tree, per_piece(make), near_enough); }),
                          std::to_string(first))
                    << runner.name();
            };
            expect_first(factory_fails);
            expect_first(visitor_fails);
        }
        EXPECT_EQ(parallel::pairs(runner, tree, found, near_enough), outcome::complete) << "the runner is as it was";
    }
}

// promise: callbacks-over-threads: What the runner throws is thrown when all is done.
TEST_F(parallel_pairs_of_boxes, throw_what_the_runner_throws_when_all_is_done) {
    shuffling_runner failing(2, 9, conduct::throws);
    std::vector<std::uint64_t> seen(parallel::max_pieces);
    const auto count = per_piece([&](std::uint32_t piece) { return [&own = seen[piece]](auto, auto) { ++own; }; });
    EXPECT_THROW(parallel::pairs(failing, tree, count, near_enough), runner_failed);
    EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), std::uint64_t{0}), all.size());
}

} // namespace
} // namespace quadrille::testing
