// Look: a million boxes, one in a hundred of which moves; a camera sees a part of them.
// SPDX-License-Identifier: MIT
#include "playground/tree_scene.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace quadrille::playground {
namespace {

constexpr std::uint32_t boxes_per_part = 50'000;
constexpr std::uint32_t movers_every = 100;
constexpr std::uint32_t clusters = 24;
constexpr float way_per_tick = 0.05F;

class look final : public tree_scene<box<float>> {
public:
    explicit look(const settings& how) : tree_scene(how) {
        side_ = 2.5F * std::sqrt(static_cast<float>(how.count)) + 10;
        for (point<float>& center : centers_) {
            center = anywhere(side_, side_ / 10, random_);
        }
        shapes_.reserve(how.count);
        marks_.resize(how.count);
    }

    float prepare() override {
        const auto present = static_cast<std::uint32_t>(shapes_.size());
        if (present < settings_.count) {
            const std::uint32_t last = std::min(settings_.count, present + boxes_per_part);
            for (std::uint32_t index = present; index < last; ++index) {
                add(index);
            }
            return 0.9F * static_cast<float>(last) / static_cast<float>(settings_.count + 1);
        }
        must(tree_.assign(shapes_));
        for (std::uint32_t index = 0; index < present; index += movers_every) {
            movers_.push_back(tree_.item_at(index));
        }
        moved_.resize(movers_.size());
        camera_ = {side_ / 3, side_ / 3};
        return 1;
    }

    void move() override {
        for (std::size_t number = 0; number < movers_.size(); ++number) {
            box<float>& each = shapes_[movers_[number].index];
            point<float>& velocity = velocities_[number];
            const float half = (each.max.x - each.min.x) / 2;
            velocity = reflected(velocity, {each.min.x + half, each.min.y + half}, half, side_);
            const point<float> way = {settings_.speed * velocity.x, settings_.speed * velocity.y};
            each = {{each.min.x + way.x, each.min.y + way.y}, {each.max.x + way.x, each.max.y + way.y}};
            moved_[number] = each;
        }
        camera_way_ = reflected(camera_way_, camera_, side_ / 20, side_);
        camera_ = {camera_.x + side_ / 300 * camera_way_.x, camera_.y + side_ / 300 * camera_way_.y};
        count_tick();
    }

    void update() override { tree_.move(movers_, moved_); }

    /// A camera of its own flies over the world, whatever the page looks at.
    void answer() override {
        seen_.clear();
        visited_ = {};
        tree_.query(camera_window(), seen_, {}, &visited_);
    }

    void digest(oracle::order_free_hash& into) const override {
        for (const std::uint32_t index : seen_) {
            into.add(index);
        }
    }

    /// The bits of the camera's window, and what it sees.
    void last_answers(std::vector<std::uint32_t>& into) const override {
        const box<float> window = camera_window();
        for (const float number : {window.min.x, window.min.y, window.max.x, window.max.y}) {
            into.push_back(std::bit_cast<std::uint32_t>(number));
        }
        into.insert(into.end(), seen_.begin(), seen_.end());
    }

private:
    void add(std::uint32_t index) {
        const float width = side_of(settings_.how_wide, random_);
        point<float> place = anywhere(side_, width / 2, random_);
        if (index % 4 != 0) {
            const point<float> center = centers_[random_.below(clusters)];
            const double spread = double(side_) / 18;
            place = {around(center.x, spread, width), around(center.y, spread, width)};
        }
        shapes_.push_back(box_from_center(place, {width / 2, width / 2}));
        if (index % movers_every == 0) {
            const point<float> towards = heading(random_);
            velocities_.push_back({way_per_tick * towards.x, way_per_tick * towards.y});
            marks_[index] = 200;
        }
    }
    float around(float center, double spread, float width) noexcept {
        const auto place = static_cast<float>(double(center) + spread * random_.gaussian());
        return std::clamp(place, width / 2, std::max(width / 2, side_ - width / 2));
    }

    box<float> camera_window() const noexcept { return box_from_center(camera_, {side_ / 40, side_ / 60}); }

    std::array<point<float>, clusters> centers_;
    std::vector<item> movers_;
    std::vector<point<float>> velocities_; ///< of movers
    std::vector<box<float>> moved_;
    point<float> camera_ = {0, 0};
    point<float> camera_way_ = {0.8F, 0.6F};
    std::vector<std::uint32_t> seen_;
};

} // namespace

std::unique_ptr<scene> make_look(const settings& how) { return std::make_unique<look>(how); }

} // namespace quadrille::playground
