// Passes the rows of a file to a follower, and prints the encounters that it reports.
// SPDX-License-Identifier: MIT
#include "follow_question.hpp"

#include "cli/answers/row_printer.hpp"
#include "cli/command/output.hpp"
#include "files/layer/readers.hpp"
#include "files/rows/row_sink.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>

namespace quadrille::cli {

namespace {

/// Prints the reported encounters, time by time.
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

/// Passes the rows of a file to a follower as they come.
class followed_rows final : public files::row_sink {
public:
    followed_rows(const follow_question& question, encounter_sink& into) : question_(question), into_(into) {}

    void begin(files::row_head head) override {
        name_ = head.name;
        if (!head.has_times) {
            throw files::bad_input(fmt::format("{}: wanted rows with times (a column t), found rows without", name_));
        }
        files::demand_ids_of_things(name_, head.has_row_numbers, question_.how);
        const follow_rules rules = question_.rules_for({.name = name_, .are_frames = head.counts_frames});
        const auto make = [&]<class Shape>(const std::vector<Shape>&) {
            if (!is_point<Shape> && question_.rules.globe.is_on()) {
                throw files::bad_input(
                    fmt::format("{}: wanted points ({}), found other shapes", name_, question_.rules.globe.name()));
            }
            follower_ = std::make_unique<follower<Shape>>(rules, into_);
        };
        std::visit(make, head.no_shapes);
    }
    void add(std::string_view id, double t, const files::row_place& place) override {
        if (std::abs(t) > farthest_) {
            farthest_ = std::abs(t);
            question_.rules_for({.name = name_, .farthest = farthest_});
        }
        id_ = id;
        t_ = t;
        place_ = place;
    }
    void add_shape(const files::any_shape& shape) override {
        if (follower_->add(id_, t_, question_.rules.globe.is_on() ? on_globe(shape) : shape)) {
            return;
        }
        if (late_++ == 0) {
            files::tell(
                question_.how, name_,
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
            files::tell(question_.how, name_,
                        fmt::format("{} row{} came late, and {} left out", files::grouped(late_), late_ == 1 ? "" : "s",
                                    late_ == 1 ? "is" : "are"));
        }
        if (const std::uint64_t replaced = follower_->replaced(); replaced > 0) {
            files::tell(
                question_.how, name_,
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

    const follow_question& question_;
    encounter_sink& into_;
    std::unique_ptr<any_follower> follower_;
    std::string name_;
    std::string id_;
    double t_ = 0;
    double farthest_ = 0; ///< of all times
    files::row_place place_ = {};
    std::uint64_t late_ = 0;
};

} // namespace

void answer(const follow_question& question) {
    files::reading how = question.how;
    how.comes_row_by_row = true;
    files::opened_file file = files::open_file(question.file, how);
    if (file.kind == files::file_kind::index) {
        throw files::bad_input(file.name + ": wanted a file whose rows come one by one, found an index");
    }
    if (question.rules.globe.is_on() && question.rules.wraps) {
        throw files::bad_input(fmt::format("wanted one of --period and {}, found both: on the globe longitudes wrap by "
                                           "themselves",
                                           question.rules.globe.name()));
    }
    event_printer printed;
    followed_rows rows(question, printed);
    const std::string name = file.name;
    const files::file_report report = files::read_rows(std::move(file), rows, how);
    rows.finish();
    printed.finish();
    report.bad.tell(name, question.how);
}

} // namespace quadrille::cli
