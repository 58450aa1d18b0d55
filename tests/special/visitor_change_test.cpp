// Every kind of change from inside every kind of callback: the query ends at once and reports it, and the change is
// the only effect. Built twice: checked, with an assert that counts, and unchecked, with a library of its own.
// SPDX-License-Identifier: MIT
namespace {

int misuses = 0;

} // namespace

#ifdef QUADRILLE_CHECKED
#define QUADRILLE_ASSERT(condition, message) ((condition) ? static_cast<void>(0) : static_cast<void>(++misuses))
#endif

#include "support/answers.hpp"

#include <quadrille/contacts.hpp>
#include <quadrille/observe.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/sight.hpp>

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

/// What a callback calls: it changes the tree at the chosen call.
std::function<void()> poke = [] {};

/// Pokes that act at one call only, and not recursively.
std::function<void()> at_call(int when, int& calls, std::function<void()> act) {
    return [when, &calls, act = std::move(act)] {
        if (++calls == when) {
            const std::function<void()> here = std::exchange(poke, [] {});
            act();
            poke = here;
        }
    };
}

/// A value whose copies, conversions and comparisons are user code, and that is large enough to be allocated.
class value {
public:
    value(int number) : text_(std::to_string(number) + ", and long enough to be allocated") {} // NOLINT: implicit
    value(const std::string& text) : text_(text) { poke(); }                                   // NOLINT: implicit
    value(const value& other) : text_(other.text_) { poke(); }
    value(value&& other) noexcept = default;
    value& operator=(const value&) = default;
    value& operator=(value&&) noexcept = default;
    ~value() = default;

    const std::string& text() const noexcept { return text_; }
    friend bool operator==(const value& one, const value& other) {
        const bool are_equal = one.text_ == other.text_; // before the poke, which may be the end of both
        poke();
        return are_equal;
    }

private:
    std::string text_;
};

using tree = quadtree<value, box<float>>;

/// In leaves of four, several to a cell, some of them wide; all trees that it makes have had as many changes.
tree crowded_tree() {
    tree made({.leaf_capacity = 4});
    for (int number = 0; number < 100; ++number) {
        const auto at = static_cast<float>(number % 10);
        made.insert({{at, at}, {at + 2, at + 2 + static_cast<float>(number % 3)}}, number);
    }
    return made;
}

struct world {
    tree in = crowded_tree();
    tree twin = crowded_tree();
    tree kept;
};

const box<float> everywhere = {{-100, -100}, {100, 100}};
const box<float> elsewhere = {{40, 40}, {41, 41}};

// ---- The changes -----------------------------------------------------------------------------------------------------

struct change {
    const char* name;
    std::function<void(world&)> make;
};

const change changes[] = {
    {"insert", [](world& of) { of.in.insert(elsewhere, 1); }},
    {"insert of many",
     [](world& of) {
         for (int number = 0; number < 300; ++number) {
             const auto at = static_cast<float>(number);
             of.in.insert({{at, -at}, {at + 1, 1}}, number);
         }
     }},
    {"insert of a batch",
     [](world& of) {
         std::vector<item> items;
         of.in.insert(std::vector<box<float>>(20, elsewhere), std::vector<int>(20), items);
     }},
    {"insert of a large batch",
     [](world& of) {
         std::vector<item> items;
         of.in.insert(std::vector<box<float>>(500, elsewhere), std::vector<int>(500), items);
     }},
    {"erase of a batch", [](world& of) { of.in.erase(std::array{of.in.item_at(50), of.in.item_at(3)}); }},
    {"erase", [](world& of) { of.in.erase(of.in.item_at(50)); }},
    {"erase_if", [](world& of) { of.in.erase_if([](auto hit) { return hit.index() % 2 == 0; }); }},
    {"erase of all", [](world& of) { of.in.erase_if([](auto) { return true; }); }},
    {"move", [](world& of) { of.in.move(of.in.item_at(50), elsewhere); }},
    {"move of many",
     [](world& of) {
         const std::array movers = {of.in.item_at(7), of.in.item_at(8)};
         of.in.move(movers, std::array{elsewhere, elsewhere});
     }},
    {"set_layers", [](world& of) { of.in.set_layers(of.in.item_at(3), 1); }},
    {"sync", [](world& of) { of.in.sync(std::vector<box<float>>(of.in.index_limit(), elsewhere)); }},
    {"sync by function", [](world& of) { of.in.sync([](auto) { return elsewhere; }); }},
    {"sync after growth",
     [](world& of) {
         for (int number = 0; number < 300; ++number) {
             of.in.insert(elsewhere, number);
         }
         of.in.sync([](auto hit) { return hit.shape(); });
     }},
    {"assign", [](world& of) { of.in.assign(std::vector<box<float>>(3), std::vector<int>(3)); }},
    {"assign of many", [](world& of) { of.in.assign(std::vector<box<float>>(300), std::vector<int>(300)); }},
    {"clear", [](world& of) { of.in.clear(); }},
    {"clear and insert",
     [](world& of) {
         of.in.clear();
         of.in.insert(elsewhere, 2);
     }},
    {"reserve", [](world& of) { of.in.reserve(5000); }},
    {"copy of a twin", [](world& of) { of.in.copy_from(of.twin); }},
    {"copy of an empty tree", [](world& of) { of.in.copy_from(of.kept); }},
    {"swap with a twin", [](world& of) { of.in.swap(of.twin); }},
    {"swap with an empty tree", [](world& of) { of.in.swap(of.kept); }},
    {"move assignment of a twin", [](world& of) { of.in = std::move(of.twin); }},
    {"move assignment of an empty tree", [](world& of) { of.in = tree(); }},
    {"move construction away",
     [](world& of) {
         const tree taken(std::move(of.in));
         EXPECT_GE(taken.size(), 100U);
     }},
    {"move away",
     [](world& of) {
         of.kept = std::move(of.in);
         of.kept.clear();
     }},
    {"move away, and as many changes again",
     [](world& of) {
         of.kept = std::move(of.in);
         of.in = crowded_tree();
     }},
};

/// What a tree holds, whatever its handles.
struct contents {
    snapshot<box<float>> shapes;
    std::vector<std::string> values;
    std::vector<std::uint32_t> layers;

    friend bool operator==(const contents&, const contents&) = default;
};

contents contents_of(const tree& of) {
    contents taken{snapshot_of(of), {}, {}};
    of.each([&](auto hit) {
        taken.values.push_back(hit.value().text());
        taken.layers.push_back(of.layers(hit.item()));
    });
    return taken;
}

// ---- The queries -----------------------------------------------------------------------------------------------------

/// A user-defined area whose functions change the tree.
struct poking_area {
    enum class where { bounds, may_touch, touches };
    where pokes;

    box<float> bounds() const { return told(where::bounds, everywhere); }
    bool may_touch(const box<float>& cell) const { return told(where::may_touch, touches_of(cell)); }
    bool touches(const box<float>& shape) const { return told(where::touches, touches_of(shape)); }

private:
    static bool touches_of(const box<float>& shape) { return quadrille::touches(shape, everywhere); }
    template <class Answer>
    Answer told(where here, Answer answer) const {
        if (here == pokes) {
            poke();
        }
        return answer;
    }
};

struct query_case {
    const char* name;
    std::function<bool(world&)> ask; ///< returns whether it reports that the tree was changed
};

void PrintTo(const query_case& shown, std::ostream* out) {
    *out << shown.name;
} // NOLINT: GoogleTest looks for this name

const auto poke_for_one = [](auto&&) { poke(); };
const auto poke_for_two = [](auto, auto) { poke(); };

bool is_changed(outcome end) { return end == outcome::changed; }

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

std::vector<query_case> every_query() {
    std::vector<query_case> all = {
        {"query", [](world& of) { return is_changed(of.in.query(everywhere, poke_for_one)); }},
        {"query_const", [](world& of) { return is_changed(std::as_const(of.in).query(everywhere, poke_for_one)); }},
        {"query_some", [](world& of) { return is_changed(of.in.query(box<float>{{1, 1}, {6, 5}}, poke_for_one)); }},
        {"query_circle", [](world& of) { return is_changed(of.in.query(circle<float>{{5, 5}, 4}, poke_for_one)); }},
        {"query_segment",
         [](world& of) { return is_changed(of.in.query(segment<float>{{0, 0}, {10, 9}}, poke_for_one)); }},
        {"query_polygon",
         [](world& of) {
             const std::array<point<float>, 3> vertices = {point<float>{0, 0}, {12, 0}, {0, 12}};
             return is_changed(of.in.query(polygon<float>{vertices}, poke_for_one));
         }},
        {"query_within", [](world& of) { return is_changed(of.in.query_within(point<float>{5, 5}, 4, poke_for_one)); }},
        {"query_within_of_a_segment",
         [](world& of) { return is_changed(of.in.query_within(segment<float>{{0, 0}, {10, 9}}, 2, poke_for_one)); }},
        {"query_counted",
         [](world& of) {
             counters seen;
             return is_changed(of.in.query(everywhere, poke_for_one, {.layers = 2}, &seen));
         }},
        {"touching", [](world& of) { return is_changed(of.in.touching(of.in.item_at(0), poke_for_one)); }},
        {"pairs", [](world& of) { return is_changed(of.in.pairs(poke_for_two)); }},
        {"pairs_of_layers", [](world& of) { return is_changed(of.in.pairs(poke_for_two, {.partners = 2})); }},
        {"pairs_of", [](world& of) { return is_changed(of.in.pairs_of(all_items(of.in), poke_for_two)); }},
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
        {"pairs_with_a_distance", [](world& of) { return is_changed(of.in.pairs(poke_for_two, {.distance = 1})); }},
        {"join", [](world& of) { return is_changed(of.in.join(of.in, poke_for_two)); }},
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
        {"join_with_a_distance_as_second",
         [](world& of) {
             const tree first = crowded_tree();
             return is_changed(first.join(of.in, poke_for_two, {.distance = 1}));
         }},
        {"raycast", [](world& of) { return is_changed(of.in.raycast({{-1, -1}, {20, 20}}, poke_for_one)); }},
        {"raycast_by_fractions",
         [](world& of) {
             return is_changed(of.in.raycast({{-1, -1}, {20, 20}}, [](auto) {
                 poke();
                 return 0.9;
             }));
         }},
        {"cast", [](world& of) { return is_changed(of.in.cast(circle<float>{{-2, -2}, 1}, {20, 20}, poke_for_one)); }},
        {"each", [](world& of) { return is_changed(of.in.each(poke_for_one)); }},
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
             std::array<neighbour, 7> found;
             return of.in.nearest({3, 3}, found, {}, [](auto) {
                 poke();
                 return true;
             }) == 0;
         }},
        {"nearest_from_afar",
         [](world& of) {
             std::array<neighbour, 90> found;
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
        {"loop_over_query", [](world& of) { return is_changed_in(of.in.query(everywhere)); }},
        {"loop_over_query_of_const", [](world& of) { return is_changed_in(std::as_const(of.in).query(everywhere)); }},
        {"loop_over_query_within",
         [](world& of) { return is_changed_in(of.in.query_within(circle<float>{{5, 5}, 4}, 1)); }},
        {"loop_over_touching", [](world& of) { return is_changed_in(of.in.touching(of.in.item_at(0))); }},
        {"loop_over_pairs", [](world& of) { return is_changed_in(of.in.pairs()); }},
        {"loop_over_pairs_with_a_distance", [](world& of) { return is_changed_in(of.in.pairs({.distance = 1})); }},
        {"loop_over_join", [](world& of) { return is_changed_in(of.in.join(of.in)); }},
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
        {"loop_over_raycast", [](world& of) { return is_changed_in(of.in.raycast({{-1, -1}, {20, 20}})); }},
        {"loop_over_cast", [](world& of) { return is_changed_in(of.in.cast(circle<float>{{-2, -2}, 1}, {20, 20})); }},
        {"loop_over_each", [](world& of) { return is_changed_in(of.in.each()); }},
        {"pairs_of_with_a_distance",
         [](world& of) { return is_changed(of.in.pairs_of(all_items(of.in), poke_for_two, {.distance = 1})); }},
        {"find",
         [](world& of) {
             const value sought(30); // of item 30, and of no other at that place
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
             EXPECT_EQ(of.in.refusal(), report.why);
             return report.why == refusal::changed;
         }},
        {"draw",
         [](world& of) {
             struct {
                 void square(const cell<float>&) { poke(); }
                 void bounds(const cell<float>&) {}
                 void item(tree::const_hit) {}
                 void wide(tree::const_hit) {}
             } pen;
             return is_changed(draw(of.in, pen));
         }},
        {"draw_items",
         [](world& of) {
             struct {
                 void item(tree::const_hit) { poke(); }
                 void wide(tree::const_hit) {}
             } pen;
             return is_changed(draw(of.in, pen));
         }},
        {"draw_wide",
         [](world& of) {
             struct {
                 void wide(tree::const_hit) { poke(); }
             } pen;
             of.in.insert({{-300, -300}, {300, 300}}, 1);
             return is_changed(draw(of.in, pen));
         }},
        {"look",
         [](world& of) {
             sight<float> eye;
             return eye
                 .look(of.in, {{4.5F, 0.5F}, 10},
                       [](auto hit) {
                           const box<float> wall = hit.shape();
                           poke();
                           return wall;
                       })
                 .empty();
         }},
        {"in_sight",
         [](world& of) {
             return !in_sight(of.in, point<float>{4.5F, 30}, point<float>{4.5F, -3}, [](auto) {
                 poke();
                 return box<float>{{90, 90}, {91, 91}};
             });
         }},
        {"visits",
         [](world& of) {
             visits seen;
             return is_changed(seen.update(of.in, std::array{poking_area{poking_area::where::touches}})) &&
                    seen.now().empty();
         }},
    };
    for (const auto& [where, caller] : {std::pair{poking_area::where::bounds, "bounds"},
                                        {poking_area::where::may_touch, "may_touch"},
                                        {poking_area::where::touches, "touches"}}) {
        const poking_area area{where};
        static std::vector<std::string> names;
        names.reserve(20);
        const auto add = [&, called = caller](const char* what, std::function<bool(world&)> ask) {
            names.push_back(std::string(what) + "_by_" + called);
            all.push_back({names.back().c_str(), std::move(ask)});
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
        add("count_own", [area](world& of) { return of.in.count(area) == 0; });
    }
    return all;
}

class visitor_change : public ::testing::TestWithParam<query_case> {};

TEST_P(visitor_change, ends_the_query_and_is_all_that_happens) {
    for (const change& made : changes) {
        for (const int when : {1, 4}) {
            SCOPED_TRACE(std::string(made.name) + " at call " + std::to_string(when));
            world of;
            world untold; // the same, with the change alone
            if (std::string(GetParam().name) == "draw_wide") {
                untold.in.insert({{-300, -300}, {300, 300}}, 1);
            }
            int calls = 0;
            bool is_made = false;
            poke = at_call(when, calls, [&] {
                made.make(of);
                is_made = true;
            });
            misuses = 0;
            const bool told = GetParam().ask(of);
            poke = [] {};
            if (!is_made) {
                EXPECT_GT(when, 1) << "the query has made no call";
                continue;
            }
            const int told_misuses = misuses;
            EXPECT_TRUE(told) << "the query does not report that the tree was changed";
            EXPECT_EQ(calls, when) << "the query continues";
#ifdef QUADRILLE_CHECKED
            EXPECT_EQ(told_misuses, 1);
#else
            EXPECT_EQ(told_misuses, 0);
#endif
            made.make(untold);
            EXPECT_EQ(contents_of(of.in), contents_of(untold.in));
            EXPECT_TRUE(is_sound(of.in) && is_sound(of.twin) && is_sound(of.kept));
            EXPECT_TRUE(of.in.insert(elsewhere, 5)) << "and goes on";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(all, visitor_change, ::testing::ValuesIn(every_query()),
                         [](const auto& each) { return std::string(each.param.name); });

// ---- No misuse -------------------------------------------------------------------------------------------------------

/// A value is constructed before the change for which it is constructed.
TEST(change_by_a_value, comes_before_its_insert) {
    for (const change& made : changes) {
        for (const bool is_copy : {false, true}) {
            SCOPED_TRACE(made.name);
            world of;
            world untold;
            const value given(7);
            int calls = 0;
            poke = at_call(1, calls, [&] { made.make(of); });
            misuses = 0;
            const item fresh = is_copy ? of.in.insert(elsewhere, given) : of.in.insert(elsewhere, given.text());
            poke = [] {};
            EXPECT_EQ(misuses, 0);
            made.make(untold);
            const item expected = untold.in.insert(elsewhere, value(7));
            EXPECT_EQ(fresh.index, expected.index);
            ASSERT_NE(of.in.value(fresh), nullptr);
            EXPECT_EQ(of.in.value(fresh)->text(), given.text());
            EXPECT_EQ(contents_of(of.in), contents_of(untold.in));
            EXPECT_TRUE(is_sound(of.in) && is_sound(of.twin));
        }
    }
}

/// Of a batch that is copied, and of one that is converted; few, and enough for a rebuild.
TEST(change_by_a_value, comes_before_its_batch) {
    for (const change& made : changes) {
        for (const std::size_t count : {2U, 40U, 700U}) {
            for (const bool is_copy : {false, true}) {
                SCOPED_TRACE(made.name);
                const std::vector<box<float>> shapes(count, elsewhere);
                const std::vector<value> given(count, value(7));
                world of;
                world untold;
                std::vector<item> fresh;
                int calls = 0;
                poke = at_call(2, calls, [&] { made.make(of); });
                misuses = 0;
                const change_report report =
                    is_copy ? of.in.insert(shapes, given, fresh)
                            : of.in.insert(shapes, std::vector<std::string>(count, given[0].text()), fresh);
                poke = [] {};
                EXPECT_EQ(misuses, 0);
                EXPECT_TRUE(report);
                made.make(untold);
                std::vector<item> expected;
                for (std::size_t at = 0; at < count; ++at) {
                    expected.push_back(untold.in.insert(elsewhere, value(7)));
                }
                ASSERT_EQ(fresh.size(), count);
                for (std::size_t at = 0; at < count; ++at) {
                    ASSERT_EQ(fresh[at].index, expected[at].index);
                }
                EXPECT_EQ(contents_of(of.in), contents_of(untold.in));
                EXPECT_TRUE(is_sound(of.in) && is_sound(of.twin));
            }
        }
    }
}

/// Changes by its values of the shapes and of the vector of handles are noticed, too.
TEST(change_by_a_value, of_what_its_batch_reads_is_seen) {
    world of;
    std::vector<box<float>> shapes(5, elsewhere);
    const std::vector<value> given(5, value(7));
    std::vector<item> fresh;
    int calls = 0;
    poke = at_call(5, calls, [&] {
        shapes[3] = {{1, 1}, {0, 0}};
        of.in.insert(std::vector(3, elsewhere), std::vector<int>(3), fresh);
    });
    const change_report report = of.in.insert(shapes, given, fresh);
    poke = [] {};
    EXPECT_EQ(report.why, refusal::inverted);
    EXPECT_EQ(report.first_refused, 3U);
    EXPECT_EQ(fresh.size(), 3U);
    EXPECT_EQ(of.in.size(), 103U);
    shapes[3] = elsewhere;
    calls = 0;
    poke = at_call(5, calls, [&] { of.in.insert(std::vector(300, elsewhere), std::vector<int>(300), fresh); });
    EXPECT_TRUE(of.in.insert(shapes, given, fresh));
    poke = [] {};
    ASSERT_EQ(fresh.size(), 308U);
    for (const item each : fresh) {
        EXPECT_TRUE(of.in.contains(each));
    }
    EXPECT_TRUE(agrees_with_oracle(of.in));
}

TEST(change_by_a_value, comes_before_its_assign) {
    const std::vector<box<float>> shapes(50, box<float>{{1, 2}, {3, 4}});
    const std::vector<value> given(50, value(7));
    for (const change& made : changes) {
        for (const int when : {1, 50}) {
            SCOPED_TRACE(made.name);
            world of;
            int calls = 0;
            poke = at_call(when, calls, [&] { made.make(of); });
            misuses = 0;
            const change_report report = of.in.assign(shapes, given);
            poke = [] {};
            EXPECT_EQ(misuses, 0);
            EXPECT_TRUE(report);
            EXPECT_EQ(of.in.size(), 50U);
            of.in.each([](auto hit) { EXPECT_EQ(hit.value().text(), value(7).text()); });
            EXPECT_TRUE(is_sound(of.in) && is_sound(of.twin));
        }
    }
}

/// A failed assign inside an assign has used the same memory.
TEST(change_by_a_value, that_comes_to_nothing_is_none) {
    const std::vector<box<float>> shapes(50, box<float>{{1, 2}, {3, 4}});
    const std::vector<value> given(50, value(7));
    world of;
    int calls = 0;
    poke = at_call(25, calls, [&] {
        poke = [] { throw std::runtime_error("no"); };
        EXPECT_THROW(of.in.assign(shapes, given), std::runtime_error);
        EXPECT_THROW(of.in.insert(elsewhere, given.front()), std::runtime_error);
        std::vector<item> items;
        EXPECT_THROW(of.in.insert(shapes, given, items), std::runtime_error);
    });
    EXPECT_TRUE(of.in.assign(shapes, given));
    poke = [] {};
    EXPECT_EQ(of.in.size(), 50U);
    EXPECT_TRUE(agrees_with_oracle(of.in));
}

TEST(change_by_a_value, may_leave_no_room_for_it) {
    tree full({.max_items = 3});
    int calls = 0;
    poke = at_call(1, calls, [&] {
        while (full.insert(elsewhere, 1)) {
        }
    });
    const value given(7);
    EXPECT_FALSE(full.insert(elsewhere, given));
    poke = [] {};
    EXPECT_EQ(full.refusal(), refusal::full);
    full.erase(full.item_at(0));
    calls = 0;
    poke = at_call(1, calls, [&] { full.insert(elsewhere, 1); });
    std::vector<item> items;
    EXPECT_EQ(full.insert(std::vector{elsewhere}, std::vector{given}, items).why, refusal::full);
    poke = [] {};
    EXPECT_TRUE(items.empty());
    EXPECT_EQ(full.size(), 3U);
    EXPECT_TRUE(agrees_with_oracle(full));
}

/// The source of a copy must not change meanwhile; the target may.
TEST(change_by_a_value, of_the_tree_that_is_copied_ends_the_copy) {
    for (const change& made : changes) {
        for (const int when : {1, 100}) {
            SCOPED_TRACE(made.name);
            world of;
            world untold;
            tree copy = crowded_tree();
            const contents before = contents_of(copy);
            int calls = 0;
            poke = at_call(when, calls, [&] { made.make(of); });
            misuses = 0;
            EXPECT_FALSE(copy.copy_from(of.in));
            poke = [] {};
#ifdef QUADRILLE_CHECKED
            EXPECT_EQ(misuses, 1);
#endif
            EXPECT_EQ(copy.refusal(), refusal::changed);
            EXPECT_EQ(contents_of(copy), before);
            made.make(untold);
            EXPECT_EQ(contents_of(of.in), contents_of(untold.in));
            EXPECT_TRUE(is_sound(of.in) && is_sound(copy));
            EXPECT_TRUE(copy.copy_from(of.in));
            EXPECT_EQ(contents_of(copy), contents_of(of.in));
        }
    }
}

TEST(change_by_a_value, comes_before_the_copy_over_it) {
    const tree given = crowded_tree();
    for (const change& made : changes) {
        for (const int when : {1, 100}) {
            SCOPED_TRACE(made.name);
            world of;
            int calls = 0;
            poke = at_call(when, calls, [&] { made.make(of); });
            misuses = 0;
            EXPECT_TRUE(of.in.copy_from(given));
            poke = [] {};
            EXPECT_EQ(misuses, 0);
            EXPECT_EQ(contents_of(of.in), contents_of(given));
            EXPECT_TRUE(is_sound(of.in) && is_sound(of.twin) && is_sound(of.kept));
        }
    }
}

/// A failed copy inside a copy has used the same memory.
TEST(change_by_a_value, that_is_a_copy_and_comes_to_nothing_is_none) {
    const tree given = crowded_tree();
    tree copy;
    int calls = 0;
    poke = at_call(25, calls, [&] {
        poke = [] { throw std::runtime_error("no"); };
        EXPECT_THROW(copy.copy_from(given), std::runtime_error);
    });
    EXPECT_TRUE(copy.copy_from(given));
    poke = [] {};
    EXPECT_EQ(contents_of(copy), contents_of(given));
    EXPECT_TRUE(agrees_with_oracle(copy));
}

TEST(change_of_values, is_allowed) {
    world of;
    misuses = 0;
    EXPECT_EQ(of.in.query(everywhere, [](auto hit) { hit.value() = 5; }), outcome::complete);
    EXPECT_EQ(of.in.pairs([](auto a, auto b) { a.value() = b.value() = 6; }), outcome::complete);
    EXPECT_EQ(of.in.value(of.in.item_at(0))->text(), value(6).text());
    EXPECT_EQ(misuses, 0);
}

TEST(change_of_another_tree, is_allowed) {
    world of;
    misuses = 0;
    EXPECT_EQ(of.in.query(everywhere, [&](auto hit) { of.kept.insert(hit.shape(), hit.value()); }), outcome::complete);
    EXPECT_EQ(of.kept.size(), of.in.size());
    EXPECT_EQ(misuses, 0);
}

/// Refused changes have no effect, so they are allowed in any callback.
TEST(change_that_is_refused, is_none) {
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
        of.in.reserve(most_items + 1);
        of.in.copy_from(of.in);
    };
    const contents before = contents_of(of.in);
    misuses = 0;
    for (const query_case& each : every_query()) {
        if (std::string(each.name) == "draw_wide" || std::string(each.name) == "erase_if") {
            continue; // these change the tree themselves
        }
        world fresh;
        const bool untold = each.ask(fresh);
        poke = try_all;
        const bool told = each.ask(of);
        poke = [] {};
        if (std::string(each.name) == "sync") {
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
