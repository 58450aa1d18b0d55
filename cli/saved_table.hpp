// The table of an index: what is in it beside trees.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_SAVED_TABLE_HPP
#define QUADRILLE_CLI_SAVED_TABLE_HPP

#include "layer.hpp"

#include <quadrille/load.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::cli {

/// Of the table. It changes with what `write_saved_layer` writes.
inline constexpr std::uint32_t table_version = 1;

/// What a table says before ids and rows. Nothing in it is believed, whatever the checksums say.
struct table_head {
    std::uint8_t kind = 0; ///< of all shapes: an index into `shape_list`
    bool has_times = false;
    std::uint64_t skipped = 0;
    std::uint64_t taken_as_boxes = 0;
    std::vector<moment> moments;

    std::uint32_t row_count() const noexcept { return moments.empty() ? 0 : moments.back().last; }

    /// A list for shapes of this kind.
    shape_list no_shapes() const {
        switch (kind) {
        case 1: return std::vector<circle<double>>();
        case 2: return std::vector<box<double>>();
        default: return std::vector<point<double>>();
        }
    }

    /// False when it is none.
    bool read(byte_reader& in);
    /// Calls `take_id(text)` for each id in its order, then `take_row(id)` with the number of each row's id. False when these are none.
    template <class TakeId, class TakeRow>
    bool read_rows(byte_reader& in, const TakeId& take_id, const TakeRow& take_row) const {
        std::uint32_t ids = 0;
        if (!in.number(ids)) {
            return false;
        }
        std::string id;
        for (std::uint32_t which = 0; which < ids; ++which) {
            if (!read_id(in, id)) {
                return false;
            }
            take_id(std::string_view(id));
        }
        std::uint32_t whose = 0;
        for (std::uint32_t row = 0; row < row_count(); ++row) {
            if (!in.number(whose) || whose >= ids) {
                return false;
            }
            take_row(whose);
        }
        return true;
    }

private:
    static bool read_id(byte_reader& in, std::string& id);
};

} // namespace quadrille::cli

#endif
