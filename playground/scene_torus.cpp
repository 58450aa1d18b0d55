// Torus: boids in a world that wraps, and a ring that sees across its seams.
// SPDX-License-Identifier: MIT
#include "playground/boids.hpp"

#include <algorithm>

namespace quadrille::playground {
namespace {

constexpr float way_of_ring = 0.03F;
constexpr float largest_ring = 8;

class torus final : public boids {
public:
    explicit torus(const settings& how) : boids(how, period_for<point<float>>(side_for(how), side_for(how))) {}

    float prepare() override {
        const float done = boids::prepare();
        radius_ = std::min(largest_ring, side_ / 5);
        return done;
    }

    void move() override {
        boids::move();
        if (!is_led_) { // on its own it goes round and round
            const float way = way_of_ring * settings_.speed;
            ring_ = come_around({ring_.x + way, ring_.y + way / 2});
        }
    }

    void answer() override {
        boids::answer();
        look_through_ring();
    }

    void digest(oracle::order_free_hash& into) const override {
        boids::digest(into);
        for (const std::uint32_t bird : ringed_) {
            into.add(std::uint64_t{1} << 63U | std::uint64_t{across_} << 32U | bird);
        }
    }

    /// Those of the boids; then the place of the ring in bits, its radius, and who is in it.
    void last_answers(std::vector<std::uint32_t>& into) const override {
        boids::last_answers(into);
        for (const float number : {ring_.x, ring_.y, radius_}) {
            into.push_back(std::bit_cast<std::uint32_t>(number));
        }
        into.insert(into.end(), ringed_.begin(), ringed_.end());
    }

    void act(action what, point<float> where, float reach) override {
        boids::act(what, where, reach);
        is_led_ = true;
        ring_ = come_around(where);
        look_through_ring();
    }

    void show(const frame& wanted, picture& into) override {
        tree_scene::show(wanted, into);
        for (const float x : {-side_, 0.0F, side_}) {
            for (const float y : {-side_, 0.0F, side_}) {
                const point<float> center = {ring_.x + x, ring_.y + y};
                if (intersects(circle<float>{center, radius_}, walls())) {
                    into.add_ring(center, radius_);
                }
            }
        }
        into.set(fact::ringed, static_cast<double>(ringed_.size()));
        into.set(fact::across, across_);
    }

private:
    void look_through_ring() {
        for (const std::uint32_t bird : ringed_) {
            mark(bird);
        }
        ringed_.clear();
        across_ = 0;
        tree_.query(circle<float>{ring_, radius_}, [&](auto hit) {
            ringed_.push_back(hit.index());
            across_ += hit.shift() == shift{} ? 0U : 1U;
            marks_[hit.index()] = 255;
        });
    }

    point<float> ring_ = {0, 0}; ///< where all four corners of the square meet
    float radius_ = 0;
    bool is_led_ = false; ///< by a hand
    std::vector<std::uint32_t> ringed_;
    std::uint32_t across_ = 0; ///< how many of these it sees across a seam
};

} // namespace

std::unique_ptr<scene> make_torus(const settings& how) { return std::make_unique<torus>(how); }

} // namespace quadrille::playground
