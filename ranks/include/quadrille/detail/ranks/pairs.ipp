// The bodies of the questions for pairs of a world over ranks.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RANKS_PAIRS_IPP
#define QUADRILLE_DETAIL_RANKS_PAIRS_IPP

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace quadrille::ranks {

namespace detail {

/// Calls a visitor that may return nothing.
template <class Visitor, class A, class B>
flow visited(Visitor& visitor, const A& a, const B& b) {
    if constexpr (std::is_same_v<std::invoke_result_t<Visitor&, const A&, const B&>, flow>) {
        return visitor(a, b);
    } else {
        visitor(a, b);
        return flow::next;
    }
}

inline double width_of(double distance) noexcept { return distance > 0 ? distance : 0; }

inline call with_filter(const call& verb, std::uint32_t layers, std::uint32_t partners, double distance) noexcept {
    return verb.with(std::uint64_t(layers)).with(std::uint64_t(partners)).with(distance);
}

inline bool stands_before(const close_things& one, const close_things& other) noexcept {
    return std::tie(one.distance2, one.a, one.b) < std::tie(other.distance2, other.a, other.b);
}

} // namespace detail

/// All ranks agree on the question, and get copies of all things that it needs.
template <class Value, storable Shape>
report world<Value, Shape>::see_pairs(const detail::call& verb, double distance) {
    const double width = detail::width_of(distance);
    std::uint64_t must_be_renewed = has_other_layers_ || width > halo_width_ ? 1 : 0;
    if (const report begun = link_.agree(verb, {}, &must_be_renewed); !begun) {
        return begun;
    }
    const double widest = (std::max)(wanted_width_, width);
    if (must_be_renewed != 0) {
        if (const report settled = settle(parts_, widest); !settled) {
            return settled; // the next question may have a smaller distance
        }
        has_other_layers_ = false;
    }
    wanted_width_ = widest;
    return {};
}

/// Visits each pair that this rank reports: `use(tree of a, a, tree of b, b)` returns a `flow`.
template <class Value, storable Shape>
template <class Use>
outcome world<Value, Shape>::each_pair(const pair_filter& wanted, const Use& use, counters* counts) const {
    const auto bounds = [](const auto& hit) { return detail::bounds_in_double(hit.shape()); };
    const auto inside = [&](const auto& a, const auto& b) {
        const bool is_told = !is_shared(a.index()) || !is_shared(b.index()) || tells(bounds(a), bounds(b));
        return is_told ? use(own_, a, own_, b) : flow::next;
    };
    outcome end = own_.pairs(inside, wanted, counts);
    const auto across = [&](const auto& a, const auto& b) {
        return !is_shared(a.index()) || tells(bounds(a), bounds(b)) ? use(own_, a, halo_, b) : flow::next;
    };
    if (end == outcome::complete) {
        end = own_.join(halo_, across, wanted, counts);
    }
    if (end == outcome::complete && wanted.layers != wanted.partners) { // a join finds partners only in `halo_`
        const auto other_way = [&](const auto& a, const auto& b) {
            const bool is_told_above = quadrille::detail::matches_layers(own_.layers(a.item()), wanted.layers) &&
                                       quadrille::detail::matches_layers(halo_.layers(b.item()), wanted.partners);
            return is_told_above ? flow::next : across(a, b);
        };
        end = own_.join(halo_, other_way, {wanted.partners, wanted.layers, wanted.distance}, counts);
    }
    const auto outside = [&](const auto& a, const auto& b) {
        return tells(bounds(a), bounds(b)) ? use(halo_, a, halo_, b) : flow::next;
    };
    if (end == outcome::complete) {
        end = halo_.pairs(outside, wanted, counts);
    }
    return end;
}

template <class Value, storable Shape>
template <class Visitor>
report world<Value, Shape>::pairs_for(const detail::call& verb, Visitor&& visitor, const pair_filter& wanted,
                                      counters* counts) {
    const detail::call whole = detail::with_filter(verb, wanted.layers, wanted.partners, wanted.distance);
    if (const report seen = see_pairs(whole, wanted.distance); !seen) {
        return kept(seen);
    }
    if (!how_.weigh_pairs) {
        each_pair(
            wanted,
            [&](const auto&, const auto& a, const auto&, const auto& b) { return detail::visited(visitor, a, b); },
            counts);
        return kept({});
    }
    partners_of_.assign(own_.index_limit(), 0);
    partners_ = 0;
    const auto count_partner = [&](const tree_type& of, std::uint32_t index) {
        if (&of == &own_) {
            ++partners_of_[index];
            ++partners_;
        }
    };
    each_pair(
        wanted,
        [&](const tree_type& of_a, const auto& a, const tree_type& of_b, const auto& b) {
            count_partner(of_a, a.index());
            count_partner(of_b, b.index());
            return detail::visited(visitor, a, b);
        },
        counts);
    return kept({});
}

template <class Value, storable Shape>
template <class OtherValue, class OtherShape, class Visitor>
report world<Value, Shape>::join(world<OtherValue, OtherShape>& other, Visitor&& visitor, const pair_filter& wanted,
                                 counters* counts) {
    using other_tree = typename world<OtherValue, OtherShape>::tree_type;
    const bool do_meet = link_.is_same_as(other.link_) && how_.tree.period == other.how_.tree.period &&
                         how_.tree.origin == other.how_.tree.origin;
    const report met = do_meet ? report{} : report{.what = trouble::different_worlds, .rank = link_.rank()};
    if (const report begun = link_.agree(detail::call("join of worlds").with(other.number_), met); !begun) {
        return kept(begun);
    }
    const detail::call verb =
        detail::with_filter(detail::call("join"), wanted.layers, wanted.partners, wanted.distance);
    if (const report seen = see_pairs(verb, wanted.distance); !seen) {
        return kept(seen);
    }
    // Sends the things of the other world to all ranks that hold them, unless these have them already.
    parcels out;
    parcels in;
    const auto own_part = std::uint32_t(link_.rank());
    const report ready = link_.attempt([&] {
        out.resize(std::size_t(link_.size()));
        other.own_.each([&](auto hit) {
            const box<double> bounds = detail::bounds_in_double(hit.shape());
            if (parts_.sole_holder(bounds, halo_width_) == own_part) {
                return;
            }
            parts_.each_holder(bounds, halo_width_, [&](std::uint32_t part) {
                if (part != own_part) {
                    parcel_writer to(out[part]);
                    detail::travelers<OtherValue, OtherShape>::write(hit, other.own_.layers(hit.item()), to);
                }
            });
        });
        return report{};
    });
    if (const report sent = link_.exchange(ready, out, in); !sent) {
        return kept(sent);
    }
    other_tree guests(other.how_.tree);
    const report read = link_.attempt([&]() -> report {
        detail::travelers<OtherValue, OtherShape> lent;
        for (int from = 0; from < link_.size(); ++from) {
            parcel_reader records(in[std::size_t(from)]);
            while (records.rest() > 0) {
                if (!lent.read(records, [&](const OtherShape&) { return from; })) {
                    return {.what = trouble::values, .rank = link_.rank()};
                }
            }
            in[std::size_t(from)] = {};
        }
        return told(lent.fill(guests));
    });
    if (const report all = link_.agree(detail::call("guests"), read); !all) {
        return kept(all);
    }
    const auto tell = [&](const auto& a, const auto& b) {
        return tells(detail::bounds_in_double(a.shape()), detail::bounds_in_double(b.shape()))
                   ? detail::visited(visitor, a, b)
                   : flow::next;
    };
    const auto tell_own = [&](const auto& a, const auto& b) {
        return is_shared(a.index()) ? tell(a, b) : detail::visited(visitor, a, b);
    };
    for (const other_tree* those : {&std::as_const(other.own_), &std::as_const(guests)}) {
        if (own_.join(*those, tell_own, wanted, counts) != outcome::complete ||
            halo_.join(*those, tell, wanted, counts) != outcome::complete) {
            break;
        }
    }
    return kept({});
}

template <class Value, storable Shape>
report world<Value, Shape>::closest_pairs(std::size_t k, std::vector<close_things>& closest,
                                          const closest_pair_filter& wanted) {
    const detail::call verb =
        detail::with_filter(detail::call("closest pairs"), wanted.layers, wanted.partners, wanted.distance)
            .with(std::uint64_t(k));
    std::vector<double> distances2;
    double largest = 0; // the longest side of any thing: the error of a distance depends on it
    const report looked = link_.attempt([&] {
        std::vector<close_pair> own;
        own_.closest_pairs(k, own, wanted);
        for (const close_pair& each : own) {
            distances2.push_back(each.distance2);
        }
        own_.each([&](auto hit) {
            const box<double> bounds = detail::bounds_in_double(hit.shape());
            largest = (std::max)({largest, bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y});
        });
        return report{};
    });
    auto largest_of_all = std::bit_cast<std::uint64_t>(largest); // positive numbers have the order of their bits
    if (const report begun = link_.agree(verb, looked, &largest_of_all); !begun) {
        return kept(begun);
    }
    largest = std::bit_cast<double>(largest_of_all);
    // The k-th distance among those that the ranks find alone is an upper limit: the halo must be that wide.
    std::vector<double> nearest;
    if (const report gathered = link_.gather(std::span<const double>(distances2), nearest); !gathered) {
        return kept(gathered);
    }
    double distance = wanted.distance;
    if (k > 0 && nearest.size() >= k) {
        std::nth_element(nearest.begin(), nearest.begin() + std::ptrdiff_t(k - 1), nearest.end());
        const double root = std::sqrt(nearest[k - 1]);
        constexpr double rounding = 1 + 0x1p-50;
        // Squares below the smallest normal number have larger rounding errors, so their roots are not exact.
        constexpr double least_sure = 0x1p-500;
        distance = (std::min)(distance, (std::max)(root * rounding, least_sure) + largest * 0x1p-40);
    }
    if (const report seen = see_pairs(detail::call("closest pairs, from here"), distance); !seen) {
        return kept(seen);
    }
    std::vector<close_things> mine; // a heap with the farthest first
    const report found = link_.attempt([&] {
        const auto keep = [&](const tree_type& of_a, const auto& a, const tree_type& of_b, const auto& b) {
            // Measures from the thing with the lower id, as one tree does: in a world that wraps the other one is
            // shifted, and rounded.
            const bool is_in_order = a.value().id < b.value().id;
            const auto& [first, first_at] = is_in_order ? std::pair<const tree_type&, std::uint32_t>(of_a, a.index())
                                                        : std::pair<const tree_type&, std::uint32_t>(of_b, b.index());
            const auto& [second, second_at] = is_in_order ? std::pair<const tree_type&, std::uint32_t>(of_b, b.index())
                                                          : std::pair<const tree_type&, std::uint32_t>(of_a, a.index());
            const question::closest_join<const tree_type> asked{second, 1, {.distance = wanted.distance}};
            const double distance2 =
                asked.measured(quadrille::detail::insides::core(first), first_at, second_at).measure;
            const close_things one{(std::min)(a.value().id, b.value().id), (std::max)(a.value().id, b.value().id),
                                   distance2};
            if (one.distance2 < 0 || (mine.size() == k && !detail::stands_before(one, mine.front()))) {
                return flow::next;
            }
            if (mine.size() == k) {
                std::pop_heap(mine.begin(), mine.end(), detail::stands_before);
                mine.pop_back();
            }
            mine.push_back(one);
            std::push_heap(mine.begin(), mine.end(), detail::stands_before);
            return flow::next;
        };
        if (k > 0) {
            each_pair({wanted.layers, wanted.partners, distance}, keep, nullptr);
        }
        return report{};
    });
    if (const report all = link_.agree(detail::call("closest found"), found); !all) {
        return kept(all);
    }
    std::vector<close_things> all;
    if (const report gathered = link_.gather(std::span<const close_things>(mine), all); !gathered) {
        return kept(gathered);
    }
    std::sort(all.begin(), all.end(), detail::stands_before);
    all.resize((std::min)(all.size(), k));
    closest.swap(all);
    return kept({});
}

} // namespace quadrille::ranks

#endif
