// Rounds the period of a world to the decimals of its file.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_INPUT_ROUNDED_PERIOD_HPP
#define QUADRILLE_CLI_INPUT_ROUNDED_PERIOD_HPP

#include "files/layer/layer.hpp"
#include "files/rows/reading.hpp"

#include <quadrille/period.hpp>

namespace quadrille::cli {

/// Rounds a period of ten digits or more, such as 6.283185307179586, to the decimals of the coordinates if these have
/// fewer, but three or more: then a place that was written as 6.283 is at 0. Reports the rounding. Takes linear time in
/// the layer if the period has so many digits, else constant time.
period rounded_period(const files::layer& layer, const period& wanted, const files::reading& how);

} // namespace quadrille::cli

#endif
