// Finds the pairs of one file or of two on the globe, of places or of geometries.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PAIRS_PAIRS_ON_GLOBE_HPP
#define QUADRILLE_CLI_PAIRS_PAIRS_ON_GLOBE_HPP

#include "cli/globe/globe.hpp"
#include "cli/globe/shape_pairs.hpp"
#include "common_moments.hpp"

#include <cstdint>
#include <memory>
#include <type_traits>

namespace quadrille::cli {

class pairs_on_globe;

/// The pairs of one moment. Rows are numbered from the first row of the moment.
template <class Shape>
class moment_on_globe {
public:
    moment_on_globe(pool& threads, const pairs_on_globe& source, const scenery<Shape>& a, const scenery<Shape>& b,
                    const common_moment& now)
        : threads_(threads), source_(source), a_(a), b_(b), now_(now) {}

    const common_moment& now() const noexcept { return now_; }
    template <class Make>
    outcome all(const Make& make) const;
    template <class Visitor>
    outcome of(std::uint32_t row, Visitor visitor) const;
    double distance(std::uint32_t row, std::uint32_t other) const;

private:
    pool& threads_;
    const pairs_on_globe& source_;
    const scenery<Shape>& a_;
    const scenery<Shape>& b_;
    const common_moment& now_;
};

/// A source of pairs, as `answer_pairs` says.
class pairs_on_globe {
public:
    /// Takes pairs that are no farther apart than a distance in the unit of `on`. Afterwards the layers have places of
    /// the globe or, if one of them has other shapes, bounds in degrees.
    pairs_on_globe(files::layer& a, files::layer& b, const globe_options& on, double distance)
        : a_(a), b_(b), unit_(on.unit()), metres_(distance * on.unit()) {
        if (globe::has_places(a) && globe::has_places(b)) {
            globe::take_places(a);
            if (!is_of_one_file()) {
                globe::take_places(b);
            }
            return;
        }
        drawn_by_a_ = std::make_unique<globe::shapes>(globe::take_shapes(a));
        if (!is_of_one_file()) {
            drawn_by_b_ = std::make_unique<globe::shapes>(globe::take_shapes(b));
        }
    }

    const files::layer& a() const noexcept { return a_; }
    const files::layer& b() const noexcept { return b_; }
    static bool has_distances() noexcept { return true; }
    static period world() noexcept { return globe_period; }
    template <class Visitor>
    void at_each_moment(pool& threads, const Visitor& visitor) const {
        at_each_common_moment(threads, a_, b_,
                              [&]<class Shape, class Other>(const scenery<Shape>& of_a, const scenery<Other>& of_b,
                                                            const common_moment& now) {
                                  // Both layers have places, or both have bounds.
                                  if constexpr (std::is_same_v<Shape, Other> && !is_circle<Shape>) {
                                      visitor(moment_on_globe<Shape>(threads, *this, of_a, of_b, now));
                                  }
                              });
    }

private:
    template <class>
    friend class moment_on_globe;

    bool is_of_one_file() const noexcept { return &a_ == &b_; }
    const globe::shapes& drawn_by_a() const { return *drawn_by_a_; }
    const globe::shapes& drawn_by_b() const { return is_of_one_file() ? *drawn_by_a_ : *drawn_by_b_; }

    const files::layer& a_;
    const files::layer& b_;
    double unit_; ///< in metres
    double metres_;
    std::unique_ptr<globe::shapes> drawn_by_a_; ///< null if the rows are places
    std::unique_ptr<globe::shapes> drawn_by_b_;
};

template <class Shape>
template <class Make>
outcome moment_on_globe<Shape>::all(const Make& make) const {
    const auto make_visitor = [&](std::uint32_t piece) {
        return [visit = make(piece)](auto one, auto other) { return visit(one.index(), other.index()); };
    };
    const auto is_told_here = [this](std::uint32_t row, std::uint32_t other) {
        return !source_.is_of_one_file() || other > row;
    };
    if constexpr (is_point<Shape>) {
        return globe::each_pair(threads_, a_.shapes(), b_.tree(), b_.shapes(), source_.metres_, make_visitor,
                                is_told_here);
    } else {
        return globe::each_pair(threads_, {source_.drawn_by_a(), now_.first.first}, now_.first.size(), b_.tree(),
                                {source_.drawn_by_b(), now_.second.first}, source_.metres_, make_visitor, is_told_here);
    }
}

template <class Shape>
template <class Visitor>
outcome moment_on_globe<Shape>::of(std::uint32_t row, Visitor visitor) const {
    const auto take = [&](std::uint32_t other) {
        return source_.is_of_one_file() && other <= row ? flow::next : visitor(other);
    };
    if constexpr (is_point<Shape>) {
        return globe::each_near(b_.tree(), a_.shapes()[row], source_.metres_, take);
    } else {
        return globe::each_near(b_.tree(), {source_.drawn_by_b(), now_.second.first}, source_.drawn_by_a(),
                                now_.first.first + row, source_.metres_, take);
    }
}

template <class Shape>
double moment_on_globe<Shape>::distance(std::uint32_t row, std::uint32_t other) const {
    if constexpr (is_point<Shape>) {
        return globe::metres_between(a_.shapes()[row], b_.shapes()[other]) / source_.unit_;
    } else {
        return source_.drawn_by_a().metres_between(now_.first.first + row, source_.drawn_by_b(),
                                                   now_.second.first + other) /
               source_.unit_;
    }
}

} // namespace quadrille::cli

#endif
