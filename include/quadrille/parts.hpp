// Parts of the plane, for several workers: the parts that hold a shape, and the part that reports a pair.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_PARTS_HPP
#define QUADRILLE_PARTS_HPP

#include <quadrille/geometry.hpp>
#include <quadrille/period.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadrille {

/// A sample of the places of things, for a division of the plane: of limited size, for any number of things. Equal
/// additions in the same order give equal samples, on every machine.
///
/// Takes 24 bytes for each place of the sample. Throws `std::bad_alloc`.
class part_census {
public:
    /// A sample of at most `most` places, 2 or more; about a hundred for each part make the parts even.
    explicit part_census(std::size_t most = 65'536) : most_(most < 2 ? 2 : most) {}

    /// Adds a thing at this place (such as a corner of its bounds), and the amount of its work: 1, or its number of
    /// pairs at the last tick. A thing without a finite place, or without a finite weight above 0, adds nothing; a
    /// weight above 1e100 counts as 1e100. O(1) amortized.
    void add(const point<double>& where, double weight = 1);
    /// Adds all things of another census: for censuses that were taken separately.
    void add(const part_census& other);
    /// The weight of all additions.
    double weight() const noexcept { return weight_; }

    /// A place, and the weight of all things that it represents.
    struct sample {
        point<double> where;
        double weight;
    };
    /// The places that represent all additions.
    std::span<const sample> samples() const noexcept { return samples_; }

private:
    static constexpr double most_weight = 1e100;

    void keep(const sample& one);
    void thin_out();

    std::size_t most_;
    std::vector<sample> samples_;
    double weight_ = 0;
    double each_ = 0;           ///< the least weight that each sample represents; it grows
    sample next_ = {{0, 0}, 0}; ///< represents the additions since the last one
    std::uint32_t dice_ = 1;    ///< selects one of these additions
};

/// The plane in parts, 0 … size() − 1, along a Morton curve: consecutive parts are near each other. Each place is in
/// one part; each part that a shape meets *holds* the shape, and if several parts hold a pair, one of them is its
/// *teller*, which reports it. So parts that hold their shapes find all pairs, each once, without communication:
///
///     parts.each_holder(bounds_of(shape), distance, [&](std::uint32_t part) { … }); // of every shape, once
///     if (parts.teller(bounds_of(one), bounds_of(other), distance) == own) { … }    // of every pair that `own` finds
///
/// - This is true for all shapes that a tree can store, of any size and at any place, and for all parts: a census only
///   makes the parts even.
/// - `distance` is the distance of the question, 0 for intersections, and the same in all calls: parts hold the shapes
///   that are no farther from them.
/// - In a world that wraps, the calls take the bounds of shapes as a tree stores them (`tree.shape(item)`, or brought
///   into the period), and both calls include their images. The pair may meet at any images.
/// - Threads: any number at once. Allocates in constructors alone.
///
/// The proof is in docs/design/parts.md.
class plane_parts {
public:
    /// One part, the plane.
    plane_parts() = default;
    /// `count` parts of about equal weight, 1 or more; with fewer things than parts, or many things at one place, some
    /// parts are empty. A world that wraps gives its period and origin. Throws `std::bad_alloc`. O(s log s) for a
    /// sample of s.
    plane_parts(const part_census& of, std::uint32_t count, const period& wraps = {},
                const point<double>& origin = {0, 0});

    /// The number of parts.
    std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(begins_.size()) + 1; }

    /// The part of a place, which is not NaN. O(log size).
    std::uint32_t part_at(const point<double>& where) const noexcept;

    /// Calls `use(part)` for every part that holds a shape with these bounds, once, by ascending numbers. O(log size)
    /// for one part; for several O(size) at worst.
    template <class Use>
    void each_holder(const box<double>& bounds, double distance, Use&& use) const;

    /// The part that alone holds a shape with these bounds, in less time than by `each_holder`; `size()` if several
    /// parts hold it, or if a search for the part would take longer. The same part alone holds every shape inside these
    /// bounds. O(log size).
    std::uint32_t sole_holder(const box<double>& bounds, double distance) const noexcept;

    /// The part that reports a pair with these bounds, which are no farther apart than the distance; the order of the
    /// two does not matter. The part holds both. O(log size).
    std::uint32_t teller(const box<double>& one, const box<double>& other, double distance) const noexcept;

private:
    /// A position along the curve, from 0 on.
    using code = std::uint64_t;
    static constexpr int levels = 32;

    /// Cells of the lattice along one axis, from `first` to `last`. In a world that wraps there may be two runs of
    /// them.
    struct cell_runs {
        struct run {
            std::uint32_t first;
            std::uint32_t last;
        };
        run runs[2];
        int count;

        /// The part of them between two cells; with several runs from its first to its last cell. Empty if `first` is
        /// above `last`.
        run between(std::uint32_t low, std::uint32_t high) const noexcept;
    };
    struct axis {
        double begin = 0; ///< of the lattice; places beyond it belong to its outermost cells
        double scale = 1; ///< cells per unit
        double period = 0;
        double origin = 0;

        std::uint32_t cell_of(double where) const noexcept;
        /// The cells from one place to another.
        cell_runs cells_of(double from, double to) const noexcept;
        /// A place in the period.
        double inside(double where) const noexcept;
        /// An upper limit for the rounding error of a coordinate that is moved by periods.
        double slack() const noexcept;
        /// The lower end of the intersection of two intervals, in the period.
        double common(double low, double high, double other_low, double other_high) const noexcept;
    };

    static code code_of(std::uint32_t column, std::uint32_t row) noexcept;
    std::uint32_t part_of(code at) const noexcept;
    code code_at(double x, double y) const noexcept { return code_of(x_.cell_of(x), y_.cell_of(y)); }
    box<double> reach(const box<double>& bounds, double distance) const noexcept;

    std::vector<code> begins_; ///< of each part except the first, ascending
    axis x_;
    axis y_;
};

} // namespace quadrille

#include <quadrille/detail/parts/parts.ipp>

#endif
