// Compares hashes of answers; if they differ, compares the answers.
// SPDX-License-Identifier: MIT
#include "check.hpp"

#include <scenes/oracle.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace quadrille::cli {

namespace {

using indices = std::vector<std::uint32_t>;

std::string in_words(const box<float>& shape) {
    return fmt::format("[{}, {}] to [{}, {}]", shape.min.x, shape.min.y, shape.max.x, shape.max.y);
}

/// Describes an error: `verb` returned `answers` for `which`, not the sorted `truth`.
std::string describe(std::string_view verb, std::uint32_t which, const indices& truth, indices answers,
                     std::span<const box<float>> boxes) {
    std::sort(answers.begin(), answers.end());
    const auto [right, given] = std::mismatch(truth.begin(), truth.end(), answers.begin(), answers.end());
    const bool is_missing = given == answers.end() || (right != truth.end() && *right < *given);
    const bool is_double = !is_missing && given != answers.begin() && *given == *(given - 1);
    const std::uint32_t other = is_missing ? *right : *given;
    const char* const sentence = is_missing  ? "{0} does not say that items {1} and {2} intersect"
                                 : is_double ? "{0} says twice that items {1} and {2} intersect"
                                             : "{0} says that items {1} and {2} intersect, they do not";
    return fmt::format(fmt::runtime(sentence), verb, which, other) +
           fmt::format(": {} and {}", in_words(boxes[which]), in_words(boxes[other]));
}

indices asked_by_intersecting(const quadtree<>& tree, std::uint32_t which) {
    indices answers;
    tree.intersecting(tree.item_at(which), [&](auto other) { answers.push_back(other.index()); });
    return answers;
}

indices asked_by_pairs(const quadtree<>& tree, std::uint32_t which) {
    indices answers;
    tree.pairs([&](auto a, auto b) {
        if (a.index() == which || b.index() == which) {
            answers.push_back(a.index() == which ? b.index() : a.index());
        }
    });
    return answers;
}

/// Returns the answer of a full scan in a world that wraps: of two shapes across a seam, the same one is moved for
/// either question.
indices scanned(const quadtree<>& tree, std::uint32_t which) {
    const period by = tree.period();
    const auto shape_of = [&](std::uint32_t index) { return *tree.shape(tree.item_at(index)); };
    const box<float> own = shape_of(which);
    const int columns = by.width() > 0 ? 1 : 0;
    const int rows = by.height() > 0 ? 1 : 0;
    indices found;
    for (std::uint32_t other = 0; other < tree.index_limit(); ++other) {
        const box<float> still = shape_of(other);
        bool is_met = false;
        for (int x = -columns; x <= columns; ++x) {
            for (int y = -rows; y <= rows; ++y) {
                const auto shifted_by = [&](const box<float>& one, int sign) {
                    return shifted(one, {static_cast<std::int16_t>(sign * x), static_cast<std::int16_t>(sign * y)}, by);
                };
                const bool other_moves = x > 0 || (x == 0 && y > 0);
                is_met |= other_moves ? intersects(own, shifted_by(still, 1)) : intersects(shifted_by(own, -1), still);
            }
        }
        if (is_met && other != which) {
            found.push_back(other);
        }
    }
    return found;
}

oracle::order_free_hash hash_of(const indices& answers) {
    oracle::order_free_hash hash;
    for (const std::uint32_t answer : answers) {
        hash.add(answer);
    }
    return hash;
}

} // namespace

std::optional<std::string> first_difference(const quadtree<>& tree, std::span<const box<float>> boxes, sample which) {
    // Compares hashes: lists would not fit into memory if everything intersects everything.
    std::vector<oracle::order_free_hash> by_pairs(boxes.size() / which.stride + 1);
    const auto note = [&](std::uint32_t own, std::uint32_t other) {
        if (own % which.stride == which.first) {
            by_pairs[own / which.stride].add(other);
        }
    };
    tree.pairs([&](auto a, auto b) {
        note(a.index(), b.index());
        note(b.index(), a.index());
    });

    for (std::size_t at = which.first; at < boxes.size(); at += which.stride) {
        const auto own = static_cast<std::uint32_t>(at);
        const indices truth = tree.period() ? scanned(tree, own) : oracle::intersecting(boxes, own);
        const oracle::order_free_hash expected = hash_of(truth);
        if (const indices answers = asked_by_intersecting(tree, own); hash_of(answers) != expected) {
            return describe("intersecting", own, truth, answers, boxes);
        }
        if (by_pairs[own / which.stride] != expected) {
            return describe("pairs", own, truth, asked_by_pairs(tree, own), boxes);
        }
    }
    return std::nullopt;
}

} // namespace quadrille::cli
