// Prints the pairs of a source as rows, or prints their number.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PAIRS_ANSWER_PAIRS_HPP
#define QUADRILLE_CLI_PAIRS_ANSWER_PAIRS_HPP

#include "cli/answers/answers.hpp"
#include "cli/answers/row_printer.hpp"
#include "cli/command/output.hpp"
#include "cli/disk/found_pair.hpp"

#include <string>
#include <utility>
#include <vector>

namespace quadrille::cli {

/// Prints pairs, or their number. Of the pairs of one file each occurs once, and a is before b in the file. A source of
/// pairs has
///   has_times(), has_distances(), crs()   the properties of rows
///   count()                               returns the number of pairs
///   print(printer, print_pair)            calls `print_pair(printer, pair)` for each, with the printer of its row
///   add_columns(names)                    adds the names of the attributes of rows
///   print_carried(printer, pair)          prints these attributes, and the geometry of the row
template <class Source>
void answer_pairs(const answer_options& wanted, Source&& source) {
    output out(wanted.path, wanted.driver());
    if (wanted.count) {
        out.print("{}\n", source.count());
        out.finish();
        return;
    }
    std::vector<std::string> columns = {"a", "b"};
    if (source.has_distances()) {
        columns.emplace_back("distance");
    }
    source.add_columns(columns);
    row_printer rows(out, wanted, std::move(columns), source.has_times(), source.crs());
    source.print(rows, [&source](row_printer& to, const found_pair& pair) {
        to.begin_row(pair.t);
        to.text(pair.a_id).text(pair.b_id);
        if (source.has_distances()) {
            to.number(pair.distance);
        }
        source.print_carried(to, pair);
    });
    rows.finish();
    out.finish();
}

} // namespace quadrille::cli

#endif
