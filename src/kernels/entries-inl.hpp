// The entries of one instruction set's table.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_KERNELS_ENTRIES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_KERNELS_ENTRIES_INL
#else
#define QUADRILLE_SRC_KERNELS_ENTRIES_INL
#endif

#include "change/update_shapes-inl.hpp"
#include "engine/engine.hpp"
#include "lanes/lanes-inl.hpp"
#include "pairs/pairs-inl.hpp"
#include "walk/area-inl.hpp"
#include "walk/cast-inl.hpp"
#include "walk/nearest-inl.hpp"

#include <type_traits>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

template <class Shape>
constexpr kernels<Shape> entries_of(const char* name, std::type_identity<kernels<Shape>>) noexcept {
    return {name,
            &first_unstorable,
            &update_shapes<Shape>,
            &fill_query<Shape>,
            &fill_pairs<Shape>,
            &find_nearest<Shape>,
            &open_nearest<Shape>,
            &fill_cast<Shape>};
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
