// Cast: finds the items that a ray or a moving shape hits, nearest cells first.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_WALK_CAST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_WALK_CAST_INL
#else
#define QUADRILLE_SRC_WALK_CAST_INL
#endif

#include "lanes/lanes-inl.hpp"
#include "lanes/rows.hpp"
#include "lanes/slab_test.hpp"
#include "store/bucket.hpp"
#include "walk/ordered-inl.hpp"

#include <bit>
#include <cstdint>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

/// The search of a cast for the ordered walk: for all hits, or only for the closest, which is then the only answer.
template <class Shape>
struct cast_search {
    using bound = typename Shape::scalar; ///< of children

    static constexpr bool takes_turns = false; ///< with other searches

    cast_walk& walk;
    cast_buffer& found;
    slab_test<bound> ray{walk.moving};
    bound rounded_limit = rounded(walk.farthest);
    counters seen{};

    std::uint32_t layers() const noexcept { return walk.layers; }
    double limit() const noexcept { return walk.farthest; }
    bool has_room() const noexcept { return found.count <= cast_buffer::capacity - lanes; }
    std::uint32_t measure(const node& here, bound* entries) const noexcept {
        return children_on_ray(here, ray, rounded_limit, entries);
    }
    double measure(const box<float>& bounds) const noexcept {
        return ray.entry(bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y);
    }
    void take(const block<Shape>& here, std::uint32_t live) noexcept {
        const bounds_rows<Shape> rows(here);
        std::uint32_t rest = lanes_on_ray(rows.x0, rows.y0, rows.x1, rows.y1, live, ray, rounded_limit);
        if (walk.layers != all_layers) {
            rest &= layer_bits(here, walk.layers);
        }
        for (; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            const double fraction = contact_fraction(walk.moving, read_shape(here, lane));
            if (0 <= fraction && fraction <= walk.farthest) {
                add({here.id[lane], fraction});
            }
        }
    }

private:
    static bound rounded(double limit) noexcept {
        if constexpr (sizeof(bound) == sizeof(float)) {
            return round_up(limit);
        } else {
            return limit;
        }
    }
    void add(const cast_answer& met) noexcept {
        if (met.index == walk.except) {
            return;
        }
        if (!walk.is_first) {
            found.answers[found.count++] = met;
        } else if (found.count == 0 || met.fraction < walk.farthest || met.index < found.answers[0].index) {
            found.answers[0] = met;
            found.count = 1;
            walk.farthest = met.fraction;
            rounded_limit = rounded(met.fraction);
        }
    }
};

template <class Shape>
void fill_cast(const store<Shape>& tree, cast_walk& walk, cast_buffer& found) noexcept {
    cast_search<Shape> search{walk, found};
    visit_in_order(tree, state_in<ordered_stack>(walk.stack), search);
    search.seen.answers = found.count;
    add_to(walk.counts, search.seen);
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
