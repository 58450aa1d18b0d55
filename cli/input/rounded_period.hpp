// The period of a world in the decimals that its file has.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_INPUT_ROUNDED_PERIOD_HPP
#define QUADRILLE_CLI_INPUT_ROUNDED_PERIOD_HPP

#include "files/layer/layer.hpp"
#include "files/rows/reading.hpp"

#include <quadrille/period.hpp>

namespace quadrille::cli {

/// A period of ten digits or more, such as 6.283185307179586, in a file whose coordinates have fewer decimals, but three or more: a place that
/// was written as 6.283 is at 0 there, so the period is rounded to as many. Tells that it is. Linear in the layer where the period has so
/// many digits, else constant.
period rounded_period(const files::layer& layer, const period& wanted, const files::reading& how);

} // namespace quadrille::cli

#endif
