// Insides: access to the private members of a tree, for queries and opt-in headers.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_INSIDES_HPP
#define QUADRILLE_DETAIL_ENGINE_INSIDES_HPP

#include <quadrille/detail/engine/watch.hpp>

#include <type_traits>

namespace quadrille::detail {

struct insides {
    template <class Tree>
    static const auto& core(const Tree& tree) noexcept {
        return tree.core_;
    }
    template <class Tree>
    static auto& changing_core(Tree& tree) noexcept {
        return tree.core_;
    }
    template <class Tree>
    static auto* workspace(Tree& tree) noexcept {
        return tree.own_workspace();
    }
    template <class Tree>
    static auto& values(Tree& tree) noexcept {
        return tree.values_;
    }
};

template <class Tree>
using shape_of = typename Tree::shape_type;
template <class Tree>
using watch_of = watch<std::remove_const_t<Tree>>;
template <class Tree, class Other>
using watch_of_both = watch_of_two<std::remove_const_t<Tree>, std::remove_const_t<Other>>;

} // namespace quadrille::detail

#endif
