// The entries of one instruction set's table.
// SPDX-License-Identifier: MIT

namespace quadrille::detail::QUADRILLE_KERNELS {

template <class Shape>
constexpr kernels<Shape> entries_of(const char* name) noexcept {
    using scalar = typename Shape::scalar;
    return {
        name, &first_unstorable<scalar>, &refresh<Shape>, &begin_query<Shape>, &fill_query<Shape>, &fill_pairs<Shape>};
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
