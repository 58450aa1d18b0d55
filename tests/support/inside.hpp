// Access to a tree's private engine, for tests that break it on purpose.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_INSIDE_HPP
#define QUADRILLE_TESTS_INSIDE_HPP

#include <quadrille/quadtree.hpp>

#include "engine/engine.hpp"

namespace quadrille::testing {

/// An explicit instantiation may name private members; a friend function returns them.
template <class Key, typename Key::type Member>
struct opened {
    friend typename Key::type open(Key) { return Member; }
};

struct tree_core {
    using type = detail::core<box<float>> quadtree<void, box<float>>::*;
    friend type open(tree_core);
};
struct core_engine {
    using type = detail::engine<box<float>>* detail::observers<box<float>>::*;
    friend type open(core_engine);
};

template struct opened<tree_core, &quadtree<void, box<float>>::core_>;
template struct opened<core_engine, &detail::observers<box<float>>::engine_>;

inline detail::engine<box<float>>& engine_of(quadtree<void, box<float>>& tree) {
    return *(tree.*open(tree_core{}).*open(core_engine{}));
}

} // namespace quadrille::testing

#endif
