// The benchmark of WebAssembly: a world of boxes, the same as points, and tasks by number; workload.mjs calls it.
// SPDX-License-Identifier: MIT
#include "scenes/random.hpp"
#include "scenes/scene.hpp"

#include <quadrille/quadtree.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace quadrille::bench {
namespace {

constexpr std::uint32_t questions = 10'000;
constexpr std::uint32_t ticks_lived = 40;

/// The sides of windows with about 2 and 70 hits: in a uniform world each box of side 1 has an area of 4.
constexpr float side_of_few = 1.8F;
constexpr float side_of_many = 16;
constexpr double ray_length = 100;

std::vector<point<float>> middles_of(std::span<const box<float>> boxes) {
    std::vector<point<float>> middles;
    for (const box<float>& each : boxes) {
        middles.push_back({each.min.x / 2 + each.max.x / 2, each.min.y / 2 + each.max.y / 2});
    }
    return middles;
}

/// A world that moves, its tree of boxes, a tree of points, and the queries.
class course {
public:
    explicit course(std::uint32_t count) : world_(scenes::kind::uniform, count, 1) {
        scenes::random_source source(2);
        const point<float> most = world_.walls().max;
        for (std::uint32_t question = 0; question < questions; ++question) {
            const auto x = static_cast<float>(source.between(0, double(most.x)));
            const auto y = static_cast<float>(source.between(0, double(most.y)));
            const scenes::direction heading = source.heading();
            const point<float> way{static_cast<float>(ray_length * heading.x),
                                   static_cast<float>(ray_length * heading.y)};
            rays_.push_back({{x, y}, way});
        }
        boxes_.assign(world_.boxes());
        for (std::uint32_t tick = 0; tick < ticks_lived; ++tick) {
            step();
            sync();
        }
        assign();
    }

    void step() {
        world_.step();
        middles_ = middles_of(world_.boxes());
    }

    void assign() { points_.assign(middles_); }
    void sync() { boxes_.sync(world_.boxes()); }
    void pairs() { boxes_.pairs(pairs_); }
    void windows(float side) {
        for (const auto& [from, way] : rays_) {
            boxes_.query({from, {from.x + side, from.y + side}}, found_);
        }
    }
    void nearest(std::uint32_t many) {
        for (const auto& [from, way] : rays_) {
            points_.nearest(from, many, neighbors_);
        }
    }
    void rays() {
        for (const ray<float>& each : rays_) {
            boxes_.raycast(each, found_);
        }
    }

    void forget() {
        pairs_.clear();
        found_.clear();
        neighbors_.clear();
    }
    std::size_t answers() const noexcept { return pairs_.size() + found_.size() + neighbors_.size(); }
    /// Returns a hash of all answers so far, in their order.
    std::uint64_t hash() const {
        std::uint64_t sum = 0;
        const auto add = [&](std::uint64_t number) { sum = scenes::mixed(sum * 31 + number + 1); };
        for (const index_pair& pair : pairs_) {
            add((std::uint64_t{pair.a} << 32U) | pair.b);
        }
        for (const std::uint32_t index : found_) {
            add(index);
        }
        for (const neighbor& each : neighbors_) {
            add(each.which.index);
        }
        return sum;
    }

private:
    scenes::world<float> world_;
    quadtree<> boxes_;
    quadtree<void, point<float>> points_;
    std::vector<point<float>> middles_;
    std::vector<ray<float>> rays_;
    std::vector<index_pair> pairs_;
    std::vector<std::uint32_t> found_;
    std::vector<neighbor> neighbors_;
};

std::unique_ptr<course> running;

} // namespace
} // namespace quadrille::bench

using namespace quadrille::bench;

#define QUADRILLE_EXPORT(NAME) __attribute__((export_name(#NAME)))

extern "C" {

QUADRILLE_EXPORT(begin)
void quadrille_begin(std::uint32_t count) { running = std::make_unique<course>(count); }
QUADRILLE_EXPORT(step)
void quadrille_step() { running->step(); }
QUADRILLE_EXPORT(forget)
void quadrille_forget() { running->forget(); }
QUADRILLE_EXPORT(answers)
std::uint32_t quadrille_answers() { return static_cast<std::uint32_t>(running->answers()); }
QUADRILLE_EXPORT(hash)
std::uint64_t quadrille_hash() { return running->hash(); }

// The timed functions. `sync` comes before queries for boxes, `assign` before queries for points.

QUADRILLE_EXPORT(pairs)
void quadrille_pairs() { running->pairs(); }
QUADRILLE_EXPORT(few)
void quadrille_few() { running->windows(side_of_few); }
QUADRILLE_EXPORT(many)
void quadrille_many() { running->windows(side_of_many); }
QUADRILLE_EXPORT(nearest)
void quadrille_nearest() { running->nearest(1); }
QUADRILLE_EXPORT(nearest_8)
void quadrille_nearest_8() { running->nearest(8); }
QUADRILLE_EXPORT(rays)
void quadrille_rays() { running->rays(); }
QUADRILLE_EXPORT(sync)
void quadrille_sync() { running->sync(); }
QUADRILLE_EXPORT(assign)
void quadrille_assign() { running->assign(); }

} // extern "C"
