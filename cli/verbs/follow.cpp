// `quadrille follow`: encounters as they begin and end, while rows are still coming.
// SPDX-License-Identifier: MIT
#include "cli/answers/row_printer.hpp"
#include "cli/command/output.hpp"
#include "cli/command/verbs.hpp"
#include "cli/input/duration.hpp"
#include "cli/input/input.hpp"
#include "cli/moving/follower.hpp"
#include "files/layer/readers.hpp"
#include "files/layer/reading_options.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace quadrille::cli {

namespace {

constexpr const char* follow_answers =
    R"(The rows come by ascending t, from a pipe for example: of a table, of SUMO, or features with --t.
Shapes are points, circles or boxes; quadrille encounters takes lines and polygons.
A thing is where its last row says, for as long as --forget says, then nowhere. Two things are
near each other if their distance is D or less at a time at which one of them has a row.

csv: the header event,a,b,from,to,closest, and two rows for each encounter: begin when it
begins, with to = from and closest as they are then, and end when it has ended: to is the last
time at which one of the two had a row and they were near. a is the one of which there was a row
first, by time, also when it has been forgotten since: the id of each thing that ever came is kept. What
a time says is printed when a row of a later time has come, of one more than --late later. An
end is printed when the pause is longer than --gap, and for all that have not ended, at the end
of the rows. Rows of others change no encounter of two things.

A row that comes later than --late allows is left out: a message names the first one, and
another one at the end says how many. Of several rows with one id and time the last one counts.
With --forget 0 the ends are the rows of quadrille encounters with the same --gap, 0 without it:
a thing is known only at times that have a row of it. If a row has an error, what was printed
before is right.

Example: (echo t,id,x,y; while sleep 1; do ./positions; done) | quadrille follow - --distance 2)";

struct follow_options {
    std::string file;
    files::reading how;
    follow_rules rules = {};
    duration pause = {};
    duration lateness = {};
    duration memory = duration("--forget", "10min");

    /// With durations in the unit of the times.
    follow_rules rules_for(const times_of_file& times) const {
        follow_rules made = rules;
        made.pause = pause.in(times);
        made.lateness = lateness.in(times);
        made.memory = memory.in(times);
        return made;
    }
};

/// Prints what it is told, time by time.
class event_printer final : public encounter_sink {
public:
    event_printer() : printer_(out_, {}, {"event", "a", "b", "from", "to", "closest"}, false) { out_.finish(); }

    void tell(const told_encounter& one) override {
        printer_.text(one.has_ended ? "end" : "begin").text(one.a).text(one.b);
        printer_.number(one.from).number(one.to).number(one.closest);
        is_told_ = true;
    }
    void end_moment() override {
        if (is_told_) {
            out_.finish();
            is_told_ = false;
        }
    }
    void finish() {
        printer_.finish();
        out_.finish();
    }

private:
    output out_;
    row_printer printer_;
    bool is_told_ = false;
};

/// Gives the rows of a file to a follower as they come.
class followed_rows final : public files::row_sink {
public:
    followed_rows(const follow_options& wanted, encounter_sink& into) : wanted_(wanted), into_(into) {}

    void begin(files::row_head head) override {
        name_ = head.name;
        if (!head.has_times) {
            throw files::bad_input(fmt::format("{}: wanted rows with times (a column t), found rows without", name_));
        }
        files::demand_ids_of_things(name_, head.has_row_numbers, wanted_.how);
        const follow_rules rules = wanted_.rules_for({.name = name_, .are_frames = head.counts_frames});
        const auto make = [&]<class Shape>(const std::vector<Shape>&) {
            if (!is_point<Shape> && wanted_.rules.globe.is_on()) {
                throw files::bad_input(
                    fmt::format("{}: wanted points ({}), found other shapes", name_, wanted_.rules.globe.name()));
            }
            follower_ = std::make_unique<follower<Shape>>(rules, into_);
        };
        std::visit(make, head.no_shapes);
    }
    void add(std::string_view id, double t, const files::row_place& place) override {
        if (std::abs(t) > farthest_) {
            farthest_ = std::abs(t);
            wanted_.rules_for({.name = name_, .farthest = farthest_});
        }
        id_ = id;
        t_ = t;
        place_ = place;
    }
    void add_shape(const files::any_shape& shape) override {
        if (follower_->add(id_, t_, wanted_.rules.globe.is_on() ? on_globe(shape) : shape)) {
            return;
        }
        if (late_++ == 0) {
            files::tell(
                wanted_.how, name_,
                fmt::format(
                    "the row of {} in line {} comes later than --late allows, and is left out; others are counted",
                    files::shown(id_), place_.line));
        }
    }
    void forget() override {
        throw files::bad_input(name_ + ": wanted a FeatureCollection, found features of another object");
    }
    bool wants_vertices() const noexcept override { return true; }
    void add_geometry(const files::geometry_view&) override {
        throw files::bad_input(
            fmt::format("{}:{}:{}: wanted a point, circle or box, found a line, polygon or several shapes; "
                        "quadrille encounters takes these",
                        name_, place_.line, place_.column));
    }
    void finish() {
        follower_->finish();
        if (late_ > 0) {
            files::tell(wanted_.how, name_,
                        fmt::format("{} row{} came late, and {} left out", files::grouped(late_), late_ == 1 ? "" : "s",
                                    late_ == 1 ? "is" : "are"));
        }
        if (const std::uint64_t replaced = follower_->replaced(); replaced > 0) {
            files::tell(
                wanted_.how, name_,
                fmt::format("{} row{} the id and time of an earlier one at another place, and count{} instead of it",
                            files::grouped(replaced), replaced == 1 ? " has" : "s have", replaced == 1 ? "s" : ""));
        }
    }

private:
    void demand_own_ids() override {} // of several rows with one id and time the last one counts
    files::any_shape on_globe(const files::any_shape& shape) const {
        const auto& where = std::get<point<double>>(shape);
        constexpr double pole = 90;
        const bool is_wrong = !(std::abs(where.y) <= pole);
        return globe::taken_place(where, is_wrong ? fmt::format("{}:{}:{}", name_, place_.line, place_.column) : name_);
    }

    const follow_options& wanted_;
    encounter_sink& into_;
    std::unique_ptr<any_follower> follower_;
    std::string name_;
    std::string id_;
    double t_ = 0;
    double farthest_ = 0; ///< of all times
    files::row_place place_ = {};
    std::uint64_t late_ = 0;
};

void follow_rows(const follow_options& wanted) {
    files::reading how = wanted.how;
    how.comes_row_by_row = true;
    files::opened_file file = files::open_file(wanted.file, how);
    if (file.kind == files::file_kind::index) {
        throw files::bad_input(file.name + ": wanted a file whose rows come one by one, found an index");
    }
    if (wanted.rules.globe.is_on() && wanted.rules.wraps) {
        throw files::bad_input(fmt::format("wanted one of --period and {}, found both: on the globe longitudes wrap by "
                                           "themselves",
                                           wanted.rules.globe.name()));
    }
    event_printer printed;
    followed_rows rows(wanted, printed);
    const std::string name = file.name;
    const files::file_report report = files::read_rows(std::move(file), rows, how);
    rows.finish();
    printed.finish();
    report.bad.tell(name, wanted.how);
}

} // namespace

verb follow_verb() {
    const auto wanted = std::make_shared<follow_options>();
    verb follow = {
        "follow",
        "Print encounters as they begin and end, while rows are coming",
        {files::file_at("FILE", wanted->file),
         files::required(files::number("--distance", wanted->rules.distance, "The largest distance D, 0 or more")),
         duration_option("--gap", wanted->pause,
                         "The longest pause in an encounter: a number in the unit of t, or 10s, 5min, 1h", "0"),
         duration_option("--late", wanted->lateness, "How much earlier than the latest t a row may be", "0"),
         duration_option("--forget", wanted->memory, "For so long after its last row a thing is where that says",
                         "10min")}};
    add_period_option(follow, wanted->rules.wraps);
    add_globe_options(follow, wanted->rules.globe);
    files::add_reading_options(follow.options, wanted->how);
    follow.help = help_with_files(follow_answers);
    follow.work = [wanted] { follow_rows(*wanted); };
    return follow;
}

} // namespace quadrille::cli
