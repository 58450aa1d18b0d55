// Replays of trees of circles.
// SPDX-License-Identifier: MIT
#include "replays.hpp"

template class quadrille::detail::replay_call<quadrille::circle<float>>;
template class quadrille::detail::replay_call<quadrille::circle<double>>;
