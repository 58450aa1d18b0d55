// All shapes in worlds that wrap: what a period refers to.
// SPDX-License-Identifier: MIT
#include "engine/wrapping.hpp"

namespace quadrille::detail {

const every_wrapping all_wrappings = {{&wrapping_for<point<float>>},  {&wrapping_for<point<double>>},
                                      {&wrapping_for<box<float>>},    {&wrapping_for<box<double>>},
                                      {&wrapping_for<circle<float>>}, {&wrapping_for<circle<double>>}};

} // namespace quadrille::detail
