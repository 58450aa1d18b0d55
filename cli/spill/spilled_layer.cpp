// Writes the rows of a file to disk, and finds repeated ids without all ids in memory.
// SPDX-License-Identifier: MIT
#include "spilled_layer.hpp"

#include "cli/answers/trees.hpp"
#include "cli/disk/event_finder.hpp"
#include "cli/disk/id_lists.hpp"
#include "cli/disk/stored_image.hpp"
#include "files/bytes/interrupt.hpp"
#include "files/layer/changes.hpp"
#include "files/layer/readers.hpp"
#include "files/layer/shared_ids.hpp"
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

/// Writes rows and their ids to disk.
class row_spiller final : public files::row_sink {
public:
    row_spiller(spill_file& to, const period& wraps, bool with_ids) : to_(to), ids_(to), with_ids_(with_ids) {
        read_.wraps = wraps;
    }

    void begin(files::row_head head) override {
        read_.name = head.name;
        read_.has_times = head.has_times;
        std::visit([this]<class Shape>(const std::vector<Shape>&) { read_.rows.emplace<spilled_rows<Shape>>(); },
                   head.no_shapes);
        with_ids_ = with_ids_ || head.numbers_shared_ids();
        events_ = event_finder(head);
        head_ = std::move(head);
    }
    void add(std::string_view id, double t, const files::row_place& place) override {
        files::demand_no_signal();
        number_ = head_.numbers_shared_ids() ? place.number - 1 : count_;
        if (number_ >= std::numeric_limits<std::uint32_t>::max()) {
            throw files::bad_input(fmt::format("{}: wanted at most {} shapes, found more", read_.name,
                                               std::numeric_limits<std::uint32_t>::max()));
        }
        events_.add(t);
        ids_.add({events_.key_of(id, t), t, static_cast<std::uint32_t>(number_), place});
        id_ = with_ids_ ? id : std::string_view();
        t_ = t;
        ++count_;
    }
    void add_shape(const files::any_shape& shape) override {
        const auto number = static_cast<std::uint32_t>(number_);
        if (head_.has_points_and_boxes) {
            add_row(spilled_row<box<double>>{files::bounds_of_any(shape), t_, number, id_});
        } else {
            std::visit([&]<class Shape>(const Shape& one) { add_row(spilled_row<Shape>{one, t_, number, id_}); },
                       shape);
        }
        if (const auto* const at = std::get_if<point<double>>(&shape)) {
            ids_.add_point(*at);
        }
    }
    void forget() override {
        ids_.clear();
        count_ = 0;
        forget_rows();
    }

    spilled_layer finish(const files::file_report& report, const input_options& wanted) {
        if (!is_repeated_.empty() || events_.are_found()) {
            const auto is_left = [&](std::uint32_t row) { return row >= is_repeated_.size() || !is_repeated_[row]; };
            keep(is_left, !events_.are_found());
        }
        std::visit([this](auto& rows) { rows.records.finish(to_); }, read_.rows);
        if (head_.numbers_shared_ids()) {
            for (std::vector<bool> shared = shared_in(ids_); !shared.empty();) {
                shared = with_numbers(shared);
            }
        }
        read_.are_points = head_.has_points_and_boxes && report.taken_as_boxes == 0;
        read_.crs = report.crs;
        read_.skipped = report.skipped;
        read_.taken_as_boxes = report.taken_as_boxes;
        demand_boxes(read_.name, report.taken_as_boxes, wanted, "--memory");
        report.bad.tell(read_.name, wanted.how);
        files::tell_of_crs(read_.name, read_.crs, wanted.how);
        if (events_.are_found()) {
            files::tell(wanted.how, read_.name, events_.told());
        }
        files::tell_of_said_again(read_.name, said_again_, wanted.how);
        files::tell_of_replaced(read_.name, report.skipped, report.taken_as_boxes, count_, wanted.boxes, wanted.how);
        return std::move(read_);
    }

private:
    template <class Shape>
    void add_row(spilled_row<Shape> row) {
        if (const auto stored = in_world_.of(row.shape, read_.wraps)) {
            row.shape = *stored;
        } else {
            read_.first_unstored = std::min(row.t, read_.first_unstored.value_or(row.t)); // reported later
        }
        read_.census.add(bounds_of(row.shape).min);
        std::get<spilled_rows<Shape>>(read_.rows).add(to_, row_chunk_bytes, row);
    }
    void forget_rows() {
        read_.census = part_census();
        read_.first_unstored.reset();
        std::visit([](auto& rows) { rows.records = {}; }, read_.rows);
    }

    void demand_own_ids() override {
        if (head_.numbers_shared_ids()) {
            return;
        }
        std::optional<repetition> wrong;
        const bool has_tracks = ids_.each_repetition([&](const placed_id& earlier, const placed_id& each) {
            if (events_.shares_time()) {
                return;
            }
            if (says_again(read_.has_times, earlier, each)) {
                ++said_again_;
            } else if (head_.passed_over != nullptr) {
                head_.passed_over->add(
                    files::repeated_row(read_.name, each.place, each.id, earlier.place.line, read_.has_times, true));
            } else {
                note(wrong, earlier, each);
            }
            is_repeated_.resize(std::max<std::size_t>(is_repeated_.size(), each.number + std::size_t{1}));
            is_repeated_[each.number] = true;
        });
        events_.decide(has_tracks);
        if (wrong) {
            throw files::repeated_row(read_.name, wrong->place, wrong->id, wrong->earlier_line, read_.has_times, false);
        }
    }

    /// Keeps only the rows whose numbers `is_left` accepts, and numbers them again; removes their times if these do not
    /// count.
    template <class IsLeft>
    void keep(const IsLeft& is_left, bool with_times) {
        std::uint32_t number = 0;
        const auto keep_some = [&]<class Shape>(spilled_rows<Shape>& rows) {
            rows.records.finish(to_);
            const spilled_rows<Shape> all = std::exchange(rows, {});
            forget_rows();
            all.each(to_, [&](spilled_row<Shape> row) {
                if (is_left(row.number)) {
                    row.t = with_times ? row.t : 0;
                    row.number = number++;
                    add_row(row);
                }
            });
        };
        std::visit(keep_some, read_.rows);
        read_.has_times = read_.has_times && with_times;
        count_ = number;
    }

    /// Returns for each row, by number, whether another row has its id; an empty vector if all differ.
    static std::vector<bool> shared_in(id_lists& ids) {
        std::vector<bool> is_shared;
        ids.each_repetition([&](const placed_id& earlier, const placed_id& each) {
            is_shared.resize(std::max<std::size_t>(is_shared.size(), each.number + std::size_t{1}));
            is_shared[earlier.number] = is_shared[each.number] = true;
        });
        return is_shared;
    }
    /// Appends numbers to shared ids, as `with_numbers_of_shared` does. Returns which ids are still shared.
    std::vector<bool> with_numbers(const std::vector<bool>& is_shared) {
        id_lists ids(to_);
        spilled_rows<box<double>> renamed;
        auto& rows = std::get<spilled_rows<box<double>>>(read_.rows);
        rows.each(to_, [&](spilled_row<box<double>> row) {
            const bool is_one_of_several = row.number < is_shared.size() && is_shared[row.number];
            const std::string own =
                is_one_of_several ? files::with_its_number(row.id, row.number + std::uint64_t{1}) : "";
            row.id = own.empty() ? row.id : own;
            ids.add({row.id, 0, row.number, {}});
            renamed.add(to_, row_chunk_bytes, row);
        });
        renamed.records.finish(to_);
        rows = std::move(renamed);
        return shared_in(ids);
    }

    spill_file& to_;
    spilled_layer read_;
    id_lists ids_;
    stored_image in_world_;
    files::row_head head_;
    event_finder events_;
    bool with_ids_;
    std::uint64_t count_ = 0;       ///< of rows
    std::uint64_t number_ = 0;      ///< of the current row: that of its feature in the file
    std::vector<bool> is_repeated_; ///< by number
    std::uint64_t said_again_ = 0;  ///< the repeated rows among those
    std::string id_;                ///< of the current row
    double t_ = 0;
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
    files::opened_file from = files::open_file(path, wanted.how);
    if (from.kind == files::file_kind::index) {
        return read_spilled_index(from.take_text(), wanted, into, folder, with_ids);
    }
    const bool is_table = from.kind == files::file_kind::csv;
    row_spiller rows(into, wanted.wraps, with_ids);
    const files::file_report report = files::read_rows(std::move(from), rows, wanted.how);
    spilled_layer read = rows.finish(report, wanted);
    read.is_table = is_table;
    return read;
}

} // namespace quadrille::cli
