// Reads a file for its summary, with one function for each kind of file.
// SPDX-License-Identifier: MIT
#include "cli/disk/event_finder.hpp"
#include "cli/disk/id_lists.hpp"
#include "files/bytes/interrupt.hpp"
#include "files/index/saved_geometry.hpp"
#include "files/index/saved_table.hpp"
#include "files/index/tree_source.hpp"
#include "files/layer/readers.hpp"
#include "files/rows/crs.hpp"
#include "files/text/errors.hpp"
#include "files/text/iso_time.hpp"
#include "summary.hpp"

#include <quadrille/saved_items.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <unordered_map>
#include <variant>

namespace quadrille::cli {

namespace {

void add_bad(file_summary& to, const files::bad_rows& bad) {
    to.bad = bad.count();
    for (std::string& each : bad.messages()) {
        to.problems.push_back(std::move(each));
    }
}

// ---- Rows ---------------------------------------------------------------------------------------------------------

class rows_summary final : public files::row_sink, public files::file_watch {
public:
    rows_summary(file_summary& into, const std::string& folder) : into_(into), file_(folder), ids_(file_) {}

    /// Describes the columns of a table that is not read, because their roles are unknown.
    void begin_table(const files::table& rows, const files::sampled_rows& first) override {
        const files::dialect& speaks = rows.speaks();
        if (speaks.is_json) {
            into_.written.emplace_back("rows", "JSON, one a line");
        } else {
            into_.written.emplace_back("delimiter", files::delimiter_name(speaks.delimiter));
        }
        for (std::size_t column = 0; column < rows.column_count(); ++column) {
            into_.columns.push_back({rows.column_name(column)});
            for (std::size_t row = speaks.has_header ? 1 : 0; row < first.size(); ++row) {
                into_.columns.back().kinds.add_written(column < first[row].size() ? first[row][column] : "", false);
            }
        }
    }
    void take_plan(const files::table& rows, const files::column_plan& plan, const std::string& taken) override {
        const files::dialect& speaks = rows.speaks();
        has_decimal_comma_ = speaks.has_decimal_comma;
        into_.assumed = taken;
        if (!speaks.is_json) {
            into_.written.emplace_back("decimal mark", has_decimal_comma_ ? "comma" : "point");
            into_.written.emplace_back("names of columns", speaks.has_header ? "in the first row" : "none");
        }
        for (std::size_t column = 0; column < rows.column_count(); ++column) {
            into_.columns[column] = {rows.column_name(column), plan.taken_for(column)};
        }
        into_.ids = plan.id ? fmt::format("column {}", files::shown(rows.column_name(*plan.id))) : "numbers of rows";
    }
    void take_row(const files::table& rows) override {
        for (std::size_t column = 0; column < into_.columns.size(); ++column) {
            into_.columns[column].kinds.add_written(rows.text(column), has_decimal_comma_);
        }
    }
    void take_property(const std::string& name, files::json_event value, std::string_view text) override {
        constexpr std::size_t most = 1000; // the limit for columns
        const auto [known, is_new] = known_.try_emplace(name, into_.columns.size());
        if (is_new && into_.columns.size() < most) {
            into_.columns.push_back({name});
        }
        if (known->second < into_.columns.size()) {
            into_.columns[known->second].kinds.add(kind_of_value(value, text));
        }
        if (known_.size() > most) {
            known_.erase(known);
        }
    }

    void begin(files::row_head head) override {
        head_ = std::move(head);
        events_ = event_finder(head_);
        shapes_ = head_.has_points_and_boxes ? "geometries" : files::shape_names[head_.no_shapes.index()];
    }
    void add(std::string_view id, double t, const files::row_place& place) override {
        files::demand_no_signal();
        if (!head_.numbers_shared_ids() && (!head_.has_row_numbers || !head_.guessed_times.empty())) {
            ids_.add({events_.key_of(id, t), head_.has_times ? t : 0, static_cast<std::uint32_t>(into_.rows), place});
        }
        if (head_.has_times) {
            events_.add(t);
            into_.times.add(t);
        }
        ++into_.rows;
    }
    void add_shape(const files::any_shape& shape) override {
        into_.bounds = united(into_.bounds, files::bounds_of_any(shape));
        if (const auto* const at = std::get_if<point<double>>(&shape)) {
            ids_.add_point(*at);
        }
        if (!head_.are_features) {
            ++into_.geometries[head_.has_points_and_boxes && shape.index() == 0 ? "points"
                               : head_.has_points_and_boxes                     ? "lines, polygons or several shapes"
                                                                                : shapes_];
        }
    }
    void add_type(std::string_view type) override { ++into_.geometries[std::string(type)]; }
    void forget() override {
        into_.rows = 0;
        into_.bounds = empty_box<double>();
        into_.geometries.clear();
        into_.times = {};
        into_.columns.clear();
        known_.clear();
        ids_.clear();
    }
    /// Returns the rows with ids of earlier rows, if the reader has no list of invalid rows.
    const files::bad_rows& repeated() const noexcept { return repeated_; }

private:
    static value_kinds::kind kind_of_value(files::json_event value, std::string_view text) {
        switch (value) {
        case files::json_event::null: return value_kinds::nothing;
        case files::json_event::boolean: return value_kinds::truth;
        case files::json_event::text: return files::iso_time_in(text) ? value_kinds::time : value_kinds::words;
        case files::json_event::number:
            return text.find_first_of(".eE") == std::string_view::npos ? value_kinds::whole : value_kinds::decimal;
        default: return value_kinds::other;
        }
    }
    void demand_own_ids() override {
        const std::uint64_t rows = into_.rows;
        const bool has_tracks = ids_.each_repetition([&](const placed_id& earlier, const placed_id& each) {
            if (events_.shares_time()) {
                return;
            }
            --into_.rows; // the bounds keep the extent of its shape
            if (says_again(head_.has_times, earlier, each)) {
                ++into_.said_again;
                return;
            }
            files::bad_rows& bad = head_.passed_over != nullptr ? *head_.passed_over : repeated_;
            bad.add(files::repeated_row(head_.name, each.place, each.id, earlier.place.line, head_.has_times, true));
        });
        events_.decide(has_tracks);
        if (events_.are_found()) {
            into_.assumed += (into_.assumed.empty() ? "" : "; ") + events_.told();
        }
        if (!head_.has_points_and_boxes && into_.rows < rows) {
            into_.geometries[shapes_] = into_.rows;
        }
    }

    file_summary& into_;
    spill_file file_;
    id_lists ids_;
    files::row_head head_;
    event_finder events_;
    files::bad_rows repeated_;
    std::string shapes_;
    std::unordered_map<std::string, std::size_t> known_; ///< properties, by their columns
    bool has_decimal_comma_ = false;
};

/// Notes facts about features only.
void note_features(const files::file_report& report, const files::reading& how, bool are_geojson, file_summary& into) {
    into.rows_called = "features";
    const auto& id = how.column(files::role::id);
    const std::string_view column = are_geojson ? "property" : "field";
    into.ids = id && *id == files::no_column ? "numbers of features"
               : id                          ? fmt::format("the {} {}", column, files::shown(*id))
               : are_geojson                 ? "the property name, else the property id, else the feature's own id"
                             : "the field name, else id, else the number that the feature has in its source";
    if (!id && report.numbered > 0) {
        into.ids += fmt::format("; {} without have their number", files::grouped(report.numbered));
    }
    for (column_summary& each : into.columns) {
        const bool is_id = id ? each.name == *id : each.name == "name" || each.name == "id";
        each.taken_for = is_id ? "id" : how.column(files::role::t) == each.name ? "t" : "";
    }
    const bool are_points =
        into.geometries.empty() || (into.geometries.size() == 1 && into.geometries.contains("Point"));
    into.assumed = are_points ? "shapes are points" : "lines and polygons are decided exactly";
}

void read_rows_of(files::opened_file file, const files::reading& how, const std::string& folder, file_summary& into) {
    const files::file_kind kind = file.kind;
    const bool is_utf16 = file.text && file.text->is_utf16();
    into.format = kind == files::file_kind::csv       ? "table"
                  : kind == files::file_kind::xml     ? "XML"
                  : kind == files::file_kind::geojson ? "GeoJSON"
                                                      : "what GDAL reads";
    into.ids = "in the file";
    rows_summary taken(into, folder);
    const files::file_report report = files::read_rows(std::move(file), taken, how, &taken);
    into.written.insert(into.written.end(), report.source.begin(), report.source.end());
    if (kind == files::file_kind::csv && !is_utf16) {
        into.written.emplace_back("encoding", report.latin1_from ? "Latin-1" : "UTF-8");
    }
    if (kind == files::file_kind::geojson) {
        into.written.emplace_back("values", report.values > 1
                                                ? fmt::format("{}, one behind the other", files::grouped(report.values))
                                                : "one");
    }
    if (kind != files::file_kind::gdal && !report.crs.empty()) {
        into.written.emplace_back("crs", files::crs_shown(report.crs));
    }
    if (kind == files::file_kind::geojson || kind == files::file_kind::gdal) {
        note_features(report, how, kind == files::file_kind::geojson, into);
    }
    into.skipped = report.skipped;
    into.left_out = report.left_out;
    add_bad(into, report.bad.count() > 0 ? report.bad : taken.repeated());
}

// ---- Indexes --------------------------------------------------------------------------------------------------------

/// Reads item by item, without building trees.
template <class Shape>
void read_trees(files::tree_source& source, const files::table_head& head, file_summary& into) {
    std::size_t trees = 0;
    period wraps;
    head.each_tree([&](std::uint32_t first, std::uint32_t last, const files::moment&) {
        ++trees;
        source.begin_tree();
        source.expect(each_saved_item<files::tree_of<Shape>>(
            source,
            [&](const saved_head& tree) {
                if (tree.size != last - first) {
                    source.reject(fmt::format("{} shapes of {} rows", tree.size, last - first));
                }
                wraps = {tree.options.period.width(), tree.options.period.height()};
            },
            [&](const saved_item<Shape>& one) {
                files::demand_no_signal();
                ++into.rows;
                into.bounds = united(into.bounds, bounds_of(one.shape));
            }));
    });
    into.written.emplace_back("trees", files::grouped(trees));
    if (wraps) {
        into.written.emplace_back("period", fmt::format("{},{}", wraps.width(), wraps.height()));
    }
}

void read_index(files::text_file file, file_summary& into) {
    into.format = "index";
    files::tree_source source(std::move(file));
    quadtree<files::table_head, point<double>> table;
    const auto pass_over = [](auto) {};
    std::uint64_t drawn = 0;
    source.expect(load(table, source, [&](byte_reader& in) -> std::optional<files::table_head> {
        files::table_head head;
        if (!head.read(in) || !head.read_rows(in, pass_over, pass_over)) {
            return std::nullopt;
        }
        files::geometry one;
        for (std::uint32_t row = 0; head.is_drawn && row < head.row_count(); ++row) {
            if (!files::read_geometry(in, one)) {
                return std::nullopt;
            }
            drawn += one.parts.empty() ? 0 : 1;
        }
        return std::optional(std::move(head));
    }));
    if (table.size() != 1) {
        source.reject("no table");
    }
    const files::table_head& head = *table.value(table.item_at(0));
    into.written.emplace_back("version", fmt::format("{}", files::table_head::version));
    if (!head.crs.empty()) {
        into.written.emplace_back("crs", files::crs_shown(head.crs));
    }
    std::visit([&]<class Shape>(const std::vector<Shape>&) { read_trees<Shape>(source, head, into); },
               head.no_shapes());
    source.expect_end();
    into.skipped = head.skipped;
    into.ids = "in the index";
    if (into.rows > drawn) {
        into.geometries[files::shape_names[head.kind]] = into.rows - drawn;
    }
    if (drawn > 0) {
        into.geometries["lines, polygons or several shapes"] = drawn;
    }
    for (const files::moment& each : head.moments) {
        if (head.has_times) {
            into.times.add(each.t);
        }
    }
}

} // namespace

file_summary summary_of(const std::string& path, const files::reading& how, const std::string& folder) {
    files::reading all = how;
    all.skips_bad = true; // they are reported as problems
    all.is_quiet = true;
    file_summary found;
    found.name = files::shown_path(path);
    try {
        files::opened_file file = files::open_file(path, all);
        found.name = file.name;
        if (file.text) {
            found.packed_by = file.text->packed_by();
            if (file.text->is_utf16()) {
                found.written.emplace_back("encoding", files::utf16);
            }
        }
        if (file.kind == files::file_kind::index) {
            read_index(file.take_text(), found);
        } else {
            read_rows_of(std::move(file), all, folder, found);
        }
    } catch (const files::bad_input& wrong) {
        found.is_readable = false;
        found.problems.insert(found.problems.begin(), wrong.what());
    }
    return found;
}

} // namespace quadrille::cli
