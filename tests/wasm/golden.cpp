// The golden hashes in WebAssembly: of boxes, scene by scene, and of points and circles. Called by golden.test.mjs.
// SPDX-License-Identifier: MIT
#include "worlds/golden.hpp"

#include <quadrille/quadtree.hpp>

#include <cstdint>
#include <iterator>

namespace {

using namespace quadrille;
using namespace quadrille::testing;

constexpr std::uint32_t boxes = std::size(golden_rows);
constexpr std::uint32_t points = boxes;
constexpr std::uint32_t lives = points + 2;

hashes found;
hashes wanted;

} // namespace

#define QUADRILLE_EXPORT(NAME) __attribute__((export_name(#NAME)))

extern "C" {

QUADRILLE_EXPORT(lives)
std::uint32_t quadrille_lives() { return lives; }

QUADRILLE_EXPORT(live)
void quadrille_live(std::uint32_t which) {
    if (which < boxes) {
        found = hashes_of_a_life<box<float>>(golden_rows[which].which);
        wanted = golden_rows[which].in_float;
    } else if (which == points) {
        found = hashes_of_all_lives<point<float>>();
        wanted = golden_shape<point<float>>;
    } else {
        found = hashes_of_all_lives<circle<float>>();
        wanted = golden_shape<circle<float>>;
    }
}

QUADRILLE_EXPORT(found_answers)
std::uint64_t quadrille_found_answers() { return found.answers; }
QUADRILLE_EXPORT(found_order)
std::uint64_t quadrille_found_order() { return found.order; }
QUADRILLE_EXPORT(wanted_answers)
std::uint64_t quadrille_wanted_answers() { return wanted.answers; }
QUADRILLE_EXPORT(wanted_order)
std::uint64_t quadrille_wanted_order() { return wanted.order; }

/// A string with a zero at its end.
QUADRILLE_EXPORT(kernels)
const char* quadrille_kernels() { return quadtree<>().stats().kernels; }

} // extern "C"
