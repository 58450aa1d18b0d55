// Converts the shapes of worlds, which are of floats, to the scalar of a tree.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_SCALARS_HPP
#define QUADRILLE_BENCH_SCALARS_HPP

#include <quadrille/shapes.hpp>

#include <span>
#include <type_traits>
#include <vector>

namespace quadrille::bench {

template <class Scalar>
point<Scalar> in_scalar(const point<float>& one) {
    return {one.x, one.y};
}
template <class Scalar>
box<Scalar> in_scalar(const box<float>& one) {
    return {in_scalar<Scalar>(one.min), in_scalar<Scalar>(one.max)};
}
template <class Scalar>
circle<Scalar> in_scalar(const circle<float>& one) {
    return {in_scalar<Scalar>(one.center), one.radius};
}
template <class Scalar>
ray<Scalar> in_scalar(const ray<float>& one) {
    return {in_scalar<Scalar>(one.origin), in_scalar<Scalar>(one.translation)};
}

/// Returns floats as they are; doubles as a copy in `copies`.
template <class Scalar, class Shape, class Copy>
std::span<const Copy> in_scalar(std::span<const Shape> all, std::vector<Copy>& copies) {
    if constexpr (std::is_same_v<Copy, Shape>) {
        return all;
    } else {
        copies.clear();
        for (const Shape& one : all) {
            copies.push_back(in_scalar<Scalar>(one));
        }
        return copies;
    }
}

} // namespace quadrille::bench

#endif
