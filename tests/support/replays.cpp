// Replays of trees of each shape, compiled once for all tests.
// SPDX-License-Identifier: MIT
#include "support/replays.hpp"

namespace quadrille::detail {

template class replay_call<point<double>>;
template class replay_call<box<float>>;
template class replay_call<circle<double>>;
#ifndef QUADRILLE_FEWER_SHAPES
template class replay_call<point<float>>;
template class replay_call<box<double>>;
template class replay_call<circle<float>>;
#endif

} // namespace quadrille::detail
