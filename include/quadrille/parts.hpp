// Parts of the plane, for many that each work on one: which of them hold a shape, and which one tells a pair.
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

/// Where things are, as far as it matters for parting the plane: a sample of their places, however many are added. Equal additions in
/// one order give equal samples, on every machine.
///
/// Takes 24 bytes for each place of the sample. Throws `std::bad_alloc`.
class part_census {
public:
    /// A sample of at most so many places, 2 or more; some hundred for each part make these even.
    explicit part_census(std::size_t most = 65'536) : most_(most < 2 ? 2 : most) {}

    /// Adds a thing at this place (such as a corner of its bounds), and how much work it is: 1, or its number of pairs at the last
    /// tick. What is at no finite place, or has no finite weight above 0, adds nothing; 1e100 is the most that counts. O(1) amortized.
    void add(const point<double>& where, double weight = 1);
    /// Adds all of another: for censuses that were taken apart.
    void add(const part_census& other);
    /// Of all that was added.
    double weight() const noexcept { return weight_; }

    /// A place, and the weight of all that it stands for.
    struct sample {
        point<double> where;
        double weight;
    };
    /// What stands for all that was added.
    std::span<const sample> samples() const noexcept { return samples_; }

private:
    static constexpr double most_weight = 1e100;

    void keep(const sample& one);
    void thin_out();

    std::size_t most_;
    std::vector<sample> samples_;
    double weight_ = 0;
    double each_ = 0;           ///< what each sample stands for, at least; it grows
    sample next_ = {{0, 0}, 0}; ///< stands for what has been added since the last one
    std::uint32_t dice_ = 1;    ///< which of these it is
};

/// The plane in parts, 0 … size() − 1, along a Morton curve: consecutive parts are near each other. Each place is in one part; a shape is
/// *held* by each part that it meets, and of a pair held by several parts one *tells* it. So parts that hold their shapes find all
/// pairs, each once, and need not ask each other:
///
///     parts.each_holder(bounds_of(shape), distance, [&](std::uint32_t part) { … }); // of every shape, once
///     if (parts.teller(bounds_of(one), bounds_of(other), distance) == own) { … }    // of every pair that `own` finds
///
/// - It holds for all shapes that a tree can store, of any size and anywhere, whatever the parts are like: a census only makes them even.
/// - `distance` is that of the question, 0 for intersections, and one for all calls: parts hold what is that near to them.
/// - In a world that wraps these are the bounds of shapes as a tree stores them (`tree.shape(item)`, or brought into the period), and
///   both calls look at their images. The pair may meet at any images.
/// - Threads: any number at once. Allocates in constructors alone.
///
/// Why it holds: docs/design.md.
class plane_parts {
public:
    /// One part, the plane.
    plane_parts() = default;
    /// `count` parts of about equal weight, 1 or more: fewer things than parts, or many at one place, leave some empty. In a world
    /// that wraps, with its period and origin. Throws `std::bad_alloc`. O(s log s) for a sample of s.
    plane_parts(const part_census& of, std::uint32_t count, const period& wraps = {},
                const point<double>& origin = {0, 0});

    /// How many parts there are.
    std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(begins_.size()) + 1; }

    /// The part of a place, which is not NaN. O(log size).
    std::uint32_t part_at(const point<double>& where) const noexcept;

    /// Calls `use(part)` for every part that holds what has these bounds, once, by ascending numbers. O(log size) for one part; for
    /// several O(size) at worst.
    template <class Use>
    void each_holder(const box<double>& bounds, double distance, Use&& use) const;

    /// The part that holds this alone, found in less time than by `each_holder`; `size()` if several hold it, or if it takes longer to see
    /// that one does. Of what is inside of these bounds it holds, too. O(log size).
    std::uint32_t sole_holder(const box<double>& bounds, double distance) const noexcept;

    /// The part that tells a pair with these bounds that are no farther apart than the distance; the same one whichever comes first.
    /// It holds both. O(log size).
    std::uint32_t teller(const box<double>& one, const box<double>& other, double distance) const noexcept;

private:
    /// Along the curve, from 0 on.
    using code = std::uint64_t;
    static constexpr int levels = 32;

    /// Cells of the lattice along one axis, from `first` to `last`. Where a world wraps there may be two runs of them.
    struct cell_runs {
        struct run {
            std::uint32_t first;
            std::uint32_t last;
        };
        run runs[2];
        int count;

        /// What of them is between two cells; in several runs from the first to the last of it. Empty where `first` is above `last`.
        run between(std::uint32_t low, std::uint32_t high) const noexcept;
    };
    struct axis {
        double begin = 0; ///< of the lattice; what is beyond belongs to its outermost cells
        double scale = 1; ///< cells per unit
        double period = 0;
        double origin = 0;

        std::uint32_t cell_of(double where) const noexcept;
        /// The cells from one place to another.
        cell_runs cells_of(double from, double to) const noexcept;
        /// A place in the period.
        double inside(double where) const noexcept;
        /// More than rounding takes of a coordinate that is moved by periods.
        double slack() const noexcept;
        /// The lower end of what two intervals have in common, in the period.
        double common(double low, double high, double other_low, double other_high) const noexcept;
    };

    static code code_of(std::uint32_t column, std::uint32_t row) noexcept;
    std::uint32_t part_of(code at) const noexcept;
    code code_at(double x, double y) const noexcept { return code_of(x_.cell_of(x), y_.cell_of(y)); }
    box<double> reach(const box<double>& bounds, double distance) const noexcept;

    std::vector<code> begins_; ///< of each part but the first, ascending
    axis x_;
    axis y_;
};

} // namespace quadrille

#include <quadrille/detail/parts/parts.ipp>

#endif
