// Texts: every enumerator has a word, and different values have different texts.
// SPDX-License-Identifier: MIT
#include <quadrille/quadtree.hpp>
#include <quadrille/text.hpp>

#include <gtest/gtest.h>

#include <iomanip>
#include <set>
#include <sstream>
#include <string>

namespace quadrille {
namespace {

template <class What>
std::string text_of(const What& what) {
    std::ostringstream text;
    text << std::setprecision(1) << std::hex << what;
#ifdef __cpp_lib_format
    EXPECT_EQ(std::format("{}", what), text.str());
    EXPECT_EQ(std::format("{:>99}", what).size() >= 99, true);
#endif
    return text.str();
}

template <class Enum>
void expect_words(int count) {
    std::set<std::string> words;
    for (int value = 0; value < count; ++value) {
        words.insert(text_of(static_cast<Enum>(value)));
        EXPECT_EQ(text_of(static_cast<Enum>(value)).find("unknown"), std::string::npos);
    }
    EXPECT_EQ(words.size(), static_cast<std::size_t>(count));
}

// promise: text: Every enumerator has a word of its own.
// promise: reasons
TEST(texts, of_enums_are_words) {
    expect_words<flow>(2);
    expect_words<outcome>(3);
    expect_words<error>(10);
    expect_words<update_method>(4);
    expect_words<save_error>(3);
    expect_words<load_error>(10);
    static_assert(std::string_view(to_string(outcome::stopped)) == "stopped");
}

// promise: text
TEST(texts, of_items_and_answers_name_them) {
    EXPECT_EQ(text_of(item{}), "item(null)");
    EXPECT_EQ(text_of(item{17, 3}), "item(17, 3)");
    EXPECT_EQ(text_of(item_pair{{1, 1}, {2, 3}}), "(item(1, 1), item(2, 3))");
    EXPECT_EQ(text_of(index_pair{10, 11}), "(10, 11)");
    EXPECT_EQ(text_of(close_pair{{1, 3}, {}, 0.25}), "(item(1, 3), item(null)) at distance² 0.25");
    EXPECT_EQ(text_of(neighbor{{1, 1}, 2.25}), "item(1, 1) at distance² 2.25");
    EXPECT_EQ(text_of(ray_hit<float>{{1, 1}, 0.1F}), "item(1, 1) at 0.1");
}

// promise: text
TEST(texts, of_shapes_have_all_their_digits) {
    EXPECT_EQ(text_of(point{0.1F, -2.0F}), "(0.1, -2)");
    EXPECT_EQ(text_of(box{{0.1, 0.2}, {1.0 / 3, 4.0}}), "box((0.1, 0.2), (0.3333333333333333, 4))");
    EXPECT_EQ(text_of(circle{{1, 2}, 1e30F}), "circle((1, 2), 1e+30)");
    EXPECT_EQ(text_of(segment{{1, 2}, {3, 4}}), "segment((1, 2), (3, 4))");
    EXPECT_EQ(text_of(ray{{1, 2}, {3, 4}}), "ray((1, 2), (3, 4))");
}

// promise: text
TEST(texts, of_reports_say_what_happened) {
    quadtree<> tree;
    EXPECT_EQ(text_of(tree.assign(std::vector{box{{0, 0}, {1, 1}}})), "rebuild, displaced: 0, reinserted: 0");
    EXPECT_EQ(text_of(tree.sync(std::vector{box{{0, 0}, {-1, 1}}})),
              std::string("rejected: ") + to_string(error::inverted) + "; bad ones: 1, the first at 0");
    EXPECT_EQ(text_of(tree.sync(std::vector<box<float>>{})), std::string("rejected: ") + to_string(error::wrong_size));
    EXPECT_EQ(text_of(batch_report{error::no_memory}), std::string("rejected: ") + to_string(error::no_memory));
    EXPECT_EQ(text_of(tree.validate()), "sound");
    EXPECT_EQ(text_of(fault{"broken", 12}), "broken, at 12");
    EXPECT_EQ(text_of(counters{1, 2, 30, 4, 5}), "cells: 1, blocks: 2, lanes: 30, answers: 4, pairs: 5");
}

} // namespace
} // namespace quadrille
