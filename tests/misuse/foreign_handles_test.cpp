// Handles of other trees, for a library that is not checked: rejected, or another item of this tree, in every verb that takes one.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"

#include <quadrille/contacts.hpp>
#include <quadrille/recording.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

using scenes::random_source;
using tree_type = quadtree<int, box<float>>;

box<float> drawn_box(random_source& source) {
    const auto x = float(source.below(100));
    const auto y = float(source.below(100));
    return {{x, y}, {x + 2, y + 2}};
}

/// A tree with a history, and every handle that it ever gave out.
struct grown {
    tree_type tree;
    std::vector<item> given;

    grown(random_source& source, std::uint32_t changes) {
        for (std::uint32_t change = 0; change < changes; ++change) {
            if (given.empty() || source.below(3) != 0) {
                given.push_back(tree.insert(drawn_box(source), int(change)));
            } else {
                tree.erase(given[source.below(std::uint32_t(given.size()))]);
            }
        }
    }
};

item drawn_item(random_source& source, const std::vector<item>& given) {
    constexpr std::uint32_t words[] = {0, 1, 2, 0x7FFF'FFFFU, 0x8000'0000U, 0xFFFF'FFFEU, 0xFFFF'FFFFU};
    switch (given.empty() ? 0 : source.below(8)) {
    case 0: return {words[source.below(7)], words[source.below(7)]};
    case 1: return {source.below(300), source.below(8)};
    default: return given[source.below(std::uint32_t(given.size()))];
    }
}

/// What the handle means in this tree: the living item with its index and generation, if there is one.
bool is_meant(const tree_type& tree, item which) {
    return which && which.index < tree.index_limit() && tree.item_at(which.index) == which;
}

/// Asks and changes by verbs of a tree or of its recording.
template <class Asked>
void use(Asked& asked, const tree_type& tree, item which, item other, random_source& source) {
    const bool meant = is_meant(tree, which);
    ASSERT_EQ(asked.contains(which), meant);
    ASSERT_EQ(asked.shape(which).has_value(), meant);
    ASSERT_EQ(asked.value(which) != nullptr, meant);
    ASSERT_TRUE(meant || asked.layers(which) == 0);
    std::size_t found = 0;
    asked.intersecting(which, [&](auto hit) { found += hit.index() == which.index ? 1000U : 1U; });
    ASSERT_LT(found, meant ? 1000U : 1U);
    asked.pairs_of({which, other, which}, [&](auto a, auto b) { ASSERT_NE(a.index(), b.index()); });
    const bool both = meant && is_meant(tree, other) && which != other;
    const std::vector<item> two = {which, other};
    switch (source.below(6)) {
    case 0: ASSERT_EQ(asked.move(which, drawn_box(source)), meant); break;
    case 1: ASSERT_EQ(asked.set_layers(which, 3), meant); break;
    case 2:
        ASSERT_EQ(bool(asked.move(two, std::vector<box<float>>(2, drawn_box(source)))), meant && is_meant(tree, other));
        break;
    case 3: ASSERT_EQ(asked.erase(which), meant); break;
    case 4: ASSERT_EQ(bool(asked.erase(two)), both); break;
    default: asked.insert(drawn_box(source), 7);
    }
}

// promise: foreign-handles: Every verb of an unchecked build rejects a handle of another tree, or takes it for an
//     item of its own.
// promise: stale-handles: `set_layers` is false for a null or stale item.
// promise: of-one-item: `intersecting` of a null or stale item finds nothing.
TEST(foreign_handles, are_rejected_or_mean_an_item_of_this_tree_or_its_recording) {
    for (std::uint32_t round = 0; round < 120; ++round) {
        SCOPED_TRACE("round " + std::to_string(round));
        random_source source(round);
        grown mine(source, source.below(300));
        const grown others(source, source.below(400));
        contacts seen;
        std::vector<std::byte> bytes;
        recording record(mine.tree, bytes);
        for (int step = 0; step < 100; ++step) {
            const item which = drawn_item(source, others.given);
            const item other = drawn_item(source, others.given);
            if (round % 2 == 0) {
                ASSERT_NO_FATAL_FAILURE(use(mine.tree, mine.tree, which, other, source));
            } else {
                ASSERT_NO_FATAL_FAILURE(use(record, mine.tree, which, other, source));
                record.tick();
            }
            seen.update(mine.tree);
            static_cast<void>(seen.are_in_contact(which, other));
            for (auto hit : mine.tree.intersecting(which)) {
                ASSERT_TRUE(mine.tree.contains(hit.item()));
            }
        }
        ASSERT_TRUE(agrees_with_oracle(mine.tree));
    }
}

} // namespace
} // namespace quadrille::testing
