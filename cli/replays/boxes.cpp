// Replays of trees of boxes.
// SPDX-License-Identifier: MIT
#include "replays.hpp"

template class quadrille::detail::replay_call<quadrille::box<float>>;
template class quadrille::detail::replay_call<quadrille::box<double>>;
