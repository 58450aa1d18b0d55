// The lazy walk from a place to ever farther things, and the memory that it works in.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_NEAREST_WALK_HPP
#define QUADRILLE_DETAIL_NEAREST_WALK_HPP

#include <quadrille/detail/core.hpp>
#include <quadrille/detail/watch.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace quadrille {

/// What a `nearest_walk` keeps for later, in a heap. Its memory stays between walks, so that only the first ones allocate. One
/// for each walk that is under way.
class nearest_workspace {
public:
    void clear() noexcept { heap_.clear(); }
    /// Begins a walk, and ends the one before; returns its number.
    std::uint64_t begin() noexcept {
        heap_.clear();
        return ++walk_;
    }
    bool serves(std::uint64_t walk) const noexcept { return walk == walk_; }
    bool empty() const noexcept { return heap_.empty(); }
    void push(const detail::nearest_candidate& one) {
        heap_.push_back(one);
        std::push_heap(heap_.begin(), heap_.end(), comes_after);
    }
    detail::nearest_candidate pop() noexcept {
        std::pop_heap(heap_.begin(), heap_.end(), comes_after);
        const detail::nearest_candidate next = heap_.back();
        heap_.pop_back();
        return next;
    }

private:
    /// Of those equally far a subtree comes before an item, for it may hold one of lower index.
    static bool comes_after(const detail::nearest_candidate& one, const detail::nearest_candidate& other) noexcept {
        if (one.distance2 != other.distance2) {
            return one.distance2 > other.distance2;
        }
        return one.is_item != other.is_item ? one.is_item : one.what > other.what;
    }

    std::vector<detail::nearest_candidate> heap_;
    std::uint64_t walk_ = 0;
};

namespace detail {

template <class Tree>
class nearest_walk {
public:
    using scalar = typename Tree::scalar;

    nearest_walk(const Tree& tree, const nearest_question<scalar>& asked, nearest_workspace& workspace)
        : tree_(&tree), workspace_(&workspace), asked_(asked), watch_(tree), number_(workspace.begin()) {
        nearest_buffer first;
        tree.core_.begin(asked_, first);
        keep(first);
    }

    /// The next nearest item; empty when there is none, and for good when the tree was changed since the walk began, or another
    /// walk has begun in the same workspace (checked builds assert). O(log n) on the average.
    std::optional<neighbour> next() {
        const bool is_served = workspace_->serves(number_);
        QUADRILLE_ASSERT(is_served, "a nearest_workspace serves one walk at a time");
        if (!is_served) {
            return std::nullopt;
        }
        if (watch_.sees_misuse()) {
            workspace_->clear();
        }
        while (!workspace_->empty()) {
            const nearest_candidate nearest = workspace_->pop();
            if (nearest.is_item) {
                return neighbour{tree_->item_at(nearest.what), nearest.distance2};
            }
            nearest_buffer found;
            tree_->core_.open(asked_, nearest, found);
            keep(found);
        }
        return std::nullopt;
    }

private:
    void keep(const nearest_buffer& found) {
        for (std::uint32_t one = 0; one < found.count; ++one) {
            workspace_->push(found.answers[one]);
        }
    }

    const Tree* tree_;
    nearest_workspace* workspace_;
    nearest_question<scalar> asked_;
    watch<Tree> watch_;
    std::uint64_t number_;
};

} // namespace detail
} // namespace quadrille

#endif
