// Nearest items one by one: the source of the answers, and its workspace.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_QUESTIONS_NEAREST_HPP
#define QUADRILLE_DETAIL_QUESTIONS_NEAREST_HPP

#include <quadrille/detail/answers/sink.hpp>
#include <quadrille/detail/base/memory.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/watch.hpp>
#include <quadrille/detail/questions/sources.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace quadrille {

/// The memory of a range of nearest items: a heap of pending subtrees and items. It is kept between ranges, so that
/// only the first ranges allocate. It serves one range at a time. The memory comes from the workspace's own source.
class nearest_workspace {
public:
    nearest_workspace() = default;
    explicit nearest_workspace(const memory_source& memory) noexcept : heap_(memory) {}
    nearest_workspace(const nearest_workspace&) = default;
    nearest_workspace& operator=(const nearest_workspace&) = default;
    /// A range whose workspace is moved away ends, as if another range had begun in it.
    nearest_workspace(nearest_workspace&& other) noexcept : heap_(std::move(other.heap_)), number_(other.number_++) {}
    nearest_workspace& operator=(nearest_workspace&& other) noexcept {
        if (this != &other) {
            heap_ = std::move(other.heap_);
            number_ = other.number_++;
        }
        return *this;
    }
    ~nearest_workspace() = default;

    void clear() noexcept { heap_.clear(); }
    /// Begins a range and ends the previous one; returns its number.
    std::uint64_t begin() noexcept {
        heap_.clear();
        return ++number_;
    }
    bool serves(std::uint64_t number) const noexcept { return number == number_; }
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
    /// At equal distances subtrees come before items, since they may contain an item of lower index.
    static bool comes_after(const detail::nearest_candidate& one, const detail::nearest_candidate& other) noexcept {
        if (one.distance2 != other.distance2) {
            return one.distance2 > other.distance2;
        }
        return one.is_item != other.is_item ? one.is_item : one.what > other.what;
    }

    detail::sourced_vector<detail::nearest_candidate> heap_;
    std::uint64_t number_ = 0;
};

namespace detail {

/// Watches a tree, and detects whether the workspace still serves this range.
template <class Tree>
class nearest_watch {
public:
    using tree_type = Tree;

    nearest_watch(const Tree& tree, nearest_workspace& workspace) noexcept
        : tree_(tree), workspace_(workspace), number_(workspace.begin()) {}

    nearest_workspace& workspace() const noexcept { return workspace_; }

    const Tree& tree() const noexcept { return tree_.tree(); }
    bool sees_change() const noexcept { return tree_.sees_change(); }
    bool sees_misuse() const {
        const bool is_served = workspace_.serves(number_);
        QUADRILLE_ASSERT(is_served, "a nearest_workspace serves one range at a time");
        return !is_served || tree_.sees_misuse();
    }

private:
    watch<Tree> tree_;
    nearest_workspace& workspace_;
    std::uint64_t number_;
};

/// The items by ascending distance from a point: O(log n) per item on average.
template <class Shape>
class nearest_source {
public:
    using answer = nearest_candidate;
    using buffer = one_answer<answer>;

    template <class Question, class Watching>
    nearest_source(const core<Shape>& in, const Question& asked, counters* counts, const Watching& watching)
        : from_(in), query_(asked.compiled(counts)), except_(left_out(in, asked.wanted)),
          workspace_(watching.workspace()), turns_(turns_of(in.chosen_options(), query_.where)) {
        nearest_buffer first;
        from_.begin_nearest(query_, first);
        keep(first);
    }

    bool fill(buffer& found) {
        while (!workspace_.empty()) {
            found.answers[0] = workspace_.pop();
            if (found.answers[0].is_item) {
                if (found.answers[0].what == except_) {
                    continue;
                }
                add_to(query_.counts, {.answers = 1});
                found.from_there = told_shift(found.answers[0].x - turns_.x, found.answers[0].y - turns_.y);
                return true;
            }
            nearest_buffer opened;
            from_.open(query_, found.answers[0], opened);
            keep(opened);
        }
        return false;
    }

private:
    void keep(const nearest_buffer& found) {
        for (std::uint32_t one = 0; one < found.count; ++one) {
            workspace_.push(found.answers[one]);
        }
    }

    const core<Shape>& from_;
    nearest_query<typename Shape::scalar> query_;
    std::uint32_t except_;
    nearest_workspace& workspace_;
    point<double> turns_; ///< periods by which the place was moved
};

} // namespace detail
} // namespace quadrille

#endif
