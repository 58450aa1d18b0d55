// The results of the last call for JavaScript: arrays, by their numbers.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_JAVASCRIPT_RESULTS_HPP
#define QUADRILLE_BINDINGS_JAVASCRIPT_RESULTS_HPP

#include "bindings/flat/contacts.hpp"
#include "bindings/flat/tree.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace quadrille::flat {

/// Kept between calls with their memory: an exception of JavaScript does not leak it.
struct results {
    answers found;
    std::vector<item> items;
    std::vector<std::byte> saved;
    cell_list cells;
    cell_sums sums;
    outlines seen;
    std::span<const item_pair> contacts;
    std::vector<std::uint32_t> counts; ///< of a change: rejected, first rejected, displaced, reinserted, method
    std::vector<double> numbers;
    std::string text;
};

inline results last; // NOLINT: of the module, which has one thread

} // namespace quadrille::flat

#ifdef __wasm__
#define QUADRILLE_EXPORT(NAME) extern "C" __attribute__((export_name(#NAME)))
#else
#define QUADRILLE_EXPORT(NAME) extern "C"
#endif

#endif
