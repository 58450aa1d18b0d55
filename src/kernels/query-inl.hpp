// Query: the subtrees that touch an area, and their lanes, until the buffer is full.
// SPDX-License-Identifier: MIT

namespace quadrille::detail::QUADRILLE_KERNELS {

/// Whether everything within bounds that were rounded outward lies in the area. Not so where they are empty.
template <class Scalar>
bool holds(const box<Scalar>& area, float x0, float y0, float x1, float y1) noexcept {
    return area.min.x <= Scalar(x0) && Scalar(x1) <= area.max.x && area.min.y <= Scalar(y0) && Scalar(y1) <= area.max.y;
}

template <class Scalar>
void push(query_walk<Scalar>& walk, reference child, bool covered) noexcept {
    walk.waiting[walk.top] = child;
    walk.covered[walk.top++] = covered;
}

/// Pushes a subtree and asks for what will be read of it: a question about a cold world mostly waits for memory. Of covered
/// buckets that is the ids alone.
template <class Shape, class Scalar>
void push_ahead(const store<Shape>& within, query_walk<Scalar>& walk, reference child, bool covered) noexcept {
    if (covered && is_bucket(child)) {
        prefetch(within.blocks[head_of(child)].id);
        prefetch(&within.links[head_of(child)]);
    } else {
        prefetch_child(within, child);
    }
    push(walk, child, covered);
}

template <class Shape, class Scalar>
void open_covered(const store<Shape>& within, const node& here, query_walk<Scalar>& walk) noexcept {
    for (std::uint32_t slot = 4; slot-- > 0;) {
        if (here.child[slot] != no_child) {
            push_ahead(within, walk, here.child[slot], true);
        }
    }
    if (here.wide != no_child) {
        push_ahead(within, walk, here.wide, true);
    }
}

template <class Shape, class Scalar>
QUADRILLE_APART void open_touched(const store<Shape>& within, const node& here, query_walk<Scalar>& walk) noexcept {
    const box<float> area = rounded_outward(walk.area);
    const std::uint32_t touched = touched_children(here, area);
    for (std::uint32_t slot = 4; slot-- > 0;) {
        if ((touched >> slot & 1U) != 0) {
            push_ahead(within, walk, here.child[slot],
                       holds(walk.area, here.x0[slot], here.y0[slot], here.x1[slot], here.y1[slot]));
        }
    }
    const float* wide = here.wide_bounds;
    if (here.wide != no_child && touches_wide(here, area)) {
        push_ahead(within, walk, here.wide, holds(walk.area, wide[0], wide[1], wide[2], wide[3]));
    }
}

template <class Shape>
void begin_query(const store<Shape>& within, query_walk<typename Shape::scalar>& walk) noexcept {
    // The ground is no cell: only its first slot is ever filled.
    open_touched(within, within.nodes[0], walk);
}

template <class Shape>
void fill_query(const store<Shape>& within, query_walk<typename Shape::scalar>& walk, hit_buffer& found) noexcept {
    while (walk.top > 0 && found.count <= hit_buffer::capacity - lanes) {
        const reference next = walk.waiting[--walk.top];
        const bool covered = walk.covered[walk.top];
        if (is_node(next)) {
            covered ? open_covered(within, within.nodes[next], walk) : open_touched(within, within.nodes[next], walk);
            continue;
        }
        const std::uint32_t which = head_of(next);
        const block<Shape>& here = within.blocks[which];
        const std::uint32_t rest = within.links[which].next;
        if (rest != no_block) {
            push_ahead(within, walk, make_bucket(rest, lanes), covered);
        }
        std::uint32_t* const answers = found.answers + found.count;
        if (covered) {
            std::memcpy(answers, here.id, sizeof here.id);
            found.count += live_in_head(next);
        } else {
            found.count += collect_touching(here, walk.area, answers);
        }
    }
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
