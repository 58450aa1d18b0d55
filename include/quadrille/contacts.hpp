// Contacts: who began to touch whom, who still does, and who no longer does, from one tick to the next.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CONTACTS_HPP
#define QUADRILLE_CONTACTS_HPP

#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace quadrille {

/// What changed between two sorted lists of entries, and what did not. Two lists that are sorted alike are compared in one
/// pass, so nothing is hashed, the order of all answers is that of the entries, and the buffers are used again.
template <class Entry>
class turnover {
public:
    /// All that stands in the newest list, ascending.
    std::span<const Entry> now() const noexcept { return last_.now; }
    /// What stands in the newest list and did not in the one before, ascending.
    std::span<const Entry> began() const noexcept { return last_.began; }
    /// What stands in both, ascending.
    std::span<const Entry> lasted() const noexcept { return last_.lasted; }
    /// What stood in the one before and does not in the newest, ascending.
    std::span<const Entry> ended() const noexcept { return last_.ended; }

    /// The list to fill for the next `turn`: empty, with the room of earlier ones.
    std::vector<Entry>& next() noexcept {
        next_.now.clear();
        return next_.now;
    }

    /// Makes `next()`, which must be sorted by `before` and hold nothing twice, the newest list. O(both). When memory runs
    /// out (std::bad_alloc), all stays as it was.
    template <class Before>
    void turn(Before before) {
        next_.began.clear();
        next_.lasted.clear();
        next_.ended.clear();
        auto old = last_.now.cbegin();
        for (const Entry& fresh : next_.now) {
            for (; old != last_.now.cend() && before(*old, fresh); ++old) {
                next_.ended.push_back(*old);
            }
            const bool is_known = old != last_.now.cend() && !before(fresh, *old);
            (is_known ? next_.lasted : next_.began).push_back(fresh);
            old += is_known ? 1 : 0;
        }
        next_.ended.insert(next_.ended.end(), old, last_.now.cend());
        std::swap(last_, next_);
    }

private:
    struct lists {
        std::vector<Entry> now;
        std::vector<Entry> began;
        std::vector<Entry> lasted;
        std::vector<Entry> ended;
    };

    lists last_;
    lists next_;
};

/// Who touches whom in one tree, followed from tick to tick: call `update` once a tick, then read the lists.
///
/// - In each pair a.index < b.index; the lists ascend by (a, b), whatever the tree's own order: the same world gives the same
///   lists, on every machine and after every history.
/// - A handle is an index and a generation: an item that was erased has ended its contacts, also when another has been given
///   its index since and stands in its place. Handles in `ended()` may be stale, all others are alive until the next change.
/// - The lists stay as they are until the next `update`. Nothing is allocated once the buffers have their room: about 80
///   bytes per contact, 8 per index.
/// - One of these belongs to one tree. It does not refer to it: a tree may be swapped or moved in between.
class contacts {
public:
    /// Compares the contacts of `tree` with those at the last call. Those are the pairs that `pairs` finds with the
    /// same filter: also those within a distance. As `pairs`, and O(n + k log t) for k contacts of which t at most belong to one item. When memory runs out (std::bad_alloc), all
    /// lists stay as they were.
    template <class Tree>
    void update(const Tree& tree, const pair_filter& wanted = {}, counters* counts = nullptr) {
        found_.clear();
        tree.pairs(found_, wanted, counts);
        sort_found(tree.index_limit());
        std::vector<item_pair>& fresh = changes_.next();
        for (const index_pair& pair : sorted_) {
            fresh.push_back({tree.item_at(pair.a), tree.item_at(pair.b)});
        }
        changes_.turn(stands_before);
    }

    /// Every pair that touches now.
    std::span<const item_pair> now() const noexcept { return changes_.now(); }
    /// The pairs that touch now and did not at the update before.
    std::span<const item_pair> began() const noexcept { return changes_.began(); }
    /// The pairs that touch now and did then.
    std::span<const item_pair> lasted() const noexcept { return changes_.lasted(); }
    /// The pairs that touched then and do not now, or of which one has been erased.
    std::span<const item_pair> ended() const noexcept { return changes_.ended(); }

    /// Whether these two touched at the last update. O(log k).
    bool were_touching(item one, item other) const noexcept {
        const item_pair wanted = one.index < other.index ? item_pair{one, other} : item_pair{other, one};
        return std::binary_search(now().begin(), now().end(), wanted, stands_before);
    }

private:
    static bool stands_before(const item_pair& one, const item_pair& other) noexcept {
        return std::tie(one.a.index, one.b.index, one.a.generation, one.b.generation) <
               std::tie(other.a.index, other.b.index, other.a.generation, other.b.generation);
    }

    /// Sorted by counting, since indices are dense: each item's partners come together in one pass, and they are few.
    void sort_found(std::uint32_t index_limit) {
        ends_.clear();
        ends_.resize(std::size_t{index_limit} + 1); // grows by doubling, as `assign` would not
        for (index_pair& pair : found_) {
            pair = pair.a < pair.b ? pair : index_pair{pair.b, pair.a};
            ++ends_[pair.a + 1];
        }
        for (std::size_t index = 1; index < ends_.size(); ++index) {
            ends_[index] += ends_[index - 1];
        }
        sorted_.resize(found_.size());
        for (const index_pair& pair : found_) {
            sorted_[ends_[pair.a]++] = pair;
        }
        auto first = sorted_.begin();
        for (std::uint32_t index = 0; index < index_limit; ++index) {
            const auto last = sorted_.begin() + static_cast<std::ptrdiff_t>(ends_[index]);
            std::sort(first, last, [](const index_pair& one, const index_pair& other) { return one.b < other.b; });
            first = last;
        }
    }

    std::vector<index_pair> found_;
    std::vector<index_pair> sorted_;
    std::vector<std::size_t> ends_; ///< by index: where its partners begin in `sorted_`, and then where they end
    turnover<item_pair> changes_;
};

/// One thing in one watched area.
struct visit {
    std::uint32_t area; ///< the area's place in the span that was given
    item which;

    friend constexpr bool operator==(const visit&, const visit&) = default;
};

/// Who entered which watched area, who stays in it and who left, from tick to tick. An item is in an area while it touches it.
/// The areas are yours: each is known by its place in the span, and may move, grow or be of another shape at the next tick;
/// one that is no longer there has been left by all. Order, handles, memory and trees as with `contacts`.
class visits {
public:
    /// Compares who touches each of `areas` (any one type that `tree.query` takes) with the last call. `wanted` narrows
    /// each query. One query per area, and O(k log k) for the k answers of each. When memory runs out
    /// (std::bad_alloc), all lists stay as they were; also when an area of your own changes the tree, which it must not: then
    /// this returns `outcome::changed`.
    template <class Tree, class Areas>
    outcome update(const Tree& tree, const Areas& areas, const filter& wanted = {}, counters* counts = nullptr) {
        std::vector<visit>& fresh = changes_.next();
        std::uint32_t number = 0;
        for (const auto& area : areas) {
            const std::size_t first = fresh.size();
            const auto note = [&](auto hit) { fresh.push_back({number, hit.item()}); };
            if (const outcome end = tree.query(area, note, wanted, counts); end != outcome::complete) {
                return end;
            }
            std::sort(fresh.begin() + static_cast<std::ptrdiff_t>(first), fresh.end(), stands_before);
            ++number;
        }
        changes_.turn(stands_before);
        return outcome::complete;
    }

    /// Everybody in any area, ascending by area and index.
    std::span<const visit> now() const noexcept { return changes_.now(); }
    /// Who is in an area now and was not at the update before.
    std::span<const visit> entered() const noexcept { return changes_.began(); }
    /// Who is in an area now and was then.
    std::span<const visit> stayed() const noexcept { return changes_.lasted(); }
    /// Who was in an area then and is not now, or has been erased.
    std::span<const visit> left() const noexcept { return changes_.ended(); }

private:
    static bool stands_before(const visit& one, const visit& other) noexcept {
        return std::tie(one.area, one.which.index, one.which.generation) <
               std::tie(other.area, other.which.index, other.which.generation);
    }

    turnover<visit> changes_;
};

} // namespace quadrille

#endif
