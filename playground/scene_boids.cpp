// Boids between walls.
// SPDX-License-Identifier: MIT
#include "playground/boids.hpp"

namespace quadrille::playground {

std::unique_ptr<scene> make_boids(const settings& how) { return std::make_unique<boids>(how); }

} // namespace quadrille::playground
