// Replays of trees without values, for each shape; compiled once for the command and the tests.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_REPLAYS_REPLAYS_HPP
#define QUADRILLE_CLI_REPLAYS_REPLAYS_HPP

#include <quadrille/replay.hpp>

namespace quadrille::detail {

extern template class replay_call<box<float>>;
extern template class replay_call<box<double>>;
extern template class replay_call<circle<float>>;
extern template class replay_call<circle<double>>;
extern template class replay_call<point<float>>;
extern template class replay_call<point<double>>;

} // namespace quadrille::detail

#endif
