// Reports what the reading has changed: left-out rows, replaced shapes, and the reference system of coordinates.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_CHANGES_HPP
#define QUADRILLE_FILES_LAYER_CHANGES_HPP

#include "files/rows/reading.hpp"
#include "layer.hpp"

#include <cstdint>
#include <string>

namespace quadrille::files {

/// Reports how many features were skipped, and how many shapes were replaced by boxes, unless boxes are requested.
void tell_of_replaced(const std::string& file, std::uint64_t skipped, std::uint64_t taken_as_boxes,
                      std::uint64_t shapes, bool boxes_are_wanted, const reading& how);

/// Reports how many rows were left out because they repeat an earlier one.
void tell_of_said_again(const std::string& file, std::uint64_t rows, const reading& how);

/// Returns the message that the times in this column do not count, because no two rows of one thing have different
/// times.
std::string told_of_events(const std::string& column, bool has_row_numbers);

/// Throws `bad_input` for a layer without times, or with times of events, which do not count. `what_for` completes the
/// message, for example "… for --every".
void demand_times(const layer& of, std::string_view what_for = {});

/// Reports all of this for a layer, and the reference system of its coordinates.
void tell_of_changes(const layer& of, bool boxes_are_wanted, const reading& how);

} // namespace quadrille::files

#endif
