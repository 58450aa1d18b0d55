// What is wrong is told by the interface for C, and changes nothing.
// SPDX-License-Identifier: MIT
#include "tree_of_c.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace quadrille::test {

namespace {

/// The status is this one, and the message has these words.
void expect_told(quadrille_status found, quadrille_status wanted, const char* words) {
    EXPECT_EQ(found, wanted);
    EXPECT_NE(std::string(quadrille_message()).find(words), std::string::npos) << "found: " << quadrille_message();
}

class c_errors : public testing::Test {
protected:
    c_errors() { tree_.assign(std::vector<box<float>>{{{0, 0}, {1, 1}}, {{0.5F, 0.5F}, {2, 2}}, {{9, 9}, {10, 10}}}); }

    quadrille_status ask(const quadrille_questions& asked) {
        got_answers found;
        const quadrille_status status = quadrille_ask(tree_, &asked, &found);
        EXPECT_EQ(found.memory == nullptr, status != QUADRILLE_OK);
        return status;
    }

    tree_of_c<box<float>> tree_;
    const float window_[4] = {0, 0, 1, 1};
};

// promise: c: Null where something is wanted is told.
TEST_F(c_errors, name_what_is_null) {
    const float shape[4] = {0, 0, 1, 1};
    quadrille_item one = quadrille_item_at(tree_, 0);
    got_answers found;
    quadrille_questions asked = QUADRILLE_QUESTIONS("pairs");
    expect_told(quadrille_create(QUADRILLE_BOXES, QUADRILLE_FLOAT32, nullptr, nullptr), QUADRILLE_BAD_REQUEST, "null");
    expect_told(quadrille_assign(nullptr, shape, 1, nullptr), QUADRILLE_BAD_REQUEST, "wanted a tree, found null");
    expect_told(quadrille_assign(tree_, nullptr, 1, nullptr), QUADRILLE_BAD_REQUEST, "wanted shapes, found null");
    expect_told(quadrille_insert(tree_, shape, 1, 1, nullptr, nullptr), QUADRILLE_BAD_REQUEST, "room for items");
    expect_told(quadrille_erase(tree_, nullptr, 1, nullptr), QUADRILLE_BAD_REQUEST, "wanted items");
    expect_told(quadrille_move(tree_, &one, nullptr, 1, nullptr), QUADRILLE_BAD_REQUEST, "wanted shapes");
    expect_told(quadrille_set_layers(tree_, &one, nullptr, 1, nullptr), QUADRILLE_BAD_REQUEST, "wanted layers");
    expect_told(quadrille_ask(nullptr, &asked, &found), QUADRILLE_BAD_REQUEST, "tree");
    expect_told(quadrille_ask(tree_, nullptr, &found), QUADRILLE_BAD_REQUEST, "questions");
    expect_told(quadrille_ask(tree_, &asked, nullptr), QUADRILLE_BAD_REQUEST, "answers");
    expect_told(quadrille_visit(tree_, &asked, nullptr, nullptr), QUADRILLE_BAD_REQUEST, "visitor");
    expect_told(quadrille_get_shape(tree_, one, nullptr), QUADRILLE_BAD_REQUEST, "null");
    expect_told(quadrille_get_shapes(tree_, nullptr), QUADRILLE_BAD_REQUEST, "null");
    expect_told(quadrille_get_bounds(tree_, nullptr), QUADRILLE_BAD_REQUEST, "null");
    expect_told(quadrille_get_stats(tree_, nullptr), QUADRILLE_BAD_REQUEST, "null");
    expect_told(quadrille_save(tree_, nullptr, nullptr), QUADRILLE_BAD_REQUEST, "sink");
    expect_told(quadrille_load(tree_, nullptr, nullptr), QUADRILLE_BAD_REQUEST, "source");
    expect_told(quadrille_clone(tree_, nullptr), QUADRILLE_BAD_REQUEST, "null");
    expect_told(quadrille_copy_from(tree_, nullptr), QUADRILLE_BAD_REQUEST, "null");
    EXPECT_EQ(quadrille_size(nullptr), 0U);
    EXPECT_EQ(quadrille_contains(nullptr, one), 0);
    EXPECT_EQ(quadrille_item_at(nullptr, 0).generation, 0U);
    EXPECT_EQ(quadrille_destroy(nullptr), QUADRILLE_OK);
    quadrille_free_answers(nullptr);
    EXPECT_EQ(quadrille_assign(tree_, nullptr, 0, nullptr), QUADRILLE_OK) << "no shapes are a list, too";
    EXPECT_EQ(quadrille_size(tree_), 0U);
}

// promise: c: Of shapes and handles which is the first bad one.
TEST_F(c_errors, name_the_first_bad_one) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float shapes[] = {0, 0, 1, 1, 0, 0, nan, 1, 5, 5, 4, 4};
    quadrille_change_report report{};
    expect_told(quadrille_sync(tree_, shapes, 3, &report), QUADRILLE_BAD_SHAPE, "the first at 1");
    EXPECT_EQ(report.rejected, 2U);
    EXPECT_EQ(report.first_rejected, 1U);
    expect_told(quadrille_sync(tree_, shapes, 2, nullptr), QUADRILLE_BAD_REQUEST, "wanted 3 shapes");
    quadrille_item items[] = {quadrille_item_at(tree_, 0), {1, 77}, {0, 0}};
    for (const quadrille_status each :
         {quadrille_erase(tree_, items, 3, &report), quadrille_move(tree_, items, shapes, 3, &report)}) {
        expect_told(each, QUADRILLE_NO_ITEM, "the first at 1");
        EXPECT_EQ(report.rejected, 2U);
    }
    const std::uint32_t layers[] = {4, 4, 4};
    expect_told(quadrille_set_layers(tree_, items, layers, 3, &report), QUADRILLE_NO_ITEM, "the first at 1");
    EXPECT_EQ(quadrille_layers(tree_, items[0]), UINT32_MAX) << "all or nothing";
    float shape[4] = {7, 7, 7, 7};
    expect_told(quadrille_get_shape(tree_, items[1], shape), QUADRILLE_NO_ITEM, "item");
    EXPECT_EQ(shape[0], 7);
    EXPECT_EQ(quadrille_size(tree_), 3U);
    EXPECT_EQ(quadrille_validate(tree_), QUADRILLE_OK);
    quadrille_options twice = QUADRILLE_OPTIONS;
    twice.max_items = 2;
    tree_of_c<box<float>> small(&twice);
    const float boxes[12] = {};
    expect_told(quadrille_assign(small, boxes, 3, nullptr), QUADRILLE_FULL, "");
    twice.period[0] = -4;
    quadrille_tree* none = nullptr;
    expect_told(quadrille_create(QUADRILLE_BOXES, QUADRILLE_FLOAT32, &twice, &none), QUADRILLE_BAD_REQUEST, "period");
    EXPECT_EQ(none, nullptr);
}

// promise: c: Handles of another tree are none of this one, in checked builds, too.
TEST_F(c_errors, know_the_items_of_other_trees) {
    tree_of_c<box<float>> other;
    other.assign(std::vector<box<float>>(5, {{0, 0}, {1, 1}}));
    quadrille_item foreign[] = {quadrille_item_at(other, 4)};
    const float shape[4] = {0, 0, 1, 1};
    expect_told(quadrille_erase(tree_, foreign, 1, nullptr), QUADRILLE_NO_ITEM, "");
    expect_told(quadrille_move(tree_, foreign, shape, 1, nullptr), QUADRILLE_NO_ITEM, "");
    EXPECT_EQ(quadrille_contains(tree_, foreign[0]), 0);
    quadrille_questions asked = QUADRILLE_QUESTIONS("intersecting");
    asked.items = foreign;
    EXPECT_EQ(tree_.ask(asked).count, 0U);
    asked.verb = "pairs_of";
    EXPECT_EQ(tree_.ask(asked).count, 0U);
}

// promise: c: Polygons that are not convex are rejected.
TEST_F(c_errors, name_the_polygon_that_is_not_convex) {
    const auto ask_about = [&](std::vector<float> vertices) {
        vertices.insert(vertices.begin(), {0, 0, 1, 0, 0, 1});
        const std::size_t ends[] = {3, vertices.size() / 2};
        quadrille_questions asked = QUADRILLE_QUESTIONS("query");
        asked.form = QUADRILLE_POLYGON;
        asked.places = vertices.data();
        asked.vertex_ends = ends;
        asked.count = 2;
        return ask(asked);
    };
    const auto turned = [](int corners, int step, float center) { // a star with a step above 1
        std::vector<float> vertices;
        for (int corner = 0; corner < corners; ++corner) {
            const double angle = 0.3 + corner * step * 2 * 3.14159265358979 / corners;
            vertices.push_back(center + static_cast<float>(std::cos(angle)));
            vertices.push_back(center + static_cast<float>(std::sin(angle)));
        }
        return vertices;
    };
    const char* const message = "query: wanted convex polygons, found another one in row 1";
    // Dents and crossings, the first vertex twice, back and forth, on a line, stars, and a dent of four steps of float.
    const std::vector<std::vector<float>> wrong = {
        {0, 0, 4, 0, 4, 4, 2, 1, 0, 4},
        {0, 0, 4, 4, 4, 0, 0, 4},
        {1, 1, 1, 1, 1, 0, 4, 3, 0, 2},
        {2, 4, 2, 0, 2, 2, 1, 2, 4, 2},
        {0, 0, 2, 0, 1, 0, 3, 0},
        turned(5, 2, 0),
        turned(7, 2, 0),
        turned(7, 3, 0),
        turned(9, 4, 0),
        {1e6F, 1e6F, 1e6F + 1, 1e6F, 1e6F + 1, 1e6F + 1, 1e6F + 0.5F, 1e6F + 0.75F, 1e6F, 1e6F + 1}};
    for (const std::vector<float>& vertices : wrong) {
        expect_told(ask_about(vertices), QUADRILLE_BAD_REQUEST, message);
    }
    for (const int corners : {4, 5, 64, 300}) {
        for (const float center : {0.0F, 1e3F, 1e6F}) { // where the corners of the last lie on a lattice
            EXPECT_EQ(ask_about(turned(corners, 1, center)), QUADRILLE_OK) << corners << " around " << center;
            EXPECT_EQ(ask_about(turned(corners, corners - 1, center)), QUADRILLE_OK) << "clockwise";
        }
    }
    EXPECT_EQ(ask_about({0, 0, 0, 0, 1, 0, 2, 0, 2, 0, 2, 2, 0, 2, 0, 1}), QUADRILLE_OK) << "with needless vertices";
    EXPECT_EQ(ask_about({0, 0, 2, 0, 1, 0}), QUADRILLE_OK) << "on a line";
    EXPECT_EQ(ask_about({}), QUADRILLE_OK) << "without vertices";
}

// promise: c: A verb is told what it does not read, and what it lacks.
TEST_F(c_errors, say_what_a_verb_reads) {
    quadrille_options options = QUADRILLE_OPTIONS;
    options.period[0] = 100;
    tree_of_c<box<float>> wrapping(&options);
    tree_of_c<circle<float>> circles;
    const double distance = 1;
    const std::size_t descending_ends[] = {2, 1};
    /// Questions to `verb` with places, if it takes them, and what is wrong.
    const auto expect_rejected = [&](const char* verb, const auto& spoil, const char* words) {
        quadrille_questions asked = QUADRILLE_QUESTIONS(verb);
        asked.places = std::string_view("query nearest cast").find(verb) != std::string_view::npos ? window_ : nullptr;
        spoil(asked);
        SCOPED_TRACE(words);
        expect_told(ask(asked), QUADRILLE_BAD_REQUEST, words);
    };
    const auto nothing = [](quadrille_questions&) {};
    using questions = quadrille_questions;
    expect_rejected("qery", nothing, "wanted a verb that there is, found qery");
    expect_rejected("query", [](questions& asked) { asked.verb = nullptr; }, "verb");
    expect_rejected("query", [](questions& asked) { asked.places = nullptr; }, "query: wanted places");
    expect_rejected("query", [&](questions& asked) { asked.distance = &distance; }, "query: wanted no distance");
    expect_rejected("query", [&](questions& asked) { asked.ways = window_; }, "query: wanted no ways");
    expect_rejected("query", [](questions& asked) { asked.k = 2; }, "query: wanted no k");
    expect_rejected("query", [](questions& asked) { asked.partners = 3; }, "query: wanted no partners");
    expect_rejected("query", [](questions& asked) { asked.form = QUADRILLE_POLYGON; }, "vertices");
    expect_rejected(
        "query",
        [&](questions& asked) {
            asked.form = QUADRILLE_POLYGON;
            asked.vertex_ends = descending_ends;
            asked.count = 2;
        },
        "ascend");
    expect_rejected("query", [](questions& asked) { asked.wanted = QUADRILLE_FIRST; }, "no path");
    expect_rejected(
        "query", [](questions& asked) { asked.wanted = number_as<quadrille_wanted>(9); }, "quadrille_wanted");
    expect_rejected("query", [](questions& asked) { asked.form = number_as<quadrille_form>(-1); }, "quadrille_form");
    expect_rejected("query", [](questions& asked) { asked.struct_size = 8; }, "struct_size");
    expect_rejected("query", [](questions& asked) { asked.count = SIZE_MAX; }, "memory for");
    expect_rejected("query", [](questions& asked) { asked.count = SIZE_MAX / 16; }, "memory for");
    expect_rejected("nearest", [](questions& asked) { asked.wanted = QUADRILLE_COUNT; }, "nearest");
    expect_rejected(
        "cast",
        [&](questions& asked) {
            asked.form = QUADRILLE_SEGMENT;
            asked.ways = window_;
        },
        "cast: wanted a form");
    expect_rejected("pairs", [&](questions& asked) { asked.places = window_; }, "pairs: wanted no places");
    expect_rejected("pairs", [](questions& asked) { asked.count = 3; }, "pairs: wanted one question");
    expect_rejected("pairs", [&](questions& asked) { asked.other = tree_; }, "wanted a verb of two trees, found pairs");
    expect_rejected("closest_pairs", [&](questions& asked) { asked.other = circles; }, "same shape and scalar");
    expect_rejected("join", nothing, "join");
    expect_rejected("join", [&](questions& asked) { asked.other = wrapping; }, "same period");
    expect_rejected(
        "join",
        [&](questions& asked) {
            asked.other = tree_;
            asked.relation = QUADRILLE_INSIDE;
        },
        "join: wanted no form");
    for (const std::size_t count : {SIZE_MAX, SIZE_MAX / 16}) {
        quadrille_item one{};
        expect_told(quadrille_erase(tree_, &one, count, nullptr), QUADRILLE_BAD_REQUEST, "memory for");
    }
    expect_told(quadrille_copy_from(tree_, circles), QUADRILLE_BAD_REQUEST, "same shape");
    expect_told(quadrille_set_threads(tree_, 5000), QUADRILLE_BAD_REQUEST, "1024");
    std::size_t verbs = 0;
    while (quadrille_verb(verbs) != nullptr) {
        ++verbs;
    }
    EXPECT_EQ(verbs, 11U);
}

struct meddler {
    quadrille_tree* tree;
    std::vector<quadrille_status> statuses;
    int calls = 0;
};

// promise: c: A change in a visitor is refused, and so is its end; a question is not.
TEST_F(c_errors, refuse_a_change_in_a_visitor) {
    meddler own{tree_, {}};
    const auto meddle = [](void* context, const quadrille_answer*) {
        auto& with = *static_cast<meddler*>(context);
        const float shapes[12] = {};
        quadrille_item item = quadrille_item_at(with.tree, 0);
        with.statuses = {quadrille_assign(with.tree, shapes, 1, nullptr),
                         quadrille_sync(with.tree, shapes, 3, nullptr),
                         quadrille_insert(with.tree, shapes, 1, 1, &item, nullptr),
                         quadrille_clear(with.tree),
                         quadrille_reserve(with.tree, 9),
                         quadrille_destroy(with.tree),
                         quadrille_set_threads(with.tree, 2),
                         quadrille_copy_from(with.tree, with.tree)};
        got_answers found;
        EXPECT_EQ(quadrille_pairs(with.tree, 0, &found), QUADRILLE_OK);
        EXPECT_EQ(found.count, 1U);
        return ++with.calls == 2 ? 1 : 0;
    };
    quadrille_questions asked = QUADRILLE_QUESTIONS("each");
    EXPECT_EQ(quadrille_visit(tree_, &asked, meddle, &own), QUADRILLE_OK);
    EXPECT_EQ(own.calls, 2) << "a visitor ends the call";
    for (const quadrille_status each : own.statuses) {
        EXPECT_EQ(each, QUADRILLE_BUSY);
    }
    EXPECT_EQ(quadrille_size(tree_), 3U);
    EXPECT_EQ(quadrille_clear(tree_), QUADRILLE_OK) << "afterwards it may";
}

// promise: c: Each thread has its own message.
TEST_F(c_errors, are_told_to_the_thread_that_made_them) {
    expect_told(quadrille_assign(nullptr, nullptr, 0, nullptr), QUADRILLE_BAD_REQUEST, "tree");
    std::thread([] { EXPECT_STREQ(quadrille_message(), ""); }).join();
    EXPECT_STRNE(quadrille_message(), "");
}

#ifdef QUADRILLE_CHECKED
// promise: c: In a checked build a tree that is gone is told.
TEST(c_errors_of_a_checked_build, know_a_tree_that_is_gone) {
    quadrille_tree* tree = nullptr;
    ASSERT_EQ(quadrille_create(QUADRILLE_BOXES, QUADRILLE_FLOAT32, nullptr, &tree), QUADRILLE_OK);
    ASSERT_EQ(quadrille_destroy(tree), QUADRILLE_OK);
    expect_told(quadrille_destroy(tree), QUADRILLE_BAD_REQUEST, "destroyed");
    expect_told(quadrille_copy_from(tree, tree), QUADRILLE_BAD_REQUEST, "destroyed");
    expect_told(quadrille_clear(tree), QUADRILLE_BAD_REQUEST, "destroyed");
    EXPECT_EQ(quadrille_size(tree), 0U);
    const float other[64] = {};
    expect_told(quadrille_clear(reinterpret_cast<quadrille_tree*>(const_cast<float*>(other))), QUADRILLE_BAD_REQUEST,
                "destroyed, or none");
}
#endif

/// The bytes of a tree, and where they are read from.
struct bytes {
    std::string all;
    std::size_t at = 0;

    static int take(void* context, const void* some, std::size_t count) {
        static_cast<bytes*>(context)->all.append(static_cast<const char*>(some), count);
        return 0;
    }
    static std::size_t give(void* context, void* into, std::size_t count) {
        auto& from = *static_cast<bytes*>(context);
        const std::size_t some = std::min(count, from.all.size() - from.at);
        std::memcpy(into, from.all.data() + from.at, some);
        from.at += some;
        return some;
    }
};

// promise: c: What is loaded is the tree that was saved, or nothing.
TEST_F(c_errors, tell_bytes_that_are_no_tree) {
    bytes saved;
    ASSERT_EQ(quadrille_save(tree_, bytes::take, &saved), QUADRILLE_OK);
    tree_of_c<box<float>> loaded;
    ASSERT_EQ(quadrille_load(loaded, bytes::give, &saved), QUADRILLE_OK) << quadrille_message();
    EXPECT_EQ(quadrille_size(loaded), 3U);
    got_answers found;
    ASSERT_EQ(quadrille_pairs(loaded, 0, &found), QUADRILLE_OK);
    EXPECT_EQ(found.count, 1U);
    tree_of_c<circle<float>> other;
    saved.at = 0;
    expect_told(quadrille_load(other, bytes::give, &saved), QUADRILLE_NOT_LOADED, "box<float>");
    saved.all.resize(saved.all.size() / 2);
    saved.at = 0;
    expect_told(quadrille_load(loaded, bytes::give, &saved), QUADRILLE_NOT_LOADED, "");
    EXPECT_EQ(quadrille_size(loaded), 3U);
    expect_told(quadrille_save(
                    tree_, [](void*, const void*, std::size_t) { return 1; }, nullptr),
                QUADRILLE_NOT_SAVED, "refused");
    quadrille_tree* copy = nullptr;
    ASSERT_EQ(quadrille_clone(loaded, &copy), QUADRILLE_OK);
    EXPECT_EQ(quadrille_size(copy), 3U);
    EXPECT_EQ(quadrille_copy_from(copy, copy), QUADRILLE_OK);
    EXPECT_EQ(quadrille_destroy(copy), QUADRILLE_OK);
}

} // namespace

} // namespace quadrille::test
