// Worlds that tests, benchmark, command and playground share: (kind, count, seed) gives boxes and their motion.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SCENES_SCENE_HPP
#define QUADRILLE_SCENES_SCENE_HPP

#include "scenes/flock.hpp"
#include "scenes/random.hpp"

#include <quadrille/geometry.hpp>
#include <quadrille/period.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace quadrille::scenes {

/// What a world looks like. n is the count.
enum class kind : std::uint8_t {
    uniform,   ///< boxes of side 1 in a square of side 2√n: about half a pair per item
    clustered, ///< 64 Gaussian clusters, log-normal sides (mean about 0.55, σ 0.8)
    power_law, ///< sides from a power law over four decades, sparse enough for about one pair per item
    giant,     ///< as uniform, but item 0 covers half the world
    pile,      ///< a dense heap: about three pairs per item
    line,      ///< boxes side by side on a horizontal line, of zero height every other one
    identical, ///< every box the same, and all move together
    lattice,   ///< unit boxes that touch edge to edge and corner to corner, on power-of-two coordinates
    runaway,   ///< as uniform, but item 0 races away, to 1e30 and beyond any cell
    statics,   ///< as uniform, but only every hundredth item moves
    teleports, ///< as uniform, but at each step everything is thrown to a new place
    boids,     ///< as uniform at first, but items see where those around them go, and soon fly in flocks
    torus      ///< as boids, but who leaves the world on one side comes in on the other: it wraps
};

inline constexpr std::array every_kind = {
    kind::uniform, kind::clustered, kind::power_law, kind::giant,     kind::pile,  kind::line, kind::identical,
    kind::lattice, kind::runaway,   kind::statics,   kind::teleports, kind::boids, kind::torus};

std::string_view to_string(kind which) noexcept;
std::optional<kind> kind_from(std::string_view name) noexcept;

/// A world in motion. The same kind, count and seed give the same bits on every machine and compiler: integer randomness and
/// + − × ÷ √ alone, no `std::` distribution, no libm. Worlds of float and double are the same one, rounded; but boids of float
/// and of double diverge soon.
template <class Scalar>
class world {
public:
    world(kind which, std::uint32_t count, std::uint64_t seed);

    /// The present boxes. `data()` is the same during the world's lifetime.
    std::span<const box<Scalar>> boxes() const noexcept { return boxes_; }
    std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(boxes_.size()); }
    std::uint64_t ticks() const noexcept { return ticks_; }
    /// The area of the motion; all boxes are in it, except the runaway, and those of a torus that are on their way around it.
    const box<Scalar>& walls() const noexcept { return walls_; }
    /// After how far the world repeats itself: a torus where its walls are, all others never. Its origin is (0, 0).
    quadrille::period period() const noexcept;

    /// Moves every box by a tenth of its side in its own direction; those that come near the walls turn back. One streaming
    /// pass. In a lattice the step is an eighth along the axes, so that edges still intersect exactly; clusters gather again
    /// after drifting apart for 32 ticks; the runaway doubles its distance until that passes 1e30; boids are steered at every
    /// eighth tick, an eighth of them at each, and those that have left a torus then come in again.
    void step() noexcept;

    /// Moves every box to a random new place in the world, at any distance. Identical boxes
    /// stay together, those of a lattice are on integer coordinates, and the runaway is brought back.
    void teleport() noexcept;

private:
    void place(std::uint32_t index, point<double> corner, point<double> side) noexcept;
    void agree_if_identical() noexcept;
    void look_round(std::size_t first, std::size_t last, bool turn_back) noexcept;
    void come_around(std::size_t first, std::size_t last) noexcept;
    void flock_together(std::size_t first, std::size_t last) noexcept;
    void run_away() noexcept;

    kind kind_;
    random_source random_;
    std::vector<box<Scalar>> boxes_;
    std::vector<point<Scalar>> velocities_; ///< per tick
    box<Scalar> walls_;
    flock<Scalar> flock_; ///< of boids, and of those of a torus
    std::uint64_t ticks_ = 0;
};

extern template class world<float>;
extern template class world<double>;

} // namespace quadrille::scenes

#endif
