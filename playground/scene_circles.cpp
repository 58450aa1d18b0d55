// Circles: more and more of them; the tree finds the intersecting pairs, and brute force beside it.
// SPDX-License-Identifier: MIT
#include "playground/tree_scene.hpp"

#include <algorithm>

namespace quadrille::playground {
namespace {

constexpr std::uint32_t first_ones = 64;
constexpr float part_covered = 0.35F;
constexpr float way_per_tick = 0.04F;
/// With more of them a tick of brute force would take longer than a hand waits.
constexpr std::size_t max_compared = 12'000;

class circles final : public tree_scene<circle<float>> {
public:
    using tree_scene::tree_scene;

    float prepare() override {
        std::vector<float> diameters = sides_of(settings_, random_);
        side_ = room_for(diameters, part_covered);
        add(std::min(first_ones, settings_.count));
        return 1;
    }

    void move() override {
        for (std::size_t index = 0; index < shapes_.size(); ++index) {
            circle<float>& each = shapes_[index];
            velocities_[index] = reflected(velocities_[index], each.center, each.radius, side_);
            each.center = {each.center.x + settings_.speed * velocities_[index].x,
                           each.center.y + settings_.speed * velocities_[index].y};
        }
        count_tick();
    }

    /// Every tick one in forty more.
    void update() override {
        tree_scene::update();
        const auto present = static_cast<std::uint32_t>(shapes_.size());
        add(std::min(settings_.count - present, (present + 39) / 40));
    }

    void answer() override {
        found_.clear();
        visited_ = {};
        tree_.pairs(found_, {}, &visited_);
        std::fill(marks_.begin(), marks_.end(), std::uint8_t{0});
        for (const index_pair& pair : found_) {
            marks_[pair.a] = 255;
            marks_[pair.b] = 255;
        }
    }

    void compare() override {
        if (shapes_.size() <= max_compared) {
            test_every_pair();
        }
    }

    void digest(oracle::order_free_hash& into) const override {
        for (const index_pair& pair : found_) {
            into.add(pair);
        }
    }

    void last_answers(std::vector<std::uint32_t>& into) const override {
        for (const index_pair& pair : found_) {
            into.insert(into.end(), {pair.a, pair.b});
        }
    }

private:
    void add(std::uint32_t more) {
        for (std::uint32_t each = 0; each < more; ++each) {
            const float radius = side_of(settings_.how_wide, random_) / 2;
            shapes_.push_back({anywhere(side_, radius, random_), radius});
            const point<float> towards = heading(random_);
            velocities_.push_back({way_per_tick * towards.x, way_per_tick * towards.y});
            marks_.push_back(0);
            must(tree_.insert(shapes_.back()));
        }
    }

    std::vector<point<float>> velocities_;
    std::vector<index_pair> found_;
};

} // namespace

std::unique_ptr<scene> make_circles(const settings& how) { return std::make_unique<circles>(how); }

} // namespace quadrille::playground
