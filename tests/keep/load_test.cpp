// Load: whatever the bytes are, the tree that was saved or a report, and then the tree is as it was.
// SPDX-License-Identifier: MIT
#include "keep/saved.hpp"
#include "keep/scarred.hpp"
#include "support/appearance.hpp"
#include "support/effort.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/saved_items.hpp>
#include <quadrille/text.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>

namespace quadrille::testing {
namespace {

using detail::section;

QUADRILLE_SHAPE_SUITE(saved_bytes);

// promise: damaged-bytes
TYPED_TEST(saved_bytes, that_are_cut_anywhere_are_rejected_and_name_the_place) {
    auto kept = scarred_tree<TypeParam>(5, 9);
    const auto before = bytes_of(kept);
    const byte_list bytes = bytes_of(scarred_tree<TypeParam>(6, 20));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const load_report report = load_bytes(kept, std::span(bytes).first(size));
        ASSERT_EQ(report.error, load_error::cut_short) << size;
        ASSERT_EQ(report.at, size);
        ASSERT_EQ(report.found, size);
        ASSERT_GT(report.wanted, size);
        ASSERT_LE(report.wanted, bytes.size());
    }
    ASSERT_EQ(bytes_of(kept), before);
    ASSERT_TRUE(load_bytes(kept, bytes));
    ASSERT_EQ(bytes_of(kept), bytes);
}

// promise: damaged-bytes
TYPED_TEST(saved_bytes, of_which_any_bit_is_another_are_rejected) {
    auto kept = scarred_tree<TypeParam>(5, 9);
    const auto before = bytes_of(kept);
    byte_list bytes = bytes_of(scarred_tree<TypeParam>(6, 12));
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        bytes[bit / 8] ^= std::byte(1U << bit % 8);
        const load_report report = load_bytes(kept, bytes);
        ASSERT_FALSE(report) << "bit " << bit;
        ASSERT_TRUE(report.at <= bit / 8 || report.error == load_error::cut_short) << "bit " << bit;
        bytes[bit / 8] ^= std::byte(1U << bit % 8);
    }
    ASSERT_EQ(bytes_of(kept), before);
}

/// A hostile author's checksums are right: the content is what has to be believed in nothing, nor where its items are read one by one.
// promise: damaged-bytes: Hostile bytes with right checksums make neither the load nor a later verb crash or hang.
TYPED_TEST(saved_bytes, of_a_hostile_author_do_no_harm) {
    constexpr std::array<std::uint32_t, 14> awkward = {0,           1,           2,           15,          16,
                                                       31,          32,          0x7FFF'FFFF, 0x8000'0000, 0x8000'0001,
                                                       0xFFFF'FFFE, 0xFFFF'FFFF, 0x7F80'0000, 0x7FC0'0000};
    const std::uint64_t seeds = effort<std::uint64_t>(1500, 100'000);
    int loaded = 0;
    int read = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        random_source source(seed);
        saved_parts parts(bytes_of(scarred_tree<TypeParam>(seed % 8, 3 + static_cast<int>(seed % 16))));
        for (std::uint32_t rest = 1 + source.below(3); rest > 0; --rest) {
            saved_frame& one = parts.frames[source.below(static_cast<std::uint32_t>(parts.frames.size()))];
            const auto words = static_cast<std::uint32_t>(one.content.size() / 4);
            switch (source.below(12)) {
            case 0: std::swap(one, parts.frames[source.below(static_cast<std::uint32_t>(parts.frames.size()))]); break;
            case 1: one.content.resize(source.below(static_cast<std::uint32_t>(one.content.size()) + 1)); break;
            case 2: one.what = static_cast<section>(1 + source.below(8)); break;
            case 3: one.content.insert(one.content.end(), 8, std::byte{0}); break;
            default:
                if (words > 0) {
                    std::uint32_t word = 0;
                    std::byte* const at = one.content.data() + std::size_t{4} * source.below(words);
                    std::memcpy(&word, at, sizeof word);
                    switch (source.below(5)) {
                    case 0: word = awkward[source.below(awkward.size())]; break;
                    case 1: word = static_cast<std::uint32_t>(source.word()); break;
                    case 2: word = source.below(64); break;
                    case 3: word += source.below(2) == 0 ? 1U : ~0U; break;
                    default: word ^= 1U << source.below(32); break;
                    }
                    std::memcpy(at, &word, sizeof word);
                }
            }
        }
        const byte_list bytes = parts.joined();
        read += each_saved_item<quadtree<int, TypeParam>>(
                    bytes, [](const saved_head&) {}, [](const saved_item<TypeParam>&) {})
                    ? 1
                    : 0;
        quadtree<int, TypeParam> tree;
        tree.insert(made<TypeParam>(0, 0, 1, 1), 1);
        const load_report report = load_bytes(tree, bytes);
        if (!report) {
            ASSERT_TRUE(report.error == load_error::damaged || report.error == load_error::value ||
                        report.error == load_error::cut_short)
                << "seed " << seed << ": " << to_string(report.error);
            ASSERT_EQ(tree.size(), 1U);
            continue;
        }
        ++loaded;
        ASSERT_TRUE(is_of_use(tree, seed)) << "seed " << seed;
    }
    EXPECT_GT(loaded, 10) << "numbers that may be anything";
    EXPECT_GT(read, loaded) << "item by item, where less has to be right";
}

/// Words of the state, one by one, each with every awkward number.
// promise: damaged-bytes: Hostile bytes with right checksums make neither the load nor a later verb crash or hang.
TYPED_TEST(saved_bytes, of_a_hostile_state_do_no_harm) { expect_harmless_states<TypeParam>(); }

// promise: damaged-bytes: What is wrong is reported in words, with what was wanted and found, and the byte.
TEST(saved_bytes_of_boxes, of_every_kind_of_damage_are_told_in_words) {
    quadtree<> tree;
    tree.insert({{1, 1}, {2, 2}});
    const byte_list bytes = bytes_of(tree);
    const auto said = [&](const byte_list& tried) {
        std::ostringstream text;
        text << load_bytes(tree, tried);
        return text.str();
    };
    const auto changed = [&](std::size_t at, unsigned char to) {
        byte_list other = bytes;
        other[at] = std::byte{to};
        return other;
    };
    EXPECT_EQ(said(bytes), std::to_string(bytes.size()) + " bytes loaded");
    EXPECT_EQ(said(changed(0, 'i')), "not a quadrille file: wanted 137, found 105, at byte 0");
    EXPECT_EQ(said(changed(8, 3)), "a quadrille file in another version of the format: wanted 1, found 3, at byte 8");
    EXPECT_EQ(said({bytes.begin(), bytes.begin() + 100}), "cut short: wanted 192 bytes, found 100, at byte 100");
    EXPECT_EQ(said(changed(100, 77)).substr(0, 27), "a checksum differs: wanted ");
    EXPECT_NE(said(changed(100, 77)).find(", at byte 32"), std::string::npos);
    byte_list longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_EQ(said(longer), "there are more bytes after the end, at byte " + std::to_string(bytes.size()));
    EXPECT_EQ(said(bytes_of(quadtree<int, circle<double>>())),
              "a tree of another kind: wanted box<float> without values, found circle<double> with values, at byte 12");
    saved_parts parts(bytes);
    parts.of(section::generations).content[0] = std::byte{2};
    EXPECT_EQ(said(parts.joined()).substr(0, 62), "not a sound tree, though its checksums are right: a lane holds");
    EXPECT_EQ(tree.size(), 1U);
}

/// These bytes are kept, in words of four, some several times: every later version reads them, or says that it does not.
constexpr const char* kept_tree =
    "89515541 440d0a1a 01000000 02040000 10100000 00000000 19a22940 31815c87 01000000 90000000 46a75a66 a5d17be3 "
    "04000000 20000000 00000000*2 00000040 00000000 00200000 01000000 02000000 03000000*2 01000000 00000000 04000000 "
    "00000000*8 0000f03f 00000000*2 20000000 ffffffff 00000000*3 01000000*2 02000000 00000000*3 02000000 0c000000 "
    "36453924 d88a8df3 01000000 02000000 01000000 03000000 0c000000 270dbfb5 0b86fc9e 00000000 ffffffff 01000000 "
    "04000000 10000000 752f34ba 056f4c4c ffffffff 00000000 01000000 00000000 05000000 08020000 a0fefadf d8a5b965 "
    "0000803f 0000c07f*15 000000c0 0000c07f*15 0000e040 0000c07f*15 00004040 0000c07f*15 01000080 00000000*15 "
    "ffffffff 00000000*22 00000080 00000000*6 0000c07f*20 06000000 80010000 e7aaf00b 128bf6c7 0000803f 0000c03f "
    "0000c07f*14 0000803f 000000c0 0000c07f*14 00000040 0000e040 0000c07f*14 00004040 00002040 0000c07f*14 00000000 "
    "02000000 00000000*14 ffffffff 05000000 00000000*14 08000000 00000000 4d9900af 26a6004b";

// promise: saved-format: The format of saved trees is what it always was.
TEST(saved_bytes_of_boxes, are_what_they_always_were) {
    quadtree<> tree;
    byte_list kept;
    std::istringstream kept_words(kept_tree);
    for (std::string word; kept_words >> word;) {
        for (int times = word.size() > 8 ? std::stoi(word.substr(9)) : 1; times > 0; --times) {
            for (std::size_t digit = 0; digit < 8; digit += 2) {
                kept.push_back(std::byte(std::stoul(word.substr(digit, 2), nullptr, 16)));
            }
        }
    }
    ASSERT_TRUE(load_bytes(tree, kept));
    EXPECT_EQ(bytes_of(tree), kept);
    EXPECT_EQ(tree.size(), 2U);
    EXPECT_EQ(tree.shape(item{0, 1}), (box{{1.0F, 1.0F}, {2.0F, 3.0F}}));
    EXPECT_EQ(tree.shape(item{2, 1}), (box{{1.5F, -2.0F}, {7.0F, 2.5F}}));
    EXPECT_EQ(tree.layers(item{2, 1}), 5U);
    EXPECT_EQ(tree.insert({{1, 1}, {2, 2}}), (item{1, 3}));
}

// promise: damaged-bytes: After a load `error()` is `none`; after one that was rejected it is as it was.
TEST(saved_bytes_of_boxes, leave_the_error_none_or_where_they_are_rejected_as_it_was) {
    quadtree<> saved;
    saved.insert({{0, 0}, {1, 1}});
    saved.erase(item{});
    const byte_list bytes = bytes_of(saved);
    quadtree<> tree;
    tree.erase(item{});
    EXPECT_FALSE(load_bytes(tree, std::span(bytes).first(9)));
    EXPECT_EQ(tree.error(), error::no_item);
    EXPECT_TRUE(load_bytes(tree, bytes));
    EXPECT_EQ(tree.error(), error::none);
}

} // namespace
} // namespace quadrille::testing
