// Sorts rows by time, as an index has them, and numbers their ids; then fills, saves and frees tree after tree.
// SPDX-License-Identifier: MIT
#include "write_spilled_index.hpp"

#include "cli/answers/trees.hpp"
#include "cli/disk/sorted_records.hpp"
#include "files/bytes/interrupt.hpp"
#include "files/text/errors.hpp"
#include "spilled_entities.hpp"

#include <quadrille/save.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::cli {

namespace {

/// A row with a time: ordered by time, then as in the file.
template <class Shape>
struct row_at_a_time : spilled_row<Shape> {
    auto key() const noexcept { return std::tuple(this->t, this->number); }

    static row_at_a_time taken(field_reader& from) { return {spilled_row<Shape>::taken(from)}; }
};

/// `Row` is the shape type on disk, `Shape` that of the index.
template <class Row, class Shape>
class index_writer {
public:
    index_writer(const spilled_layer& input, const spilled_rows<Row>& rows, spill_file& file, const std::string& folder,
                 std::uint64_t memory)
        : input_(input), rows_(rows), file_(file), ids_file_(folder), ordered_file_(folder), entities_(ids_file_),
          folder_(folder), memory_(memory) {
        if (rows_.records.count() > max_items) {
            throw files::bad_input(fmt::format("{}: wanted at most {} shapes, found more", input.name, max_items));
        }
        head_.kind = static_cast<std::uint8_t>(files::shape_list(std::vector<Shape>()).index());
        head_.has_times = input.has_times;
        head_.skipped = input.skipped;
        head_.taken_as_boxes = input.taken_as_boxes;
        head_.crs = input.crs;
    }

    void write(pool& threads, const files::byte_sink& write) {
        if (input_.has_times) {
            order_rows();
        } else if (const auto count = static_cast<std::uint32_t>(rows_.records.count()); count > 0) {
            head_.moments.push_back({0, 0, count});
        }
        const std::uint32_t most = most_rows_in_tree();
        if (std::any_of(head_.moments.begin(), head_.moments.end(),
                        [most](const files::moment& each) { return each.size() > most; })) {
            head_.rows_in_tree = most;
        }
        head_.save(input_.wraps, write,
                   [&](byte_writer& out) { input_.has_times ? write_numbered_ids(out) : write_own_ids(out); });
        write_trees(threads, write);
    }

private:
    static Shape stored(const Row& row) {
        if constexpr (std::is_same_v<Row, Shape>) {
            return row;
        } else {
            return {row.min.x, row.min.y};
        }
    }

    /// Three quarters of the memory are for shapes, their tree, and building it; the rest is for buffers.
    std::uint32_t most_rows_in_tree() const noexcept {
        constexpr std::uint64_t bytes_each = 2 * sizeof(Shape) + 120;
        return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(memory_ / 4 * 3 / bytes_each, 1, max_items));
    }

    /// Sorts rows by time. Ids have numbers in the order of these rows.
    void order_rows() {
        spill_file aside(folder_);
        sorted_records<row_at_a_time<Shape>> sorted(aside, static_cast<std::size_t>(memory_ / 4));
        std::uint32_t number = 0;
        rows_.each(file_, [&](const spilled_row<Row>& row) {
            files::demand_no_signal();
            sorted.add({{stored(row.shape), row.t, number++, row.id}});
        });
        input_.ids.each(file_, [&](field_reader& in) { entities_.add_id(in.text()); });
        number = 0;
        sorted.each([&](const row_at_a_time<Shape>& row) {
            files::demand_no_signal();
            if (head_.moments.empty() || head_.moments.back().t != row.t) {
                head_.moments.push_back({row.t, number, number});
            }
            head_.moments.back().last = ++number;
            entities_.add_row(row.id);
            ordered_.add(ordered_file_, row_chunk_bytes, [&](field_writer& out) { out.add(row.shape); });
        });
        entities_.finish();
        ordered_.finish(ordered_file_);
    }

    /// Without times each row has its own id.
    void write_own_ids(byte_writer& out) {
        const auto count = static_cast<std::uint32_t>(rows_.records.count());
        out.number(count);
        rows_.each(file_, [&](const spilled_row<Row>& row) {
            files::demand_no_signal();
            out.text(row.id);
        });
        for (std::uint32_t row = 0; row < count; ++row) {
            out.number(row);
        }
    }
    void write_numbered_ids(byte_writer& out) {
        out.number(entities_.id_count());
        entities_.each_id([&](std::string_view id) { out.text(id); });
        entities_.of_rows().each(ids_file_, [&](field_reader& in) {
            files::demand_no_signal();
            out.number(in.template take<std::uint32_t>());
        });
    }

    void write_trees(pool& threads, const files::byte_sink& write) {
        record_cursor ordered(ordered_, ordered_file_);
        record_cursor unordered(rows_.records, file_);
        files::tree_of<Shape> tree({.period = input_.wraps});
        std::vector<Shape> shapes;
        head_.each_tree([&](std::uint32_t first, std::uint32_t last, const files::moment&) {
            shapes.clear();
            shapes.reserve(last - first);
            while (shapes.size() < last - first) {
                shapes.push_back(input_.has_times ? ordered.next().template take<Shape>()
                                                  : stored(spilled_row<Row>::taken(unordered.next()).shape));
            }
            fill(threads, tree, shape_span<Shape>(shapes));
            save(tree, write);
        });
    }

    const spilled_layer& input_;
    const spilled_rows<Row>& rows_;
    spill_file& file_;
    spill_file ids_file_;
    spill_file ordered_file_;
    spilled_entities entities_; ///< with times
    spilled_records ordered_;   ///< with times: the shapes of rows in their order
    const std::string& folder_;
    std::uint64_t memory_;
    files::table_head head_;
};

} // namespace

void write_spilled_index(pool& threads, const spilled_layer& input, spill_file& rows, const std::string& folder,
                         std::uint64_t memory, const files::byte_sink& write) {
    const auto write_all = [&]<class Row>(const spilled_rows<Row>& list) {
        if constexpr (std::is_same_v<Row, box<double>>) {
            if (input.are_points) {
                index_writer<Row, point<double>>(input, list, rows, folder, memory).write(threads, write);
                return;
            }
        }
        index_writer<Row, Row>(input, list, rows, folder, memory).write(threads, write);
    };
    std::visit(write_all, input.rows);
}

} // namespace quadrille::cli
