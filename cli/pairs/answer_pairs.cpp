// Prints or counts the pairs of a source.
// SPDX-License-Identifier: MIT
#include "answer_pairs.hpp"

#include "cli/answers/carried.hpp"
#include "cli/answers/drawn.hpp"
#include "cli/answers/piece_counts.hpp"
#include "cli/answers/row_printer.hpp"
#include "cli/command/output.hpp"
#include "ordered_pairs.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::cli {

namespace {

template <class Source>
void print_count(pool& threads, output& out, const Source& source) {
    piece_counts found;
    source.at_each_moment(threads, [&](const auto& pairs) {
        pairs.all([&](std::uint32_t piece) {
            return [&count = found[piece]](std::uint32_t, std::uint32_t) {
                ++count;
                return flow::next;
            };
        });
    });
    out.print("{}\n", found.sum());
}

template <class Source>
void print_rows(pool& threads, output& out, const answer_options& wanted, const Source& source) {
    const files::layer& a = source.a();
    const files::layer& b = source.b();
    std::vector<std::string> columns = {"a", "b"};
    if (source.has_distances()) {
        columns.emplace_back("distance");
    }
    add_attribute_columns(columns, a, "a_");
    add_attribute_columns(columns, b, "b_");
    row_printer printer(out, wanted, columns, a.has_times || b.has_times, a.crs.empty() ? b.crs : a.crs);
    gathered_pairs gathered;
    source.at_each_moment(threads, [&](const auto& pairs) {
        const auto& [now_in_a, now_in_b] = pairs.now();
        const double t = a.has_times ? now_in_a.t : now_in_b.t;
        const auto ask_all = [&](gathered_pairs& found) {
            return pairs.all([&](std::uint32_t piece) { return found.visitor_of(piece); });
        };
        const auto ask_row = [&](std::uint32_t row, auto visit) {
            pairs.of(row, [&](std::uint32_t other) {
                visit(other);
                return flow::next;
            });
        };
        const auto print = [&, first_of_a = now_in_a.first, first_of_b = now_in_b.first](std::uint32_t one,
                                                                                         std::uint32_t other) {
            const std::uint32_t row_of_a = first_of_a + one;
            const std::uint32_t row_of_b = first_of_b + other;
            printer.begin_row(t);
            printer.text(a.id_of(row_of_a)).text(b.id_of(row_of_b));
            if (source.has_distances()) {
                printer.number(pairs.distance(one, other));
            }
            print_attributes(printer, a, row_of_a);
            print_attributes(printer, b, row_of_b);
            draw_two(printer, wanted, {a, row_of_a}, {b, row_of_b}, source.world());
        };
        in_order(gathered, now_in_a.size(), ask_all, ask_row, print);
    });
    printer.finish();
}

template <class Source>
void answer(pool& threads, const answer_options& wanted, const Source& source) {
    output out(wanted.path, wanted.driver());
    if (wanted.count) {
        print_count(threads, out, source);
    } else {
        print_rows(threads, out, wanted, source);
    }
    out.finish();
}

} // namespace

void answer_pairs(pool& threads, const answer_options& wanted, const pairs_in_plane& source) {
    answer(threads, wanted, source);
}
void answer_pairs(pool& threads, const answer_options& wanted, const pairs_on_globe& source) {
    answer(threads, wanted, source);
}

} // namespace quadrille::cli
