// The table of an index: everything in it except trees.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_INDEX_SAVED_TABLE_HPP
#define QUADRILLE_FILES_INDEX_SAVED_TABLE_HPP

#include "files/layer/layer.hpp"

#include <quadrille/load.hpp>
#include <quadrille/save.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

/// Receives the bytes of a file, some kilobytes at a time. An exception from it ends the writing.
using byte_sink = std::function<void(std::span<const std::byte>)>;

/// The head of a table, before ids and rows. It is not trusted, although the file has checksums.
struct table_head {
    static constexpr std::uint32_t version = 1; ///< of the format

    std::uint8_t kind = 0; ///< the kind of all shapes: an index into `shape_list`
    bool has_times = false;
    std::uint64_t skipped = 0;
    std::uint64_t taken_as_boxes = 0;
    std::uint32_t rows_in_tree = 0; ///< at most, in the order of rows; 0: each moment is one tree
    bool is_drawn = false;          ///< geometries follow the rows
    std::string crs;                ///< as in `layer`
    std::vector<moment> moments;

    std::uint32_t row_count() const noexcept { return moments.empty() ? 0 : moments.back().last; }

    /// Returns an empty list for shapes of this kind.
    shape_list no_shapes() const {
        switch (kind) {
        case 1: return std::vector<circle<double>>();
        case 2: return std::vector<box<double>>();
        default: return std::vector<point<double>>();
        }
    }

    /// Calls `use(first, last, now)` for each tree: its rows from `first` to before `last`, and their moment.
    template <class Use>
    void each_tree(const Use& use) const {
        for (const moment& now : moments) {
            const std::uint32_t most = rows_in_tree == 0 ? now.size() : rows_in_tree;
            for (std::uint32_t first = now.first; first < now.last;) {
                const std::uint32_t last = first + std::min(most, now.last - first);
                use(first, last, now);
                first = last;
            }
        }
    }

    /// Returns false if the bytes are not a head.
    bool read(byte_reader& in);
    /// Writes the tree that has the table. `write_rows` writes the part for `read_rows`: the number of ids, the ids,
    /// and the number of each row's id. The period is saved here because there may be no other tree.
    void save(const period& wraps, const byte_sink& write, const std::function<void(byte_writer&)>& write_rows) const;
    /// Calls `take_id(text)` for each id in order, then `take_row(id)` with the number of each row's id. Returns false
    /// if the bytes are invalid.
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
    void write(byte_writer& out) const;
};

} // namespace quadrille::files

#endif
