// The settings of a scene: with the same ones it does the same, here and in every browser.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_PLAYGROUND_SETTINGS_HPP
#define QUADRILLE_PLAYGROUND_SETTINGS_HPP

#include <array>
#include <cstdint>
#include <string_view>

namespace quadrille::playground {

/// How the sides of boxes, or the radii of circles, are distributed; the mean is about 1.
enum class sizes : std::uint8_t {
    equal,
    log_normal, ///< σ 0.6
    power_law   ///< density ∝ side⁻², from 0.35 to 14
};

inline constexpr std::array every_sizes = {sizes::equal, sizes::log_normal, sizes::power_law};

/// The scenes. The page numbers them in this order.
enum class kind : std::uint8_t { overview, collide, boids, torus, circles, light, look, hunt, points };

inline constexpr std::array every_kind = {kind::overview, kind::collide, kind::boids, kind::torus, kind::circles,
                                          kind::light,    kind::look,    kind::hunt,  kind::points};
inline constexpr std::array<std::string_view, every_kind.size()> names = {
    "overview", "collide", "boids", "torus", "circles", "light", "look", "hunt", "points"};

struct settings {
    std::uint32_t count = 1000; ///< items
    sizes how_wide = sizes::equal;
    float speed = 1; ///< a factor
    std::uint32_t leaf_capacity = 48;
    std::uint64_t seed = 1;
};

} // namespace quadrille::playground

#endif
