// Changes that a value makes while it is constructed, copied or moved, and changes of another tree: no misuse, and what follows from
// them. Built twice, as visitor_change_test is.
// SPDX-License-Identifier: MIT
#include "misuse/changes.hpp"

#include <quadrille/save.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

/// A change whose values are made by code of the user's, and the calls of that code in which the tree is changed.
struct verb {
    std::string name;
    std::vector<int> calls;
    std::function<bool(tree&)> act;
};

/// One, and batches of a few and of so many that all is built anew; of values that are copied, and of others that are converted.
std::vector<verb> every_verb() {
    const value one(7);
    std::vector<verb> all = {
        {"insert of a copy", {1}, [one](tree& in) { return bool(in.insert(elsewhere, one)); }},
        {"insert of a text", {1}, [one](tree& in) { return bool(in.insert(elsewhere, one.text())); }},
    };
    for (const std::size_t count : {2U, 40U, 700U}) {
        const std::vector<box<float>> shapes(count, elsewhere);
        const std::vector<value> given(count, one);
        const std::vector<std::string> texts(count, one.text());
        const auto insert_all = [shapes](tree& in, const auto& values) {
            std::vector<item> fresh;
            const bool happened = bool(in.insert(shapes, values, fresh));
            EXPECT_EQ(fresh.size(), shapes.size());
            return happened;
        };
        const std::string name = "batch of " + std::to_string(count);
        all.push_back({name + " copies", {2}, [=](tree& in) { return insert_all(in, given); }});
        all.push_back({name + " texts", {2}, [=](tree& in) { return insert_all(in, texts); }});
    }
    const std::vector<box<float>> shapes(50, box<float>{{1, 2}, {3, 4}});
    const std::vector<value> given(50, one);
    all.push_back({"assign", {1, 50}, [=](tree& in) { return bool(in.assign(shapes, given)); }});
    all.push_back({"copy", {1, 100}, [](tree& in) {
                       static const tree source = crowded_tree();
                       return in.copy_from(source);
                   }});
    return all;
}

/// Values are made before the change for which they are made, as if the user had made them before.
// promise: constructors-may-change-the-tree
// promise: constructors-may-change-the-tree: Copying a value may change the target.
TEST(change_by_a_value, comes_before_its_own_change) {
    for (const verb& one : every_verb()) {
        for (const change& made : changes) {
            for (const int when : one.calls) {
                SCOPED_TRACE(one.name + ", " + made.name + " at call " + std::to_string(when));
                world of;
                world untold;
                EXPECT_TRUE(with_change(of, made, when, [&] { return one.act(of.in); }));
                EXPECT_EQ(misuses, 0);
                made.make(untold);
                EXPECT_TRUE(one.act(untold.in));
                EXPECT_EQ(contents_of(of.in), contents_of(untold.in));
                EXPECT_TRUE(is_sound(of.in) && is_sound(of.twin) && is_sound(of.kept));
            }
        }
    }
}

/// What its values make of the shapes and of the handles' vector is seen, too.
// promise: constructors-may-change-the-tree: A batch sees what constructors do to its shapes and its vector.
TEST(change_by_a_value, of_what_its_batch_reads_is_seen) {
    world of;
    std::vector<box<float>> shapes(5, elsewhere);
    const std::vector<value> given(5, value(7));
    std::vector<item> fresh;
    int calls = 0;
    poke = at_call(5, calls, [&] {
        shapes[3] = {{1, 1}, {0, 0}};
        of.in.insert(std::vector(3, elsewhere), std::vector<int>(3), fresh);
    });
    const change_report report = of.in.insert(shapes, given, fresh);
    poke = [] {};
    EXPECT_EQ(report.error, error::inverted);
    EXPECT_EQ(report.first_rejected, 3U);
    EXPECT_EQ(fresh.size(), 3U);
    EXPECT_EQ(of.in.size(), 104U);
    shapes[3] = elsewhere;
    calls = 0;
    poke = at_call(5, calls, [&] { of.in.insert(std::vector(300, elsewhere), std::vector<int>(300), fresh); });
    EXPECT_TRUE(of.in.insert(shapes, given, fresh));
    poke = [] {};
    ASSERT_EQ(fresh.size(), 308U);
    for (const item each : fresh) {
        EXPECT_TRUE(of.in.contains(each));
    }
    EXPECT_TRUE(agrees_with_oracle(of.in));
}

/// A failed assign inside an assign, or a failed copy inside a copy, has used the same memory.
// promise: constructors-may-change-the-tree: A change that fails inside another change leaves no trace.
TEST(change_by_a_value, that_comes_to_nothing_is_none) {
    const std::vector<box<float>> shapes(50, box<float>{{1, 2}, {3, 4}});
    const std::vector<value> given(50, value(7));
    world of;
    int calls = 0;
    poke = at_call(25, calls, [&] {
        poke = [] { throw std::runtime_error("no"); };
        EXPECT_THROW(of.in.assign(shapes, given), std::runtime_error);
        EXPECT_THROW(of.in.insert(elsewhere, given.front()), std::runtime_error);
        std::vector<item> items;
        EXPECT_THROW(of.in.insert(shapes, given, items), std::runtime_error);
    });
    EXPECT_TRUE(of.in.assign(shapes, given));
    poke = [] {};
    EXPECT_EQ(of.in.size(), 50U);
    EXPECT_TRUE(agrees_with_oracle(of.in));

    tree copy;
    calls = 0;
    poke = at_call(25, calls, [&] {
        poke = [] { throw std::runtime_error("no"); };
        EXPECT_THROW(copy.copy_from(of.twin), std::runtime_error);
    });
    EXPECT_TRUE(copy.copy_from(of.twin));
    poke = [] {};
    EXPECT_EQ(contents_of(copy), contents_of(of.twin));
    EXPECT_TRUE(agrees_with_oracle(copy));
}

/// `error()` is that of the insert or assign itself.
// promise: reasons
TEST(change_by_a_value, that_is_rejected_rejects_nothing_else) {
    const std::vector<box<float>> shapes(5, elsewhere);
    const std::vector<value> given(5, value(7));
    world of;
    int calls = 0;
    const auto reject_one = [&] { EXPECT_FALSE(of.in.erase(item{})); };
    const auto expect_none = [&](bool happened) {
        poke = [] {};
        EXPECT_TRUE(happened);
        EXPECT_EQ(of.in.error(), error::none);
    };
    poke = reject_one;
    expect_none(bool(of.in.insert(elsewhere, given.front())));
    poke = reject_one;
    expect_none(bool(of.in.insert(elsewhere, given.front().text())));
    std::vector<item> items;
    poke = reject_one;
    expect_none(bool(of.in.insert(shapes, given, items)));
    poke = at_call(3, calls, reject_one);
    expect_none(bool(of.in.assign(shapes, given)));
    poke = reject_one;
    expect_none(of.in.copy_from(of.twin));
    EXPECT_TRUE(agrees_with_oracle(of.in));
}

// promise: constructors-may-change-the-tree: A constructor that takes the last free index makes its own insert
//     impossible.
TEST(change_by_a_value, may_leave_no_room_for_it) {
    tree full({.max_items = 3});
    int calls = 0;
    poke = at_call(1, calls, [&] {
        while (full.insert(elsewhere, 1)) {
        }
    });
    const value given(7);
    EXPECT_FALSE(full.insert(elsewhere, given));
    poke = [] {};
    EXPECT_EQ(full.error(), error::full);
    full.erase(full.item_at(0));
    calls = 0;
    poke = at_call(1, calls, [&] { full.insert(elsewhere, 1); });
    std::vector<item> items;
    EXPECT_EQ(full.insert(std::vector{elsewhere}, std::vector{given}, items).error, error::full);
    poke = [] {};
    EXPECT_TRUE(items.empty());
    EXPECT_EQ(full.size(), 3U);
    EXPECT_TRUE(agrees_with_oracle(full));
}

/// Nor may a tree that is saved: neither its sink nor the function that writes its values changes it.
// promise: sinks-and-sources
TEST(change_by_a_sink, ends_the_save) {
    for (const change& made : changes) {
        for (const int when : {1, 2, 30, 100}) {
            for (const bool by_value : {false, true}) {
                SCOPED_TRACE(made.name);
                world of;
                world untold;
                int calls = 0;
                int sinks = 0;
                poke = at_call(when, calls, [&] { made.make(of); });
                misuses = 0;
                const auto sink = [&](std::span<const std::byte>) {
                    ++sinks;
                    by_value ? void() : poke();
                };
                const auto write = [&](const value& one, byte_writer& out) {
                    out.text(one.text());
                    by_value ? poke() : void();
                };
                const save_report report = save(of.in, sink, write);
                poke = [] {};
                if (calls < when) {
                    EXPECT_TRUE(report);
                    continue;
                }
                EXPECT_EQ(report.error, save_error::tree_changed);
                EXPECT_EQ(calls, when) << "it went on";
#ifdef QUADRILLE_CHECKED
                EXPECT_EQ(misuses, 1);
#endif
                made.make(untold);
                EXPECT_EQ(contents_of(of.in), contents_of(untold.in));
                EXPECT_TRUE(is_sound(of.in));
                EXPECT_TRUE(save(of.in, sink, write));
                EXPECT_GT(sinks, 3);
            }
        }
    }
}

/// The source of a copy must not change meanwhile; the target may.
// promise: change-ends-the-walk: A copy is rejected when copying a value changes its source.
TEST(change_by_a_value, of_the_tree_that_is_copied_ends_the_copy) {
    for (const change& made : changes) {
        for (const int when : {1, 100}) {
            SCOPED_TRACE(made.name);
            world of;
            world untold;
            tree copy = crowded_tree();
            const contents before = contents_of(copy);
            EXPECT_FALSE(with_change(of, made, when, [&] { return copy.copy_from(of.in); }));
#ifdef QUADRILLE_CHECKED
            EXPECT_EQ(misuses, 1);
#endif
            EXPECT_EQ(copy.error(), error::tree_changed);
            EXPECT_EQ(contents_of(copy), before);
            made.make(untold);
            EXPECT_EQ(contents_of(of.in), contents_of(untold.in));
            EXPECT_TRUE(is_sound(of.in) && is_sound(copy));
            EXPECT_TRUE(copy.copy_from(of.in));
            EXPECT_EQ(contents_of(copy), contents_of(of.in));
        }
    }
}

// promise: allowed-in-visitors
// promise: misuse: Good use is not asserted.
TEST(change_of_values, and_of_another_tree_is_allowed) {
    world of;
    misuses = 0;
    EXPECT_EQ(of.in.query(everywhere, [](auto hit) { hit.value() = 5; }), outcome::complete);
    EXPECT_EQ(of.in.pairs([](auto a, auto b) { a.value() = b.value() = 6; }), outcome::complete);
    EXPECT_EQ(of.in.value(of.in.item_at(0))->text(), value(6).text());
    EXPECT_EQ(of.in.query(everywhere, [&](auto hit) { of.kept.insert(hit.shape(), hit.value()); }), outcome::complete);
    EXPECT_EQ(of.kept.size(), of.in.size());
    EXPECT_EQ(misuses, 0);
}

} // namespace
} // namespace quadrille::testing
