// The interface for C gives the answers of a full scan, for every verb, form, filter and number of threads.
// SPDX-License-Identifier: MIT
#include "tree_of_c.hpp"

#include "scenes/random.hpp"

#include <quadrille/quadtree.hpp>
#include <quadrille/relations.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

template <class Scalar>
point<Scalar> place_in(scenes::random_source& source, double side = 100) {
    return {static_cast<Scalar>(source.unit() * side), static_cast<Scalar>(source.unit() * side)};
}
template <class Shape>
Shape shape_in(scenes::random_source& source) {
    using scalar = typename Shape::scalar;
    const auto where = place_in<scalar>(source);
    if constexpr (is_point<Shape>) {
        return where;
    } else if constexpr (is_circle<Shape>) {
        return {where, static_cast<scalar>(source.unit() * 3)};
    } else {
        return {where,
                {where.x + static_cast<scalar>(source.unit() * 6), where.y + static_cast<scalar>(source.unit() * 6)}};
    }
}

/// An area of each form, and the numbers that C has of it.
template <class Scalar>
struct drawn_areas {
    std::vector<box<Scalar>> boxes;
    std::vector<circle<Scalar>> circles;
    std::vector<point<Scalar>> points;
    std::vector<segment<Scalar>> segments;
    std::vector<point<Scalar>> vertices;
    std::vector<std::size_t> vertex_ends;

    drawn_areas(scenes::random_source& source, std::size_t count) {
        for (std::size_t each = 0; each < count; ++each) {
            boxes.push_back(shape_in<box<Scalar>>(source));
            circles.push_back({place_in<Scalar>(source), static_cast<Scalar>(source.unit() * 9)});
            points.push_back(place_in<Scalar>(source));
            segments.push_back({place_in<Scalar>(source), place_in<Scalar>(source)});
            const auto corner = place_in<Scalar>(source);
            if (each % 5 != 4) { // else a polygon of no vertices
                vertices.push_back(corner);
                vertices.push_back({corner.x + 9, corner.y + 1});
                vertices.push_back({corner.x + 4, corner.y + 8});
            }
            vertex_ends.push_back(vertices.size());
        }
    }
    polygon<Scalar> polygon_at(std::size_t which) const {
        const std::size_t first = which == 0 ? 0 : vertex_ends[which - 1];
        return {std::span(vertices).subspan(first, vertex_ends[which] - first)};
    }
    /// Calls `use(form, numbers, area of number)`.
    template <class Use>
    void each_form(const Use& use) const {
        use(QUADRILLE_BOX, boxes.data(), [this](std::size_t which) { return boxes[which]; });
        use(QUADRILLE_CIRCLE, circles.data(), [this](std::size_t which) { return circles[which]; });
        use(QUADRILLE_POINT, points.data(), [this](std::size_t which) { return points[which]; });
        use(QUADRILLE_SEGMENT, segments.data(), [this](std::size_t which) { return segments[which]; });
        use(QUADRILLE_POLYGON, vertices.data(), [this](std::size_t which) { return polygon_at(which); });
    }
};

template <class Shape>
class c_answers : public testing::Test {
protected:
    using scalar = typename Shape::scalar;
    static constexpr std::size_t questions = 60;

    c_answers() : areas_(source_, questions) {
        for (int each = 0; each < 400; ++each) {
            shapes_.push_back(shape_in<Shape>(source_));
            layers_.push_back(1U << source_.below(3));
        }
        tree_.assign(shapes_);
        std::vector<quadrille_item> items;
        for (std::uint32_t index = 0; index < shapes_.size(); ++index) {
            items.push_back(quadrille_item_at(tree_, index));
        }
        EXPECT_EQ(quadrille_set_layers(tree_, items.data(), layers_.data(), items.size(), nullptr), QUADRILLE_OK);
        items_ = items;
    }

    /// Compares the answers to all questions with `is_answer(question, index)`, as lists, counts, truths and by a visitor.
    template <class IsAnswer>
    void expect(quadrille_questions asked, const IsAnswer& is_answer) {
        for (const std::uint32_t threads : {1U, 3U}) {
            ASSERT_EQ(quadrille_set_threads(tree_, threads), QUADRILLE_OK);
            for (const std::uint32_t layers : {UINT32_MAX, std::uint32_t{5}}) {
                asked.layers = layers;
                asked.except = layers == 5 ? items_[7] : quadrille_item{0, 0};
                std::vector<std::set<std::uint32_t>> wanted(asked.count);
                for (std::size_t question = 0; question < asked.count; ++question) {
                    for (std::uint32_t index = 0; index < shapes_.size(); ++index) {
                        const bool is_filtered = (layers_[index] & layers) == 0 || (layers == 5 && index == 7);
                        if (!is_filtered && is_answer(question, index)) {
                            wanted[question].insert(index);
                        }
                    }
                }
                asked.with_generations = layers == 5 ? 1 : 0;
                expect_lists(asked, wanted);
            }
        }
    }
    void expect_lists(quadrille_questions asked, const std::vector<std::set<std::uint32_t>>& wanted) {
        asked.wanted = QUADRILLE_ALL;
        quadrille_counters work{};
        asked.counters = &work;
        const got_answers found = tree_.ask(asked);
        ASSERT_EQ(found.questions, wanted.size()) << asked.verb;
        std::size_t all = 0;
        for (std::size_t question = 0; question < wanted.size(); ++question) {
            std::set<std::uint32_t> list;
            for (std::size_t at = found.begin_of(question); at < found.end_of(question); ++at) {
                list.insert(found.a[at]);
                if (asked.with_generations != 0) {
                    EXPECT_EQ(found.a_generations[at], items_[found.a[at]].generation);
                }
            }
            EXPECT_EQ(list, wanted[question]) << asked.verb << " form " << asked.form << " question " << question;
            EXPECT_EQ(list.size(), found.end_of(question) - found.begin_of(question)) << "each once";
            all += list.size();
        }
        EXPECT_EQ(found.count, all);
        EXPECT_EQ(work.answers, all);
        EXPECT_EQ(found.b, nullptr);
        EXPECT_EQ(found.shifts, nullptr);

        asked.wanted = QUADRILLE_COUNT;
        const got_answers counts = tree_.ask(asked);
        asked.wanted = QUADRILLE_ANY;
        const got_answers any = tree_.ask(asked);
        ASSERT_EQ(counts.questions, wanted.size());
        ASSERT_EQ(any.questions, wanted.size());
        for (std::size_t question = 0; question < wanted.size(); ++question) {
            EXPECT_EQ(counts.counts[question], wanted[question].size());
            EXPECT_EQ(any.counts[question], wanted[question].empty() ? 0U : 1U);
        }

        asked.wanted = QUADRILLE_ALL;
        std::vector<std::set<std::uint32_t>> visited(wanted.size());
        const auto visit = [](void* context, const quadrille_answer* one) {
            (*static_cast<std::vector<std::set<std::uint32_t>>*>(context))[one->question].insert(one->a.index);
            return 0;
        };
        EXPECT_EQ(quadrille_visit(tree_, &asked, visit, &visited), QUADRILLE_OK) << quadrille_message();
        EXPECT_EQ(visited, wanted);

        asked.wanted = QUADRILLE_ANY;
        std::vector<std::set<std::uint32_t>> any_visited(wanted.size());
        EXPECT_EQ(quadrille_visit(tree_, &asked, visit, &any_visited), QUADRILLE_OK) << quadrille_message();
        for (std::size_t question = 0; question < wanted.size(); ++question) {
            EXPECT_EQ(any_visited[question].size(), wanted[question].empty() ? 0U : 1U);
        }
    }

    scenes::random_source source_{11};
    drawn_areas<scalar> areas_;
    std::vector<Shape> shapes_;
    std::vector<std::uint32_t> layers_;
    std::vector<quadrille_item> items_;
    tree_of_c<Shape> tree_;
};

using shapes_of_c = testing::Types<box<float>, circle<float>, point<double>>;
TYPED_TEST_SUITE(c_answers, shapes_of_c);

// promise: c: Answers, their counts, and whether there are any, to areas of all forms and relations.
TYPED_TEST(c_answers, are_those_of_a_full_scan_for_areas) {
    this->areas_.each_form([&](quadrille_form form, const void* places, const auto& area_at) {
        quadrille_questions asked = questions_about("query", form, places, this->questions);
        asked.vertex_ends = form == QUADRILLE_POLYGON ? this->areas_.vertex_ends.data() : nullptr;
        for (const auto& [asked_for, meant] : {std::pair{QUADRILLE_INTERSECTING, relation::intersects},
                                               {QUADRILLE_INSIDE, relation::inside},
                                               {QUADRILLE_CONTAINING, relation::contains}}) {
            asked.relation = asked_for;
            this->expect(asked, [&, how = meant](std::size_t question, std::uint32_t index) {
                return related{area_at(question), how}.intersects(this->shapes_[index]);
            });
        }
        asked.relation = QUADRILLE_INTERSECTING;
        asked.verb = "query_within";
        const double distance = 2.5;
        asked.distance = &distance;
        this->expect(asked, [&](std::size_t question, std::uint32_t index) {
            return are_within(this->shapes_[index], area_at(question), distance);
        });
    });
}

// promise: c: Those of items, and all items.
TYPED_TEST(c_answers, are_those_of_a_full_scan_for_items) {
    quadrille_questions asked = QUADRILLE_QUESTIONS("intersecting");
    std::vector<quadrille_item> items(this->items_.begin(), this->items_.begin() + 50);
    items[3] = {0, 0};
    items[4].generation += 2; // stale
    items[5] = {9999, 1};
    asked.items = items.data();
    asked.count = items.size();
    this->expect(asked, [&](std::size_t question, std::uint32_t index) {
        return (question < 3 || question > 5) && index != question &&
               intersects(this->shapes_[index], this->shapes_[question]);
    });
    const quadrille_questions each = QUADRILLE_QUESTIONS("each");
    EXPECT_EQ(this->tree_.ask(each).count, this->shapes_.size());
}

// promise: c: Those of paths, with their fractions.
TYPED_TEST(c_answers, are_those_of_a_full_scan_for_paths) {
    using number = typename TypeParam::scalar;
    std::vector<point<number>> ways;
    for (std::size_t question = 0; question < this->questions; ++question) {
        ways.push_back(
            {static_cast<number>(this->source_.unit() * 80 - 40), static_cast<number>(this->source_.unit() * 80 - 40)});
    }
    quadrille_questions asked =
        questions_about("raycast", QUADRILLE_POINT, this->areas_.points.data(), this->questions);
    asked.ways = ways.data();
    quadtree<void, TypeParam> twin;
    twin.assign(this->shapes_);
    std::vector<std::set<std::uint32_t>> hits(this->questions);
    for (std::size_t question = 0; question < this->questions; ++question) {
        twin.raycast(ray<number>{this->areas_.points[question], ways[question]},
                     [&](auto hit) { hits[question].insert(hit.index()); });
    }
    this->expect(asked, [&](std::size_t question, std::uint32_t index) { return hits[question].contains(index); });
    const auto expect_first = [&](const auto& wanted_of) {
        asked.wanted = QUADRILLE_FIRST;
        const got_answers first = this->tree_.ask(asked);
        ASSERT_EQ(first.questions, this->questions);
        for (std::size_t question = 0; question < this->questions; ++question) {
            const auto wanted = wanted_of(question);
            ASSERT_EQ(first.end_of(question) - first.begin_of(question), wanted ? 1U : 0U);
            if (wanted) {
                EXPECT_EQ(first.a[first.begin_of(question)], wanted->which.index);
                EXPECT_EQ(first.measures[first.begin_of(question)], double(wanted->fraction));
            }
        }
    };
    expect_first([&](std::size_t question) {
        return twin.closest_hit(ray<number>{this->areas_.points[question], ways[question]});
    });
    asked.verb = "cast";
    asked.form = QUADRILLE_CIRCLE;
    asked.places = this->areas_.circles.data();
    expect_first(
        [&](std::size_t question) { return twin.closest_cast(this->areas_.circles[question], ways[question]); });
    asked.wanted = QUADRILLE_COUNT;
    const got_answers counts = this->tree_.ask(asked);
    for (std::size_t question = 0; question < this->questions; ++question) {
        std::vector<item> all;
        twin.cast(this->areas_.circles[question], ways[question], all);
        EXPECT_EQ(counts.counts[question], all.size());
    }
}

// promise: c: The nearest, by ascending distance, to places of any form.
TYPED_TEST(c_answers, are_those_of_a_full_scan_for_what_is_nearest) {
    this->areas_.each_form([&](quadrille_form form, const void* places, const auto& area_at) {
        for (const double farthest : {std::numeric_limits<double>::infinity(), 4.0}) {
            quadrille_questions asked = questions_about("nearest", form, places, this->questions);
            asked.vertex_ends = form == QUADRILLE_POLYGON ? this->areas_.vertex_ends.data() : nullptr;
            asked.k = 5;
            asked.distance = farthest == 4.0 ? &farthest : nullptr;
            const got_answers found = this->tree_.ask(asked);
            for (std::size_t question = 0; question < this->questions; ++question) {
                std::vector<std::pair<double, std::uint32_t>> wanted;
                for (std::uint32_t index = 0; index < this->shapes_.size(); ++index) {
                    if (are_within(this->shapes_[index], area_at(question), farthest)) {
                        wanted.emplace_back(distance2(this->shapes_[index], area_at(question)), index);
                    }
                }
                std::sort(wanted.begin(), wanted.end());
                wanted.resize(std::min<std::size_t>(wanted.size(), 5));
                std::vector<std::pair<double, std::uint32_t>> got;
                for (std::size_t at = found.begin_of(question); at < found.end_of(question); ++at) {
                    got.emplace_back(found.measures[at], found.a[at]);
                }
                EXPECT_EQ(got, wanted) << "form " << form << " question " << question;
            }
        }
    });
}

using index_pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

index_pairs pairs_in(const got_answers& found, bool is_join) {
    index_pairs all;
    for (std::size_t at = 0; at < found.count; ++at) {
        const auto one = std::pair(found.a[at], found.b[at]);
        all.insert(is_join ? one : std::pair(std::min(one.first, one.second), std::max(one.first, one.second)));
    }
    EXPECT_EQ(all.size(), found.count) << "each once";
    return all;
}

// promise: c: Pairs of one tree and of two of different shapes and scalars.
TYPED_TEST(c_answers, are_those_of_a_full_scan_for_pairs) {
    using number = typename TypeParam::scalar;
    tree_of_c<circle<float>> other;
    std::vector<circle<float>> others;
    for (int each = 0; each < 150; ++each) {
        others.push_back(shape_in<circle<float>>(this->source_));
    }
    other.assign(others);
    for (const std::uint32_t threads : {1U, 3U}) {
        ASSERT_EQ(quadrille_set_threads(this->tree_, threads), QUADRILLE_OK);
        for (const double distance : {0.0, 1.5}) {
            index_pairs wanted;
            index_pairs wanted_of_some;
            index_pairs wanted_of_both;
            for (std::uint32_t a = 0; a < this->shapes_.size(); ++a) {
                for (std::uint32_t b = a + 1; b < this->shapes_.size(); ++b) {
                    if (are_within(this->shapes_[a], this->shapes_[b], distance)) {
                        wanted.emplace(a, b);
                        if (a < 20) {
                            wanted_of_some.emplace(a, b);
                        }
                    }
                }
                for (std::uint32_t b = 0; b < others.size(); ++b) {
                    const auto& [center, radius] = others[b];
                    if (are_within(this->shapes_[a], circle<number>{{center.x, center.y}, radius}, distance)) {
                        wanted_of_both.emplace(a, b);
                    }
                }
            }
            quadrille_questions asked = QUADRILLE_QUESTIONS("pairs");
            asked.distance = distance > 0 ? &distance : nullptr;
            EXPECT_EQ(pairs_in(this->tree_.ask(asked), false), wanted);
            asked.wanted = QUADRILLE_COUNT;
            EXPECT_EQ(this->tree_.ask(asked).counts[0], wanted.size());
            asked.wanted = QUADRILLE_ALL;
            asked.verb = "pairs_of";
            asked.items = this->items_.data();
            asked.count = 20;
            EXPECT_EQ(pairs_in(this->tree_.ask(asked), false), wanted_of_some);
            asked.verb = "join";
            asked.items = nullptr;
            asked.count = 1;
            asked.other = other;
            EXPECT_EQ(pairs_in(this->tree_.ask(asked), true), wanted_of_both);
        }
    }
    quadrille_questions closest = QUADRILLE_QUESTIONS("closest_pairs");
    closest.k = 9;
    const got_answers found = this->tree_.ask(closest);
    std::vector<std::tuple<double, std::uint32_t, std::uint32_t>> wanted;
    for (std::uint32_t a = 0; a < this->shapes_.size(); ++a) {
        for (std::uint32_t b = a + 1; b < this->shapes_.size(); ++b) {
            wanted.emplace_back(distance2(this->shapes_[a], this->shapes_[b]), a, b);
        }
    }
    std::sort(wanted.begin(), wanted.end());
    ASSERT_EQ(found.count, 9U);
    for (std::size_t at = 0; at < 9; ++at) {
        EXPECT_EQ(std::tuple(found.measures[at], found.a[at], found.b[at]), wanted[at]);
    }
}

/// More questions than are asked at once.
// promise: c: Of many questions in their order.
TEST(c_answers_of_many, are_in_the_order_of_the_questions) {
    tree_of_c<point<double>> tree;
    std::vector<point<double>> points;
    for (int each = 0; each < 500; ++each) {
        points.push_back({static_cast<double>(each), 0});
    }
    tree.assign(points);
    std::vector<point<double>> places;
    for (std::size_t question = 0; question < 150'000; ++question) {
        places.push_back({static_cast<double>(question % 500), question % 3 == 0 ? 5.0 : 0.0});
    }
    const double none = 0;
    for (const bool is_nearest : {false, true}) {
        quadrille_questions asked =
            questions_about(is_nearest ? "nearest" : "query", QUADRILLE_POINT, places.data(), places.size());
        asked.distance = is_nearest ? &none : nullptr;
        const got_answers found = tree.ask(asked);
        ASSERT_EQ(found.questions, places.size());
        for (std::size_t question = 0; question < places.size(); ++question) {
            ASSERT_EQ(found.end_of(question) - found.begin_of(question), question % 3 == 0 ? 0U : 1U);
            if (question % 3 != 0) {
                ASSERT_EQ(found.a[found.begin_of(question)], question % 500);
            }
        }
        for (const quadrille_wanted wanted : {QUADRILLE_COUNT, QUADRILLE_ANY}) {
            if (!is_nearest) {
                asked.wanted = wanted;
                const got_answers counts = tree.ask(asked);
                for (std::size_t question = 0; question < places.size(); ++question) {
                    ASSERT_EQ(counts.counts[question], question % 3 == 0 ? 0U : 1U);
                }
            }
        }
    }
}

/// In a world that wraps each answer tells where it is met.
// promise: c: In worlds that wrap, with shifts.
TEST(c_answers_in_a_world_that_wraps, tell_their_shifts) {
    quadrille_options wanted = QUADRILLE_OPTIONS;
    wanted.period[0] = 100;
    wanted.period[1] = 100;
    tree_of_c<box<float>> tree(&wanted);
    scenes::random_source source(5);
    std::vector<box<float>> shapes;
    for (int each = 0; each < 300; ++each) {
        shapes.push_back(shape_in<box<float>>(source));
    }
    tree.assign(shapes);
    std::vector<box<float>> stored(shapes.size());
    ASSERT_EQ(quadrille_get_shapes(tree, stored.data()), QUADRILLE_OK);
    const auto moved = [](box<float> one, const std::int16_t* shift) {
        const auto x = static_cast<float>(100 * shift[0]);
        const auto y = static_cast<float>(100 * shift[1]);
        return box<float>{{one.min.x + x, one.min.y + y}, {one.max.x + x, one.max.y + y}};
    };
    const std::vector<box<float>> windows = {{{-5, -5}, {5, 5}}, {{95, 40}, {104, 60}}, {{40, 40}, {45, 45}}};
    const got_answers found = tree.ask(questions_about("query", QUADRILLE_BOX, windows.data(), windows.size()));
    bool is_any_shifted = false;
    for (std::size_t question = 0; question < windows.size(); ++question) {
        for (std::size_t at = found.begin_of(question); at < found.end_of(question); ++at) {
            EXPECT_TRUE(intersects(moved(stored[found.a[at]], found.shifts + 2 * at), windows[question]));
            is_any_shifted = is_any_shifted || found.shifts[2 * at] != 0;
        }
    }
    EXPECT_TRUE(is_any_shifted);
    const got_answers pairs = tree.ask(QUADRILLE_QUESTIONS("pairs"));
    std::size_t across = 0;
    for (std::size_t at = 0; at < pairs.count; ++at) {
        EXPECT_TRUE(intersects(stored[pairs.a[at]], moved(stored[pairs.b[at]], pairs.shifts + 2 * at)));
        across += pairs.shifts[2 * at] != 0 || pairs.shifts[2 * at + 1] != 0 ? 1U : 0U;
    }
    EXPECT_GT(across, 0U);
    const point<float> corner = {99, 1};
    quadrille_questions near_corner = questions_about("nearest", QUADRILLE_POINT, &corner);
    near_corner.k = 20;
    const got_answers nearest = tree.ask(near_corner);
    ASSERT_EQ(nearest.count, 20U);
    for (std::size_t at = 0; at < nearest.count; ++at) {
        EXPECT_NEAR(distance2(moved(stored[nearest.a[at]], nearest.shifts + 2 * at), corner), nearest.measures[at],
                    1e-3);
    }
    const point<float> way = {30, 0};
    quadrille_questions ray = questions_about("raycast", QUADRILLE_POINT, &corner);
    ray.ways = &way;
    const got_answers hits = tree.ask(ray);
    ASSERT_GT(hits.count, 0U);
    const std::size_t first =
        static_cast<std::size_t>(std::min_element(hits.measures, hits.measures + hits.count) - hits.measures);
    ray.wanted = QUADRILLE_FIRST;
    const got_answers closest = tree.ask(ray);
    ASSERT_EQ(closest.count, 1U);
    EXPECT_EQ(closest.measures[0], hits.measures[first]);
    EXPECT_EQ(closest.a[0], hits.a[first]);
    EXPECT_EQ(closest.shifts[0], hits.shifts[2 * first]);
}

} // namespace

} // namespace quadrille::test
