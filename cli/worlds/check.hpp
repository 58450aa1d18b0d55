// Compares a tree's answers with brute force.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_WORLDS_CHECK_HPP
#define QUADRILLE_CLI_WORLDS_CHECK_HPP

#include <quadrille/quadtree.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace quadrille::cli {

/// Every `stride`-th item from `first` on.
struct sample {
    std::uint32_t first = 0;
    std::uint32_t stride = 1;
};

/// Compares `intersecting` and `pairs` for the sampled items with a scan of all boxes. Returns the first difference in
/// words, or nothing. The tree was filled by `assign` with `boxes`.
std::optional<std::string> first_difference(const quadtree<>& tree, std::span<const box<float>> boxes, sample which);

} // namespace quadrille::cli

#endif
