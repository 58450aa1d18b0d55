// Every kind of change from inside every kind of callback: the query ends at once and reports it, and the change is
// the only effect. Built twice: checked, with an assert that counts, and unchecked, with a library of its own.
// SPDX-License-Identifier: MIT
#include "misuse/changes.hpp"

#include "support/every_question.hpp"

#include <quadrille/aggregate.hpp>
#include <quadrille/contacts.hpp>
#include <quadrille/observe.hpp>
#include <quadrille/parallel.hpp>
#include <quadrille/visibility.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

/// A user-defined area whose functions change the tree.
struct poking_area {
    enum class where { bounds, may_intersect, covers, intersects };
    where pokes;

    box<float> bounds() const { return told(where::bounds, everywhere); }
    bool may_intersect(const box<float>& cell) const { return told(where::may_intersect, intersects_of(cell)); }
    bool covers(const box<float>&) const { return told(where::covers, false); }
    bool intersects(const box<float>& shape) const { return told(where::intersects, intersects_of(shape)); }

private:
    static bool intersects_of(const box<float>& shape) { return quadrille::intersects(shape, everywhere); }
    template <class Answer>
    Answer told(where here, Answer answer) const {
        if (here == pokes) {
            poke();
        }
        return answer;
    }
};

struct query_case {
    std::string name;
    std::function<bool(world&)> ask; ///< whether it says that the tree was changed
    bool is_for_every_change = true; ///< or for the first and the last of them: a walk of another case, in another form
};

void PrintTo(const query_case& shown, std::ostream* out) {
    *out << shown.name;
} // NOLINT: GoogleTest looks for this name

const auto poke_for_one = [](auto&&) { poke(); };
const auto poke_for_two = [](auto, auto) { poke(); };
const auto poke_for_any = [](const auto&...) { poke(); };
const auto poke_per_piece = parallel::per_piece([](std::uint32_t) { return poke_for_two; });

bool is_changed(outcome end) { return end == outcome::tree_changed; }

/// Pokes in a loop over a range.
template <class Range>
bool is_changed_in(Range&& hits) {
    for ([[maybe_unused]] const auto& hit : hits) {
        poke();
    }
    return is_changed(hits.outcome());
}

std::vector<item> all_items(const tree& of) {
    std::vector<item> all;
    of.each([&](auto hit) { all.push_back(hit.item()); });
    return all;
}

/// Areas and places that many items intersect.
struct wide_chance {
    const tree& of;
    int places = 0;

    static box<float> area() { return everywhere; }
    static circle<float> disc() { return {{5, 5}, 4}; }
    point<float> place() {
        constexpr std::array<point<float>, 3> corners = {{{3, 3}, {12, 0}, {0, 12}}};
        return corners[static_cast<std::size_t>(places++ % 3)];
    }
    static double distance() { return 1; }
    item someone() const { return of.item_at(0); }
    static std::uint32_t layers() { return all_layers; }
};

/// Calls `ask(question)` with the question of this number.
template <class Ask>
bool ask_of_kind(tree& of, std::uint32_t kind, const Ask& ask) {
    wide_chance chance{of};
    field_drawer<float, wide_chance> fields(chance);
    std::uint32_t number = 0;
    bool told = false;
    each_question<float>(of, [&](const auto& prototype) {
        if (number++ == kind) {
            told = ask(fields.drawn(prototype));
        }
    });
    return told;
}

/// Every question, to a visitor, in a loop, and many in a batch.
void add_questions(std::vector<query_case>& all) {
    tree sample = crowded_tree();
    std::uint32_t kind = 0;
    each_question<float>(sample, [&](const auto& prototype) {
        const auto add = [&](const char* form, bool is_for_every_change, const auto& ask) {
            const auto ask_it = [kind, ask](world& of) {
                return ask_of_kind(of.in, kind, [&](const auto& asked) { return ask(of.in, asked); });
            };
            std::string name = prototype.name + ("_" + std::to_string(kind)) + form;
            std::ranges::replace(name, ' ', '_');
            all.push_back({std::move(name), ask_it, is_for_every_change});
        };
        add("_to_a_visitor", true, [](tree& in, const auto& asked) { return is_changed(in.ask(asked, poke_for_any)); });
        add("_in_a_loop", false, [](tree& in, const auto& asked) { return is_changed_in(in.ask(asked)); });
        add("_in_a_batch", false, [](tree& in, const auto& asked) {
            batch_workspace workspace(ordering::always);
            return is_changed(in.ask(std::vector(9, asked), workspace, poke_for_any));
        });
        ++kind;
    });
}

std::vector<query_case> every_query() {
    std::vector<query_case> all = {
        {"query_counted",
         [](world& of) {
             counters seen;
             return is_changed(of.in.query(everywhere, poke_for_one, {.layers = 2}, &seen));
         }},
        {"pairs_of_const",
         [](world& of) {
             pair_workspace workspace;
             const auto items = all_items(of.in);
             const bool told = is_changed(std::as_const(of.in).pairs_of(items, workspace, poke_for_two));
             std::vector<index_pair> found;
             of.twin.pairs_of(all_items(of.twin), workspace, found);
             EXPECT_EQ(found.size(), found_pairs(of.twin).size()) << "a mark was left";
             return told;
         }},
        {"join_as_first",
         [](world& of) {
             const tree other = crowded_tree();
             return is_changed(std::as_const(of.in).join(other, poke_for_two));
         }},
        {"join_as_second",
         [](world& of) {
             tree first = crowded_tree();
             return is_changed(first.join(of.in, poke_for_two));
         }},
        {"pairs_per_piece",
         [](world& of) { return is_changed(parallel::pairs(parallel::inline_runner(), of.in, poke_per_piece)); }},
        {"pairs_in_order",
         [](world& of) {
             parallel::thread_pool pool(2);
             return is_changed(parallel::pairs(pool, of.in, parallel::in_order(poke_for_two)));
         }},
        {"join_per_piece_as_second",
         [](world& of) {
             const tree first = crowded_tree();
             return is_changed(parallel::join(parallel::inline_runner(), first, of.in, poke_per_piece));
         }},
        {"join_in_order_as_first",
         [](world& of) {
             tree other = crowded_tree();
             return is_changed(
                 parallel::join(parallel::inline_runner(), of.in, other, parallel::in_order(poke_for_two)));
         }},
        {"raycast_by_fractions",
         [](world& of) {
             return is_changed(of.in.raycast({{-1, -1}, {20, 20}}, [](auto) {
                 poke();
                 return 0.9;
             }));
         }},
        {"cells", [](world& of) { return is_changed(of.in.cells(poke_for_one)); }},
        {"cells_with_what_is_filed",
         [](world& of) { return is_changed(of.in.cells([](const auto&) {}, poke_for_one)); }},
        {"cell_at",
         [](world& of) {
             std::optional<cell<float>> found;
             // Leaves hold four; the places along the diagonal have one each that is not empty.
             for (int at = 0; at < 13; ++at) {
                 found = of.in.cell_at({static_cast<float>(at), static_cast<float>(at)}, poke_for_one);
                 if (!found) {
                     return true;
                 }
             }
             return false;
         }},
        {"nearest",
         [](world& of) {
             std::array<neighbor, 7> found;
             return of.in.nearest({3, 3}, found, {}, [](auto) {
                 poke();
                 return true;
             }) == 0;
         }},
        {"nearest_from_afar",
         [](world& of) {
             std::array<neighbor, 90> found;
             return of.in.nearest({-50, 90}, found, {}, [](auto hit) {
                 poke();
                 return hit.index() % 3 == 0;
             }) == 0;
         }},
        {"loop_over_nearest",
         [](world& of) {
             nearest_workspace workspace;
             return is_changed_in(of.in.nearest({3, 3}, workspace));
         }},
        {"loop_over_join_as_first",
         [](world& of) {
             const tree other = crowded_tree();
             return is_changed_in(std::as_const(of.in).join(other));
         }},
        {"loop_over_join_as_second",
         [](world& of) {
             tree first = crowded_tree();
             return is_changed_in(first.join(of.in));
         }},
        {"find",
         [](world& of) {
             const value sought(30); // of item 30, and of no other on the spot
             return !of.in.find({{0, 0}, {2, 2}}, sought);
         }},
        {"erase_if",
         [](world& of) {
             const std::uint32_t had = of.in.size();
             return of.in.erase_if([&](auto) {
                 poke();
                 return of.in.size() != had || !of.in.contains(of.in.item_at(50));
             }) == 0;
         }},
        {"sync",
         [](world& of) {
             const change_report report = of.in.sync([](auto hit) {
                 const box<float> shape = hit.shape();
                 poke();
                 return box<float>{{shape.min.x - 9, shape.min.y}, shape.max};
             });
             EXPECT_EQ(report.method == update_method::none, !report);
             EXPECT_EQ(of.in.error(), report.error);
             return report.error == error::tree_changed;
         }},
        {"sync_over_a_runner",
         [](world& of) {
             const auto shape_of = [](auto hit) {
                 const box<float> shape = hit.shape();
                 poke();
                 return shape;
             };
             return parallel::sync(parallel::inline_runner(), of.in, shape_of).error == error::tree_changed;
         }},
        {"query_many_over_threads",
         [](world& of) {
             parallel::thread_pool pool(2);
             batch_workspace workspace(ordering::always);
             const std::vector<circle<float>> areas(300, {{5, 5}, 4});
             return is_changed(parallel::query(pool, of.in, areas, workspace, parallel::in_order(poke_for_two)));
         }},
        {"draw",
         [](world& of) {
             struct {
                 void square(const cell<float>&) { poke(); }
                 void bounds(const cell<float>&) {}
                 void item(tree::const_hit) {}
                 void large(tree::const_hit) {}
             } pen;
             return is_changed(draw(of.in, pen));
         }},
        {"draw_items",
         [](world& of) {
             struct {
                 void item(tree::const_hit) { poke(); }
                 void large(tree::const_hit) {}
             } pen;
             return is_changed(draw(of.in, pen));
         }},
        {"draw_wide",
         [](world& of) {
             struct {
                 void large(tree::const_hit) { poke(); }
             } pen;
             return is_changed(draw(of.in, pen));
         }},
        {"aggregate",
         [](world& of) {
             cell_numbering<> cells;
             std::vector<int> sums;
             const auto number_of = [](auto hit) {
                 const int number = std::stoi(hit.value().text());
                 poke();
                 return number;
             };
             return is_changed(cells.aggregate(of.in, sums, number_of)) && cells.size() == 0;
         }},
        {"aggregate_by_a_combination",
         [](world& of) {
             cell_numbering<> cells;
             std::vector<int> sums;
             const auto number_of = [](auto hit) { return static_cast<int>(hit.index()); };
             const auto add = [](int one, int other) {
                 poke();
                 return one + other;
             };
             return is_changed(cells.aggregate(of.in, sums, number_of, add)) && cells.size() == 0;
         }},
        {"aggregate_by_a_combination_of_cells",
         [](world& of) {
             cell_numbering<> cells;
             std::vector<totals> sums;
             const auto add = [](totals& sum, const totals& part) {
                 sum += part;
                 if (part.count > 1) { // not an item
                     poke();
                 }
             };
             return is_changed(cells.aggregate(of.in, sums, totals_of{}, add)) && cells.size() == 0;
         }},
        {"walk_over_cells",
         [](world& of) {
             cell_numbering<> cells;
             std::vector<totals> sums;
             cells.aggregate(of.in, sums);
             return is_changed(cells.walk(of.in, sums, [](auto) {
                 poke();
                 return descent::open;
             }));
         }},
        {"walk_over_items",
         [](world& of) {
             cell_numbering<> cells;
             std::vector<totals> sums;
             cells.aggregate(of.in, sums);
             return is_changed(cells.walk(of.in, sums, [](auto) { return descent::open; }, poke_for_one));
         }},
        {"look",
         [](world& of) {
             visibility<float> eye;
             return eye
                 .look(of.in, {{4.5F, 0.5F}, 10},
                       [](auto hit) {
                           const box<float> wall = hit.shape();
                           poke();
                           return wall;
                       })
                 .empty();
         }},
        {"is_visible",
         [](world& of) {
             return !is_visible(of.in, point<float>{4.5F, 30}, point<float>{4.5F, -3}, [](auto) {
                 poke();
                 return box<float>{{90, 90}, {91, 91}};
             });
         }},
        {"visits",
         [](world& of) {
             visits seen;
             return is_changed(seen.update(of.in, std::array{poking_area{poking_area::where::intersects}})) &&
                    seen.now().empty();
         }},
    };
    add_questions(all);
    for (const auto& [where, caller] : {std::pair{poking_area::where::bounds, "bounds"},
                                        {poking_area::where::may_intersect, "may_intersect"},
                                        {poking_area::where::covers, "covers"},
                                        {poking_area::where::intersects, "intersects"}}) {
        const poking_area area{where};
        const auto add = [&, called = caller](const std::string& what, std::function<bool(world&)> ask) {
            all.push_back({what + "_by_" + called, std::move(ask)});
        };
        add("query_own", [area](world& of) { return is_changed(of.in.query(area, [](auto) {})); });
        add("collect_own", [area](world& of) {
            std::vector<std::uint32_t> found;
            const bool told = is_changed(of.in.query(area, found));
            EXPECT_EQ(told, found.size() < 100);
            return told;
        });
        add("loop_over_own", [area](world& of) {
            auto hits = of.in.query(area);
            int seen = 0;
            for ([[maybe_unused]] const auto hit : hits) {
                ++seen;
            }
            EXPECT_EQ(is_changed(hits.outcome()), seen < 100);
            return is_changed(hits.outcome());
        });
        add("any_own", [area](world& of) { return !of.in.any(area); });
        for (const std::size_t questions : {2U, 40U}) {
            const std::vector<poking_area> areas(questions, area);
            const std::string many = std::to_string(questions);
            add("visit_" + many + "_own", [areas](world& of) {
                batch_workspace workspace(ordering::always);
                return is_changed(of.in.query(areas, workspace, [](std::size_t, auto) {}));
            });
            add("collect_" + many + "_own", [areas](world& of) {
                batch_workspace workspace(ordering::always);
                answer_rows<> rows;
                const bool told = is_changed(of.in.query(areas, workspace, rows));
                EXPECT_EQ(told, rows.empty());
                return told;
            });
            add("count_" + many + "_own", [areas](world& of) {
                std::vector<std::uint32_t> results(areas.size(), 7);
                const batch_report report = of.in.count(areas, results);
                EXPECT_EQ(!report, results == std::vector<std::uint32_t>(areas.size(), 0));
                EXPECT_EQ(!report, report.error == error::tree_changed);
                return !report;
            });
        }
        const std::vector<poking_area> areas(300, area);
        add("collect_own_over_a_runner", [areas](world& of) {
            batch_workspace workspace(ordering::always);
            answer_rows<> rows;
            const bool told = is_changed(parallel::query(parallel::inline_runner(), of.in, areas, workspace, rows));
            EXPECT_EQ(told, rows.empty());
            return told;
        });
        add("count_own_over_a_runner", [areas](world& of) {
            batch_workspace workspace(ordering::always);
            std::vector<std::uint32_t> results(areas.size(), 7);
            const bool told = !parallel::count(parallel::inline_runner(), of.in, areas, workspace, results);
            EXPECT_EQ(told, results == std::vector<std::uint32_t>(areas.size(), 0));
            return told;
        });
        add("count_own", [area](world& of) { return of.in.count(area) == 0; });
    }
    return all;
}

struct thrown_by_a_callback {};

/// The change at this call, or the exception there, or both: it comes out, the query ends, and nothing else has happened.
void expect_all_that_happens(const query_case& asked, const change* made, int when, bool throws) {
    SCOPED_TRACE(asked.name + ", " + (made != nullptr ? made->name : "no change") + ", call " + std::to_string(when));
    world of;
    world untold; // the same, with the change alone
    int calls = 0;
    bool has_happened = false;
    poke = at_call(when, calls, [&] {
        if (made != nullptr) {
            made->make(of);
        }
        has_happened = true;
        throws ? throw thrown_by_a_callback() : void();
    });
    misuses = 0;
    bool told = false;
    bool is_caught = false;
    try {
        told = asked.ask(of);
    } catch (const thrown_by_a_callback&) {
        is_caught = true;
    }
    poke = [] {};
    if (!has_happened) {
        EXPECT_GT(when, 1) << "the query has called nobody";
        return;
    }
    EXPECT_EQ(is_caught, throws);
    EXPECT_EQ(calls, when) << "the query goes on";
    if (!throws) {
        EXPECT_TRUE(told) << "the query does not say that the tree was changed";
#ifdef QUADRILLE_CHECKED
        EXPECT_EQ(misuses, 1);
#else
        EXPECT_EQ(misuses, 0);
#endif
    }
    if (made != nullptr) {
        made->make(untold);
    }
    EXPECT_EQ(contents_of(of.in), contents_of(untold.in));
    EXPECT_TRUE(is_sound(of.in) && is_sound(of.twin) && is_sound(of.kept));
    if (throws) {
        static_cast<void>(asked.ask(of));
        EXPECT_TRUE(agrees_with_oracle(of.in)) << "and goes on";
    }
    EXPECT_TRUE(of.in.insert(elsewhere, 5)) << "and goes on";
}

class visitor_change : public ::testing::TestWithParam<query_case> {};

// promise: change-ends-the-walk
// promise: change-ends-the-walk: `sync` is rejected when its function changes the tree: `tree_changed`.
// promise: misuse: Changes inside a callback over a runner are asserted, and end the verb.
TEST_P(visitor_change, ends_the_query_and_is_all_that_happens) {
    for (const change& made : changes) {
        const bool is_an_end = &made == std::begin(changes) || &made == std::end(changes) - 1;
        if (!GetParam().is_for_every_change && !is_an_end) {
            continue;
        }
        expect_all_that_happens(GetParam(), &made, 1, false);
        expect_all_that_happens(GetParam(), &made, 4, false);
    }
}

INSTANTIATE_TEST_SUITE_P(all, visitor_change, ::testing::ValuesIn(every_query()),
                         [](const auto& each) { return each.param.name; });

/// All but user-defined areas, which must not throw.
// promise: visitors-that-throw: What a callback throws comes out, also after it has changed the tree; nothing else
//     has happened.
// promise: visitors-that-throw
TEST(throwing_callback, leaves_what_it_did_and_nothing_else) {
    for (const query_case& each : every_query()) {
        if (each.name == "visits" || each.name.find("_own_") != std::string::npos) {
            continue;
        }
        for (const change* made : {static_cast<const change*>(nullptr), std::begin(changes), std::end(changes) - 1}) {
            expect_all_that_happens(each, made, 1, true);
            expect_all_that_happens(each, made, 4, true);
        }
    }
}

/// Rejected changes have no effect, so they are allowed in any callback; so are empty batches, and a swap and a swap back.
// promise: change-ends-the-walk: A rejected change, an empty batch, a swap and a swap back do not end the walk.
TEST(change_that_is_rejected, is_none) {
    world of;
    const box<float> bad = {{1, 1}, {0, 0}};
    const auto try_all = [&] {
        of.in.erase({});
        of.in.insert(bad, 1);
        std::vector<item> items;
        of.in.insert(std::vector{elsewhere, bad}, std::vector<int>(2), items);
        of.in.insert(std::vector{elsewhere}, std::vector<int>(2), items);
        of.in.erase(std::array{of.in.item_at(1), of.in.item_at(1)});
        of.in.move(of.in.item_at(4), bad);
        of.in.assign(std::vector{bad}, std::vector{1});
        of.in.assign(std::vector{elsewhere}, std::vector<int>{});
        of.in.sync(std::vector{elsewhere});
        of.in.sync([&](auto) { return bad; });
        of.in.reserve(max_items + 1);
        of.in.copy_from(of.in);
        items.clear();
        of.in.insert(std::vector<box<float>>{}, std::vector<int>{}, items);
        of.in.erase(items);
        of.in.move(std::span<const item>(), std::span<const box<float>>());
        of.in.swap(of.kept);
        of.in.swap(of.kept);
    };
    const contents before = contents_of(of.in);
    misuses = 0;
    for (const query_case& each : every_query()) {
        if (each.name == "erase_if") {
            continue; // it changes the tree itself
        }
        world fresh;
        const bool untold = each.ask(fresh);
        poke = try_all;
        const bool told = each.ask(of);
        poke = [] {};
        if (each.name.starts_with("sync")) {
            of = world();
        }
        EXPECT_EQ(told, untold) << each.name;
        EXPECT_EQ(contents_of(of.in), before) << each.name;
    }
    EXPECT_EQ(misuses, 0);
    EXPECT_TRUE(agrees_with_oracle(of.in));
}

} // namespace
} // namespace quadrille::testing
