// Boids: each one aligns with the others in its square, is drawn to them, and avoids them where they are dense.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SCENES_FLOCK_HPP
#define QUADRILLE_SCENES_FLOCK_HPP

#include <quadrille/geometry.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadrille::scenes {

/// The sums that steer boids, by squares of the world: their number, their middle and their
/// heading. A boid is steered by its own square; so a tick is one streaming pass of constant cost.
template <class Scalar>
class flock {
public:
    flock() = default;
    /// `speed` is that of all, per tick.
    flock(Scalar side_of_world, Scalar speed);

    /// Counts these boids in.
    void gather(std::span<const box<Scalar>> boxes, std::span<const point<Scalar>> velocities) noexcept;
    /// From now on the boids gathered since the last turn determine the steering; gathering begins again.
    void turn() noexcept;
    /// Gives these boids new velocities.
    void steer(std::span<const box<Scalar>> boxes, std::span<point<Scalar>> velocities) const noexcept;

private:
    struct square {
        Scalar count = 0;
        point<Scalar> places{0, 0};     ///< sum
        point<Scalar> velocities{0, 0}; ///< sum
    };

    std::size_t square_of(const point<Scalar>& where) const noexcept;

    Scalar speed_ = 0;
    std::uint32_t columns_ = 1;
    std::vector<square> known_;
    std::vector<square> gathered_;
};

extern template class flock<float>;
extern template class flock<double>;

} // namespace quadrille::scenes

#endif
