// What changes from tick to tick, sums over cells and what is visible, from C: as a full scan and the library's own headers tell it.
// SPDX-License-Identifier: MIT
#include "tree_of_c.hpp"

#include "scenes/random.hpp"

#include <quadrille/quadtree.hpp>
#include <quadrille/visibility.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

using pair_set = std::set<std::pair<std::uint32_t, std::uint32_t>>;

class contacts_of_c {
public:
    contacts_of_c() { EXPECT_EQ(quadrille_create_contacts(&contacts_), QUADRILLE_OK); }
    contacts_of_c(const contacts_of_c&) = delete;
    contacts_of_c& operator=(const contacts_of_c&) = delete;
    ~contacts_of_c() { EXPECT_EQ(quadrille_destroy_contacts(contacts_), QUADRILLE_OK); }
    operator quadrille_contacts*() const { return contacts_; } // NOLINT: stands for them

    /// The indices of a list; it ascends.
    pair_set list(quadrille_contact_list which) const {
        const quadrille_item_pair* pairs = nullptr;
        std::size_t count = 0;
        EXPECT_EQ(quadrille_get_contacts(contacts_, which, &pairs, &count), QUADRILLE_OK);
        std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
        for (std::size_t each = 0; each < count; ++each) {
            all.emplace_back(pairs[each].a.index, pairs[each].b.index);
        }
        EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
        return {all.begin(), all.end()};
    }
    /// Compares all lists with the pairs of two ticks.
    void expect(const pair_set& before, const pair_set& now) const {
        const auto without = [](const pair_set& these, const pair_set& those) {
            pair_set rest;
            std::set_difference(these.begin(), these.end(), those.begin(), those.end(),
                                std::inserter(rest, rest.end()));
            return rest;
        };
        EXPECT_EQ(list(QUADRILLE_NOW), now);
        EXPECT_EQ(list(QUADRILLE_BEGAN), without(now, before));
        EXPECT_EQ(list(QUADRILLE_ENDED), without(before, now));
        EXPECT_EQ(list(QUADRILLE_PERSISTED), without(now, without(now, before)));
    }

private:
    quadrille_contacts* contacts_ = nullptr;
};

class c_ticks : public testing::Test {
protected:
    static constexpr std::uint32_t count = 300;

    c_ticks() {
        shapes_.resize(count);
        move();
        tree_.assign(shapes_);
    }
    void move() {
        for (auto& shape : shapes_) {
            const point<float> corner = {static_cast<float>(source_.unit() * 60),
                                         static_cast<float>(source_.unit() * 60)};
            shape = {corner, {corner.x + 2, corner.y + static_cast<float>(source_.unit() * 4)}};
        }
    }
    void tick() {
        move();
        ASSERT_EQ(quadrille_sync(tree_, shapes_.data(), shapes_.size(), nullptr), QUADRILLE_OK);
    }
    /// Compares contacts with those of a full scan, tick for tick; `a` of a pair is below `first_count`.
    template <class IsPair>
    void expect_ticks(const quadrille_questions& asked, std::size_t first_count, const IsPair& is_pair) {
        const contacts_of_c contacts;
        pair_set before;
        for (int each = 0; each < 5; ++each) {
            ASSERT_EQ(quadrille_update_contacts(contacts, tree_, &asked), QUADRILLE_OK) << quadrille_message();
            pair_set now;
            for (std::uint32_t a = 0; a < first_count; ++a) {
                for (std::uint32_t b = 0; b < count; ++b) {
                    if (is_pair(a, b)) {
                        now.emplace(a, b);
                    }
                }
            }
            EXPECT_FALSE(now.empty());
            contacts.expect(before, now);
            before = std::move(now);
            tick();
        }
    }

    scenes::random_source source_{5};
    std::vector<box<float>> shapes_;
    tree_of_c<box<float>> tree_;
};

} // namespace

// promise: c: Contacts begin, persist and end as a full scan tells it.
TEST_F(c_ticks, contacts_of_one_tree_are_those_of_a_full_scan) {
    expect_ticks(QUADRILLE_QUESTIONS("pairs"), count,
                 [this](std::uint32_t a, std::uint32_t b) { return a < b && intersects(shapes_[a], shapes_[b]); });
}

TEST_F(c_ticks, contacts_of_other_circles_and_visits_are_those_of_a_full_scan) {
    const std::vector<circle<float>> circles = {{{10, 10}, 8}, {{40, 40}, 12}, {{500, 500}, 1}};
    const auto is_met = [&](std::uint32_t a, std::uint32_t b) { return intersects(circles[a], shapes_[b]); };
    expect_ticks(questions_about("query", QUADRILLE_CIRCLE, circles.data(), circles.size()), circles.size(), is_met);

    tree_of_c<circle<float>> other;
    other.assign(circles);
    quadrille_questions join = QUADRILLE_QUESTIONS("join");
    join.other = other;
    expect_ticks(join, count, [&](std::uint32_t a, std::uint32_t b) { return b < circles.size() && is_met(b, a); });
}

TEST_F(c_ticks, contacts_say_what_is_wrong) {
    const contacts_of_c contacts;
    quadrille_questions pairs = QUADRILLE_QUESTIONS("pairs");
    quadrille_questions nearest = QUADRILLE_QUESTIONS("nearest");
    quadrille_questions join = QUADRILLE_QUESTIONS("join");
    const auto expect_told = [](quadrille_status status, const char* sentence) {
        EXPECT_EQ(status, QUADRILLE_BAD_REQUEST);
        EXPECT_STREQ(quadrille_message(), sentence);
    };
    expect_told(quadrille_update_contacts(nullptr, tree_, &pairs), "wanted contacts, found null");
    expect_told(quadrille_update_contacts(contacts, nullptr, &pairs), "wanted a tree, found null");
    expect_told(quadrille_update_contacts(contacts, tree_, &nearest),
                "nearest: wanted pairs, join, query, query_within or intersecting");
    expect_told(quadrille_update_contacts(contacts, tree_, &join), "join: wanted another tree, found none");
    ASSERT_EQ(quadrille_update_contacts(contacts, tree_, &pairs), QUADRILLE_OK);
    const pair_set before = contacts.list(QUADRILLE_NOW);
    tree_of_c<box<float>> other;
    join.other = other;
    expect_told(quadrille_update_contacts(contacts, tree_, &join),
                "join: wanted the verb that these contacts have been updated with, found another one");
    EXPECT_EQ(contacts.list(QUADRILLE_NOW), before);
    const quadrille_item_pair* list = nullptr;
    std::size_t length = 0;
    expect_told(quadrille_get_contacts(contacts, number_as<quadrille_contact_list>(4), &list, &length),
                "wanted a quadrille_contact_list, found the number 4");
    expect_told(quadrille_get_contacts(contacts, QUADRILLE_NOW, nullptr, &length),
                "wanted room for the list and its length, found null");
}

// promise: c: Cells and their sums hold each item once.
TEST_F(c_ticks, sums_are_those_of_the_items_below) {
    quadrille_cells cells{};
    ASSERT_EQ(quadrille_get_cells(tree_, &cells), QUADRILLE_OK);
    std::uint64_t filed = 0;
    for (std::size_t cell = 0; cell < cells.count; ++cell) {
        filed += cells.counts[cell];
        EXPECT_EQ(cells.depths[cell] == 0, cell == 0);
    }
    EXPECT_EQ(filed, count);
    quadrille_free_cells(&cells);
    EXPECT_EQ(cells.memory, nullptr);

    std::vector<double> weights;
    for (std::uint32_t index = 0; index < count; ++index) {
        weights.push_back(1 + index % 7);
    }
    for (const double* const each : {static_cast<const double*>(nullptr), static_cast<const double*>(weights.data())}) {
        quadrille_sums sums{};
        ASSERT_EQ(quadrille_aggregate(tree_, each, UINT32_MAX, &sums), QUADRILLE_OK);
        ASSERT_GT(sums.count, 3U);
        EXPECT_EQ(sums.ends[0], sums.count);
        EXPECT_EQ(sums.first_items[sums.count], count);
        EXPECT_EQ(std::set<std::uint32_t>(sums.items, sums.items + count).size(), count);
        for (std::size_t cell = 0; cell < sums.count; ++cell) {
            double weight = 0;
            double moment = 0;
            for (std::uint32_t at = sums.first_items[cell]; at < sums.first_items[sums.ends[cell]]; ++at) {
                const std::uint32_t index = sums.items[at];
                const auto& shape = shapes_[index];
                const double own = each != nullptr ? each[index] : 1;
                weight += own;
                moment += own * (double(shape.min.x) + double(shape.max.x)) / 2;
                EXPECT_LE(sums.bounds[4 * cell], double(shape.min.x));
                EXPECT_GE(sums.bounds[4 * cell + 3], double(shape.max.y));
            }
            EXPECT_DOUBLE_EQ(sums.weights[cell], weight);
            EXPECT_NEAR(sums.centers[2 * cell], moment / weight, 1e-4);
        }
        quadrille_free_sums(&sums);
    }
}

// promise: c: What is visible among walls.
TEST_F(c_ticks, looks_as_the_library_does) {
    quadtree<void, box<float>> tree;
    tree.assign(shapes_);
    const std::vector<float> places = {30, 30, 25, 5, 50, 10};
    const std::vector<float> facings = {1, 0, 0, 1};
    const std::vector<float> half_angles = {0.5F, 4};
    quadrille_views asked = QUADRILLE_VIEWS;
    asked.count = 2;
    asked.places = places.data();
    asked.facings = facings.data();
    asked.half_angles = half_angles.data();
    quadrille_outlines found{};
    ASSERT_EQ(quadrille_look(tree_, &asked, &found), QUADRILLE_OK) << quadrille_message();
    ASSERT_EQ(found.count, 2U);
    visibility<float> looking;
    for (std::size_t number = 0; number < 2; ++number) {
        const view<float> from = {{places[3 * number], places[3 * number + 1]},
                                  places[3 * number + 2],
                                  {facings[2 * number], facings[2 * number + 1]},
                                  half_angles[number]};
        const auto vertices = looking.look(tree, from);
        const std::size_t first = number == 0 ? 0 : static_cast<std::size_t>(found.ends[number - 1]);
        ASSERT_EQ(found.ends[number] - first, vertices.size());
        EXPECT_GT(vertices.size(), 3U);
        for (std::size_t at = 0; at < vertices.size(); ++at) {
            EXPECT_EQ(found.vertices[2 * (first + at)], double(vertices[at].x));
            EXPECT_EQ(found.vertices[2 * (first + at) + 1], double(vertices[at].y));
        }
    }
    quadrille_free_outlines(&found);

    std::vector<segment<float>> lines;
    for (int each = 0; each < 200; ++each) {
        lines.push_back({{static_cast<float>(source_.unit() * 60), static_cast<float>(source_.unit() * 60)},
                         {static_cast<float>(source_.unit() * 60), static_cast<float>(source_.unit() * 60)}});
    }
    std::vector<std::uint8_t> seen(lines.size(), 9);
    ASSERT_EQ(quadrille_see(tree_, lines.data(), lines.size(), nullptr, UINT32_MAX, seen.data()), QUADRILLE_OK);
    for (std::size_t each = 0; each < lines.size(); ++each) {
        EXPECT_EQ(seen[each], is_visible(tree, lines[each].a, lines[each].b) ? 1 : 0);
    }
    EXPECT_TRUE(std::count(seen.begin(), seen.end(), 1) > 0 && std::count(seen.begin(), seen.end(), 0) > 0);
}

TEST(c_looks, take_segments_as_walls_and_say_where_there_are_none) {
    tree_of_c<circle<float>> tree;
    const std::vector<circle<float>> shapes = {{{5, 0}, 2}};
    tree.assign(shapes);
    const std::array<float, 4> wall = {5, -2, 5, 2};
    const std::array<float, 8> lines = {0, 0, 10, 0, 0, 3, 10, 3};
    std::array<std::uint8_t, 2> seen{};
    ASSERT_EQ(quadrille_see(tree, lines.data(), 2, wall.data(), UINT32_MAX, seen.data()), QUADRILLE_OK);
    EXPECT_EQ(seen[0], 0);
    EXPECT_EQ(seen[1], 1);
    EXPECT_EQ(quadrille_see(tree, lines.data(), 2, nullptr, UINT32_MAX, seen.data()), QUADRILLE_BAD_REQUEST);
    EXPECT_STREQ(quadrille_message(), "visibility: wanted a tree of boxes, or walls, found none");
}

} // namespace quadrille::test
