// Reports in sentences what the reading has changed.
// SPDX-License-Identifier: MIT
#include "changes.hpp"

#include "files/rows/crs.hpp"
#include "files/text/errors.hpp"
#include "files/text/texts.hpp"

#include <fmt/format.h>

namespace quadrille::files {

void tell_of_replaced(const std::string& file, std::uint64_t skipped, std::uint64_t taken_as_boxes,
                      std::uint64_t shapes, bool boxes_are_wanted, const reading& how) {
    if (skipped > 0) {
        tell(how, file,
             fmt::format("skipped {} feature{} without a geometry", grouped(skipped), skipped == 1 ? "" : "s"));
    }
    if (taken_as_boxes > 0 && !boxes_are_wanted) {
        tell(how, file,
             fmt::format("{} of {} shapes {} (lines, polygons): replaced by the box{} around {}; --boxes silences this "
                         "message",
                         grouped(taken_as_boxes), grouped(shapes),
                         taken_as_boxes == 1 ? "is not a point" : "are not points", taken_as_boxes == 1 ? "" : "es",
                         taken_as_boxes == 1 ? "it" : "them"));
    }
}

void tell_of_said_again(const std::string& file, std::uint64_t rows, const reading& how) {
    if (rows > 0) {
        tell(how, file,
             fmt::format("{} row{} the id, time and position of an earlier one, and {} left out", grouped(rows),
                         rows == 1 ? " has" : "s have", rows == 1 ? "is" : "are"));
    }
}

std::string told_of_events(const std::string& column, bool has_row_numbers) {
    return fmt::format(
        "the times in {0} do not count, since {1}: these are events, not tracks; --t {0} has them count", shown(column),
        has_row_numbers ? "no column is known to have ids and each time is there once" : "each id is there once");
}

void demand_times(const layer& of, std::string_view what_for) {
    if (of.has_times) {
        return;
    }
    if (!of.times_of_events.empty()) {
        throw bad_input(fmt::format("{}: wanted tracks{}, found events: each id is there once; --id COLUMN says which "
                                    "column has the ids of what "
                                    "moves, --t {} takes each row as it is",
                                    of.name, what_for, shown(of.times_of_events)));
    }
    throw bad_input(fmt::format("{}: wanted a file with times (a column t){}, found one without", of.name, what_for));
}

void tell_of_changes(const layer& of, bool boxes_are_wanted, const reading& how) {
    if (!of.times_of_events.empty()) {
        tell(how, of.name, told_of_events(of.times_of_events, of.has_row_numbers));
    }
    tell_of_crs(of.name, of.crs, how);
    tell_of_said_again(of.name, of.repeated, how);
    tell_of_replaced(of.name, of.skipped, of.taken_as_boxes, of.size(), boxes_are_wanted, how);
}

} // namespace quadrille::files
