// Values that throw while they are copied, moved, read or written, for each k the k-th, and values that lack memory: every change
// that has values to do with is then undone.
// SPDX-License-Identifier: MIT
#include "keep/saved.hpp"
#include "memory/chance.hpp"
#include "memory/counting_memory.hpp"
#include "support/answers.hpp"
#include "support/appearance.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/tracked.hpp"

#include <quadrille/parallel.hpp>

#include <cstdint>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_FAULTS_SUITE(value_faults);

/// A number with memory of its own: its copies throw as `tracked` does, or when memory runs out.
class costly {
public:
    costly(int number) : number_(number), text_(long_text) {} // NOLINT: implicit
    costly(const costly&) = default;
    costly(costly&&) = default; // NOLINT: it may throw, which is what it is for
    costly& operator=(const costly&) = default;
    costly& operator=(costly&&) noexcept = default;
    ~costly() = default;

    int number() const noexcept { return number_.number(); }

private:
    static constexpr const char* long_text = "long enough to stand on the heap, as some texts are";

    tracked number_;
    std::string text_;
};

template <class Shape>
using costly_tree = quadtree<costly, Shape>;

constexpr std::uint32_t max_new = 20;

/// Of 190 items, the last 40 inserted at once, of which some have been erased since: fewer than another batch brings, or more. So the
/// list of indices of the larger batch is there still when that of the smaller one is made.
template <class Shape>
costly_tree<Shape> world_with_holes(std::uint32_t holes) {
    costly_tree<Shape> tree({.leaf_capacity = 2, .min_parallel_items = 0});
    EXPECT_TRUE(tree.assign(drawn_shapes<Shape>(6, 150, style::spread), std::vector<int>(150, 2)));
    std::vector<item> items;
    EXPECT_TRUE(tree.insert(drawn_shapes<Shape>(7, 40, style::spread), std::vector<int>(40, 3), items));
    for (std::uint32_t index = 0; index < holes; ++index) {
        EXPECT_TRUE(tree.erase(items[index * 39U % 40U]));
    }
    return tree;
}

/// A change, which may throw. False: it is rejected.
template <class Shape>
struct attempt {
    const char* name;
    std::function<bool(costly_tree<Shape>&)> change;
};

/// What the changes read; made anew for each, since moved values are gone.
template <class Shape>
struct material {
    std::vector<Shape> shapes = drawn_shapes<Shape>(8, max_new, style::spread);
    std::vector<costly> values = std::vector<costly>(max_new, costly(5));
    std::vector<int> numbers = std::vector<int>(max_new, 6);
    std::vector<item> items = std::vector<item>(2);
    costly_tree<Shape> other = world_with_holes<Shape>(3);
    byte_list bytes = bytes_of(other);
    costly single{9};
};

template <class Shape>
std::vector<attempt<Shape>> attempts(std::optional<material<Shape>>& of) {
    const auto first = [&of] { return of->shapes[0]; };
    return {
        {"insert of a copy", [&of, first](auto& tree) { return bool(tree.insert(first(), of->single)); }},
        {"insert of a move", [&of, first](auto& tree) { return bool(tree.insert(first(), std::move(of->single))); }},
        {"insert of a number", [first](auto& tree) { return bool(tree.insert(first(), 4)); }},
        {"batch of copies", [&of](auto& tree) { return bool(tree.insert(of->shapes, of->values, of->items)); }},
        {"batch of moves",
         [&of](auto& tree) { return bool(tree.insert(of->shapes, std::move(of->values), of->items)); }},
        {"batch of numbers", [&of](auto& tree) { return bool(tree.insert(of->shapes, of->numbers, of->items)); }},
        {"assign of copies", [&of](auto& tree) { return bool(tree.assign(of->shapes, of->values)); }},
        {"assign of moves", [&of](auto& tree) { return bool(tree.assign(of->shapes, std::move(of->values))); }},
        {"assign of numbers", [&of](auto& tree) { return bool(tree.assign(of->shapes, of->numbers)); }},
        {"assign over a runner",
         [&of](auto& tree) { return bool(parallel::assign(parallel::inline_runner(), tree, of->shapes, of->values)); }},
        {"copy", [&of](auto& tree) { return tree.copy_from(of->other); }},
        {"clone",
         [](auto& tree) {
             costly_tree<Shape> copy = tree.clone();
             if (copy.error() != error::none) {
                 return false;
             }
             tree = std::move(copy);
             return true;
         }},
        {"load", [&of](auto& tree) { return bool(load_bytes(tree, of->bytes)); }},
    };
}

/// `break_at(nth)` is alive while the nth copy, move or allocation fails, and says whether it did.
template <class Shape, class Fault>
void expect_undone(std::uint32_t holes) {
    std::optional<material<Shape>> of;
    int undoable = 0;
    for (const attempt<Shape>& one : attempts<Shape>(of)) {
        SCOPED_TRACE(std::string(one.name) + ", " + std::to_string(holes) + " holes");
        bool struck = true;
        int undone = 0;
        for (std::int64_t nth = 1; struck && nth < 500; ++nth) {
            SCOPED_TRACE("fault " + std::to_string(nth));
            const std::int64_t memory_before = memory::living();
            {
                of.emplace();
                auto tree = world_with_holes<Shape>(holes);
                const auto before = prospects_of(tree);
                const byte_list saved = bytes_of(tree);
                const long living = tracked::living;
                bool is_done = false;
                {
                    const Fault fault(nth);
                    try {
                        is_done = one.change(tree);
                    } catch (const std::runtime_error&) {
                    } catch (const std::bad_alloc&) {
                    }
                    struck = fault.struck();
                }
                ASSERT_TRUE(is_done || struck) << "was rejected without need";
                ASSERT_TRUE(agrees_with_oracle(tree));
                if (!is_done) {
                    ++undone;
                    ASSERT_TRUE(prospects_of(tree) == before);
                    ASSERT_TRUE(bytes_of(tree) == saved) << "something that shows only in what it does later";
                    ASSERT_EQ(of->items.size(), 2U);
                    const std::size_t gone = max_new - of->values.size(); // those of a range that was moved from
                    ASSERT_EQ(tracked::living, living - static_cast<long>(gone));
                    of.emplace();
                    ASSERT_TRUE(one.change(tree)) << "and goes on";
                    ASSERT_TRUE(agrees_with_oracle(tree));
                }
                of.reset();
            }
            ASSERT_EQ(memory::living(), memory_before) << "leaks";
            ASSERT_EQ(tracked::living, 0);
        }
        EXPECT_FALSE(struck) << "copies without end";
        undoable += undone > 0 ? 1 : 0;
    }
    EXPECT_GE(undoable, 11) << "all that copy, and those that allocate";
}

struct throwing_value {
    long at;

    explicit throwing_value(std::int64_t nth) : at(static_cast<long>(nth)) { tracked::arm(at); }
    throwing_value(const throwing_value&) = delete;
    throwing_value& operator=(const throwing_value&) = delete;
    ~throwing_value() { tracked::disarm(); }

    bool struck() const { return tracked::made >= at; }
};

// promise: values-that-throw
// promise: values-that-throw: A copy of a value that throws leaves the target of a copy as it was.
// promise: values-that-throw: A value that throws leaves a batch undone, and the vector of handles.
// promise: values-that-throw: A value that throws leaves `assign` undone.
TYPED_TEST(value_faults, of_copies_and_moves_undo_every_change) {
    for (const std::uint32_t holes : {0U, 10U, 30U}) {
        expect_undone<TypeParam, throwing_value>(holes);
    }
}

TYPED_TEST(value_faults, of_an_assign_leave_no_cells_behind) {
    costly_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(drawn_shapes<TypeParam>(6, 10, style::spread), std::vector<int>(10, 2)));
    const std::size_t bytes = tree.stats().bytes;
    const std::vector<costly> values(3000, costly(4));
    const throwing_value fault(20);
    EXPECT_THROW(tree.assign(drawn_shapes<TypeParam>(7, 3000, style::spread), values), std::runtime_error);
    EXPECT_LE(tree.stats().bytes, bytes + 3000 * 8) << "room for as many handles stays";
}

// promise: values-that-throw
TYPED_TEST(value_faults, of_copies_that_lack_memory_undo_every_change) {
    expect_undone<TypeParam, memory::failing>(30);
}

} // namespace
} // namespace quadrille::testing
