// Passes rows from the GDAL module on as features, and reports errors in them.
// SPDX-License-Identifier: MIT
#include "files/bytes/progress.hpp"
#include "files/bytes/text_file.hpp"
#include "files/features/feature_rows.hpp"
#include "files/features/feature_times.hpp"
#include "files/gdal/module.hpp"
#include "files/gdal/shown_source.hpp"
#include "files/gdal/wkb.hpp"
#include "files/layer/row_readers.hpp"
#include "files/rows/crs.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace quadrille::files {

namespace {

const char* pointer_of(const std::optional<std::string>& text) { return text ? text->c_str() : nullptr; }

/// Returns the code of a reference system whose name ends in "(EPSG:25832)", for example; empty if there is none.
std::string epsg_in(std::string_view crs) {
    const std::size_t begin = crs.rfind("(EPSG:");
    return begin != std::string_view::npos && crs.ends_with(')')
               ? crs_called(crs.substr(begin + 1, crs.size() - begin - 2))
               : std::string();
}

/// A place in a file, as far as it is known.
struct gdal_place {
    std::string layer;
    std::uint64_t feature = 0; ///< from 1; 0 if the place is not in a feature
};

class gdal_reader {
public:
    gdal_reader(const std::string& path, row_sink& into, const reading& how, file_watch* watch, file_report& report)
        : path_(path), name_(shown_source(path)), how_(how), rows_(into), watch_(watch), report_(report), times_(how) {}

    void read() && {
        rows_.begin(name_, times_.are_on(), times_.are_frames(), how_.skips_bad ? &report_.bad : nullptr);
        gdal::fault why{};
        const auto close = [this](gdal::source* of) { gdal_.close(of); };
        const std::unique_ptr<gdal::source, decltype(close)> from(
            gdal_.open(path_.c_str(), pointer_of(how_.of_gdal.driver), &why), close);
        if (!from) {
            reject(why);
        }
        begin(from.get());
        for (gdal::batch rows = next(from.get()); rows.count > 0; rows = next(from.get())) {
            for (std::uint64_t each = 0; each < rows.count; ++each) {
                try {
                    add(rows.rows[each]);
                } catch (const bad_row& wrong) {
                    if (!how_.skips_bad) {
                        throw;
                    }
                    report_.bad.add(wrong);
                }
            }
            bar_->show(place_.feature);
        }
        report_.rows = place_.feature;
        report_.skipped = rows_.skipped();
        report_.taken_as_boxes = rows_.taken_as_boxes();
        report_.numbered = rows_.numbered();
    }

private:
    void begin(gdal::source* from) {
        const bool into_degrees = how_.wants_degrees;
        if (into_degrees && how_.of_gdal.crs) {
            throw bad_input(
                fmt::format("{}: wanted one of --crs and a distance on the globe, found both: for the globe "
                            "coordinates are brought into longitude and latitude",
                            name_));
        }
        std::vector<const char*> fields;
        fields.reserve(how_.with.names.size());
        for (const std::string& each : how_.with.names) {
            fields.push_back(each.c_str());
        }
        const gdal::wish wanted = {pointer_of(how_.of_gdal.layer),
                                   pointer_of(how_.of_gdal.where),
                                   into_degrees ? crs_of_degrees : pointer_of(how_.of_gdal.crs),
                                   fields.data(),
                                   fields.size(),
                                   std::uint8_t{how_.with.all || watch_ != nullptr},
                                   std::uint8_t{into_degrees},
                                   pointer_of(id_wanted_),
                                   times_.are_on() ? times_.name().c_str() : nullptr};
        gdal::layer_facts facts{};
        gdal::fault why{};
        if (!gdal_.begin(from, &wanted, &facts, &why)) {
            reject(why);
        }
        place_.layer = text_of(facts.name);
        if (times_.are_on()) {
            demand_ids_of_things(name_, facts.has_numbers_as_ids != 0, how_);
        }
        number_attributes(facts);
        note_source(facts);
        report_.crs = epsg_in(text_of(facts.crs));
        bar_ = std::make_unique<progress>(facts.rows, "features read");
        if (into_degrees && facts.reprojected_of.begin != nullptr) {
            tell(how_, name_,
                 fmt::format("coordinates of {} are brought into longitude and latitude",
                             shown_path(text_of(facts.reprojected_of))));
        }
        for (gdal::bytes_view said = gdal_.warning(from); said.begin != nullptr; said = gdal_.warning(from)) {
            tell(how_, name_, fmt::format("GDAL warns: {}", sentence(text_of(said))));
        }
    }

    void number_attributes(const gdal::layer_facts& facts) {
        report_.attributes = attribute_names(how_.with, name_);
        for (std::uint64_t each = 0; each < facts.taken_count; ++each) {
            const std::string name = utf8_in(text_of(facts.taken[each]), "the name of a field");
            const bool is_used = how_.with.all && (name == times_.name() || id_wanted_ == name);
            const auto number = is_used ? std::nullopt : report_.attributes.number_of(name);
            if (number && std::find(numbers_.begin(), numbers_.end(), number) != numbers_.end()) {
                reject("each field once", shown(name) + " again");
            }
            numbers_.push_back(number);
            names_.push_back(name);
        }
        for (std::uint64_t each = 0; each < facts.others_count; ++each) {
            report_.attributes.leave_out(utf8_in(text_of(facts.others[each]), "the name of a field"));
        }
    }

    /// Notes the source of the rows, which `info` prints.
    void note_source(const gdal::layer_facts& facts) {
        report_.source.emplace_back("driver", text_of(facts.driver));
        report_.source.emplace_back("layer", shown_path(place_.layer));
        std::string others;
        for (std::uint64_t each = 0; each < facts.layer_count; ++each) {
            if (text_of(facts.layers[each]) != place_.layer) {
                others += (others.empty() ? "" : ", ") + shown_path(text_of(facts.layers[each]));
            }
        }
        if (!others.empty()) {
            report_.source.emplace_back("other layers", others);
        }
        const std::string crs = text_of(facts.crs).empty() ? "unknown" : shown_path(text_of(facts.crs));
        report_.source.emplace_back("crs", crs);
    }

    void take_attributes(const gdal::row& row) {
        taken_.clear();
        for (std::size_t each = 0; each < numbers_.size(); ++each) {
            const gdal::value& found = row.values[each];
            const value_kind kind = found.text.begin == nullptr ? value_kind::nothing
                                    : found.is_plain != 0       ? value_kind::plain
                                                                : value_kind::text;
            const std::string text = utf8_in(text_of(found.text), "an attribute");
            if (watch_ != nullptr) {
                const bool is_boolean = text == "true" || text == "false";
                watch_->take_property(names_[each],
                                      kind == value_kind::nothing ? json_event::null
                                      : kind == value_kind::text  ? json_event::text
                                      : is_boolean                ? json_event::boolean
                                                                  : json_event::number,
                                      text);
            }
            if (const auto number = numbers_[each]) {
                taken_.push_back({*number, kind, text});
            }
        }
    }

    double time_of(const gdal::row& row) {
        if (!times_.are_on()) {
            return 0;
        }
        const std::string_view text = text_of(row.time);
        if (text.empty()) {
            reject(fmt::format("a time in the field {} (--t)", shown(times_.name())), "none");
        }
        const auto [t, wanted] = times_.read(utf8_in(text, "a time"));
        if (!wanted.empty()) {
            reject(wanted, shown(text));
        }
        return t;
    }

    gdal::batch next(gdal::source* from) {
        gdal::batch rows{};
        gdal::fault why{};
        if (!gdal_.next(from, &rows, &why)) {
            reject(why);
        }
        return rows;
    }

    void add(const gdal::row& row) {
        ++place_.feature;
        const std::string_view bytes = text_of(row.geometry);
        if (bytes.empty()) {
            rows_.skip();
            return;
        }
        shape_.clear();
        if (!read_wkb(bytes, shape_)) {
            reject("a geometry of points, lines and polygons", "another one, or damaged bytes");
        }
        box<double> bounds = empty_box<double>();
        for (const point<double>& at : shape_.vertices) {
            if (!std::isfinite(at.x) || !std::isfinite(at.y)) {
                reject("finite coordinates", fmt::format("{} {}", at.x, at.y));
            }
            bounds = united(bounds, box<double>{at, at});
        }
        if (shape_.parts.empty()) {
            rows_.skip();
            return;
        }
        const bool is_point = is_wkb_point(bytes);
        take_attributes(row);
        const std::string id = utf8_in(text_of(row.id), "an id");
        if (id.empty() && (times_.are_on() || id_wanted_)) {
            reject("an id", "none");
        }
        rows_.add({id,
                   time_of(row),
                   {place_.feature, 0, place_.feature},
                   bounds,
                   is_point,
                   taken_,
                   is_point ? geometry_view() : geometry_view(shape_),
                   wkb_type_name(bytes)});
    }

    /// Some formats do not name the encoding of their text. Text of these that is not UTF-8 is read as Latin-1, as in
    /// tables.
    std::string utf8_in(std::string_view text, std::string_view what) const {
        if (first_non_text(text) == std::string_view::npos) {
            return std::string(text);
        }
        if (non_latin1(text) != std::string_view::npos) {
            reject(fmt::format("{} that is text", what), shown(text));
        }
        return utf8_of_latin1(text);
    }

    [[noreturn]] void reject(std::string_view wanted, std::string_view found) const { reject(wanted, " ", found); }
    [[noreturn]] void reject(std::string_view wanted, std::string_view sign, std::string_view found) const {
        std::string where = name_;
        if (!place_.layer.empty()) {
            where += fmt::format(": layer {}", shown_path(place_.layer));
        }
        if (place_.feature > 0) {
            where += fmt::format(": feature {}", place_.feature);
        }
        const std::string message = fmt::format("{}: wanted {}, found{}{}", where, wanted, sign, found);
        if (place_.feature > 0 && !is_of_source_) {
            throw bad_row({place_.feature, 0, place_.feature}, message);
        }
        throw bad_input(message);
    }
    [[noreturn]] void reject(const gdal::fault& why) {
        is_of_source_ = true; // later features may be lost
        place_.feature = why.row;
        const std::string wanted = text_of(why.wanted).empty() ? "what GDAL can read" : sentence(text_of(why.wanted));
        const char* const sign = text_of(why.wanted).empty() ? ": " : " "; // the sentence is GDAL's, or ours
        reject(wanted, sign, sentence(text_of(why.found)));
    }
    /// Returns a sentence of GDAL in one line, without the secrets in the name of a source.
    std::string sentence(std::string_view said) const {
        std::string text(said);
        for (std::size_t at = text.find(path_); name_ != path_ && at != std::string::npos; at = text.find(path_, at)) {
            text.replace(at, path_.size(), name_);
            at += name_.size();
        }
        std::replace_if(text.begin(), text.end(), [](char each) { return each >= 0 && each < ' '; }, ' ');
        text.resize(text.find_last_not_of(' ') + 1);
        return first_non_text(text) == std::string_view::npos ? text : shown_path(text);
    }

    const std::string& path_;
    std::string name_;
    const reading& how_;
    feature_rows rows_;
    file_watch* watch_;
    file_report& report_;
    feature_times times_;
    std::optional<std::string> id_wanted_ = how_.property(role::id); ///< the name of the field of ids
    const gdal::functions& gdal_ = gdal::functions_for(name_);
    gdal_place place_;
    bool is_of_source_ = false; ///< the error is in the source, not in a row
    std::unique_ptr<progress> bar_;
    geometry shape_;
    std::vector<std::string> names_;                    ///< the names of the fields of the rows
    std::vector<std::optional<std::uint32_t>> numbers_; ///< the numbers of these fields as attributes
    std::vector<numbered_attribute> taken_;
};

} // namespace

void read_by_gdal(const std::string& path, row_sink& into, const reading& how, file_watch* watch, file_report& report) {
    if (path == "-") {
        throw bad_input("(standard input): wanted a file, as GDAL is to read it (--driver), found standard input");
    }
    gdal_reader(path, into, how, watch, report).read();
}

} // namespace quadrille::files
