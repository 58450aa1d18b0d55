// Puts into sentences what reading has changed.
// SPDX-License-Identifier: MIT
#include "cli/reading/changes.hpp"

#include "cli/reading/crs.hpp"
#include "cli/texts.hpp"

#include <fmt/format.h>

namespace quadrille::cli {

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

void tell_of_changes(const layer& of, bool boxes_are_wanted, const reading& how) {
    tell_of_crs(of.name, of.crs, how);
    tell_of_said_again(of.name, of.repeated, how);
    tell_of_replaced(of.name, of.skipped, of.taken_as_boxes, of.size(), boxes_are_wanted, how);
}

} // namespace quadrille::cli
