// Contacts: the items that come into contact, stay in contact and separate, from one tick to the next.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CONTACTS_HPP
#define QUADRILLE_CONTACTS_HPP

#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace quadrille {

/// The difference between two sorted lists of entries. They are compared in one pass without hashing, all results are
/// in the order of the entries, and buffers are reused.
template <class Entry>
class turnover {
public:
    /// The entries of the newest list, ascending.
    std::span<const Entry> now() const noexcept { return last_.now; }
    /// The entries of the newest list that are not in the previous one, ascending.
    std::span<const Entry> began() const noexcept { return last_.began; }
    /// The entries of both, ascending.
    std::span<const Entry> persisted() const noexcept { return last_.persisted; }
    /// The entries of the previous list that are not in the newest, ascending.
    std::span<const Entry> ended() const noexcept { return last_.ended; }

    /// The list to fill for the next `turn`: empty, with the capacity of earlier ones.
    std::vector<Entry>& next() noexcept {
        next_.now.clear();
        return next_.now;
    }

    /// Makes `next()` the newest list; it must be sorted by `before`, without duplicates. Linear in the length of both
    /// lists. When memory runs out (std::bad_alloc), nothing changes.
    template <class Before>
    void turn(Before before) {
        next_.began.clear();
        next_.persisted.clear();
        next_.ended.clear();
        auto old = last_.now.cbegin();
        for (const Entry& fresh : next_.now) {
            for (; old != last_.now.cend() && before(*old, fresh); ++old) {
                next_.ended.push_back(*old);
            }
            const bool is_known = old != last_.now.cend() && !before(fresh, *old);
            (is_known ? next_.persisted : next_.began).push_back(fresh);
            old += is_known ? 1 : 0;
        }
        next_.ended.insert(next_.ended.end(), old, last_.now.cend());
        std::swap(last_, next_);
    }

private:
    struct lists {
        std::vector<Entry> now;
        std::vector<Entry> began;
        std::vector<Entry> persisted;
        std::vector<Entry> ended;
    };

    lists last_;
    lists next_;
};

namespace detail {

/// The common part of `contacts` and `contacts_between`.
class contact_lists {
public:
    /// The pairs in contact at the last update.
    std::span<const item_pair> now() const noexcept { return changes_.now(); }
    /// The pairs in contact at the last update, but not at the previous one.
    std::span<const item_pair> began() const noexcept { return changes_.began(); }
    /// The pairs in contact at the last update and at the previous one.
    std::span<const item_pair> persisted() const noexcept { return changes_.persisted(); }
    /// The pairs in contact at the previous update, but not at the last one; also because an item has been erased.
    std::span<const item_pair> ended() const noexcept { return changes_.ended(); }

protected:
    contact_lists() = default;

    /// The list of pairs to fill, for `take_found`.
    std::vector<index_pair>& found() noexcept {
        found_.clear();
        return found_;
    }
    /// Makes the filled list of pairs the newest list; a is an item of `tree`, b an item of `other`.
    template <class Tree, class Other>
    void take_found(const Tree& tree, const Other& other) {
        sort_found(tree.index_limit());
        std::vector<item_pair>& fresh = changes_.next();
        for (const index_pair& pair : sorted_) {
            fresh.push_back({tree.item_at(pair.a), other.item_at(pair.b)});
        }
        changes_.turn(stands_before);
    }
    /// O(log k).
    bool has_now(const item_pair& wanted) const noexcept {
        return std::binary_search(now().begin(), now().end(), wanted, stands_before);
    }

private:
    static bool stands_before(const item_pair& one, const item_pair& other) noexcept {
        return std::tie(one.a.index, one.b.index, one.a.generation, one.b.generation) <
               std::tie(other.a.index, other.b.index, other.a.generation, other.b.generation);
    }

    /// A counting sort, since indices are dense: one pass collects the partners of each item; these are few, and are
    /// sorted next.
    void sort_found(std::uint32_t index_limit) {
        ends_.clear();
        ends_.resize(std::size_t{index_limit} + 1); // grows by doubling, as `assign` would not
        for (const index_pair& pair : found_) {
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
    std::vector<std::size_t> ends_; ///< by index: the begin of its partners in `sorted_`, then their end
    turnover<item_pair> changes_;
};

} // namespace detail

/// The items of one tree that are in contact, from tick to tick: call `update` once per tick, then read the lists.
///
/// - In each pair a.index < b.index. The lists ascend by (a, b), independently of the tree's own order: equal worlds
///   give equal lists, on every machine and after every history.
/// - Items are compared by index and generation: the contacts of an erased item end, also when a new item has the same
///   index and place. Handles in `ended()` may be stale, or of a tree with which this one was swapped; all others are
///   valid until the next change of the tree.
/// - The lists are valid until the next `update`. When the buffers are large enough, an update allocates nothing: about
///   80 bytes per contact, 8 per index.
/// - Use one object per tree. It does not refer to the tree, which may be swapped or moved between updates.
class contacts : public detail::contact_lists {
public:
    /// Compares the contacts of `tree` with the contacts of the last call. Contacts are the pairs that `pairs` finds
    /// with the same filter, also by a distance. It costs as much as `pairs`, plus O(n + k log t) for k contacts, where
    /// one item has at most t of them. When memory runs out (std::bad_alloc), no list changes.
    template <class Tree>
    void update(const Tree& tree, const pair_filter& wanted = {}, counters* counts = nullptr) {
        std::vector<index_pair>& pairs = found();
        tree.pairs(pairs, wanted, counts);
        for (index_pair& pair : pairs) {
            pair = pair.a < pair.b ? pair : index_pair{pair.b, pair.a};
        }
        take_found(tree, tree);
    }

    /// Whether these two are in contact at the last update. O(log k).
    bool are_in_contact(item one, item other) const noexcept {
        return has_now(one.index < other.index ? item_pair{one, other} : item_pair{other, one});
    }
};

/// The contacts of items a of one tree with items b of another, which may have another shape and scalar. As `contacts`,
/// but for the pairs (a, b) that `join` finds. Use one object per two trees.
class contacts_between : public detail::contact_lists {
public:
    /// Compares the contacts between `tree` and `other` with the contacts of the last call. It costs as much as
    /// `tree.join(other)`, and then as in `contacts`. When memory runs out (std::bad_alloc), no list changes.
    template <class Tree, class Other>
    void update(const Tree& tree, const Other& other, const pair_filter& wanted = {}, counters* counts = nullptr) {
        tree.join(other, found(), wanted, counts);
        take_found(tree, other);
    }

    /// Whether a, of the first tree, and b, of the other, are in contact at the last update. O(log k).
    bool are_in_contact(item a, item b) const noexcept { return has_now({a, b}); }
};

/// One item in one watched area.
struct visit {
    std::uint32_t area; ///< the area's position in the span
    item which;

    friend constexpr bool operator==(const visit&, const visit&) = default;
};

/// The items that entered a watched area, stay in it or left it, from tick to tick. An item is in an area while it
/// intersects it. An area is identified by its position in the span, and may have another shape at each tick. If an
/// area is no longer in the span, all items have left it. Order, handles, memory and trees as in `contacts`.
class visits {
public:
    /// Compares the items that intersect each of `areas` (of any one type that `tree.query` accepts) with the last
    /// call. `wanted` is the filter of each query. One query per area, plus O(k log k) for the k answers of each. When
    /// memory runs out (std::bad_alloc), no list changes. If a user-defined area changes the tree, which is misuse, no
    /// list changes either, and the result is `outcome::tree_changed`.
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

    /// The items in each area, ascending by area and index.
    std::span<const visit> now() const noexcept { return changes_.now(); }
    /// The items that are in an area now and were not at the previous update.
    std::span<const visit> entered() const noexcept { return changes_.began(); }
    /// The items that are in an area now and were at the previous update.
    std::span<const visit> stayed() const noexcept { return changes_.persisted(); }
    /// The items that were in an area at the previous update and are not now, or have been erased.
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
