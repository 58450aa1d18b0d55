// What all scenes share: a tree, the shapes that it is told, and how both are shown and examined.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_PLAYGROUND_TREE_SCENE_HPP
#define QUADRILLE_PLAYGROUND_TREE_SCENE_HPP

#include "playground/placing.hpp"
#include "playground/scene.hpp"

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

namespace quadrille::playground {

template <class Shape>
class tree_scene : public scene {
public:
    explicit tree_scene(const settings& how, const period& by = {})
        : settings_(how), random_(how.seed), period_(by), tree_({.leaf_capacity = how.leaf_capacity, .period = by}) {}

    void update() override { tree_.sync(shapes_); }
    void set_speed(float speed) noexcept override { settings_.speed = speed; }
    box<float> walls() const noexcept override { return {{0, 0}, {side_, side_}}; }

    void show(const frame& wanted, picture& into) override {
        into.clear();
        counters window;
        const box<float> area = period_ ? common(wanted.area, walls()) : wanted.area;
        const std::uint32_t visible = tree_.count(area, {}, &window);
        state_facts(window, into);
        if (visible > wanted.max_items) {
            count_tiles(wanted, into);
        } else {
            tree_.query(area, [&](auto hit) { add_item(hit.index(), into); });
        }
        if (wanted.cells || wanted.bounds) {
            tree_.cells([&](const cell<float>& each) { add_cell(each, wanted, into); });
        }
    }

    void every_shape(std::vector<float>& into) const override {
        constexpr float none = std::numeric_limits<float>::quiet_NaN();
        for (std::uint32_t index = 0; index < tree_.index_limit(); ++index) {
            const auto stored = tree_.shape(tree_.item_at(index));
            if (!stored) {
                into.insert(into.end(), {none, none, none, none});
            } else if constexpr (is_circle<Shape>) {
                into.insert(into.end(), {stored->center.x, stored->center.y, stored->radius, stored->radius});
            } else {
                const box<float> around = bounds_of(*stored);
                into.insert(into.end(), {around.min.x, around.min.y, around.max.x, around.max.y});
            }
        }
    }
    void window(const box<float>& area, std::vector<std::uint32_t>& into) const override { tree_.query(area, into); }
    void nearest(point<float> where, std::uint32_t most, std::vector<std::uint32_t>& into) const override {
        std::vector<neighbor> found;
        tree_.nearest(where, most, found);
        for (const neighbor& each : found) {
            into.push_back(each.which.index);
        }
    }
    void work(const box<float>& area, counters& lived, counters& fresh) const override {
        std::vector<Shape> alive;
        tree_.each([&](auto hit) { alive.push_back(hit.shape()); });
        quadtree<void, Shape> rebuilt({.leaf_capacity = settings_.leaf_capacity, .period = period_});
        rebuilt.assign(alive);
        (void)tree_.count(area, {}, &lived);
        (void)rebuilt.count(area, {}, &fresh);
    }
    bool is_sound() const noexcept override { return !tree_.validate(); }
    const char* kernels() const noexcept override { return tree_.stats().kernels; }

protected:
    using numbers = std::vector<float>;

    /// The four numbers by which the page draws an item.
    virtual void add_shape(std::uint32_t index, numbers& into) const {
        const box<float> around = bounds_of(shapes_[index]);
        into.insert(into.end(), {around.min.x, around.min.y, around.max.x, around.max.y});
    }

    /// Whether the query of the pane has opened this cell.
    virtual bool is_opened(const cell<float>&) const noexcept { return false; }

    /// Brute force: tests every pair.
    void test_every_pair() noexcept {
        compared_ = 0;
        compared_tests_ = 0;
        for (std::size_t one = 0; one < shapes_.size(); ++one) {
            for (std::size_t other = one + 1; other < shapes_.size(); ++other) {
                compared_ += intersects(shapes_[one], shapes_[other]) ? 1U : 0U;
            }
            compared_tests_ += shapes_.size() - one - 1;
        }
    }

    /// A world that the tree has no memory for ends the engine, as vectors do without exceptions; the page says so.
    template <class Outcome>
    static void must(const Outcome& done) noexcept {
        if (!done) {
            std::abort();
        }
    }

    /// Counts one tick.
    void count_tick() noexcept { ++ticks_; }

    settings settings_;
    scenes::random_source random_;
    period period_; ///< of its tree
    quadtree<void, Shape> tree_;
    std::vector<Shape> shapes_;       ///< by index
    std::vector<std::uint8_t> marks_; ///< by index
    float side_ = 1;                  ///< of the world
    std::uint64_t ticks_ = 0;
    counters visited_;                 ///< by the last answer
    std::uint32_t compared_ = 0;       ///< pairs that brute force has found
    std::uint64_t compared_tests_ = 0; ///< how many it has tested

private:
    std::vector<box<float>> tiles_;
    batch_workspace workspace_;

    /// What is in both; inverted where nothing is.
    static box<float> common(const box<float>& one, const box<float>& other) noexcept {
        return {{std::max(one.min.x, other.min.x), std::max(one.min.y, other.min.y)},
                {std::min(one.max.x, other.max.x), std::min(one.max.y, other.max.y)}};
    }

    void add_item(std::uint32_t index, picture& into) const {
        add_shape(index, into.shapes);
        into.marks.push_back(marks_[index]);
        into.ids.push_back(index);
    }

    /// Of a grid of squares that lies still in the world, those on screen: all are counted by one query.
    void count_tiles(const frame& wanted, picture& into) {
        const auto first = [&](float low) { return std::floor(std::max(low, 0.0F) / wanted.tile); };
        const auto last = [&](float high) { return std::ceil(std::min(high, side_) / wanted.tile); };
        const point<float> low = {first(wanted.area.min.x), first(wanted.area.min.y)};
        const point<float> high = {last(wanted.area.max.x), last(wanted.area.max.y)};
        tiles_.clear();
        for (float row = low.y; row < high.y; ++row) {
            for (float column = low.x; column < high.x; ++column) {
                const point<float> corner = {column * wanted.tile, row * wanted.tile};
                tiles_.push_back(box_from_corner(corner, {wanted.tile, wanted.tile}));
            }
        }
        into.tiles.resize(tiles_.size());
        tree_.count(tiles_, workspace_, into.tiles);
        into.set(fact::tile_columns, double(high.x) - double(low.x));
        into.set(fact::tiles_left, double(low.x) * double(wanted.tile));
        into.set(fact::tiles_top, double(low.y) * double(wanted.tile));
    }

    void add_cell(const cell<float>& each, const frame& wanted, picture& into) const {
        const box<float>& square = each.square;
        if (wanted.cells && intersects(square, wanted.area)) {
            into.cells.insert(
                into.cells.end(),
                {square.min.x, square.min.y, square.max.x, square.max.y, static_cast<float>(each.depth),
                 static_cast<float>((each.is_leaf ? is_leaf_cell : 0) + (is_opened(each) ? is_opened_cell : 0))});
        }
        if (wanted.bounds && each.is_leaf && intersects(each.bounds, wanted.area)) {
            const box<float>& around = each.bounds;
            into.bounds.insert(into.bounds.end(), {around.min.x, around.min.y, around.max.x, around.max.y});
        }
    }

    void state_facts(const counters& window, picture& into) const noexcept {
        const statistics stats = tree_.stats();
        into.set(fact::ticks, static_cast<double>(ticks_));
        into.set(fact::items, stats.size);
        into.set(fact::inner_cells, stats.inner_cells);
        into.set(fact::leaves, stats.leaves);
        into.set(fact::deepest, stats.deepest);
        into.set(fact::bytes, static_cast<double>(stats.bytes));
        into.set(fact::visible, static_cast<double>(window.answers));
        into.set(fact::window_cells, static_cast<double>(window.cells));
        into.set(fact::window_blocks, static_cast<double>(window.blocks));
        into.set(fact::window_lanes, static_cast<double>(window.lanes));
        into.set(fact::answer_cells, static_cast<double>(visited_.cells));
        into.set(fact::answer_blocks, static_cast<double>(visited_.blocks));
        into.set(fact::answer_lanes, static_cast<double>(visited_.lanes));
        into.set(fact::answer_pairs, static_cast<double>(visited_.pairs));
        into.set(fact::answers, static_cast<double>(visited_.answers));
        into.set(fact::compared, compared_);
        into.set(fact::compared_tests, static_cast<double>(compared_tests_));
    }
};

} // namespace quadrille::playground

#endif
