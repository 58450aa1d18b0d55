// Every kind of change, made from inside a callback, and what is left of the tree then. To be included first: in checked builds
// it replaces the assert with one that counts.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_CHANGES_HPP
#define QUADRILLE_TESTS_CHANGES_HPP

namespace {

int misuses = 0;

} // namespace

#ifdef QUADRILLE_CHECKED
#define QUADRILLE_ASSERT(condition, message) ((condition) ? static_cast<void>(0) : static_cast<void>(++misuses))
#endif

#include "support/answers.hpp"

#include <quadrille/quadtree.hpp>

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

/// What a callback calls: it changes the tree at the chosen call.
std::function<void()> poke = [] {};

/// Pokes that act at one call only, and not recursively.
std::function<void()> at_call(int when, int& calls, std::function<void()> act) {
    return [when, &calls, act = std::move(act)] {
        if (++calls == when) {
            const std::function<void()> here = std::exchange(poke, [] {});
            act();
            poke = here;
        }
    };
}

/// A value whose copies, conversions and comparisons are the user's code, and that is large enough to stand on the heap.
class value {
public:
    value(int number) : text_(std::to_string(number) + ", and enough to stand on the heap") {} // NOLINT: implicit
    value(const std::string& text) : text_(text) { poke(); }                                   // NOLINT: implicit
    value(const value& other) : text_(other.text_) { poke(); }
    value(value&& other) noexcept = default;
    value& operator=(const value&) = default;
    value& operator=(value&&) noexcept = default;
    ~value() = default;

    const std::string& text() const noexcept { return text_; }
    friend bool operator==(const value& one, const value& other) {
        const bool are_equal = one.text_ == other.text_; // before the poke, which may be the end of both
        poke();
        return are_equal;
    }

private:
    std::string text_;
};

using tree = quadtree<value, box<float>>;

/// In leaves of four, several to a cell, some of them wide; all trees that it makes have had as many changes.
tree crowded_tree() {
    static const tree first = [] {
        tree made({.leaf_capacity = 4});
        for (int number = 0; number < 100; ++number) {
            const auto at = static_cast<float>(number % 10);
            made.insert({{at, at}, {at + 2, at + 2 + static_cast<float>(number % 3)}}, number);
        }
        made.insert({{-300, -300}, {300, 300}}, 100);
        return made;
    }();
    const std::function<void()> here = std::exchange(poke, [] {}); // copies of values are no calls of the query
    tree copy = first.clone();
    poke = here;
    return copy;
}

struct world {
    tree in = crowded_tree();
    tree twin = crowded_tree();
    tree kept;
};

const box<float> everywhere = {{-100, -100}, {100, 100}};
const box<float> elsewhere = {{40, 40}, {41, 41}};

// ---- The changes -----------------------------------------------------------------------------------------------------

struct change {
    const char* name;
    std::function<void(world&)> make;
};

const change changes[] = {
    {"insert", [](world& of) { of.in.insert(elsewhere, 1); }},
    {"insert of many",
     [](world& of) {
         for (int number = 0; number < 300; ++number) {
             const auto at = static_cast<float>(number);
             of.in.insert({{at, -at}, {at + 1, 1}}, number);
         }
     }},
    {"insert of a batch",
     [](world& of) {
         std::vector<item> items;
         of.in.insert(std::vector<box<float>>(20, elsewhere), std::vector<int>(20), items);
     }},
    {"insert of a large batch",
     [](world& of) {
         std::vector<item> items;
         of.in.insert(std::vector<box<float>>(500, elsewhere), std::vector<int>(500), items);
     }},
    {"erase of a batch", [](world& of) { of.in.erase(std::array{of.in.item_at(50), of.in.item_at(3)}); }},
    {"erase", [](world& of) { of.in.erase(of.in.item_at(50)); }},
    {"erase_if", [](world& of) { of.in.erase_if([](auto hit) { return hit.index() % 2 == 0; }); }},
    {"erase of all", [](world& of) { of.in.erase_if([](auto) { return true; }); }},
    {"move", [](world& of) { of.in.move(of.in.item_at(50), elsewhere); }},
    {"move of many",
     [](world& of) {
         const std::array movers = {of.in.item_at(7), of.in.item_at(8)};
         of.in.move(movers, std::array{elsewhere, elsewhere});
     }},
    {"set_layers", [](world& of) { of.in.set_layers(of.in.item_at(3), 1); }},
    {"sync", [](world& of) { of.in.sync(std::vector<box<float>>(of.in.index_limit(), elsewhere)); }},
    {"sync by function", [](world& of) { of.in.sync([](auto) { return elsewhere; }); }},
    {"sync after growth",
     [](world& of) {
         for (int number = 0; number < 300; ++number) {
             of.in.insert(elsewhere, number);
         }
         of.in.sync([](auto hit) { return hit.shape(); });
     }},
    {"assign", [](world& of) { of.in.assign(std::vector<box<float>>(3), std::vector<int>(3)); }},
    {"assign of many", [](world& of) { of.in.assign(std::vector<box<float>>(300), std::vector<int>(300)); }},
    {"clear", [](world& of) { of.in.clear(); }},
    {"clear and insert",
     [](world& of) {
         of.in.clear();
         of.in.insert(elsewhere, 2);
     }},
    {"reserve", [](world& of) { of.in.reserve(5000); }},
    {"copy of a twin", [](world& of) { of.in.copy_from(of.twin); }},
    {"copy of an empty tree", [](world& of) { of.in.copy_from(of.kept); }},
    {"swap with a twin", [](world& of) { of.in.swap(of.twin); }},
    {"swap with an empty tree", [](world& of) { of.in.swap(of.kept); }},
    {"move assignment of a twin", [](world& of) { of.in = std::move(of.twin); }},
    {"move assignment of an empty tree", [](world& of) { of.in = tree(); }},
    {"move construction away",
     [](world& of) {
         const tree taken(std::move(of.in));
         EXPECT_GE(taken.size(), 100U);
     }},
    {"move away",
     [](world& of) {
         of.kept = std::move(of.in);
         of.kept.clear();
     }},
    {"move away, and as many changes again",
     [](world& of) {
         of.kept = std::move(of.in);
         of.in = crowded_tree();
     }},
};

/// Does `act`, in which the call of this number of the user's code makes a change; misuses are counted anew.
template <class Act>
auto with_change(world& of, const change& made, int when, const Act& act) {
    int calls = 0;
    poke = at_call(when, calls, [&] { made.make(of); });
    misuses = 0;
    auto result = act();
    poke = [] {};
    return result;
}

/// What a tree holds, whatever its handles.
struct contents {
    snapshot<box<float>> shapes;
    std::vector<std::string> values;
    std::vector<std::uint32_t> layers;

    friend bool operator==(const contents&, const contents&) = default;
};

contents contents_of(const tree& of) {
    contents taken{snapshot_of(of), {}, {}};
    of.each([&](auto hit) {
        taken.values.push_back(hit.value().text());
        taken.layers.push_back(of.layers(hit.item()));
    });
    return taken;
}

} // namespace
} // namespace quadrille::testing

#endif
