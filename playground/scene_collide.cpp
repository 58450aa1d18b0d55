// Collide: boxes bounce off each other; a contact that begins makes both flash.
// SPDX-License-Identifier: MIT
#include "playground/tree_scene.hpp"

#include <quadrille/contacts.hpp>

#include <algorithm>
#include <cmath>

namespace quadrille::playground {
namespace {

constexpr float part_covered = 0.25F;
constexpr float sides_per_tick = 0.04F;
constexpr std::uint8_t fading = 15; ///< of 255, per tick

class collide final : public tree_scene<box<float>> {
public:
    using tree_scene::tree_scene;

    float prepare() override {
        widths_ = sides_of(settings_, random_);
        side_ = room_for(widths_, part_covered);
        for (const float width : widths_) {
            places_.push_back(anywhere(side_, width / 2, random_));
            const point<float> towards = heading(random_);
            velocities_.push_back({towards.x * sides_per_tick, towards.y * sides_per_tick});
        }
        marks_.resize(widths_.size());
        shapes_.resize(widths_.size());
        place_shapes();
        must(tree_.assign(shapes_));
        return 1;
    }

    void move() override {
        for (const item_pair& pair : contacts_.now()) {
            bounce(pair.a.index, pair.b.index);
        }
        for (std::size_t index = 0; index < places_.size(); ++index) {
            point<float>& velocity = velocities_[index];
            velocity = reflected(velocity, places_[index], widths_[index] / 2, side_);
            places_[index] = {places_[index].x + settings_.speed * velocity.x,
                              places_[index].y + settings_.speed * velocity.y};
        }
        place_shapes();
        count_tick();
    }

    void answer() override {
        visited_ = {};
        contacts_.update(tree_, {}, &visited_);
        for (std::uint8_t& mark : marks_) {
            mark = mark > fading ? static_cast<std::uint8_t>(mark - fading) : std::uint8_t{0};
        }
        for (const item_pair& pair : contacts_.began()) {
            marks_[pair.a.index] = 255;
            marks_[pair.b.index] = 255;
        }
    }

    void digest(oracle::order_free_hash& into) const override {
        for (const item_pair& pair : contacts_.now()) {
            into.add(index_pair{pair.a.index, pair.b.index});
        }
    }

    /// A push: everything close flies away from the hand.
    void act(action what, point<float> where, float reach) override {
        if (what != action::add && what != action::carry) {
            return;
        }
        const circle<float> disc = {where, std::max(4 * reach, 3.0F)};
        tree_.query(disc, [&](auto hit) {
            const point<float> place = places_[hit.index()];
            const float dx = place.x - where.x;
            const float dy = place.y - where.y;
            const float push = 3 * sides_per_tick / (std::abs(dx) + std::abs(dy) + 0.5F);
            velocities_[hit.index()] = {push * dx, push * dy};
            marks_[hit.index()] = 255;
        });
    }

    void show(const frame& wanted, picture& into) override {
        tree_scene::show(wanted, into);
        into.set(fact::answers, static_cast<double>(contacts_.now().size()));
        into.set(fact::began, static_cast<double>(contacts_.began().size()));
        into.set(fact::ended, static_cast<double>(contacts_.ended().size()));
    }

    void last_answers(std::vector<std::uint32_t>& into) const override {
        for (const item_pair& pair : contacts_.now()) {
            into.insert(into.end(), {pair.a.index, pair.b.index});
        }
    }

private:
    void place_shapes() noexcept {
        for (std::size_t index = 0; index < places_.size(); ++index) {
            const float half = widths_[index] / 2;
            shapes_[index] = box_from_center(places_[index], {half, half});
        }
    }

    /// Two boxes exchange their momenta along the axis on which they overlap least, and are moved apart there.
    void bounce(std::uint32_t one, std::uint32_t other) noexcept {
        const float room = (widths_[one] + widths_[other]) / 2;
        const float overlap_x = room - std::abs(places_[one].x - places_[other].x);
        const float overlap_y = room - std::abs(places_[one].y - places_[other].y);
        if (overlap_x < overlap_y) {
            bounce(one, other, &point<float>::x, overlap_x);
        } else {
            bounce(one, other, &point<float>::y, overlap_y);
        }
    }
    void bounce(std::uint32_t one, std::uint32_t other, float point<float>::* axis, float overlap) noexcept {
        const bool is_lower = places_[one].*axis < places_[other].*axis;
        const std::uint32_t lower = is_lower ? one : other;
        const std::uint32_t higher = is_lower ? other : one;
        const float mass = widths_[lower] * widths_[lower];
        const float other_mass = widths_[higher] * widths_[higher];
        const float sum = mass + other_mass;
        float& velocity = velocities_[lower].*axis;
        float& other_velocity = velocities_[higher].*axis;
        if (velocity > other_velocity) { // they approach
            const float of_both = 2 * (mass * velocity + other_mass * other_velocity) / sum;
            velocity = of_both - velocity;
            other_velocity = of_both - other_velocity;
        }
        places_[lower].*axis -= overlap * other_mass / sum;
        places_[higher].*axis += overlap * mass / sum;
    }

    std::vector<float> widths_;
    std::vector<point<float>> places_; ///< of centers
    std::vector<point<float>> velocities_;
    contacts contacts_;
};

} // namespace

std::unique_ptr<scene> make_collide(const settings& how) { return std::make_unique<collide>(how); }

} // namespace quadrille::playground
