// Overview: swarms of boxes; which ones intersect, and what is in a window that a hand drags over them.
// SPDX-License-Identifier: MIT
#include "playground/tree_scene.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace quadrille::playground {
namespace {

constexpr std::uint32_t swarms = 5;
constexpr std::uint32_t strays_every = 3; ///< one box in this number is in no swarm
constexpr float part_covered = 0.055F;
constexpr float way_per_tick = 0.035F;
constexpr std::uint8_t mark_of_intersecting = 110;
constexpr std::uint8_t mark_of_seen = 255;

/// Less in any order: to find the bounds of a cell again.
bool is_before(const box<float>& one, const box<float>& other) noexcept {
    return std::tie(one.min.x, one.min.y, one.max.x, one.max.y) <
           std::tie(other.min.x, other.min.y, other.max.x, other.max.y);
}

/// The area of a window that notes which cells its query opens.
struct noting_window {
    box<float> window;
    std::vector<box<float>>* opened;

    box<float> bounds() const noexcept { return window; }
    bool may_intersect(const box<float>& cell) const {
        if (!quadrille::intersects(cell, window)) {
            return false;
        }
        opened->push_back(cell);
        return true;
    }
    bool intersects(const box<float>& shape) const noexcept { return quadrille::intersects(shape, window); }
};

/// Where the boxes of a swarm fly about.
struct swarm {
    point<float> center;
    point<float> way; ///< per tick
    float spread;
};

class overview final : public tree_scene<box<float>> {
public:
    using tree_scene::tree_scene;

    float prepare() override {
        widths_ = sides_of(settings_, random_);
        side_ = room_for(widths_, part_covered);
        for (std::size_t number = 0; number < swarms_.size(); ++number) {
            const float spread = side_ / (7 + 2 * static_cast<float>(number));
            const point<float> towards = heading(random_);
            const float way = way_per_tick / 2;
            swarms_[number] = {anywhere(side_, 2 * spread, random_), {way * towards.x, way * towards.y}, spread};
        }
        for (std::uint32_t index = 0; index < settings_.count; ++index) {
            add(index);
        }
        shapes_.resize(settings_.count);
        marks_.resize(settings_.count);
        place_shapes();
        must(tree_.assign(shapes_));
        pane_ = box_from_center(point<float>{side_ / 2, side_ / 2}, {side_ / 8, side_ / 8});
        return 1;
    }

    void move() override {
        for (swarm& each : swarms_) {
            each.way = reflected(each.way, each.center, 2 * each.spread, side_);
            each.center = moved(each.center, each.way);
        }
        for (std::uint32_t index = 0; index < settings_.count; ++index) {
            if (is_stray(index)) {
                velocities_[index] = reflected(velocities_[index], places_[index], widths_[index] / 2, side_);
            } else { // pulled to the middle, the more the farther from it
                const float pull = settings_.speed * pulls_[index];
                velocities_[index] = {velocities_[index].x - pull * places_[index].x,
                                      velocities_[index].y - pull * places_[index].y};
            }
            places_[index] = moved(places_[index], velocities_[index]);
        }
        place_shapes();
        count_tick();
    }

    // [code
    void update() override { tree_.sync(shapes_); } // what has moved

    void answer() override {
        intersecting_.clear();
        visited_ = {};
        tree_.pairs(intersecting_, {}, &visited_); // each pair that intersects, once
        look();
    }

    void look() {
        seen_.clear();
        tree_.query(pane_, seen_); // what is in the window
    }
    // code]

    void compare() override { test_every_pair(); }

    void set_pane(const box<float>& pane) override {
        pane_ = pane;
        look();
    }

    void digest(oracle::order_free_hash& into) const override {
        for (const index_pair& pair : intersecting_) {
            into.add(pair);
        }
    }

    void show(const frame& wanted, picture& into) override {
        counters of_pane;
        opened_.clear();
        (void)tree_.count(noting_window{pane_, &opened_}, {}, &of_pane);
        std::sort(opened_.begin(), opened_.end(), is_before);
        mark();
        tree_scene::show(wanted, into);
        for (const index_pair& pair : intersecting_) {
            add_pair(shapes_[pair.a], shapes_[pair.b], into);
        }
        std::uint32_t leaves = 0;
        tree_.cells([&](const cell<float>& each) { leaves += each.is_leaf && is_opened(each) ? 1U : 0U; });
        into.set(fact::pane_leaves, leaves);
        into.set(fact::pane_lanes, static_cast<double>(of_pane.lanes));
        into.set(fact::pane_answers, static_cast<double>(of_pane.answers));
    }

    void last_answers(std::vector<std::uint32_t>& into) const override {
        for (const index_pair& pair : intersecting_) {
            into.insert(into.end(), {pair.a, pair.b});
        }
    }

private:
    static bool is_stray(std::uint32_t index) noexcept { return index % strays_every == 0; }
    static std::uint32_t swarm_of(std::uint32_t index) noexcept { return index % swarms; }

    point<float> moved(point<float> place, point<float> way) const noexcept {
        return {place.x + settings_.speed * way.x, place.y + settings_.speed * way.y};
    }

    /// A stray flies straight on, from anywhere. Another one circles the middle of its swarm; its place is relative to it.
    void add(std::uint32_t index) {
        const point<float> towards = heading(random_);
        if (is_stray(index)) {
            places_.push_back(anywhere(side_, widths_[index] / 2, random_));
            velocities_.push_back({way_per_tick * towards.x, way_per_tick * towards.y});
            pulls_.push_back(0);
            return;
        }
        const float spread = swarms_[swarm_of(index)].spread;
        const auto distance = static_cast<float>(random_.between(0.05, 1.9)) * spread;
        const float turn = way_per_tick / spread * static_cast<float>(random_.between(0.5, 1.5));
        places_.push_back({distance * towards.x, distance * towards.y});
        velocities_.push_back({-turn * distance * towards.y, turn * distance * towards.x});
        pulls_.push_back(turn * turn);
    }

    void place_shapes() noexcept {
        for (std::uint32_t index = 0; index < settings_.count; ++index) {
            const float half = widths_[index] / 2;
            const point<float> origin = is_stray(index) ? point<float>{0, 0} : swarms_[swarm_of(index)].center;
            shapes_[index] =
                box_from_center(point<float>{origin.x + places_[index].x, origin.y + places_[index].y}, {half, half});
        }
    }

    bool is_opened(const cell<float>& each) const noexcept override {
        return std::binary_search(opened_.begin(), opened_.end(), each.bounds, is_before);
    }

    void mark() noexcept {
        std::fill(marks_.begin(), marks_.end(), std::uint8_t{0});
        for (const index_pair& pair : intersecting_) {
            marks_[pair.a] = mark_of_intersecting;
            marks_[pair.b] = mark_of_intersecting;
        }
        for (const std::uint32_t index : seen_) {
            marks_[index] = mark_of_seen;
        }
    }

    /// From middle to middle.
    static void add_pair(const box<float>& one, const box<float>& other, picture& into) {
        into.add_line(stroke::pair, {(one.min.x + one.max.x) / 2, (one.min.y + one.max.y) / 2},
                      {(other.min.x + other.max.x) / 2, (other.min.y + other.max.y) / 2});
    }

    std::array<swarm, swarms> swarms_ = {};
    std::vector<float> widths_;
    std::vector<point<float>> places_; ///< of centers; in a swarm relative to its middle
    std::vector<point<float>> velocities_;
    std::vector<float> pulls_; ///< per tick and distance from the middle
    box<float> pane_ = {{0, 0}, {0, 0}};
    std::vector<index_pair> intersecting_;
    std::vector<std::uint32_t> seen_; ///< in the pane
    std::vector<box<float>> opened_;  ///< the bounds of cells that the query of the pane has opened, sorted
};

} // namespace

std::unique_ptr<scene> make_overview(const settings& how) { return std::make_unique<overview>(how); }

} // namespace quadrille::playground
