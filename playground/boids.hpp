// Boids: each one turns to where those in its reach fly, towards their middle, and away from the closest.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_PLAYGROUND_BOIDS_HPP
#define QUADRILLE_PLAYGROUND_BOIDS_HPP

#include "playground/tree_scene.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace quadrille::playground {

/// In a square with walls, or, in a world that wraps, on a torus.
class boids : public tree_scene<point<float>> {
public:
    using tree_scene::tree_scene;

    float prepare() override {
        side_ = side_for(settings_);
        for (std::uint32_t bird = 0; bird < settings_.count; ++bird) {
            shapes_.push_back(anywhere(side_, 1, random_));
            headings_.push_back(heading(random_));
        }
        marks_.resize(shapes_.size());
        seen_.resize(shapes_.size());
        must(tree_.assign(shapes_));
        return 1;
    }

    void move() override {
        for (std::size_t bird = 0; bird < shapes_.size(); ++bird) {
            const point<float> wanted = steering(bird);
            const point<float> before = headings_[bird];
            const point<float> turned = {before.x + 0.12F * wanted.x, before.y + 0.12F * wanted.y};
            const float length = std::sqrt(turned.x * turned.x + turned.y * turned.y) + 1e-6F;
            headings_[bird] = {turned.x / length, turned.y / length};
            const float way = way_per_tick * settings_.speed;
            shapes_[bird] =
                come_around({shapes_[bird].x + way * headings_[bird].x, shapes_[bird].y + way * headings_[bird].y});
        }
        count_tick();
    }

    void answer() override {
        visited_ = {};
        for (std::size_t bird = 0; bird < shapes_.size(); ++bird) {
            const point<float> self = shapes_[bird];
            neighborhood sums;
            tree_.query(
                circle<float>{self, reach_of_sight},
                [&](auto hit) {
                    const point<float> seen = hit.image();
                    const point<float> away = {self.x - seen.x, self.y - seen.y};
                    const float nearness = 1 / (away.x * away.x + away.y * away.y + 0.1F);
                    const point<float> other = headings_[hit.index()];
                    sums.headings = {sums.headings.x + other.x, sums.headings.y + other.y};
                    sums.away = {sums.away.x + away.x, sums.away.y + away.y};
                    sums.close = {sums.close.x + nearness * away.x, sums.close.y + nearness * away.y};
                    ++sums.birds;
                },
                {}, &visited_);
            seen_[bird] = sums;
            mark(bird);
        }
    }

    /// How many each one sees, and where they fly: sums of floats in the order of the answers.
    void digest(oracle::order_free_hash& into) const override {
        for (std::size_t bird = 0; bird < seen_.size(); ++bird) {
            const neighborhood& sums = seen_[bird];
            into.add(std::uint64_t{sums.birds} << 32U | bird);
            into.add(std::uint64_t{std::bit_cast<std::uint32_t>(sums.headings.x)} << 32U |
                     std::bit_cast<std::uint32_t>(sums.headings.y));
        }
    }

    /// How many each bird sees, itself included.
    void last_answers(std::vector<std::uint32_t>& into) const override {
        for (const neighborhood& sums : seen_) {
            into.push_back(sums.birds);
        }
    }

    void act(action what, point<float> where, float) override {
        if (what != action::add || shapes_.size() + birds_of_a_click > 200'000) {
            return;
        }
        for (std::uint32_t bird = 0; bird < birds_of_a_click; ++bird) {
            const point<float> towards = heading(random_);
            shapes_.push_back(come_around({where.x + towards.x / 2, where.y + towards.y / 2}));
            headings_.push_back(towards);
            marks_.push_back(255);
            seen_.push_back({});
            must(tree_.insert(shapes_.back()));
        }
    }

protected:
    static float side_for(const settings& how) noexcept {
        return std::sqrt(static_cast<float>(how.count) / birds_per_square) + close_to_walls;
    }
    /// By how many it sees.
    void mark(std::size_t bird) noexcept {
        const std::uint32_t birds = seen_[bird].birds;
        marks_[bird] = static_cast<std::uint8_t>(birds > 25 ? 250 : 10 * birds);
    }
    /// On a torus: the same place, in the world's square.
    point<float> come_around(const point<float>& place) const noexcept {
        const auto inside = [this](float where) {
            const float rest = std::fmod(where, side_);
            return rest < 0 ? rest + side_ : rest;
        };
        return period_ ? point<float>{inside(place.x), inside(place.y)} : place;
    }

private:
    static constexpr float reach_of_sight = 2;
    static constexpr float birds_per_square = 0.55F;
    static constexpr float way_per_tick = 0.08F;
    static constexpr float close_to_walls = 4;
    static constexpr std::uint32_t birds_of_a_click = 40;

    struct neighborhood {
        std::uint32_t birds = 0; ///< itself included
        point<float> headings = {0, 0};
        point<float> away = {0, 0};
        point<float> close = {0, 0}; ///< away from each, the more the closer
    };

    void add_shape(std::uint32_t index, numbers& into) const override {
        const point<float> place = shapes_[index];
        const point<float> towards = headings_[index];
        into.insert(into.end(), {place.x, place.y, towards.x, towards.y});
    }

    point<float> steering(std::size_t bird) const noexcept {
        const neighborhood& sums = seen_[bird];
        const float share = 1 / (static_cast<float>(sums.birds) + 1e-6F);
        const point<float> place = shapes_[bird];
        return {share * (1.2F * sums.headings.x - 0.45F * sums.away.x + 0.5F * sums.close.x) + inwards(place.x),
                share * (1.2F * sums.headings.y - 0.45F * sums.away.y + 0.5F * sums.close.y) + inwards(place.y)};
    }

    /// Towards the middle, the more the closer to a wall; a torus has none.
    float inwards(float place) const noexcept {
        if (period_) {
            return 0;
        }
        const float to_wall = place < side_ / 2 ? place : side_ - place;
        const float push = to_wall < close_to_walls ? 1 - to_wall / close_to_walls : 0.0F;
        return place < side_ / 2 ? 1.5F * push : -1.5F * push;
    }

    std::vector<point<float>> headings_;
    std::vector<neighborhood> seen_;
};

} // namespace quadrille::playground

#endif
