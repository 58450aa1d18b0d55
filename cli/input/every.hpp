// The option `--every`: positions at common times, computed from fixes at any times.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_INPUT_EVERY_HPP
#define QUADRILLE_CLI_INPUT_EVERY_HPP

#include "cli/command/verb.hpp"
#include "duration.hpp"
#include "files/layer/layer.hpp"
#include "files/rows/reading.hpp"

#include <optional>

namespace quadrille::cli {

/// The options `--every`, `--interpolate` and `--bridge`.
struct every_options {
    std::optional<duration> step;
    bool interpolate = false;
    std::optional<duration> bridge; ///< the longest time between two fixes with positions in between
    bool on_globe = false;          ///< x is a longitude: the short way may cross ±180°

    bool is_on() const noexcept { return step || interpolate || bridge; }
};

/// Returns the times of a layer, for durations.
times_of_file times_of(const files::layer& layer);

/// Adds these options.
void add_every_options(verb& to, every_options& wanted);

/// Returns the layer at the multiples of the step. A thing has positions from its first fix to its last one, but not
/// between two fixes that are more than `bridge` apart (by default ten steps). The position is the last one before the
/// time or, with interpolation, on the straight way to the next one. Reports on standard error how many gaps are not
/// bridged, and how many things have no position. Time and memory are linear in both layers. Throws `bad_input` for a
/// layer without times, or with lines or polygons to interpolate.
files::layer at_common_times(files::layer&& from, const every_options& wanted, const files::reading& how);

} // namespace quadrille::cli

#endif
