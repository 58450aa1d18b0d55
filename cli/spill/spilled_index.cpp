// Writes the items of an index to disk. Items are sorted by place, and ids by row. So the items of each tree are first
// divided into lists by row, and one list at a time is in memory.
// SPDX-License-Identifier: MIT
#include "spilled_index.hpp"

#include "cli/disk/sorted_records.hpp"
#include "files/bytes/interrupt.hpp"
#include "files/index/saved_geometry.hpp"
#include "files/index/saved_table.hpp"
#include "files/index/tree_source.hpp"
#include "files/layer/changes.hpp"
#include "files/rows/crs.hpp"

#include <quadrille/saved_items.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::cli {

namespace {

/// A row and the number of its id.
struct numbered_row {
    std::uint32_t number;
    std::uint32_t row;

    auto key() const noexcept { return std::tuple(number, row); }

    static numbered_row taken(field_reader& from) { return from.take<numbered_row>(); }
    void write(field_writer& to) const { to.add(*this); }
};
/// A row and its id.
struct named_row {
    std::uint32_t row;
    std::string_view id;

    std::uint32_t key() const noexcept { return row; }

    static named_row taken(field_reader& from) {
        const auto row = from.take<std::uint32_t>();
        return {row, from.text()};
    }
    void write(field_writer& to) const {
        to.add(row);
        to.text(id);
    }
};

/// The ids of rows, one after the other, on disk.
class row_ids {
public:
    /// Keeps the ids only if `with_ids`.
    row_ids(spill_file& file, bool with_ids) : file_(file), with_ids_(with_ids) {}

    /// For a file with times, stores all its ids in `ids` in the file `into`, by their number.
    bool read(const files::table_head& head, byte_reader& in, spilled_records& ids, spill_file& into) {
        const auto pass_over = [](std::string_view) {};
        std::uint32_t rows = 0;
        bool are_in_order = true;
        const auto check_number = [&](std::uint32_t whose) { are_in_order &= whose == rows++ || head.has_times; };
        if (!with_ids_) {
            return head.read_rows(in, pass_over, check_number) && are_in_order;
        }
        if (!head.has_times) { // each row has its own id
            const auto add_text = [&](std::string_view id) { add(id); };
            const bool is_whole = head.read_rows(in, add_text, check_number);
            on_disk_.finish(file_);
            return is_whole && are_in_order && on_disk_.count() == head.row_count();
        }
        sorted_lists<numbered_row> by_number(file_);
        const auto add_id = [&](std::string_view id) {
            ids.add(into, row_chunk_bytes, [&](field_writer& out) { out.text(id); });
        };
        const auto add_row = [&](std::uint32_t whose) { by_number.add(list_of(whose, ids.count()), {whose, rows++}); };
        if (!head.read_rows(in, add_id, add_row)) {
            return false;
        }
        ids.finish(into);
        name_rows(by_number, ids, into, rows);
        return true;
    }

    /// Calls `use(id)` for the next row; each call takes one row.
    template <class Use>
    void use_next(const Use& use) {
        if (!cursor_) {
            cursor_.emplace(on_disk_, file_);
        }
        use(cursor_->next().text());
    }

private:
    static std::size_t list_of(std::uint32_t which, std::uint64_t count) noexcept {
        return static_cast<std::size_t>(which * std::uint64_t{sorted_lists<named_row>::count_of_lists} / count);
    }
    void add(std::string_view id) {
        on_disk_.add(file_, row_chunk_bytes, [&](field_writer& out) { out.text(id); });
    }

    /// Joins rows, sorted by the number of their id, with the ids; then sorts them by row again.
    void name_rows(sorted_lists<numbered_row>& by_number, const spilled_records& ids, spill_file& into,
                   std::uint32_t rows) {
        constexpr std::size_t lists = sorted_lists<named_row>::count_of_lists;
        sorted_lists<named_row> by_row(file_);
        record_cursor cursor(ids, into);
        std::uint64_t passed = 0; ///< the number of ids so far
        std::string_view id;
        for (std::size_t list = 0; list < lists; ++list) {
            by_number.each_of(list, [&](const numbered_row& each) {
                files::demand_no_signal();
                for (; passed <= each.number; ++passed) {
                    id = cursor.next().text();
                }
                by_row.add(list_of(each.row, rows), {each.row, id});
            });
        }
        for (std::size_t list = 0; list < lists; ++list) {
            by_row.each_of(list, [&](const named_row& each) {
                files::demand_no_signal();
                add(each.id);
            });
        }
        on_disk_.finish(file_);
    }

    spill_file& file_;
    bool with_ids_;
    spilled_records on_disk_;
    std::optional<record_cursor> cursor_;
};

/// The items of one tree, in lists by their row.
template <class Shape>
class items_by_row {
public:
    items_by_row(spill_file& file, std::uint32_t rows) : file_(file), rows_(rows), lists_(count_of_lists) {}

    /// Returns false if there is no such row.
    bool add(const saved_item<Shape>& one) {
        if (one.index >= rows_ || !is_storable(one.shape)) {
            return false;
        }
        const auto which = static_cast<std::size_t>(std::uint64_t{one.index} * count_of_lists / rows_);
        lists_[which].add(file_, chunk_bytes, [&](field_writer& out) {
            out.add(one.index);
            out.add(one.shape);
        });
        return true;
    }
    /// Calls `use(shape)` for one row after the other. Returns false if a row does not have exactly one item.
    template <class Use>
    bool each(const Use& use) {
        std::uint32_t row = 0;
        std::vector<std::pair<std::uint32_t, Shape>> items;
        for (spilled_records& list : lists_) {
            list.finish(file_);
            items.clear();
            items.reserve(static_cast<std::size_t>(list.count()));
            list.each(file_, [&](field_reader& in) {
                const auto index = in.take<std::uint32_t>();
                items.emplace_back(index, in.take<Shape>());
            });
            std::sort(items.begin(), items.end(),
                      [](const auto& one, const auto& other) { return one.first < other.first; });
            for (const auto& [index, shape] : items) {
                if (index != row) {
                    return false;
                }
                use(row++, shape);
            }
        }
        return row == rows_;
    }

private:
    static constexpr std::size_t count_of_lists = 256;
    static constexpr std::size_t chunk_bytes = 1 << 13;

    spill_file& file_;
    std::uint32_t rows_;
    std::vector<spilled_records> lists_;
};

/// Reads the trees of all moments. Without ids the items need no order: each is added as it comes, and a bit per row
/// notes whether the row has had one.
template <class Shape>
void read_trees(files::tree_source& source, const files::table_head& head, row_ids& ids, const input_options& wanted,
                spill_file& into, const std::string& folder, bool with_ids, spilled_layer& read) {
    spilled_rows<Shape> rows;
    head.each_tree([&](std::uint32_t first, std::uint32_t last, const files::moment& now) {
        const std::uint32_t size = last - first;
        spill_file aside(folder);
        items_by_row<Shape> items(aside, size);
        std::vector<bool> is_there(with_ids ? 0 : size);
        bool are_rows = true;
        const auto add_now = [&](const saved_item<Shape>& one) {
            if (one.index >= size || is_there[one.index] || !is_storable(one.shape)) {
                return false;
            }
            is_there[one.index] = true;
            read.census.add(bounds_of(one.shape).min);
            rows.add(into, row_chunk_bytes, {one.shape, now.t, first + one.index, {}});
            return true;
        };
        source.begin_tree();
        source.expect(each_saved_item<files::tree_of<Shape>>(
            source,
            [&](const saved_head& tree) {
                const period found(tree.options.period.width(), tree.options.period.height());
                if (tree.size != size || tree.index_limit != size) {
                    source.reject(fmt::format("{} shapes of {} rows", tree.size, size));
                }
                if (tree.options.origin != point<double>{0, 0} || (first > 0 && found != read.wraps)) {
                    source.reject("trees of different worlds");
                }
                read.wraps = period_of_index(read.name, found, wanted);
            },
            [&](const saved_item<Shape>& one) {
                files::demand_no_signal();
                are_rows &= with_ids ? items.add(one) : add_now(one);
            }));
        are_rows = are_rows && (!with_ids || items.each([&](std::uint32_t row, const Shape& shape) {
                       files::demand_no_signal();
                       read.census.add(bounds_of(shape).min);
                       ids.use_next([&](std::string_view id) {
                           rows.add(into, row_chunk_bytes, {shape, now.t, first + row, id});
                       });
                   }));
        if (!are_rows) {
            source.reject("items that are not one for each row");
        }
    });
    rows.records.finish(into);
    read.rows = std::move(rows);
}

/// Boxes do not need the geometries of rows.
bool pass_over_drawn(byte_reader& in, const files::table_head& head, spilled_layer& read) {
    files::geometry one;
    for (std::uint32_t row = 0; head.is_drawn && row < head.row_count(); ++row) {
        if (!files::read_geometry(in, one)) {
            return false;
        }
        read.taken_as_boxes += one.parts.empty() ? 0 : 1;
    }
    return true;
}

} // namespace

spilled_layer read_spilled_index(files::text_file file, const input_options& wanted, spill_file& into,
                                 const std::string& folder, bool with_ids) {
    files::tree_source source(std::move(file));
    spill_file ids_file(folder);
    row_ids ids(ids_file, with_ids);
    spilled_layer read;
    read.name = source.name();
    quadtree<files::table_head, point<double>> table;
    source.expect(load(table, source, [&](byte_reader& in) -> std::optional<files::table_head> {
        files::table_head head;
        return head.read(in) && ids.read(head, in, read.ids, into) && pass_over_drawn(in, head, read)
                   ? std::optional(std::move(head))
                   : std::nullopt;
    }));
    if (table.size() != 1) {
        source.reject("no table");
    }
    const files::table_head& head = *table.value(table.item_at(0));
    read.has_times = head.has_times;
    read.skipped = head.skipped;
    read.crs = head.crs;
    files::tell_of_crs(read.name, read.crs, wanted.how);
    demand_boxes(read.name, read.taken_as_boxes, wanted, "--memory");
    read.taken_as_boxes += head.taken_as_boxes;
    if (head.moments.empty()) {
        read.wraps = period_of_index(read.name, {table.period().width(), table.period().height()}, wanted);
    }
    const auto read_all = [&]<class Shape>(const std::vector<Shape>&) {
        read_trees<Shape>(source, head, ids, wanted, into, folder, with_ids, read);
    };
    std::visit(read_all, head.no_shapes());
    source.expect_end();
    files::tell_of_replaced(read.name, head.skipped, read.taken_as_boxes, head.row_count(), wanted.boxes, wanted.how);
    return read;
}

} // namespace quadrille::cli
