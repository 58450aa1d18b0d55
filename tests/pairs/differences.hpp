// What begins, lasts and ends between two full scans: the truth of contacts and visits.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_DIFFERENCES_HPP
#define QUADRILLE_TESTS_DIFFERENCES_HPP

#include "support/answers.hpp"

#include <quadrille/contacts.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace quadrille::testing {

inline auto key(const item_pair& pair) {
    return std::tuple(pair.a.index, pair.b.index, pair.a.generation, pair.b.generation);
}
inline auto key(const visit& one) { return std::tuple(one.area, one.which.index, one.which.generation); }

struct by_key {
    template <class Entry>
    bool operator()(const Entry& one, const Entry& other) const {
        return key(one) < key(other);
    }
};

/// Entries as a full scan finds them, and the differences to the scan before.
template <class Entry>
struct differences {
    std::set<Entry, by_key> before;
    std::set<Entry, by_key> now;

    void turn(std::set<Entry, by_key> scanned) {
        before = std::move(now);
        now = std::move(scanned);
    }

    std::vector<Entry> began() const { return only(now, before); }
    std::vector<Entry> ended() const { return only(before, now); }
    std::vector<Entry> persisted() const {
        std::vector<Entry> both;
        std::set_intersection(now.begin(), now.end(), before.begin(), before.end(), std::back_inserter(both), by_key{});
        return both;
    }

private:
    static std::vector<Entry> only(const std::set<Entry, by_key>& these, const std::set<Entry, by_key>& not_those) {
        std::vector<Entry> rest;
        std::set_difference(these.begin(), these.end(), not_those.begin(), not_those.end(), std::back_inserter(rest),
                            by_key{});
        return rest;
    }
};

template <class Entry>
std::vector<Entry> listed(std::span<const Entry> entries) {
    return {entries.begin(), entries.end()};
}

/// Contacts are the differences of the last two scans, in ascending order.
template <class Contacts>
void expect_contacts(const Contacts& found, const differences<item_pair>& truth) {
    ASSERT_EQ(listed(found.began()), truth.began());
    ASSERT_EQ(listed(found.persisted()), truth.persisted());
    ASSERT_EQ(listed(found.ended()), truth.ended());
    ASSERT_TRUE(std::equal(found.now().begin(), found.now().end(), truth.now.begin(), truth.now.end()));
    for (const item_pair& pair : found.now()) {
        ASSERT_TRUE(found.are_in_contact(pair.a, pair.b));
    }
    for (const item_pair& pair : found.ended()) {
        ASSERT_FALSE(found.are_in_contact(pair.a, pair.b));
    }
}

template <class Tree>
std::set<item_pair, by_key> scanned_pairs(const Tree& tree) {
    std::set<item_pair, by_key> all;
    for (const index_pair& pair : true_pairs(snapshot_of(tree))) {
        all.insert({tree.item_at(pair.a), tree.item_at(pair.b)});
    }
    return all;
}

template <class Tree, class Area>
std::set<visit, by_key> scanned_visits(const Tree& tree, const std::vector<Area>& areas) {
    const auto truth = snapshot_of(tree);
    const std::span<const typename Tree::shape_type> shapes(truth.shapes);
    std::set<visit, by_key> all;
    for (std::uint32_t area = 0; area < areas.size(); ++area) {
        for (const std::uint32_t index : oracle::query(shapes, areas[area], truth.alive)) {
            all.insert({area, tree.item_at(index)});
        }
    }
    return all;
}

} // namespace quadrille::testing

#endif
