// Reads GPX: tracks with times as positions; otherwise tracks and routes as lines, and waypoints as points.
// SPDX-License-Identifier: MIT
#include "feeds.hpp"
#include "files/layer/shared_ids.hpp"
#include "files/rows/geometry.hpp"
#include "files/text/errors.hpp"
#include "files/text/iso_time.hpp"
#include "files/text/numbers.hpp"
#include "files/text/texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace quadrille::files {

namespace {

/// Only the end of the file decides whether there are times. So all positions are kept until then.
class gpx final : public feed {
public:
    gpx(row_sink& into, const reading& how, file_report& report) : into_(into), how_(how), report_(report) {
        report_.without_attributes = "GPX";
    }

    void begin(const xml_reader& at, const xml_element& element) override {
        path_ += '/';
        path_ += element.name;
        text_.clear();
        if (path_ == "/gpx/wpt") {
            begin_way(way_kind::waypoint);
            take_one(passed_over(), [&] { add_fix(at, element); });
        } else if (path_ == "/gpx/rte") {
            begin_way(way_kind::route);
        } else if (path_ == "/gpx/trk") {
            begin_way(way_kind::track);
        } else if (path_ == "/gpx/rte/rtept" || path_ == "/gpx/trk/trkseg/trkpt") {
            take_one(passed_over(), [&] { add_fix(at, element); });
        }
    }

    void end(const xml_reader& at, std::string_view name) override {
        if (path_ == "/gpx/wpt/name" || path_ == "/gpx/rte/name" || path_ == "/gpx/trk/name") {
            ways_.back().name = trimmed(text_);
        } else if (path_ == "/gpx/trk/trkseg/trkpt/time") {
            take_one(passed_over(), [&] { take_time(at); });
        } else if (path_ == "/gpx/wpt/time" || path_ == "/gpx/rte/rtept/time") {
            ++times_of_places_;
        } else if (path_ == "/gpx/trk/trkseg" || path_ == "/gpx/rte" || path_ == "/gpx/wpt") {
            end_part();
        } else if (path_ == "/gpx") {
            has_times_ ? tell_fixes(at) : tell_ways(at);
        }
        path_.resize(path_.size() - name.size() - 1);
        text_.clear();
    }

    void text(const xml_reader& at, std::string_view part) override {
        constexpr std::size_t longest = 65'536;
        if (!path_.ends_with("/name") && !path_.ends_with("/time")) {
            return;
        }
        if (text_.size() + part.size() > longest) {
            at.reject(fmt::format("a name or time of at most {} bytes", longest), "a longer one");
        }
        text_ += part;
    }

private:
    enum class way_kind : std::uint8_t { waypoint, route, track };
    static constexpr std::size_t kinds = 3;

    struct fix {
        point<double> where;
        double t; ///< NaN if there is none
        row_place place;
    };
    struct way {
        way_kind kind;
        std::uint64_t number; ///< its number among those of its kind, from 1
        std::string name;
        std::vector<std::size_t> parts; ///< the end of each part in `fixes_`; no part is empty
    };

    bad_rows* passed_over() noexcept { return how_.skips_bad ? &report_.bad : nullptr; }
    std::uint64_t& count_of(way_kind kind) { return counts_[static_cast<std::size_t>(kind)]; }

    void begin_way(way_kind kind) { ways_.push_back({kind, ++count_of(kind), {}, {}}); }
    void end_part() {
        if (fixes_.size() > last_end_) {
            last_end_ = fixes_.size();
            ways_.back().parts.push_back(last_end_);
        }
    }

    static double degrees(const xml_reader& at, const xml_element& element, const char* name, double most) {
        const char* const text = element.find(name);
        double value = 0;
        if (text == nullptr || read_number(text, value) != std::errc() || !(std::abs(value) <= most)) {
            at.reject(fmt::format("{} with a number from {} to {} for {}", element.name, -most, most, name),
                      text == nullptr ? "none" : shown(text));
        }
        return value + 0.0; // −0 is 0
    }

    void add_fix(const xml_reader& at, const xml_element& element) {
        has_fix_ = false;
        const double latitude = degrees(at, element, "lat", 90);
        fixes_.push_back({{degrees(at, element, "lon", 180), latitude}, std::nan(""), at.place()});
        has_fix_ = true;
    }

    void take_time(const xml_reader& at) {
        if (!has_fix_) {
            return;
        }
        const std::string_view text = trimmed(text_);
        const auto time = iso_time_in(text);
        if (!time) {
            fixes_.pop_back();
            has_fix_ = false;
            at.reject("a time such as 2026-05-01T12:30:00Z before this", shown(text));
        }
        fixes_.back().t = *time;
        has_times_ = how_.column(role::t) != no_column;
    }

    /// Returns the name or the number of a way, followed by the number of the part if the way has several. A name that
    /// occurs again is followed by its number, or by the next free one.
    std::string own_id(const way& of, std::size_t part) {
        if (how_.column(role::id) == no_column) {
            return std::to_string(report_.rows + 1);
        }
        const std::string name = of.name.empty() ? std::to_string(of.number) : of.name;
        const std::string suffix = of.parts.size() > 1 ? fmt::format("/{}", part + 1) : "";
        std::string id = name + suffix;
        if (!used_ids_.insert(id).second) {
            std::uint64_t& number = numbers_of_names_[name];
            number = std::max(number, of.number);
            while (!used_ids_.insert(id = with_its_number(name, number) + suffix).second) {
                ++number;
            }
        }
        return id;
    }

    template <class Use>
    void each_part(Use use) {
        std::size_t begin = 0;
        for (const way& each : ways_) {
            for (std::size_t part = 0; part < each.parts.size(); ++part) {
                const std::size_t size = each.parts[part] - begin;
                const std::span<const fix> fixes = std::span(fixes_).subspan(begin, size);
                begin += size;
                if (!has_times_ || each.kind == way_kind::track) {
                    use(own_id(each, part), fixes);
                }
            }
        }
    }

    /// Passes on each position of a track that has a time.
    void tell_fixes(const xml_reader& at) {
        into_.begin({at.file_name(), std::vector<point<double>>(), true, false, false, passed_over()});
        std::uint64_t without_time = 0;
        std::uint64_t in_one_second = 0;
        each_part([&](const std::string& id, std::span<const fix> fixes) {
            const fix* before = nullptr;
            for (const fix& each : fixes) {
                if (std::isnan(each.t)) {
                    ++without_time;
                    continue;
                }
                if (before != nullptr && before->t == each.t && before->where != each.where) {
                    ++in_one_second; // the receiver reports several positions in a second, and writes whole seconds
                    continue;
                }
                before = &each;
                into_.add(how_.column(role::id) == no_column ? std::to_string(report_.rows + 1) : id, each.t,
                          each.place);
                into_.add_shape(each.where);
                ++report_.rows;
            }
        });
        const std::uint64_t others = count_of(way_kind::waypoint) + count_of(way_kind::route);
        if (without_time > 0) {
            report_.left_out.push_back(fmt::format("{} points of tracks without a time", grouped(without_time)));
            tell(how_, at.file_name(),
                 fmt::format(
                     "{} of {} points of tracks have no time, and are left out; --t - takes tracks for lines, without "
                     "times",
                     grouped(without_time), grouped(without_time + report_.rows)));
        }
        if (in_one_second > 0) {
            report_.left_out.push_back(
                fmt::format("{} points of tracks at the time of the one before", grouped(in_one_second)));
            tell(how_, at.file_name(),
                 fmt::format(
                     "{} points of tracks have the time of the one before, and are left out; --t - takes tracks for "
                     "lines, without times",
                     grouped(in_one_second)));
        }
        if (others > 0) {
            report_.left_out.push_back(fmt::format("{} waypoints and routes, as tracks have times", grouped(others)));
            tell(how_, at.file_name(),
                 fmt::format("tracks have times: {} waypoints and routes are left out", grouped(others)));
        }
    }

    /// Passes on each waypoint, route, and segment of a track.
    void tell_ways(const xml_reader& at) {
        into_.begin({at.file_name(), std::vector<box<double>>(), false, true, false, passed_over()});
        geometry drawn;
        each_part([&](const std::string& id, std::span<const fix> fixes) {
            into_.add(id, 0, fixes.front().place);
            ++report_.rows;
            if (fixes.size() == 1) {
                into_.add_shape(fixes.front().where);
                return;
            }
            drawn.clear();
            box<double> bounds = empty_box<double>();
            for (const fix& each : fixes) {
                drawn.vertices.push_back(each.where);
                bounds = united(bounds, bounds_of(each.where));
            }
            drawn.end_part(part_kind::line);
            into_.add_shape(bounds);
            into_.add_geometry(drawn);
            report_.taken_as_boxes += into_.wants_vertices() ? 0 : 1;
        });
        if (times_of_places_ > 0) {
            report_.left_out.push_back(fmt::format("times of waypoints and routes {}", grouped(times_of_places_)));
            tell(how_, at.file_name(),
                 fmt::format(
                     "times of waypoints and routes, {} in all, are left out: tracks alone are positions of what "
                     "moves",
                     grouped(times_of_places_)));
        }
    }

    row_sink& into_;
    const reading& how_;
    file_report& report_;
    std::string path_; ///< the names of the open elements
    std::string text_; ///< the text of the innermost open element
    std::vector<fix> fixes_;
    std::vector<way> ways_;
    std::array<std::uint64_t, kinds> counts_ = {};
    std::uint64_t times_of_places_ = 0;
    std::size_t last_end_ = 0; ///< the end of the parts so far
    bool has_fix_ = false;     ///< the open point is the last of `fixes_`
    bool has_times_ = false;
    std::unordered_set<std::string> used_ids_;
    std::unordered_map<std::string, std::uint64_t>
        numbers_of_names_; ///< the next number to try, for names that occur again
};

} // namespace

std::unique_ptr<feed> gpx_feed(row_sink& into, const reading& how, file_report& report) {
    return std::make_unique<gpx>(into, how, report);
}

} // namespace quadrille::files
