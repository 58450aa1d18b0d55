// A file of shapes that is read once, row by row, and kept on disk.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_SPILL_SPILLED_LAYER_HPP
#define QUADRILLE_CLI_SPILL_SPILLED_LAYER_HPP

#include "cli/disk/spilled_rows.hpp"
#include "cli/input/input.hpp"

#include <quadrille/parts.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace quadrille::cli {

struct spilled_layer {
    std::string name; ///< the name of the file for messages
    std::variant<spilled_rows<point<double>>, spilled_rows<circle<double>>, spilled_rows<box<double>>> rows;
    bool are_points = false; ///< boxes that are points in a GeoJSON file without lines and polygons
    bool has_times = false;
    bool is_table = false;     ///< as in `layer`
    std::string crs;           ///< as in `layer`
    period wraps = {};         ///< of its world
    part_census census;        ///< of the rows
    std::uint64_t skipped = 0; ///< as in `layer`
    std::uint64_t taken_as_boxes = 0;
    spilled_records ids;                  ///< of an index with times: all ids, in the order of the file
    std::optional<double> first_unstored; ///< the first time with rows that no tree of this world can hold
};

/// Reads a file as `read_input` does, with the same messages, in little memory for a file of any size. Rows are as in
/// the file, and can be stored in a world with its period. Temporary files of the reading are in `folder`. Counting
/// needs no ids: then, if it saves work, rows have empty ids, and may be in another order.
spilled_layer read_spilled(const std::string& path, const input_options& wanted, spill_file& into,
                           const std::string& folder, bool with_ids = true);

/// Throws `failure` if there are rows that no tree of this world can hold, as filling a tree at the first such time
/// does.
void demand_stored(const spilled_layer& of, spill_file& from);

} // namespace quadrille::cli

#endif
