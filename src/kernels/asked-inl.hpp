// Query of any area, of some layers, with a tally: as query-inl.hpp walks for plain boxes, and in the same order.
// SPDX-License-Identifier: MIT

namespace quadrille::detail::QUADRILLE_KERNELS {

/// How far from the disc's centre a cell must lie so that nothing in it touches the disc. Boxes and points are no nearer than
/// their cell, rounding included. A circle may be: it reaches out of its rounded box, and so out of its cell, by up to half
/// the last place of the cell's farthest coordinate. The slack is eight times as much.
template <class Shape>
double outermost(const circle<double>& disc, const box<float>& cell) noexcept {
    if constexpr (is_circle<Shape>) {
        const double x = -cell.min.x > cell.max.x ? -double(cell.min.x) : double(cell.max.x);
        const double y = -cell.min.y > cell.max.y ? -double(cell.min.y) : double(cell.max.y);
        return disc.radius * (1 + 0x1p-40) + (x > y ? x : y) * 0x1p-21;
    } else {
        return disc.radius;
    }
}

/// Whether the disc reaches the farthest corner of a cell, and so, by a formula that is monotone, rounding included, all that
/// lies in the cell.
inline bool holds(const circle<double>& disc, const box<float>& cell) noexcept {
    const double right = double(cell.max.x) - disc.center.x;
    const double left = disc.center.x - double(cell.min.x);
    const double up = double(cell.max.y) - disc.center.y;
    const double down = disc.center.y - double(cell.min.y);
    const double x = right > left ? right : left;
    const double y = up > down ? up : down;
    return x * x + y * y <= disc.radius * disc.radius;
}

/// Whether an area of the user's own has changed the tree: then nothing in it may be read any more.
template <class Shape>
bool has_ended(const question<Shape>& asked) noexcept {
    return asked.form == area_form::tested && asked.has_ended;
}

/// What a cell that touches the area's bounds has to do with the area.
template <class Shape>
verdict
judge_cell(const question<Shape>& asked, const box<typename Shape::scalar>& area, const box<float>& cell) noexcept {
    const bool inside = holds(area, cell.min.x, cell.min.y, cell.max.x, cell.max.y);
    if (asked.form == area_form::disc) {
        if (inside && holds(asked.disc, cell)) {
            return verdict::covered;
        }
        const double reach = outermost<Shape>(asked.disc, cell);
        return gap2(cell, bounds_of(asked.disc.center)) > reach * reach ? verdict::outside : verdict::touched;
    }
    const verdict found = asked.form == area_form::tested ? asked.of_cell(asked, cell) : verdict::covered;
    return found == verdict::covered && !inside ? verdict::touched : found;
}

template <class Shape>
QUADRILLE_APART void open_asked(const store<Shape>& within, const node& here, bool covered,
                                const question<Shape>& asked, query_walk<typename Shape::scalar>& walk) noexcept {
    const box<float> area = rounded_outward(walk.area);
    const std::uint32_t touched = covered ? 15U : touched_children(here, area);
    const auto consider = [&](reference child, const box<float>& cell) {
        const verdict found = covered ? verdict::covered : judge_cell(asked, walk.area, cell);
        if (has_ended(asked)) {
            walk.top = 0;
        } else if (found != verdict::outside) {
            push_ahead(within, walk, child, found == verdict::covered);
        }
    };
    for (std::uint32_t slot = 4; slot-- > 0;) {
        const bool is_there = here.child[slot] != no_child && (touched >> slot & 1U) != 0;
        if (is_there && is_wanted(here.layers[slot], asked.layers)) {
            consider(here.child[slot], {{here.x0[slot], here.y0[slot]}, {here.x1[slot], here.y1[slot]}});
            if (has_ended(asked)) {
                return;
            }
        }
    }
    if (here.wide != no_child && (covered || touches_wide(here, area))) {
        const float* const wide = here.wide_bounds;
        consider(here.wide, {{wide[0], wide[1]}, {wide[2], wide[3]}});
    }
}

/// The lanes of a block that answer the question.
template <class Shape>
std::uint32_t answering(const block<Shape>& here, std::uint32_t live, bool covered, const question<Shape>& asked,
                        const box<typename Shape::scalar>& area) noexcept {
    std::uint32_t bits = covered ? (1U << live) - 1 : bounds_bits(here, area);
    if (asked.layers != all_layers) {
        bits &= layer_bits(here, asked.layers);
    }
    if (covered || bits == 0) {
        return bits;
    }
    if (asked.form == area_form::disc) {
        return bits & reach_bits(here, asked.disc);
    }
    if (!is_circle<Shape> && asked.form == area_form::box) {
        return bits;
    }
    for (std::uint32_t rest = bits; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const Shape shape = read_shape(here, lane);
        const bool is_answer = asked.form == area_form::box ? touches(shape, area) : asked.of_item(asked, shape);
        if (has_ended(asked)) {
            return 0;
        }
        bits &= is_answer ? ~0U : ~(1U << lane);
    }
    return bits;
}

template <class Shape>
void begin_asked(const store<Shape>& within, const question<Shape>& asked,
                 query_walk<typename Shape::scalar>& walk) noexcept {
    // The ground is no cell: only its first slot is ever filled.
    open_asked(within, within.nodes[0], false, asked, walk);
}

template <class Shape>
void fill_asked(const store<Shape>& within, const question<Shape>& asked, query_walk<typename Shape::scalar>& walk,
                hit_buffer& found) noexcept {
    counters tally;
    while (walk.top > 0 && found.count <= hit_buffer::capacity - lanes) {
        const reference next = walk.waiting[--walk.top];
        const bool covered = walk.covered[walk.top];
        if (is_node(next)) {
            ++tally.cells;
            open_asked(within, within.nodes[next], covered, asked, walk);
            continue; // with nothing left on the walk, if it has ended
        }
        const std::uint32_t which = head_of(next);
        const std::uint32_t live = live_in_head(next);
        const block<Shape>& here = within.blocks[which];
        ++tally.blocks;
        tally.lanes += covered && asked.layers == all_layers ? 0 : live;
        const std::uint32_t answers = answering(here, live, covered, asked, walk.area);
        if (has_ended(asked)) {
            break;
        }
        found.count += collect(here, answers, found.answers + found.count);
        const std::uint32_t rest = within.links[which].next;
        if (rest != no_block) {
            push_ahead(within, walk, make_bucket(rest, lanes), covered);
        }
    }
    if (has_ended(asked)) {
        walk.top = 0;
        found.count = 0;
    }
    if (asked.counts != nullptr) {
        asked.counts->cells += tally.cells;
        asked.counts->blocks += tally.blocks;
        asked.counts->lanes += tally.lanes;
        asked.counts->answers += found.count;
    }
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
