// Hunt: the nearest items to the hunter, what its ray meets, and how far a disc can be thrown along it.
// SPDX-License-Identifier: MIT
#include "playground/tree_scene.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace quadrille::playground {
namespace {

constexpr std::uint32_t max_near = 12;
constexpr float part_covered = 0.1F;
constexpr float way_per_tick = 0.02F;
constexpr float disc_radius = 1;

class hunt final : public tree_scene<box<float>> {
public:
    using tree_scene::tree_scene;

    float prepare() override {
        widths_ = sides_of(settings_, random_);
        side_ = room_for(widths_, part_covered);
        for (const float width : widths_) {
            places_.push_back(anywhere(side_, width / 2, random_));
            const point<float> towards = heading(random_);
            velocities_.push_back({way_per_tick * towards.x, way_per_tick * towards.y});
            shapes_.push_back(box_from_center(places_.back(), {width / 2, width / 2}));
        }
        marks_.resize(shapes_.size());
        must(tree_.assign(shapes_));
        stand_ = {side_ / 2, side_ / 2};
        target_ = {side_ / 2 + reach_of_target(), side_ / 2};
        return 1;
    }

    void move() override {
        for (std::size_t index = 0; index < places_.size(); ++index) {
            const float half = widths_[index] / 2;
            velocities_[index] = reflected(velocities_[index], places_[index], half, side_);
            places_[index] = {places_[index].x + settings_.speed * velocities_[index].x,
                              places_[index].y + settings_.speed * velocities_[index].y};
            shapes_[index] = box_from_center(places_[index], {half, half});
        }
        if (!is_led_) { // on its own the target goes round in a square about the stand
            const float reach = reach_of_target();
            way_ = reflected(way_, {target_.x - stand_.x + reach, target_.y - stand_.y + reach}, 0, 2 * reach);
            target_ = {target_.x + settings_.speed * way_.x, target_.y + settings_.speed * way_.y};
        }
        count_tick();
    }

    void answer() override {
        const ray<float> line = line_of_fire();
        visited_ = {};
        near_.clear();
        tree_.nearest(target_, max_near, near_, {}, &visited_);
        met_.clear();
        tree_.raycast(line, met_, {}, &visited_);
        closest_ = tree_.closest_hit(line, {}, &visited_);
        thrown_ = tree_.closest_cast(disc(), line.translation, {}, &visited_);
        mark();
    }

    void digest(oracle::order_free_hash& into) const override {
        for (std::size_t rank = 0; rank < near_.size(); ++rank) {
            into.add(std::uint64_t{rank} << 32U | near_[rank].which.index);
        }
        for (const ray_hit<float>& hit : met_) {
            into.add(std::uint64_t{1000} << 32U | hit.which.index);
        }
        into.add(std::uint64_t{1001} << 32U | (closest_ ? closest_->which.index : ~0U));
        into.add(std::uint64_t{1002} << 32U | (thrown_ ? thrown_->which.index : ~0U));
    }

    void act(action what, point<float> where, float) override {
        is_led_ = true;
        (what == action::add ? stand_ : target_) = where;
        answer();
    }

    void show(const frame& wanted, picture& into) override {
        tree_scene::show(wanted, into);
        for (const neighbor& each : near_) {
            const box<float>& shape = shapes_[each.which.index];
            into.add_line(
                stroke::link, target_,
                {std::clamp(target_.x, shape.min.x, shape.max.x), std::clamp(target_.y, shape.min.y, shape.max.y)});
        }
        const ray<float> line = line_of_fire();
        into.add_line(stroke::ray, stand_, along(line, 1));
        into.add_line(stroke::path, stand_, along(line, closest_ ? closest_->fraction : 1));
        into.add_ring(stand_, disc_radius);
        into.add_ring(along(line, thrown_ ? thrown_->fraction : 1), disc_radius);
        into.set(fact::answers, static_cast<double>(near_.size() + met_.size()));
    }

    /// The bits of the target and of the stand; then how many are near, and these; then how many the ray meets, and these; at last
    /// the closest hits of the ray and the disc.
    void last_answers(std::vector<std::uint32_t>& into) const override {
        for (const float number : {target_.x, target_.y, stand_.x, stand_.y}) {
            into.push_back(std::bit_cast<std::uint32_t>(number));
        }
        into.push_back(static_cast<std::uint32_t>(near_.size()));
        for (const neighbor& each : near_) {
            into.push_back(each.which.index);
        }
        into.push_back(static_cast<std::uint32_t>(met_.size()));
        for (const ray_hit<float>& hit : met_) {
            into.push_back(hit.which.index);
        }
        into.push_back(closest_ ? closest_->which.index : ~0U);
        into.push_back(thrown_ ? thrown_->which.index : ~0U);
    }

private:
    float reach_of_target() const noexcept { return 0.35F * std::min(side_, 120.0F); }
    circle<float> disc() const noexcept { return {stand_, disc_radius}; }
    /// From the stand through the target, and as far again.
    ray<float> line_of_fire() const noexcept {
        return {stand_, {2 * (target_.x - stand_.x), 2 * (target_.y - stand_.y)}};
    }
    static point<float> along(const ray<float>& line, float fraction) noexcept {
        return {line.origin.x + fraction * line.translation.x, line.origin.y + fraction * line.translation.y};
    }

    void mark() noexcept {
        for (const std::uint32_t index : marked_) {
            marks_[index] = 0;
        }
        marked_.clear();
        const auto set = [&](item which, std::uint8_t to) {
            marks_[which.index] = std::max(marks_[which.index], to);
            marked_.push_back(which.index);
        };
        for (const neighbor& each : near_) {
            set(each.which, 140);
        }
        for (const ray_hit<float>& hit : met_) {
            set(hit.which, 190);
        }
        if (thrown_) {
            set(thrown_->which, 255);
        }
        if (closest_) {
            set(closest_->which, 255);
        }
    }

    std::vector<float> widths_;
    std::vector<point<float>> places_;
    std::vector<point<float>> velocities_;
    point<float> stand_ = {0, 0};
    point<float> target_ = {0, 0};
    point<float> way_ = {0.17F, 0.11F};
    bool is_led_ = false; ///< by a hand
    std::vector<neighbor> near_;
    std::vector<ray_hit<float>> met_;
    std::optional<ray_hit<float>> closest_;
    std::optional<ray_hit<float>> thrown_;
    std::vector<std::uint32_t> marked_;
};

} // namespace

std::unique_ptr<scene> make_hunt(const settings& how) { return std::make_unique<hunt>(how); }

} // namespace quadrille::playground
