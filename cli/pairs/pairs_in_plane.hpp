// Finds the pairs of one file or of two in the plane.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PAIRS_PAIRS_IN_PLANE_HPP
#define QUADRILLE_CLI_PAIRS_PAIRS_IN_PLANE_HPP

#include "cli/relations/pair_test.hpp"
#include "common_moments.hpp"

#include <quadrille/parallel.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace quadrille::cli {

class pairs_in_plane;

/// The pairs of one moment. Rows are numbered from the first row of the moment.
template <class Shape, class Other>
class moment_in_plane {
public:
    moment_in_plane(pool& threads, const pairs_in_plane& source, const scenery<Shape>& a, const scenery<Other>& b,
                    const common_moment& now)
        : threads_(threads), source_(source), a_(a), b_(b), now_(now) {}

    const common_moment& now() const noexcept { return now_; }
    template <class Make>
    outcome all(const Make& make) const;
    template <class Visitor>
    outcome of(std::uint32_t row, Visitor visitor) const;
    double distance(std::uint32_t row, std::uint32_t other) const;

private:
    bool is_pair(std::uint32_t row, std::uint32_t other) const;

    pool& threads_;
    const pairs_in_plane& source_;
    const scenery<Shape>& a_;
    const scenery<Other>& b_;
    const common_moment& now_;
};

/// A source of pairs, as `answer_pairs` says.
class pairs_in_plane {
public:
    /// Takes pairs with the relation `wanted` or, with a distance, pairs that are no farther apart than that.
    pairs_in_plane(const files::layer& a, const files::layer& b, exact::topological_relation wanted,
                   std::optional<double> distance)
        : a_(a), b_(b), distance_(distance), test_(a, b, wanted, distance) {}

    const files::layer& a() const noexcept { return a_; }
    const files::layer& b() const noexcept { return b_; }
    bool has_distances() const noexcept { return distance_.has_value(); }
    period world() const noexcept { return a_.wraps; }
    template <class Visitor>
    void at_each_moment(pool& threads, const Visitor& visitor) const {
        at_each_common_moment(threads, a_, b_,
                              [&]<class Shape, class Other>(const scenery<Shape>& of_a, const scenery<Other>& of_b,
                                                            const common_moment& now) {
                                  visitor(moment_in_plane<Shape, Other>(threads, *this, of_a, of_b, now));
                              });
    }

private:
    template <class, class>
    friend class moment_in_plane;

    bool is_of_one_file() const noexcept { return &a_ == &b_; }

    const files::layer& a_;
    const files::layer& b_;
    std::optional<double> distance_;
    pair_test test_;
};

template <class Shape, class Other>
bool moment_in_plane<Shape, Other>::is_pair(std::uint32_t row, std::uint32_t other) const {
    const pair_test& test = source_.test_;
    return !test.is_needed() || test(shaped_row{now_.first.first + row, a_.shapes()[row]},
                                     shaped_row{now_.second.first + other, b_.shapes()[other]});
}

template <class Shape, class Other>
template <class Make>
outcome moment_in_plane<Shape, Other>::all(const Make& make) const {
    if constexpr (std::is_same_v<Shape, Other>) {
        const auto make_visitor = [&](std::uint32_t piece) {
            return [this, visit = make(piece)](auto one, auto other) {
                std::uint32_t a = one.index();
                std::uint32_t b = other.index();
                if (source_.is_of_one_file() && b < a) {
                    std::swap(a, b);
                }
                return is_pair(a, b) ? visit(a, b) : flow::next;
            };
        };
        const pair_filter near{.distance = source_.distance_.value_or(0)};
        return source_.is_of_one_file()
                   ? parallel::pairs(threads_, a_.tree(), parallel::per_piece(make_visitor), near)
                   : parallel::join(threads_, a_.tree(), b_.tree(), parallel::per_piece(make_visitor), near);
    } else {
        return ask_rows(threads_, now_.first.size(), make, [&](std::uint32_t row, const auto& visit) {
            return of(row, [&](std::uint32_t other) { return visit(row, other); });
        });
    }
}

template <class Shape, class Other>
template <class Visitor>
outcome moment_in_plane<Shape, Other>::of(std::uint32_t row, Visitor visitor) const {
    const auto take = [&](auto hit) {
        const std::uint32_t other = hit.index();
        const bool is_told_before = source_.is_of_one_file() && other <= row;
        return !is_told_before && is_pair(row, other) ? visitor(other) : flow::next;
    };
    const Shape& shape = a_.shapes()[row];
    if (source_.distance_) {
        return b_.tree().query_within(shape, *source_.distance_, take);
    }
    if constexpr (std::is_same_v<Shape, Other>) {
        if (source_.is_of_one_file()) {
            return a_.tree().intersecting(a_.tree().item_at(row), take);
        }
    }
    return b_.tree().query(shape, take);
}

template <class Shape, class Other>
double moment_in_plane<Shape, Other>::distance(std::uint32_t row, std::uint32_t other) const {
    return source_.test_.distance(shaped_row{now_.first.first + row, a_.shapes()[row]},
                                  shaped_row{now_.second.first + other, b_.shapes()[other]}, source_.world());
}

} // namespace quadrille::cli

#endif
