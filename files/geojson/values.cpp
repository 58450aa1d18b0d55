// Takes the values of a file: one, several in sequence, or record by record.
// SPDX-License-Identifier: MIT
#include "reader.hpp"

#include "files/layer/row_readers.hpp"
#include "files/rows/crs.hpp"
#include "files/text/errors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace quadrille::files {

namespace geojson {

void reader::pass_over(const bad_content& wrong, std::size_t outside) {
    json_.leave(outside); // later values may be worse
    report_.bad.add(json_.fault_at(wrong.error.place, wrong.error.wanted, wrong.error.found));
}

/// Takes all values of a text.
void reader::take_values() {
    try {
        std::optional<bad_content> first_wrong;
        json_.next_text();
        for (bool is_first = true;; is_first = false) {
            const std::uint64_t features = features_;
            try {
                take_root();
            } catch (const bad_content& wrong) {
                if (!skips_bad_ || are_records_) {
                    throw;
                }
                pass_over(wrong, 0);
                features_ = std::max(features_, features + 1);
                first_wrong = is_first ? std::optional(wrong) : first_wrong;
            }
            if (!json_.next_text()) {
                break;
            }
        }
        json_.next();
        if (is_alone() && first_wrong) { // it is the only value
            throw bad_content(*first_wrong);
        }
    } catch (const bad_content& wrong) {
        json_.reject(wrong.error.place, wrong.error.wanted, wrong.error.found);
    }
}

void reader::begin(const std::string& file, const reading& how) {
    report_.attributes = attribute_names(how.with, file);
    rows_.begin(file, times_.are_on(), times_.are_frames(), skips_bad_ ? &report_.bad : nullptr);
}

/// Call it after everything has been read.
void reader::note_counts() {
    report_.rows = features_;
    report_.values = values_;
    report_.crs = crs_.value_or(crs_of_degrees);
    report_.skipped = rows_.skipped();
    report_.taken_as_boxes = rows_.taken_as_boxes();
    report_.numbered = rows_.numbered();
}

void reader::read(text_file file) {
    json_ = json_reader(std::move(file));
    take_values();
    note_counts();
}

void reader::take_record(const std::string& name, std::string_view text, std::uint64_t line) {
    const std::uint64_t features = features_;
    const std::uint64_t values = values_;
    try {
        json_ = json_reader(text_file(name, {text.begin(), text.end()}, 0, false, ""), line);
        take_values();
    } catch (const bad_row& wrong) {
        if (is_in_collection_) { // some of its features may have been added; the others would be lost
            throw;
        }
        report_.bad.add(wrong);
        features_ = std::max(features_, features + 1);
    }
    values_ = std::max(values_, values + 1);
}

void reader::read_records(text_file file, char ending) {
    const std::string begin(ending == text_file::record_separator ? 1 : 0, ending); // columns of messages include it
    are_records_ = true;
    std::uint64_t line = 1;
    for (std::string record; file.append_line(record, text_file::unlimited, ending); record = begin) {
        std::string_view text = record;
        text.remove_prefix(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
        text.remove_suffix(text.ends_with(text_file::record_separator) ? 1 : 0);
        if (text.find_first_not_of(" \t\r\n\x1E") != std::string_view::npos) {
            take_record(file.name(), text, line);
        }
        line += static_cast<std::uint64_t>(std::count(record.begin(), record.end(), '\n'));
    }
    note_counts();
}

namespace {

/// Returns the byte that ends each value of a file, from its beginning; nothing if values must be parsed to find their
/// ends.
std::optional<char> ending_of_values(std::string_view sample) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = std::min(sample.find_first_not_of(blanks), sample.size());
    const std::size_t end_of_first = std::min(sample.find('\n', first), sample.size());
    const std::size_t second = std::min(sample.find_first_not_of(blanks, end_of_first), sample.size());
    if (sample.substr(first).starts_with(text_file::record_separator)) {
        return text_file::record_separator;
    }
    const auto without_blanks = [&](std::string_view line) {
        return line.substr(0, line.find_last_not_of(blanks) + 1);
    };
    const std::string_view line = without_blanks(sample.substr(first, end_of_first - first));
    const std::string_view next = without_blanks(sample.substr(second, sample.find('\n', second) - second));
    const bool may_go_on = line.find("\"FeatureCollection\"") != std::string_view::npos;
    // One of the two lines may be invalid.
    const bool are_lines =
        !may_go_on && line.starts_with('{') && next.starts_with('{') && (line.ends_with('}') || next.ends_with('}'));
    return are_lines ? std::optional('\n') : std::nullopt;
}

} // namespace

} // namespace geojson

void read_geojson(text_file file, row_sink& into, const reading& how, file_watch* watch, file_report& report) {
    geojson::reader reader(into, how, watch, report);
    reader.begin(file.name(), how);
    const auto ending = how.skips_bad ? geojson::ending_of_values(file.sample(0)) : std::nullopt;
    ending ? reader.read_records(std::move(file), *ending) : reader.read(std::move(file));
}

} // namespace quadrille::files
