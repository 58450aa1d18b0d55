// Replays of trees of each shape, compiled once for all tests.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_REPLAYS_HPP
#define QUADRILLE_TESTS_REPLAYS_HPP

#include <quadrille/replay.hpp>

namespace quadrille::detail {

extern template class replay_call<point<double>>;
extern template class replay_call<box<float>>;
extern template class replay_call<circle<double>>;
#ifndef QUADRILLE_FEWER_SHAPES
extern template class replay_call<point<float>>;
extern template class replay_call<box<double>>;
extern template class replay_call<circle<float>>;
#endif

} // namespace quadrille::detail

#endif
