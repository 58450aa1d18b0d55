// The entries of one instruction set's table.
// SPDX-License-Identifier: MIT

namespace quadrille::detail::QUADRILLE_KERNELS {

template <class Shape>
constexpr kernels<Shape> entries_of(const char* name) noexcept {
    return {name,
            &first_unstorable,
            &refresh<Shape>,
            &fill_query<Shape>,
            &fill_pairs<Shape>,
            &find_nearest<Shape>,
            &open_nearest<Shape>,
            &fill_cast<Shape>};
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
