// Cast: what a ray or a moving shape meets on its way, the nearest cells first.
// SPDX-License-Identifier: MIT

namespace quadrille::detail::QUADRILLE_KERNELS {

/// The lanes that are met at `farthest` or before, a bit each, and the fractions at which they are.
template <class Shape>
std::uint32_t met_lanes(const block<Shape>& here, std::uint32_t live, const cast_walk& walk, const aim& way,
                        double farthest, double* fractions) noexcept {
    const bounds_rows<Shape> rows(here);
    std::uint32_t met = lanes_on_way(rows.x0, rows.y0, rows.x1, rows.y1, live, way, farthest);
    if (walk.within.layers != all_layers) {
        met &= layer_bits(here, walk.within.layers);
    }
    for (std::uint32_t rest = met; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        fractions[lane] = fraction_met(walk.moving, read_shape(here, lane));
        const bool is_met = 0 <= fractions[lane] && fractions[lane] <= farthest;
        met &= ~((is_met ? 0U : 1U) << lane);
    }
    return met;
}

/// A cast as the ordered walk sees it; what becomes of those that are met is for the two below to say.
struct cast_search {
    cast_walk& walk;
    aim way{walk.moving};
    counters seen{};

    std::uint32_t layers() const noexcept { return walk.within.layers; }
    void measure(const node& here, double* entries) const noexcept { child_entries(here, way, entries); }
    double measure_wide(const node& here) const noexcept {
        const float* const wide = here.wide_bounds;
        return way.entry(double(wide[0]), double(wide[1]), double(wide[2]), double(wide[3]));
    }
};

template <class Shape>
struct search_for_all : cast_search {
    cast_buffer& found;

    double limit() const noexcept { return walk.farthest; }
    bool has_room() const noexcept { return found.count <= cast_buffer::capacity - lanes; }
    void take(const block<Shape>& here, std::uint32_t live) noexcept {
        alignas(64) double fractions[lanes];
        for (std::uint32_t rest = met_lanes(here, live, walk, way, limit(), fractions); rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            found.answers[found.count++] = {here.id[lane], fractions[lane]};
        }
    }
};

template <class Shape>
struct search_for_first : cast_search {
    cast_answer& best;

    double limit() const noexcept { return best.fraction; }
    static bool has_room() noexcept { return true; }
    void take(const block<Shape>& here, std::uint32_t live) noexcept {
        alignas(64) double fractions[lanes];
        for (std::uint32_t rest = met_lanes(here, live, walk, way, limit(), fractions); rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            const std::uint32_t index = here.id[lane];
            if (fractions[lane] < best.fraction || (fractions[lane] == best.fraction && index < best.index)) {
                best = {index, fractions[lane]};
            }
        }
    }
};

template <class Shape>
void fill_cast(const store<Shape>& within, cast_walk& walk, cast_buffer& found) noexcept {
    search_for_all<Shape> search{{walk}, found};
    visit_in_order(within, walk.ahead, search);
    search.seen.answers = found.count;
    add_to(walk.within.counts, search.seen);
}

template <class Shape>
bool first_cast(const store<Shape>& within, cast_walk& walk, cast_answer& found) noexcept {
    found = {no_index, walk.farthest};
    search_for_first<Shape> search{{walk}, found};
    visit_in_order(within, walk.ahead, search);
    search.seen.answers = found.index != no_index ? 1 : 0;
    add_to(walk.within.counts, search.seen);
    return found.index != no_index;
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
