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
    std::string name; ///< of the file, as messages call it
    std::variant<spilled_rows<point<double>>, spilled_rows<circle<double>>, spilled_rows<box<double>>> rows;
    bool are_points = false; ///< the rows, though they are boxes: those of a GeoJSON file without lines and polygons
    bool has_times = false;
    bool is_table = false;     ///< as in `layer`
    std::string crs;           ///< as in `layer`
    period wraps = {};         ///< of the world that they are in
    part_census census;        ///< of the rows
    std::uint64_t skipped = 0; ///< as in `layer`
    std::uint64_t taken_as_boxes = 0;
    spilled_records ids; ///< of an index with times: all, in the order in which its file names them
    std::optional<double>
        first_unstored; ///< the first time at which there are rows that no tree of this world can hold
};

/// Reads a file as `read_input` does, with the same messages, in little memory however large it is. Rows are as they are in the file, and
/// can be stored in a world with its period. What is needed for reading alone is in files of their own in `folder`. Who only counts needs no
/// ids: where that saves work, rows have empty ones then, and may be in another order.
spilled_layer read_spilled(const std::string& path, const input_options& wanted, spill_file& into,
                           const std::string& folder, bool with_ids = true);

/// Throws `failure` if there are rows that no tree of this world can hold: as filling a tree of the first such time does.
void demand_stored(const spilled_layer& of, spill_file& from);

} // namespace quadrille::cli

#endif
