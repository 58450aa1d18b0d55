// The layout and the motion of each kind of world.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace quadrille::scenes {
namespace {

constexpr std::array<std::string_view, every_kind.size()> names = {
    "uniform", "clustered", "power_law", "giant",     "pile",  "line", "identical",
    "lattice", "runaway",   "statics",   "teleports", "boids", "torus"};

constexpr std::uint32_t clusters = 64;
constexpr double lattice_step = 0.125;

/// Boxes are tested against the walls at every eighth tick, an eighth of them at each, so that all ticks
/// cost the same.
constexpr std::uint32_t look_every = 8;

/// Of the items of `statics`, one in this number moves.
constexpr std::uint32_t movers_every = 100;

/// Clusters would drift apart: their boxes turn back after this many ticks, and gather again.
constexpr std::uint64_t breath = 32;

/// The side of the world's square, in boxes of side about 1: what sets how many pairs there are.
double side_of_world(kind which, std::uint32_t count) noexcept {
    const double root = std::sqrt(static_cast<double>(count));
    switch (which) {
    case kind::power_law: return 1.75 * root;
    case kind::pile: return 0.83 * root + 2;
    case kind::line: return static_cast<double>(count) + 2;
    case kind::lattice: return std::ceil(root) + 2;
    default: return 2 * root;
    }
}

/// Log-normal with mean 0.55: μ = ln 0.55 − σ²/2, σ = 0.8.
double log_normal_side(random_source& source) noexcept {
    return exponential(-0.91783700075562 + 0.8 * source.gaussian());
}

/// Density ∝ side⁻² from 0.02 to 200, by inverting its distribution; small worlds have no box wider than half of them.
double power_law_side(random_source& source, double world) noexcept {
    return std::min(0.02 / (1 - source.unit() * (1 - 1e-4)), world / 2);
}

/// How wide and how high box `index` is.
point<double> side_of(kind which, std::uint32_t index, double world, random_source& source) noexcept {
    switch (which) {
    case kind::clustered: {
        const double width = log_normal_side(source);
        return {width, log_normal_side(source)};
    }
    case kind::power_law: {
        const double width = power_law_side(source, world);
        return {width, width * source.between(0.5, 1)};
    }
    case kind::giant: return index == 0 ? point<double>{0.7071 * world, 0.7071 * world} : point<double>{1, 1};
    case kind::pile: {
        const double width = source.between(0.5, 1.5);
        return {width, source.between(0.5, 1.5)};
    }
    case kind::line: return {1, index % 2 == 0 ? 1.0 : 0.0};
    default: return {1, 1};
    }
}

bool are_boids(kind which) noexcept { return which == kind::boids || which == kind::torus; }

/// The lower corner of a box with these sides, anywhere in the world; wider ones hang over its edges.
point<double> anywhere(point<double> side, double world, random_source& source) noexcept {
    const double x = source.unit() * (world - side.x);
    return {x, source.unit() * (world - side.y)};
}

/// A tenth of the side, or what leaves room either way for the ticks until the next look at the walls.
point<double> step_of(point<double> side, double world) noexcept {
    constexpr double ticks = 2 * look_every;
    return {std::min(0.1 * side.x, std::max(0.0, world - side.x) / ticks),
            std::min(0.1 * side.y, std::max(0.0, world - side.y) / ticks)};
}

direction direction_of(kind which, random_source& source) noexcept {
    if (which == kind::line) {
        return {source.below(2) == 0 ? -1.0 : 1.0, 0};
    }
    if (which == kind::lattice) {
        constexpr std::array<direction, 8> compass = {
            {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
        return compass[source.below(8)];
    }
    return source.heading();
}

template <class Scalar>
point<double> widened(point<Scalar> narrow) noexcept {
    return {static_cast<double>(narrow.x), static_cast<double>(narrow.y)};
}

template <class Scalar>
point<double> side_of(const box<Scalar>& placed) noexcept {
    const point<double> low = widened(placed.min);
    const point<double> high = widened(placed.max);
    return {high.x - low.x, high.y - low.y};
}

/// The velocity with which what goes from `low` to `high` stays between these walls until its next look at them.
template <class Scalar>
Scalar turned(Scalar velocity, Scalar low, Scalar high, Scalar floor, Scalar ceiling) noexcept {
    const Scalar speed = std::abs(velocity);
    const Scalar movement = velocity * Scalar{look_every};
    return low + movement < floor ? speed : high + movement > ceiling ? -speed : velocity;
}

} // namespace

std::string_view to_string(kind which) noexcept { return names[static_cast<std::size_t>(which)]; }

std::optional<kind> kind_from(std::string_view name) noexcept {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt
                                : std::optional(every_kind[static_cast<std::size_t>(found - names.begin())]);
}

template <class Scalar>
world<Scalar>::world(kind which, std::uint32_t count, std::uint64_t seed)
    : kind_(which), random_(seed), boxes_(count), velocities_(count) {
    const double side_of_walls = side_of_world(which, count);
    const auto wall = static_cast<Scalar>(side_of_walls);
    walls_ = {{0, 0}, {wall, which == kind::line ? Scalar{1} : wall}};

    std::array<point<double>, clusters> centers;
    for (point<double>& center : centers) {
        center = anywhere({0, 0}, side_of_walls, random_);
    }
    const auto row = static_cast<std::uint32_t>(side_of_walls) - 2;

    for (std::uint32_t index = 0; index < count; ++index) {
        const point<double> side = side_of(which, index, side_of_walls, random_);
        point<double> corner = anywhere(side, side_of_walls, random_);
        const direction heading = direction_of(which, random_);
        switch (which) {
        case kind::clustered: {
            const point<double> center = centers[random_.below(clusters)];
            const double spread = side_of_walls / 60;
            corner.x = std::clamp(center.x + spread * random_.gaussian(), 0.0, std::max(0.0, side_of_walls - side.x));
            corner.y = std::clamp(center.y + spread * random_.gaussian(), 0.0, std::max(0.0, side_of_walls - side.y));
            break;
        }
        case kind::line: corner = {static_cast<double>(index), 0}; break;
        case kind::lattice: {
            const std::uint32_t rows_below = index / row;
            corner = {static_cast<double>(index % row), static_cast<double>(rows_below)};
            break;
        }
        case kind::runaway: corner = index == 0 ? point<double>{side_of_walls / 2, side_of_walls / 2} : corner; break;
        default: break;
        }
        place(index, corner, side);
        const point<double> step =
            which == kind::lattice ? point<double>{lattice_step, lattice_step} : step_of(side, side_of_walls);
        if (which != kind::statics || index % movers_every == 0) {
            velocities_[index] = {static_cast<Scalar>(step.x * heading.x), static_cast<Scalar>(step.y * heading.y)};
        }
    }
    agree_if_identical();
    if (are_boids(which)) {
        flock_ = flock<Scalar>(wall, static_cast<Scalar>(step_of({1, 1}, side_of_walls).x));
        flock_.gather(boxes_, velocities_);
        flock_.turn();
    }
    look_round(0, count, false);
}

template <class Scalar>
void world<Scalar>::place(std::uint32_t index, point<double> corner, point<double> side) noexcept {
    boxes_[index] = {{static_cast<Scalar>(corner.x), static_cast<Scalar>(corner.y)},
                     {static_cast<Scalar>(corner.x + side.x), static_cast<Scalar>(corner.y + side.y)}};
}

template <class Scalar>
void world<Scalar>::agree_if_identical() noexcept {
    if (kind_ == kind::identical && !boxes_.empty()) {
        std::fill(boxes_.begin(), boxes_.end(), boxes_.front());
        std::fill(velocities_.begin(), velocities_.end(), velocities_.front());
    }
}

template <class Scalar>
period world<Scalar>::period() const noexcept {
    const point<double> around = widened(walls_.max);
    return kind_ == kind::torus ? quadrille::period(around.x, around.y) : quadrille::period{};
}

template <class Scalar>
void world<Scalar>::come_around(std::size_t first, std::size_t last) noexcept {
    const auto way = [](Scalar low, Scalar high, Scalar around) {
        const Scalar middle = low / 2 + high / 2;
        return middle < 0 ? around : middle > around ? -around : Scalar{0};
    };
    for (box<Scalar>& each : std::span(boxes_).subspan(first, last - first)) {
        const Scalar x = way(each.min.x, each.max.x, walls_.max.x);
        const Scalar y = way(each.min.y, each.max.y, walls_.max.y);
        each = {{each.min.x + x, each.min.y + y}, {each.max.x + x, each.max.y + y}};
    }
}

template <class Scalar>
void world<Scalar>::look_round(std::size_t first, std::size_t last, bool turn_back) noexcept {
    if (kind_ == kind::torus) {
        come_around(first, last);
        return;
    }
    const Scalar sense = turn_back ? Scalar{-1} : Scalar{1};
    for (std::size_t index = first; index < last; ++index) {
        const box<Scalar>& here = boxes_[index];
        point<Scalar>& velocity = velocities_[index];
        velocity.x = turned(sense * velocity.x, here.min.x, here.max.x, walls_.min.x, walls_.max.x);
        velocity.y = turned(sense * velocity.y, here.min.y, here.max.y, walls_.min.y, walls_.max.y);
    }
}

template <class Scalar>
void world<Scalar>::flock_together(std::size_t first, std::size_t last) noexcept {
    const auto boxes = std::span<const box<Scalar>>(boxes_).subspan(first, last - first);
    const auto velocities = std::span(velocities_).subspan(first, last - first);
    flock_.steer(boxes, velocities);
    flock_.gather(boxes, velocities);
    if (last == boxes_.size()) {
        flock_.turn();
    }
}

template <class Scalar>
void world<Scalar>::step() noexcept {
    const std::size_t count = boxes_.size();
    if (kind_ == kind::teleports) {
        teleport();
        return;
    }
    if (kind_ == kind::identical) {
        look_round(0, count, false);
    } else {
        const std::size_t turn = ticks_ % look_every;
        const std::size_t first = count * turn / look_every;
        const std::size_t last = count * (turn + 1) / look_every;
        if (are_boids(kind_)) {
            flock_together(first, last);
        }
        const bool turn_back = kind_ == kind::clustered && ticks_ % breath < look_every;
        look_round(first, last, turn_back);
    }

    const box<Scalar> first = count > 0 ? boxes_.front() : walls_;
    box<Scalar>* const boxes = boxes_.data();
    const point<Scalar>* const velocities = velocities_.data();
    for (std::size_t index = 0; index < count; ++index) {
        const point<Scalar> velocity = velocities[index];
        const box<Scalar> here = boxes[index];
        boxes[index] = {{here.min.x + velocity.x, here.min.y + velocity.y},
                        {here.max.x + velocity.x, here.max.y + velocity.y}};
    }
    if (kind_ == kind::runaway && count > 0) {
        boxes_.front() = first;
        run_away();
    }
    ++ticks_;
}

template <class Scalar>
void world<Scalar>::run_away() noexcept {
    const point<double> corner = widened(boxes_.front().min);
    if (corner.x < 1e30) {
        place(0, {2 * corner.x + 1, 2 * corner.y + 1}, {1, 1});
    }
}

template <class Scalar>
void world<Scalar>::teleport() noexcept {
    const double side_of_walls = widened(walls_.max).x;
    const bool on_whole_coordinates = kind_ == kind::lattice || kind_ == kind::line;
    for (std::uint32_t index = 0; index < boxes_.size(); ++index) {
        const bool ran_away = kind_ == kind::runaway && index == 0;
        const point<double> side = ran_away ? point<double>{1, 1} : side_of(boxes_[index]);
        point<double> corner = anywhere(side, side_of_walls, random_);
        if (on_whole_coordinates) {
            corner = {std::floor(corner.x), kind_ == kind::line ? 0 : std::floor(corner.y)};
        }
        place(index, corner, side);
    }
    agree_if_identical();
    look_round(0, boxes_.size(), false);
    ++ticks_;
}

template class world<float>;
template class world<double>;

} // namespace quadrille::scenes
