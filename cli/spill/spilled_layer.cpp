// Takes the rows of a file to disk, and finds ids that are there twice without having all of them in memory.
// SPDX-License-Identifier: MIT
#include "spilled_layer.hpp"

#include "cli/answers/trees.hpp"
#include "cli/disk/event_finder.hpp"
#include "cli/disk/id_lists.hpp"
#include "cli/disk/stored_image.hpp"
#include "files/bytes/interrupt.hpp"
#include "files/feeds/read_by_gdal.hpp"
#include "files/gdal/recognize.hpp"
#include "files/gdal/shown_source.hpp"
#include "files/layer/changes.hpp"
#include "files/layer/readers.hpp"
#include "files/rows/crs.hpp"
#include "files/text/errors.hpp"
#include "spilled_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace quadrille::cli {

namespace {

/// Takes rows to disk, and their ids.
class row_spiller {
public:
    row_spiller(spill_file& to, const period& wraps) : to_(to), ids_(to) { read_.wraps = wraps; }

    void begin(const std::string& name, std::size_t kind, bool has_times) {
        read_.name = name;
        read_.has_times = has_times;
        if (kind == 1) {
            read_.rows.emplace<1>();
        } else if (kind == 2) {
            read_.rows.emplace<2>();
        }
    }
    /// Notes the id of a row that begins.
    void begin_row(std::string_view id, double t, std::uint32_t number, const files::row_place& place) {
        files::demand_no_signal();
        if (number == std::numeric_limits<std::uint32_t>::max()) {
            throw files::bad_input(fmt::format("{}: wanted at most {} shapes, found more", read_.name, number));
        }
        ids_.add({id, t, number, place});
    }
    template <class Shape>
    void add(spilled_row<Shape> row) {
        if (const auto stored = in_world_.of(row.shape, read_.wraps)) {
            row.shape = *stored;
        } else {
            read_.first_unstored = std::min(row.t, read_.first_unstored.value_or(row.t)); // told when all has been read
        }
        read_.census.add(bounds_of(row.shape).min);
        std::get<spilled_rows<Shape>>(read_.rows).add(to_, row_chunk_bytes, row);
    }
    void forget() {
        ids_.clear();
        read_.census = part_census();
        read_.first_unstored.reset();
        std::visit([](auto& rows) { rows.records = {}; }, read_.rows);
    }

    /// Keeps those rows alone that `is_left` accepts by their number, and numbers them anew; without their times where these do not count.
    /// Returns how many there are.
    template <class IsLeft>
    std::uint32_t keep(const IsLeft& is_left, bool with_times) {
        std::uint32_t number = 0;
        read_.census = part_census();
        read_.first_unstored.reset();
        const auto keep_some = [&]<class Shape>(spilled_rows<Shape>& rows) {
            rows.records.finish(to_);
            const spilled_rows<Shape> all = std::exchange(rows, {});
            all.each(to_, [&](spilled_row<Shape> row) {
                if (is_left(row.number)) {
                    row.t = with_times ? row.t : 0;
                    row.number = number++;
                    add(row);
                }
            });
        };
        std::visit(keep_some, read_.rows);
        read_.has_times = read_.has_times && with_times;
        return number;
    }

    spill_file& file() noexcept { return to_; }
    id_lists& ids() noexcept { return ids_; }
    const spilled_layer& read() const noexcept { return read_; }
    spilled_layer finish() {
        std::visit([this](auto& rows) { rows.records.finish(to_); }, read_.rows);
        return std::move(read_);
    }

private:
    spill_file& to_;
    spilled_layer read_;
    id_lists ids_;
    stored_image in_world_;
};

/// The rows of a table.
class table_spiller final : public files::row_sink {
public:
    table_spiller(spill_file& to, const period& wraps, bool with_ids) : rows_(to, wraps), with_ids_(with_ids) {}

    void begin(files::row_head head) override {
        rows_.begin(head.name, head.no_shapes.index(), head.has_times);
        has_points_and_boxes_ = head.has_points_and_boxes;
        passed_over_ = head.passed_over;
        events_ = event_finder(head);
    }
    void add(std::string_view id, double t, const files::row_place& place) override {
        events_.add(t);
        rows_.begin_row(events_.key_of(id, t), t, count_, place);
        if (with_ids_) {
            id_ = id;
        }
        t_ = t;
    }
    void add_shape(const files::any_shape& shape) override {
        if (has_points_and_boxes_) {
            rows_.add(spilled_row<box<double>>{files::bounds_of_any(shape), t_, count_, id_});
        } else {
            std::visit([this]<class Shape>(const Shape& one) { rows_.add(spilled_row<Shape>{one, t_, count_, id_}); },
                       shape);
        }
        if (const auto* const at = std::get_if<point<double>>(&shape)) {
            rows_.ids().add_point(*at);
        }
        ++count_;
    }

    spilled_layer finish(const files::table_report& report, const input_options& wanted) {
        if (!is_repeated_.empty() || events_.are_found()) {
            const auto is_left = [&](std::uint32_t row) { return row >= is_repeated_.size() || !is_repeated_[row]; };
            count_ = rows_.keep(is_left, !events_.are_found());
        }
        spilled_layer read = rows_.finish();
        read.are_points = has_points_and_boxes_ && report.taken_as_boxes == 0;
        read.crs = report.crs;
        read.skipped = report.skipped;
        read.taken_as_boxes = report.taken_as_boxes;
        demand_boxes(read.name, report.taken_as_boxes, wanted, "--memory");
        report.bad.tell(read.name, wanted.how);
        files::tell_of_crs(read.name, read.crs, wanted.how);
        if (events_.are_found()) {
            files::tell(wanted.how, read.name, events_.told());
        }
        files::tell_of_said_again(read.name, said_again_, wanted.how);
        files::tell_of_replaced(read.name, report.skipped, report.taken_as_boxes, count_, wanted.boxes, wanted.how);
        return read;
    }

private:
    void demand_own_ids() override {
        const spilled_layer& read = rows_.read();
        std::optional<repetition> wrong;
        const bool has_tracks = rows_.ids().each_repetition([&](const placed_id& earlier, const placed_id& each) {
            if (events_.shares_time()) {
                return;
            }
            if (says_again(read.has_times, earlier, each)) {
                ++said_again_;
            } else if (passed_over_ != nullptr) {
                passed_over_->add(
                    files::repeated_row(read.name, each.place, each.id, earlier.place.line, read.has_times, true));
            } else {
                note(wrong, earlier, each);
            }
            is_repeated_.resize(std::max<std::size_t>(is_repeated_.size(), each.number + std::size_t{1}));
            is_repeated_[each.number] = true;
        });
        events_.decide(has_tracks);
        if (wrong) {
            throw files::repeated_row(read.name, wrong->place, wrong->id, wrong->earlier_line, read.has_times, false);
        }
    }

    row_spiller rows_;
    bool with_ids_;
    bool has_points_and_boxes_ = false;
    std::uint32_t count_ = 0;
    files::bad_rows* passed_over_ = nullptr;
    event_finder events_;
    std::vector<bool> is_repeated_; ///< by number
    std::uint64_t said_again_ = 0;  ///< rows of those
    std::string id_;                ///< of the row that has begun
    double t_ = 0;
};

/// The features of a file, as boxes: points are boxes without extent.
class feature_spiller final : public files::feature_sink {
public:
    feature_spiller(spill_file& to, const period& wraps) : rows_(to, wraps) {}

    void begin(const std::string& name) override { rows_.begin(name, 2, false); }
    void add(const files::feature& one) override {
        const std::string own = one.id.empty() ? fmt::format("{}", one.number) : std::string();
        const auto number = static_cast<std::uint32_t>(std::min<std::uint64_t>(one.number - 1, ~std::uint32_t{0}));
        const std::string_view id = own.empty() ? one.id : own;
        rows_.begin_row(id, 0, number, {});
        rows_.add(spilled_row<box<double>>{one.bounds, 0, number, id});
        taken_as_boxes_ += one.is_point ? 0U : 1U;
    }
    void skip() override { ++skipped_; }
    void forget() override {
        rows_.forget();
        taken_as_boxes_ = 0;
        skipped_ = 0;
    }

    spilled_layer finish(const input_options& wanted) {
        std::vector<bool> is_shared = shared_in(rows_.ids());
        spilled_layer read = rows_.finish();
        while (!is_shared.empty()) {
            is_shared = with_numbers(read, is_shared);
        }
        const std::uint64_t count = std::get<spilled_rows<box<double>>>(read.rows).records.count();
        read.are_points = taken_as_boxes_ == 0;
        read.skipped = skipped_;
        read.taken_as_boxes = taken_as_boxes_;
        demand_boxes(read.name, taken_as_boxes_, wanted, "--memory");
        files::tell_of_replaced(read.name, skipped_, taken_as_boxes_, count, wanted.boxes, wanted.how);
        return read;
    }

private:
    /// By number, whether another row has the id of one; nothing where all differ.
    static std::vector<bool> shared_in(id_lists& ids) {
        std::vector<bool> is_shared;
        ids.each_repetition([&](const placed_id& earlier, const placed_id& each) {
            is_shared.resize(std::max<std::size_t>(is_shared.size(), each.number + std::size_t{1}));
            is_shared[earlier.number] = is_shared[each.number] = true;
        });
        return is_shared;
    }
    /// Puts their numbers behind shared ids, as `feature_layer` does. Returns those that are shared then.
    std::vector<bool> with_numbers(spilled_layer& read, const std::vector<bool>& is_shared) {
        spill_file& file = rows_.file();
        id_lists ids(file);
        spilled_rows<box<double>> renamed;
        auto& rows = std::get<spilled_rows<box<double>>>(read.rows);
        rows.each(file, [&](spilled_row<box<double>> row) {
            const bool is_one_of_several = row.number < is_shared.size() && is_shared[row.number];
            const std::string own =
                is_one_of_several ? files::with_its_number(row.id, row.number + std::uint64_t{1}) : "";
            row.id = own.empty() ? row.id : own;
            ids.add({row.id, 0, row.number, {}});
            renamed.add(file, row_chunk_bytes, row);
        });
        renamed.records.finish(file);
        rows = std::move(renamed);
        return shared_in(ids);
    }

    row_spiller rows_;
    std::uint64_t taken_as_boxes_ = 0;
    std::uint64_t skipped_ = 0;
};

} // namespace

void demand_stored(const spilled_layer& of, spill_file& from) {
    if (!of.first_unstored) {
        return;
    }
    const auto tell = [&]<class Shape>(const spilled_rows<Shape>& rows) {
        stored_image in_world;
        change_report report;
        std::uint32_t count = 0;
        rows.each(from, [&](const spilled_row<Shape>& row) {
            if (row.t == *of.first_unstored) {
                if (!in_world.of(row.shape, of.wraps)) {
                    report.error = report.rejected == 0 ? in_world.error() : report.error;
                    report.first_rejected = report.rejected == 0 ? count : report.first_rejected;
                    ++report.rejected;
                }
                ++count;
            }
        });
        reject_unstored(count, report);
    };
    std::visit(tell, of.rows);
}

spilled_layer read_spilled(const std::string& path, const input_options& wanted, spill_file& into,
                           const std::string& folder, bool with_ids) {
    if (wanted.every.is_on()) {
        throw files::bad_input(fmt::format("{}: wanted a file that fits into memory, and no --memory, with --every",
                                           files::shown_path(path)));
    }
    if (files::is_read_by_gdal(path, wanted.how)) {
        files::demand_no_table_options(wanted.how, files::shown_source(path), "what GDAL reads");
        feature_spiller features(into, wanted.wraps);
        const files::gdal_report report = files::read_by_gdal(path, wanted.how, features);
        spilled_layer read = features.finish(wanted);
        read.crs = report.crs;
        files::tell_of_crs(read.name, read.crs, wanted.how);
        return read;
    }
    files::text_file file(path);
    const files::file_kind kind = files::kind_of(file, wanted.how);
    files::demand_options_for(kind, wanted.how, file.name());
    if (kind == files::file_kind::index) {
        return read_spilled_index(std::move(file), wanted, into, folder, with_ids);
    }
    if (kind == files::file_kind::geojson) {
        feature_spiller features(into, wanted.wraps);
        const std::string name = file.name();
        const files::geojson_report report = files::read_geojson(std::move(file), features, wanted.how);
        report.bad.tell(name, wanted.how);
        files::tell_of_crs(name, report.crs, wanted.how);
        spilled_layer read = features.finish(wanted);
        read.crs = report.crs;
        return read;
    }
    table_spiller rows(into, wanted.wraps, with_ids);
    const files::table_report report = files::read_rows(std::move(file), kind, rows, wanted.how);
    return rows.finish(report, wanted);
}

} // namespace quadrille::cli
