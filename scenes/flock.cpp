// How boids are steered: + − × ÷ √ alone, summed in the order of their indices, so the same everywhere.
// SPDX-License-Identifier: MIT
#include "scenes/flock.hpp"

#include <algorithm>
#include <cmath>

namespace quadrille::scenes {
namespace {

/// The side of squares: roughly the range of boids.
constexpr int side = 8;
/// More in one square repel each other, fewer attract each other. If evenly spread there are sixteen.
constexpr int full_square = 24;
/// The part of the difference to the others' heading by which a boid turns in one step.
constexpr double alignment = 0.25;
/// The attraction of boids in sparse squares to the middle of their square: a part of their speed per unit of distance.
constexpr double cohesion = 0.2;

template <class Scalar>
point<Scalar> middle_of(const box<Scalar>& boid) noexcept {
    return {(boid.min.x + boid.max.x) / 2, (boid.min.y + boid.max.y) / 2};
}

} // namespace

template <class Scalar>
flock<Scalar>::flock(Scalar side_of_world, Scalar speed)
    : speed_(speed), columns_(static_cast<std::uint32_t>(side_of_world / Scalar{side}) + 1),
      known_(std::size_t{columns_} * columns_), gathered_(known_) {}

template <class Scalar>
std::size_t flock<Scalar>::square_of(const point<Scalar>& where) const noexcept {
    const auto last = static_cast<Scalar>(columns_ - 1);
    const auto column = static_cast<std::uint32_t>(std::clamp(where.x / Scalar{side}, Scalar{0}, last));
    const auto row = static_cast<std::uint32_t>(std::clamp(where.y / Scalar{side}, Scalar{0}, last));
    return std::size_t{row} * columns_ + column;
}

template <class Scalar>
void flock<Scalar>::gather(std::span<const box<Scalar>> boxes, std::span<const point<Scalar>> velocities) noexcept {
    for (std::size_t index = 0; index < boxes.size(); ++index) {
        const point<Scalar> where = middle_of(boxes[index]);
        const point<Scalar>& velocity = velocities[index];
        square& home = gathered_[square_of(where)];
        home.count += 1;
        home.places = {home.places.x + where.x, home.places.y + where.y};
        home.velocities = {home.velocities.x + velocity.x, home.velocities.y + velocity.y};
    }
}

template <class Scalar>
void flock<Scalar>::turn() noexcept {
    known_.swap(gathered_);
    std::fill(gathered_.begin(), gathered_.end(), square{});
}

template <class Scalar>
void flock<Scalar>::steer(std::span<const box<Scalar>> boxes, std::span<point<Scalar>> velocities) const noexcept {
    for (std::size_t index = 0; index < boxes.size(); ++index) {
        const point<Scalar> where = middle_of(boxes[index]);
        const square& home = known_[square_of(where)];
        if (home.count < 2) {
            continue;
        }
        point<Scalar>& velocity = velocities[index];
        const auto weight = static_cast<Scalar>(alignment);
        const Scalar drawn = speed_ * static_cast<Scalar>(cohesion) * (1 - home.count / full_square);
        const point<Scalar> steering = {velocity.x + weight * (home.velocities.x / home.count - velocity.x) +
                                            drawn * (home.places.x / home.count - where.x),
                                        velocity.y + weight * (home.velocities.y / home.count - velocity.y) +
                                            drawn * (home.places.y / home.count - where.y)};
        const Scalar length = std::sqrt(steering.x * steering.x + steering.y * steering.y);
        if (length > 0) {
            velocity = {steering.x / length * speed_, steering.y / length * speed_};
        }
    }
}

template class flock<float>;
template class flock<double>;

} // namespace quadrille::scenes
