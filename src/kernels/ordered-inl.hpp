// The walk that takes the nearest subtree first: what nearest and cast stand on.
// SPDX-License-Identifier: MIT

namespace quadrille::detail::QUADRILLE_KERNELS {

inline void add_to(counters* into, const counters& seen) noexcept {
    if (into != nullptr) {
        into->cells += seen.cells;
        into->blocks += seen.blocks;
        into->lanes += seen.lanes;
        into->answers += seen.answers;
    }
}

/// The key of a bound ≥ 0 for one of a node's five places: its bits, the last three of them given up for the place. So a key
/// is never above its bound.
inline std::uint64_t key_of(double bound, std::uint32_t slot) noexcept {
    return (std::bit_cast<std::uint64_t>(bound) & ~std::uint64_t{7}) | slot;
}
/// The highest key of a bound that is not beyond `limit`.
inline std::uint64_t last_key(double limit) noexcept { return std::bit_cast<std::uint64_t>(limit) | 7U; }

inline constexpr std::uint64_t no_key = ~std::uint64_t{0};

inline void order(std::uint64_t& one, std::uint64_t& other) noexcept {
    const std::uint64_t low = one < other ? one : other;
    other = one < other ? other : one;
    one = low;
}

inline reference child_at(const node& here, std::uint64_t key) noexcept {
    const auto slot = static_cast<std::uint32_t>(key & 7U);
    return slot == wide_slot ? here.wide : here.child[slot & 3U];
}

/// Puts a node's children on the stack, those not beyond the question's limit, the nearest on top. No branch depends on how
/// they lie.
template <class Shape, class Question>
void push_children(const store<Shape>& within, const node& here, ordered_stack& stack,
                   const Question& question) noexcept {
    double bounds[4];
    question.measure(here, bounds);
    const std::uint32_t layers = question.layers();
    const std::uint64_t limit = last_key(question.limit());
    std::uint64_t keys[5];
    for (std::uint32_t slot = 0; slot < 4; ++slot) {
        const bool asked = (here.child[slot] != no_child) & is_wanted(here.layers[slot], layers);
        keys[slot] = asked ? key_of(bounds[slot], slot) : no_key;
    }
    order(keys[0], keys[1]);
    order(keys[2], keys[3]);
    order(keys[0], keys[2]);
    order(keys[1], keys[3]);
    order(keys[1], keys[2]);
    std::uint32_t count = 4;
    if (here.wide != no_child) {
        keys[4] = key_of(question.measure_wide(here), wide_slot);
        order(keys[3], keys[4]);
        order(keys[2], keys[3]);
        order(keys[1], keys[2]);
        order(keys[0], keys[1]);
        count = 5;
    }
    if (keys[0] <= limit) {
        prefetch_child(within, child_at(here, keys[0]));
    }
    while (count-- > 0) {
        stack.key[stack.top] = keys[count];
        stack.waiting[stack.top] = child_at(here, keys[count]);
        stack.top += keys[count] <= limit ? 1 : 0;
    }
}

/// Begins with the root, which is the ground's one child.
template <class Shape, class Question>
void begin_in_order(const store<Shape>& within, ordered_stack& stack, const Question& question) noexcept {
    stack.top = 0;
    push_children(within, within.nodes[0], stack, question);
}

/// Visits subtrees, the nearest first, until none is left or the question has no room for another block's answers. What
/// proves to lie beyond the limit when its turn comes is passed over.
template <class Shape, class Question>
void visit_in_order(const store<Shape>& within, ordered_stack& stack, Question& question) noexcept {
    while (stack.top > 0 && question.has_room()) {
        const std::uint64_t key = stack.key[--stack.top];
        const reference next = stack.waiting[stack.top];
        if (key > last_key(question.limit())) {
            continue;
        }
        if (is_node(next)) {
            ++question.seen.cells;
            push_children(within, within.nodes[next], stack, question);
            continue;
        }
        const std::uint32_t which = head_of(next);
        const std::uint32_t rest = within.links[which].next;
        if (rest != no_block) {
            prefetch_lanes(within.blocks[rest]);
            prefetch(&within.links[rest]);
            stack.key[stack.top] = key;
            stack.waiting[stack.top++] = make_bucket(rest, lanes);
        }
        const std::uint32_t live = live_in_head(next);
        ++question.seen.blocks;
        question.seen.lanes += live;
        question.take(within.blocks[which], live);
    }
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
