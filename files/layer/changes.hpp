// What is told of what reading has changed: what is left out, what is replaced, and what system coordinates are of.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_CHANGES_HPP
#define QUADRILLE_FILES_LAYER_CHANGES_HPP

#include "files/rows/reading.hpp"
#include "layer.hpp"

#include <cstdint>
#include <string>

namespace quadrille::files {

/// Tells how many features were skipped, and how many shapes were replaced by boxes, unless these are what is wanted.
void tell_of_replaced(const std::string& file, std::uint64_t skipped, std::uint64_t taken_as_boxes,
                      std::uint64_t shapes, bool boxes_are_wanted, const reading& how);

/// Tells how many rows were left out because they say again what an earlier one has said.
void tell_of_said_again(const std::string& file, std::uint64_t rows, const reading& how);

/// That the times in this column do not count, because none is that of two rows of one thing.
std::string told_of_events(const std::string& column, bool has_row_numbers);

/// Throws `bad_input` for a layer without times, "… for --every" for example: one of events has none that count.
void demand_times(const layer& of, std::string_view what_for = {});

/// Tells all that of a layer, and which system its coordinates are of.
void tell_of_changes(const layer& of, bool boxes_are_wanted, const reading& how);

} // namespace quadrille::files

#endif
