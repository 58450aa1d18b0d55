// The square of a cell: exactly the coordinates whose key lies in the cell.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_GRID_SQUARE_HPP
#define QUADRILLE_SRC_GRID_SQUARE_HPP

#include <quadrille/detail/base/apart.hpp>

#include "grid/grid.hpp"

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace quadrille::detail {

/// Finite numbers as integers in the same order; adjacent numbers differ by one, both zeros are equal.
template <class Scalar>
struct number_line {
    using place = std::conditional_t<sizeof(Scalar) == 4, std::uint32_t, std::uint64_t>;

    static constexpr place sign = place{1} << (8 * sizeof(Scalar) - 1);

    static place place_of(Scalar value) noexcept {
        const auto bits = std::bit_cast<place>(value);
        return (bits & sign) != 0 ? sign - (bits ^ sign) : sign + bits;
    }
    static Scalar at(place where) noexcept {
        return std::bit_cast<Scalar>(where >= sign ? where - sign : sign | (sign - where));
    }
};

/// The nearest finite number.
template <class Scalar>
Scalar nearest_finite(double value) noexcept {
    constexpr Scalar most = std::numeric_limits<Scalar>::max();
    return value >= double(most) ? most : value <= -double(most) ? -most : Scalar(value);
}

/// One axis of the grid: the column (or row) of a coordinate, and where each column begins.
template <class Scalar>
struct axis {
    using line = number_line<Scalar>;
    using place = typename line::place;

    static constexpr Scalar most = std::numeric_limits<Scalar>::max();
    static constexpr std::uint64_t columns = 1ULL << 32U;

    double origin;
    double side;
    double unit;

    /// The column in which a point with this coordinate is filed.
    std::uint64_t column_of(Scalar where) const noexcept {
        const double center = double(where) * 0.5 + double(where) * 0.5;
        return grid::steps_from(origin, center, unit);
    }

    /// The lowest number in this column or a higher one, or the largest number if there is none. The formula is correct
    /// except for rounding: a step or two, but many steps around 0, where numbers are denser than their differences
    /// from the origin.
    QUADRILLE_RARE Scalar first_in(std::uint64_t column) const noexcept {
        const place least = line::place_of(-most);
        const place last = line::place_of(most);
        const place guess = line::place_of(nearest_finite<Scalar>(origin + double(column) * unit));
        const auto reaches = [&](place where) { return column_of(line::at(where)) >= column; };
        // The result is above `below` and not above `found`: exponential search from the guess, then bisection.
        place below = guess;
        place found = guess;
        place step = 1;
        if (reaches(guess)) {
            do {
                found = below;
                if (found == least) {
                    return -most;
                }
                below = found - least > step ? found - step : least;
                step *= 2;
            } while (reaches(below));
        } else {
            do {
                below = found;
                if (below == last) {
                    return most;
                }
                found = last - below > step ? below + step : last;
                step *= 2;
            } while (!reaches(found));
        }
        while (found - below > 1) {
            const place middle = below + (found - below) / 2;
            (reaches(middle) ? found : below) = middle;
        }
        return line::at(found);
    }

    /// The borders of the root: its corners, moved away from the inner lines if necessary, so that the outermost column
    /// is not empty if it contains any number. No grid ends beyond the largest number (`grid_over`), but a grid may
    /// begin below the lowest.
    Scalar lowest() const noexcept {
        const Scalar first = first_in(1);
        const Scalar corner = nearest_finite<Scalar>(origin);
        return corner < first || first == -most ? corner : line::at(line::place_of(first) - 1);
    }
    Scalar highest() const noexcept {
        const Scalar last = first_in(columns - 1);
        const Scalar corner = nearest_finite<Scalar>(origin + side);
        return corner > last || last == most ? corner : line::at(line::place_of(last) + 1);
    }

    /// Where this column begins and the previous one ends.
    Scalar line_before(std::uint64_t column) const noexcept {
        return column == 0 ? lowest() : column == columns ? highest() : first_in(column);
    }
};

/// Where a cell begins and ends on both axes. Empty (min equal to max) if the cell is so narrow that it contains no
/// number.
template <class Scalar>
box<Scalar> square_of(const grid& of, const cell_path& path) noexcept {
    const axis<Scalar> x_axis{of.x, of.side, of.unit};
    const axis<Scalar> y_axis{of.y, of.side, of.unit};
    const std::uint64_t width = axis<Scalar>::columns >> path.depth;
    return {{x_axis.line_before(path.column), y_axis.line_before(path.row)},
            {x_axis.line_before(path.column + width), y_axis.line_before(path.row + width)}};
}

} // namespace quadrille::detail

#endif
