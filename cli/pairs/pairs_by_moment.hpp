// Pairs of layers in memory, moment by moment: their number, or each in the order of time, then of the rows.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PAIRS_PAIRS_BY_MOMENT_HPP
#define QUADRILLE_CLI_PAIRS_PAIRS_BY_MOMENT_HPP

#include "cli/answers/carried.hpp"
#include "cli/answers/drawn.hpp"
#include "cli/answers/piece_counts.hpp"
#include "cli/answers/row_printer.hpp"
#include "cli/command/pool.hpp"
#include "cli/disk/found_pair.hpp"
#include "ordered_pairs.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::cli {

/// A source of pairs, as `answer_pairs` describes, of `Moments`: those in the plane, or those on the globe. `Moments`
/// has the layers a() and b(), has_distances(), and the world() in which lines between two shapes take the shorter way.
/// `at_each_moment(pool, visit)` calls `visit` with an object that finds the pairs of a moment. Rows are numbered from
/// the first of the moment, and visitors return a flow:
///   now()                 the moment in a, and in b
///   all(make)             calls `make(piece)` for pieces of the work, and the visitor that it returns for each pair
///                         (row, row) of the piece
///   of(row, visitor)      calls `visitor(row)` with the other row of each pair of a row of a
///   distance(row, row)    the distance of a pair
template <class Moments>
class pairs_by_moment {
public:
    pairs_by_moment(pool& threads, const answer_options& wanted, const Moments& moments)
        : threads_(threads), wanted_(wanted), moments_(moments) {}

    bool has_distances() const noexcept { return moments_.has_distances(); }
    bool has_times() const noexcept { return a().has_times || b().has_times; }
    std::string_view crs() const noexcept { return a().crs.empty() ? b().crs : a().crs; }
    void add_columns(std::vector<std::string>& columns) const {
        add_attribute_columns(columns, a(), "a_");
        add_attribute_columns(columns, b(), "b_");
    }
    std::uint64_t count() const;
    template <class PrintPair>
    void print(row_printer& rows, const PrintPair& print_pair) const;
    void print_carried(row_printer& rows, const found_pair& pair) const {
        print_attributes(rows, a(), pair.a);
        print_attributes(rows, b(), pair.b);
        draw_two(rows, wanted_, {a(), pair.a}, {b(), pair.b}, moments_.world());
    }

private:
    const files::layer& a() const noexcept { return moments_.a(); }
    const files::layer& b() const noexcept { return moments_.b(); }

    pool& threads_;
    const answer_options& wanted_;
    const Moments& moments_;
};

template <class Moments>
std::uint64_t pairs_by_moment<Moments>::count() const {
    piece_counts found;
    moments_.at_each_moment(threads_, [&](const auto& pairs) {
        pairs.all([&](std::uint32_t piece) {
            return [&count = found[piece]](std::uint32_t, std::uint32_t) {
                ++count;
                return flow::next;
            };
        });
    });
    return found.sum();
}

template <class Moments>
template <class PrintPair>
void pairs_by_moment<Moments>::print(row_printer& rows, const PrintPair& print_pair) const {
    gathered_pairs gathered;
    moments_.at_each_moment(threads_, [&](const auto& pairs) {
        const auto& [now_in_a, now_in_b] = pairs.now();
        const auto ask_all = [&](gathered_pairs& found) {
            return pairs.all([&](std::uint32_t piece) { return found.visitor_of(piece); });
        };
        const auto ask_row = [&](std::uint32_t row, auto visit) {
            pairs.of(row, [&](std::uint32_t other) {
                visit(other);
                return flow::next;
            });
        };
        const auto print_one = [&, first_of_a = now_in_a.first, first_of_b = now_in_b.first,
                                t = a().has_times ? now_in_a.t : now_in_b.t](std::uint32_t row, std::uint32_t other) {
            const double distance = has_distances() ? pairs.distance(row, other) : 0;
            const std::uint32_t row_of_a = first_of_a + row;
            const std::uint32_t row_of_b = first_of_b + other;
            print_pair(rows, {t, row_of_a, row_of_b, distance, a().id_of(row_of_a), b().id_of(row_of_b)});
        };
        in_order(gathered, now_in_a.size(), ask_all, ask_row, print_one);
    });
}

} // namespace quadrille::cli

#endif
