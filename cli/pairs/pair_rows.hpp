// The pairs of a layer, moment by moment, as rows or as their number: what `pairs` and `within` share.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PAIRS_PAIR_ROWS_HPP
#define QUADRILLE_CLI_PAIRS_PAIR_ROWS_HPP

#include "cli/answers/answers.hpp"
#include "cli/answers/carried.hpp"
#include "cli/answers/drawn.hpp"
#include "cli/answers/piece_counts.hpp"
#include "cli/answers/trees.hpp"
#include "cli/command/pool.hpp"
#include "files/layer/layer.hpp"
#include "ordered_pairs.hpp"
#include "pair_test.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::cli {

/// `query.all(pool, tree, shapes, moment, make)` calls `make(piece)` for pieces of the work, and the visitor that it returns with all pairs of
/// that, `query.of(tree, row, shape, moment, visitor)` tells all partners of a row, perhaps with itself, by `visitor(hit)`: of these pairs
/// `test` decides. `query.print(printer, test, row, partner, period)` adds to a row what stands behind the two ids, under `more_columns`. Lines between
/// two go the shorter way in a world that wraps so.
template <class Query>
void answer_pairs(pool& with, const layer& input, const answer_options& wanted, const Query& query,
                  const exact::pair_test& test, const std::vector<std::string>& more_columns, const period& wraps) {
    output out(wanted.path, wanted.driver());
    // Whether the rows of two shapes of a moment, which begins with a row, are a pair that is wanted.
    const auto is_pair = [&](const auto& shapes, std::uint32_t first, std::uint32_t a, std::uint32_t b) {
        return !test.is_needed() ||
               test(exact::shaped_row{first + a, shapes[a]}, exact::shaped_row{first + b, shapes[b]});
    };
    if (wanted.count) {
        piece_counts found;
        at_each_moment(with, input, [&](const auto& tree, auto shapes, const moment& now) {
            query.all(with, tree, shapes, now, [&](std::uint32_t piece) {
                return [&, first = now.first, &count = found[piece]](auto one, auto other) {
                    const auto [a, b] = std::minmax({one.index(), other.index()});
                    count += is_pair(shapes, first, a, b) ? 1 : 0;
                };
            });
        });
        out.print("{}\n", found.sum());
        out.finish();
        return;
    }

    std::vector<std::string> columns = {"a", "b"};
    columns.insert(columns.end(), more_columns.begin(), more_columns.end());
    add_attribute_columns(columns, input, "a_");
    add_attribute_columns(columns, input, "b_");
    row_printer printer(out, wanted, columns, input.has_times, input.crs);
    gathered_pairs gathered;
    at_each_moment(with, input, [&](const auto& tree, auto shapes, const moment& now) {
        const auto ask_all = [&](gathered_pairs& found) {
            return query.all(with, tree, shapes, now, [&](std::uint32_t piece) {
                return [&, visit = found.visitor_of(piece)](auto one, auto other) {
                    const auto [a, b] = std::minmax({one.index(), other.index()});
                    return is_pair(shapes, now.first, a, b) ? visit(a, b) : flow::next;
                };
            });
        };
        const auto ask_row = [&](std::uint32_t row, auto visit) {
            query.of(tree, row, shapes[row], now, [&](auto other) {
                if (other.index() > row && is_pair(shapes, now.first, row, other.index())) {
                    visit(other.index());
                }
            });
        };
        in_order(gathered, now.size(), ask_all, ask_row, [&](std::uint32_t a, std::uint32_t b) {
            printer.begin_row(now.t);
            printer.text(input.id_of(now.first + a)).text(input.id_of(now.first + b));
            query.print(printer, test, exact::shaped_row{now.first + a, shapes[a]},
                        exact::shaped_row{now.first + b, shapes[b]}, input.wraps);
            print_attributes(printer, input, now.first + a);
            print_attributes(printer, input, now.first + b);
            draw_two(printer, wanted, {input, now.first + a}, {input, now.first + b}, wraps);
        });
    });
    printer.finish();
    out.finish();
}

} // namespace quadrille::cli

#endif
