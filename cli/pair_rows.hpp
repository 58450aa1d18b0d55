// The pairs of a layer, moment by moment, as rows or as their number: what `pairs` and `within` share.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PAIR_ROWS_HPP
#define QUADRILLE_CLI_PAIR_ROWS_HPP

#include "answers.hpp"
#include "layer.hpp"
#include "ordered_pairs.hpp"
#include "piece_counts.hpp"
#include "pool.hpp"
#include "trees.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace quadrille::cli {

/// `query.all(pool, tree, shapes, make)` calls `make(piece)` for pieces of the work, and the visitor that it returns with all pairs of
/// that, `query.of(tree, row, shape, visitor)` tells all partners of a row, perhaps with itself, by `visitor(hit)`. `query.print(printer, shape, partner)` adds to a row what
/// stands behind the two ids, under `more_columns`.
template <class Query>
void answer_pairs(pool& with, const layer& input, const answer_options& wanted, const Query& query,
                  const std::vector<std::string_view>& more_columns) {
    output out;
    if (wanted.count) {
        piece_counts found;
        at_each_moment(with, input, [&](const auto& tree, auto shapes, const moment&) {
            query.all(with, tree, shapes,
                      [&](std::uint32_t piece) { return [&count = found[piece]](auto, auto) { ++count; }; });
        });
        out.print("{}\n", found.sum());
        out.finish();
        return;
    }

    std::vector<std::string_view> columns = {"a", "b"};
    columns.insert(columns.end(), more_columns.begin(), more_columns.end());
    row_printer printer(out, wanted, columns, input.has_times);
    gathered_pairs gathered;
    at_each_moment(with, input, [&](const auto& tree, auto shapes, const moment& now) {
        const auto ask_all = [&](gathered_pairs& found) {
            return query.all(with, tree, shapes, [&](std::uint32_t piece) {
                return [visit = found.visitor_of(piece)](auto one, auto other) {
                    return visit(std::min(one.index(), other.index()), std::max(one.index(), other.index()));
                };
            });
        };
        const auto ask_row = [&](std::uint32_t row, auto visit) {
            query.of(tree, row, shapes[row], [&](auto other) {
                if (other.index() > row) {
                    visit(other.index());
                }
            });
        };
        in_order(gathered, now.size(), ask_all, ask_row, [&](std::uint32_t a, std::uint32_t b) {
            printer.begin_row(now.t);
            printer.text(input.id_of(now.first + a)).text(input.id_of(now.first + b));
            query.print(printer, shapes[a], shapes[b], input.wraps);
        });
    });
    printer.finish();
    out.finish();
}

} // namespace quadrille::cli

#endif
