// Every history of up to three shapes on a small lattice: enumerated, not drawn; each leaves a tree that answers everything right.
// SPDX-License-Identifier: MIT
#include "keep/saved.hpp"
#include "lives/nearest_scan.hpp"
#include "support/effort.hpp"
#include "support/every_question.hpp"
#include "support/scalars.hpp"
#include "wrap/wrapped.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(every_history);

constexpr std::uint32_t most_items = 3;
constexpr std::uint32_t most_places = 3; ///< of the lattice
constexpr double side = 8;               ///< of the period

/// Two that touch at a corner, and a large one, which touches the first: across the seam, where the world wraps.
template <class Shape>
Shape shape_at(std::uint32_t place) {
    constexpr double corners[most_places][3] = {{0, 0, 1}, {1, 1, 2}, {-4, 0, 0}};
    const auto [x, y, end] = corners[place];
    return made<Shape>(x, y, end, y + (end - x));
}

enum class verb : std::uint8_t { insert, erase, move, move_all, sync, assign, set_layers, clear };
constexpr const char* verb_names[] = {"insert", "erase", "move", "move all", "sync", "assign", "set_layers", "clear"};

/// A change of a tree.
struct change {
    verb what;
    std::uint32_t whom = 0;                 ///< a bit for each index
    std::vector<std::uint32_t> places = {}; ///< of new shapes, or of those of the chosen items
    std::uint32_t layers = 0;

    template <class Shape>
    std::vector<Shape> shapes() const {
        std::vector<Shape> all;
        std::transform(places.begin(), places.end(), std::back_inserter(all), shape_at<Shape>);
        return all;
    }
    std::string in_words() const {
        std::string words = verb_names[static_cast<int>(what)];
        words += " " + std::to_string(whom) + ":";
        for (const std::uint32_t place : places) {
            words += std::to_string(place);
        }
        return words + (what == verb::set_layers ? std::to_string(layers) : "");
    }
};

/// What a tree must hold.
template <class Shape>
struct known_item {
    item handle;
    Shape stored;
    std::uint32_t layers;
};

/// A tree, and what it must hold by index.
template <class Shape>
struct lived {
    quadtree<void, Shape> tree;
    std::array<std::optional<known_item<Shape>>, most_items> truth = {};

    std::uint32_t alive() const {
        std::uint32_t bits = 0;
        for (std::uint32_t index = 0; index < most_items; ++index) {
            bits |= truth[index] ? 1U << index : 0U;
        }
        return bits;
    }

    void apply(const change& now, const options& config) {
        const std::vector<Shape> shapes = now.shapes<Shape>();
        std::vector<item> items;
        for (std::uint32_t index = 0; index < most_items; ++index) {
            if ((now.whom >> index & 1U) != 0) {
                items.push_back(truth[index]->handle);
            }
        }
        const auto put = [&](item made, const Shape& shape) {
            truth.at(made.index) = {made, image_in_period(config, shape), all_layers};
        };
        switch (now.what) {
        case verb::insert:
            if (shapes.size() == 1) {
                items.push_back(tree.insert(shapes[0]));
            } else {
                ASSERT_TRUE(tree.insert(shapes, items));
            }
            for (std::size_t nth = 0; nth < shapes.size(); ++nth) {
                put(items[nth], shapes[nth]);
            }
            return;
        case verb::erase:
            ASSERT_TRUE(items.size() == 1 ? tree.erase(items[0]) : bool(tree.erase(items)));
            for (const item erased : items) {
                truth.at(erased.index).reset();
                ASSERT_FALSE(tree.contains(erased));
            }
            return;
        case verb::move: ASSERT_TRUE(tree.move(items[0], shapes[0])); break;
        case verb::move_all:
            ASSERT_TRUE(tree.move(std::span<const item>(items), std::span<const Shape>(shapes)));
            break;
        case verb::sync: {
            std::vector<Shape> by_index(tree.index_limit(), bad_shapes<Shape>()[0]); // those of the dead are not read
            for (std::size_t nth = 0; nth < shapes.size(); ++nth) {
                by_index.at(items[nth].index) = shapes[nth];
            }
            ASSERT_TRUE(tree.sync(by_index));
            break;
        }
        case verb::assign:
            ASSERT_TRUE(tree.assign(shapes));
            truth = {};
            for (std::uint32_t nth = 0; nth < shapes.size(); ++nth) {
                put(tree.item_at(nth), shapes[nth]);
            }
            return;
        case verb::set_layers:
            ASSERT_TRUE(tree.set_layers(items[0], now.layers));
            truth[items[0].index]->layers = now.layers;
            return;
        case verb::clear:
            tree.clear();
            truth = {};
            return;
        }
        for (std::size_t nth = 0; nth < shapes.size(); ++nth) {
            truth[items[nth].index]->stored = image_in_period(config, shapes[nth]);
        }
    }

    /// The tree holds these items and no others.
    bool holds() const {
        bool is_same = tree.size() == static_cast<std::uint32_t>(std::popcount(alive()));
        for (std::uint32_t index = 0; index < most_items; ++index) {
            const item there = tree.item_at(index);
            const auto& known = truth[index];
            is_same &= bool(there) == known.has_value();
            if (there && known) {
                is_same &=
                    there == known->handle && tree.shape(there) == known->stored && tree.layers(there) == known->layers;
            }
        }
        return is_same;
    }
};

/// Every list of so many places.
std::vector<std::vector<std::uint32_t>> every_list(std::uint32_t length, std::uint32_t places) {
    std::vector<std::vector<std::uint32_t>> lists = {{}};
    for (; length > 0; --length) {
        std::vector<std::vector<std::uint32_t>> longer;
        for (const auto& list : lists) {
            for (std::uint32_t place = 0; place < places; ++place) {
                longer.push_back(list);
                longer.back().push_back(place);
            }
        }
        lists = std::move(longer);
    }
    return lists;
}

/// Every change of such a tree. Left out are those that differ in the names of items alone: new shapes are in ascending order. A batch
/// that moves an item to where it is stands for those without it.
std::vector<change> every_change(std::uint32_t alive, std::uint32_t limit, std::uint32_t places) {
    std::vector<change> changes;
    const auto add = [&](verb what, std::uint32_t whom, std::uint32_t length) {
        for (const auto& list : every_list(length, places)) {
            if ((what != verb::insert && what != verb::assign) || std::is_sorted(list.begin(), list.end())) {
                changes.push_back({what, whom, list});
            }
        }
    };
    const auto count = static_cast<std::uint32_t>(std::popcount(alive));
    for (std::uint32_t length = 1; length <= most_items - count; ++length) {
        add(verb::insert, 0, length);
    }
    for (std::uint32_t whom = alive; whom != 0; whom = (whom - 1) & alive) {
        changes.push_back({verb::erase, whom});
    }
    for (std::uint32_t rest = alive; rest != 0; rest &= rest - 1) {
        const std::uint32_t one = rest & (0U - rest);
        add(verb::move, one, 1);
        changes.push_back({verb::set_layers, one, {}, 1});
        changes.push_back({verb::set_layers, one, {}, 2});
    }
    if (count > 1) {
        add(verb::move_all, alive, count);
    }
    if (count > 0) {
        add(verb::sync, alive, count);
    }
    for (std::uint32_t length = 0; length <= most_items; ++length) {
        add(verb::assign, 0, length);
    }
    if (limit > 0) {
        changes.push_back({verb::clear});
    }
    return changes;
}

/// The fields of questions: corners and sizes of the lattice, and items, in a fixed disorder, which goes on from tree to tree.
template <class Shape>
struct lattice_fields {
    const quadtree<void, Shape>& tree;
    std::uint32_t& turn;
    using scalar = typename Shape::scalar;

    std::uint32_t next(std::uint32_t below) {
        turn = turn * 1664525U + 1013904223U;
        return (turn >> 16U) % below;
    }
    box<scalar> area() {
        const box<scalar> one = bounds_of(shape_at<Shape>(next(most_places)));
        return next(2) == 0 ? one : united(one, bounds_of(shape_at<Shape>(next(most_places))));
    }
    point<scalar> place() { return {static_cast<scalar>(next(8)) - 5, static_cast<scalar>(next(4)) - 1}; }
    circle<scalar> disc() { return {place(), static_cast<scalar>(next(3))}; }
    double distance() { return next(4) - 1.0; }
    item someone() { return tree.item_at(next(most_items + 1)); }
    std::uint32_t layers() { return next(3) == 0 ? all_layers : next(4); }
};

/// The tree is sound, every verb finds what a full scan does, and from its bytes an equal tree is loaded.
template <class Shape>
void expect_right(quadtree<void, Shape>& tree, const byte_list& saved, const options& config, std::uint32_t& turn) {
    using scalar = typename Shape::scalar;
    ASSERT_TRUE(is_sound(tree));
    lattice_fields<Shape> fields{tree, turn};
    field_drawer<scalar, lattice_fields<Shape>> drawer(fields);
    each_question<scalar>(tree, [&](const auto& kind) { ASSERT_TRUE(is_found_and_counted(tree, drawer.drawn(kind))); });
    ASSERT_TRUE(are_nearest(tree, drawer.drawn(question::nearest<point<scalar>>{}), most_items));
    ASSERT_TRUE(are_nearest(tree, drawer.drawn(question::nearest<box<scalar>>{}), most_items));
    for (std::uint32_t place = 0; place < most_places; ++place) {
        const Shape sought = image_in_period(config, shape_at<Shape>(place));
        item first;
        tree.each([&](auto one) { first = !first && one.shape() == sought ? one.item() : first; });
        ASSERT_EQ(tree.find(shape_at<Shape>(place)), first);
    }
    std::uint32_t filed = 0;
    tree.cells([&](const auto& cell) { filed += cell.count; });
    ASSERT_EQ(filed, tree.size());
    quadtree<void, Shape> loaded(config);
    ASSERT_TRUE(load_bytes(loaded, saved));
    ASSERT_EQ(bytes_of(loaded), saved);
}

/// The histories of one world, by their length. Trees of equal bytes have equal futures, so that each of these is continued once.
template <class Shape>
class histories {
public:
    histories(const options& config, std::uint32_t places) : config_(config), places_(places) {
        const quadtree<void, Shape> empty(config);
        nodes_.push_back({bytes_of(empty), {}, 0, {}});
    }

    /// Ends at the first one that fails, and names it.
    void run(std::uint32_t length) {
        std::size_t first = 0;
        for (std::uint32_t step = 0; step < length; ++step) {
            const std::size_t end = nodes_.size();
            for (; first < end; ++first) {
                if (expand(first); ::testing::Test::HasFailure()) {
                    return;
                }
            }
        }
    }

    std::size_t trees() const noexcept { return nodes_.size(); }

private:
    struct node {
        byte_list bytes; ///< of its tree, until it is expanded
        std::array<std::optional<known_item<Shape>>, most_items> truth;
        std::size_t parent;
        change by;
    };

    void expand(std::size_t which) {
        lived<Shape> before{quadtree<void, Shape>(config_), nodes_[which].truth};
        ASSERT_TRUE(load_bytes(before.tree, nodes_[which].bytes));
        for (const change& by : every_change(before.alive(), before.tree.index_limit(), places_)) {
            lived<Shape> after{before.tree.clone(), before.truth};
            after.apply(by, config_);
            const byte_list bytes = bytes_of(after.tree);
            EXPECT_TRUE(after.holds());
            const std::string_view key(reinterpret_cast<const char*>(bytes.data()), bytes.size()); // NOLINT
            if (known_.insert(std::hash<std::string_view>()(key)).second) {
                expect_right(after.tree, bytes, config_, turn_);
                nodes_.push_back({bytes, after.truth, which, by});
            }
            if (::testing::Test::HasFailure()) {
                ADD_FAILURE() << words_of(which) << by.in_words();
                return;
            }
        }
        nodes_[which].bytes = {};
    }
    std::string words_of(std::size_t which) const {
        return which == 0 ? "" : words_of(nodes_[which].parent) + nodes_[which].by.in_words() + ", ";
    }

    options config_;
    std::uint32_t places_;
    std::vector<node> nodes_;
    std::unordered_set<std::size_t> known_; ///< the trees by a hash of their bytes
    std::uint32_t turn_ = 1;
};

// promise: any-history: Every history of up to three shapes leaves a tree that answers everything right.
TYPED_TEST(every_history, of_a_few_shapes_leaves_a_tree_that_answers_everything_right) {
    struct scope {
        std::uint32_t places;
        std::uint32_t length;
    };
    const scope of_three{3, has_fewer_runs ? 1U : effort(2U, 3U)};
    const scope of_two{2, has_fewer_runs ? 2U : 3U};
    for (const scope& of : {of_three, of_two}) {
        for (const std::uint32_t capacity : {1U, 2U, 3U}) {
            for (const period& wraps : {period{}, period(side, side)}) {
                SCOPED_TRACE("leaf_capacity " + std::to_string(capacity) + (wraps ? ", in a world that wraps" : ""));
                histories<TypeParam> these({.leaf_capacity = capacity, .period = wraps}, of.places);
                these.run(of.length);
                ASSERT_FALSE(this->HasFailure());
                EXPECT_GT(these.trees(), 30U);
            }
        }
    }
}

} // namespace
} // namespace quadrille::testing
