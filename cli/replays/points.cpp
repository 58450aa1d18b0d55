// Replays of trees of points.
// SPDX-License-Identifier: MIT
#include "replays.hpp"

template class quadrille::detail::replay_call<quadrille::point<float>>;
template class quadrille::detail::replay_call<quadrille::point<double>>;
