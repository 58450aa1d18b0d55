// Queries with a sink: areas, pairs, and every item.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ANSWER_HPP
#define QUADRILLE_DETAIL_ANSWER_HPP

#include <quadrille/detail/core.hpp>
#include <quadrille/detail/hit.hpp>
#include <quadrille/detail/insides.hpp>
#include <quadrille/detail/sink.hpp>
#include <quadrille/detail/source.hpp>
#include <quadrille/detail/watch.hpp>
#include <quadrille/detail/workspace.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace quadrille::detail {

template <class Self, class Out>
outcome answer_each(Self& self, Out& out) {
    each_source<shape_of<Self>> items(insides::core(self));
    return drain(items, hit_maker<Self>{self, self}, watch_of<Self>(self), out);
}

template <class Self, class Area, class Out>
outcome answer_query(Self& self, const Area& area, const filter& wanted, counters* counts, Out& out) {
    const watch_of<Self> watching(self);
    area_source<shape_of<Self>> items(insides::core(self), area, wanted, counts, watching);
    return drain(items, hit_maker<Self>{self, self}, watching, out);
}

template <class Self, class Out>
outcome answer_intersecting(Self& self, item which, const filter& wanted, counters* counts, Out& out) {
    const watch_of<Self> watching(self);
    const std::uint32_t own = self.contains(which) ? which.index : no_index;
    intersecting_source<shape_of<Self>> items(insides::core(self), own, wanted, counts, watching);
    return drain(items, hit_maker<Self>{self, self}, watching, out);
}

template <class Self, class Out>
outcome answer_pairs(Self& self, const pair_filter& wanted, counters* counts, Out& out) {
    pair_source<shape_of<Self>> pairs(insides::core(self), insides::core(self), {wanted, counts, false});
    return drain(pairs, hit_maker<Self>{self, self}, watch_of<Self>(self), out);
}

template <class Self, class Other, class Out>
outcome answer_join(Self& self, Other& other, const pair_filter& wanted, counters* counts, Out& out) {
    pair_source<shape_of<Self>> pairs(insides::core(self), insides::core(other), {wanted, counts, true});
    return drain(pairs, hit_maker<Self, Other>{self, other}, watch_of_both<Self, Other>(self, other), out);
}

template <class Self, class Out>
outcome answer_pairs_of(Self& self, std::span<const item> items, pair_workspace& lent, const pair_filter& wanted,
                        counters* counts, Out& out) {
    // An item is marked when its pairs have been reported; marks are removed on every exit. The workspace is moved out of
    // the tree meanwhile: a `pairs_of` in the visitor finds no marks, and no change of the tree can affect them.
    struct marks {
        pair_workspace& lent;
        pair_workspace workspace;
        std::span<const item> items;
        std::uint32_t limit;
        std::size_t visited = 0;

        ~marks() {
            for (const item& one : items.first(visited)) {
                if (one.index < limit) {
                    workspace.unmark(one.index);
                }
            }
            lent.keep(workspace);
        }
    };
    marks taken{lent, std::exchange(lent, {}), items, self.index_limit()};
    pair_workspace& workspace = taken.workspace;
    workspace.prepare(taken.limit);
    const bool is_all = wanted.layers == all_layers && wanted.partners == all_layers;
    return as_visitor(out, [&](auto& visitor) {
        // `about(shape)` is the area that partners must intersect.
        const auto ask_each = [&](const auto& about) {
            for (const item& one : items) {
                insides::core(self).prefetch_items(items, taken.visited++);
                if (!self.contains(one) || !workspace.mark(one.index)) {
                    continue;
                }
                const std::uint32_t layers = is_all ? all_layers : insides::core(self).layers_at(one.index);
                auto other = [&](hit<Self> found) {
                    if (workspace.is_marked(found.index()) ||
                        !(is_all || matches_layers(layers, insides::core(self).layers_at(found.index()), wanted))) {
                        uncount_answer(counts);
                        return flow::next;
                    }
                    return invoke_visitor(visitor, hit<Self>(self, one.index), found);
                };
                const filter partners = {partner_layers(layers, wanted)};
                const auto shape = insides::core(self).shape_at(one.index);
                const outcome end = answer_query(self, about(shape), partners, counts, other);
                if (end != outcome::complete) {
                    return end;
                }
            }
            return outcome::complete;
        };
        using shape = shape_of<Self>;
        return wanted.distance == 0
                   ? ask_each([](const shape& own) { return own; })
                   : ask_each([&](const shape& own) { return surroundings<shape>{own, wanted.distance}; });
    });
}

template <class Tree, class Area>
bool find_any(const Tree& tree, const Area& area, const filter& wanted,
              counters* counts) noexcept(plain_area<Area, typename Tree::scalar>) {
    const watch_of<Tree> watching(tree);
    area_source<shape_of<Tree>> items(insides::core(tree), area, wanted, counts, watching);
    hit_buffer found;
    const bool is_any = items.fill(found);
    if constexpr (!plain_area<Area, typename Tree::scalar>) {
        return !watching.sees_misuse() && is_any;
    }
    return is_any;
}

/// How many answers a source still finds.
template <class Source>
std::uint32_t count_answers(Source& items) noexcept {
    typename Source::buffer found;
    std::uint32_t total = 0;
    while (items.fill(found)) {
        total += found.count;
    }
    return total;
}

template <class Tree, class Area>
std::uint32_t count_all(const Tree& tree, const Area& area, const filter& wanted,
                        counters* counts) noexcept(plain_area<Area, typename Tree::scalar>) {
    const watch_of<Tree> watching(tree);
    area_source<shape_of<Tree>> items(insides::core(tree), area, wanted, counts, watching);
    const std::uint32_t total = count_answers(items);
    if constexpr (!plain_area<Area, typename Tree::scalar>) {
        return watching.sees_misuse() ? 0 : total;
    }
    return total;
}

} // namespace quadrille::detail

#endif
