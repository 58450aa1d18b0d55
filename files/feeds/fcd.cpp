// Reads the positions that SUMO writes (--fcd-output): vehicles, persons and containers by timestep.
// SPDX-License-Identifier: MIT
#include "feeds.hpp"
#include "files/text/errors.hpp"
#include "files/text/numbers.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <system_error>

namespace quadrille::files {

namespace {

class fcd final : public feed {
public:
    fcd(row_sink& into, const reading& how, file_report& report) : into_(into), how_(how), report_(report) {}

    void begin(const xml_reader& at, const xml_element& element) override {
        if (element.depth == 0) {
            report_.attributes = attribute_names(how_.with, at.file_name());
            into_.begin({at.file_name(), std::vector<point<double>>(), true, false, false, passed_over()});
        } else if (element.name == "timestep") {
            take_one(passed_over(), [&] { begin_time(at, element); });
        } else if (element.name == "vehicle" || element.name == "person" || element.name == "container") {
            take_one(passed_over(), [&] { add_position(at, element); });
        }
    }
    void end(const xml_reader&, std::string_view) override {}
    void text(const xml_reader&, std::string_view) override {}

private:
    bad_rows* passed_over() noexcept { return how_.skips_bad ? &report_.bad : nullptr; }

    /// Returns the number in an attribute. Rejects an element without this attribute, or with another value.
    static double number(const xml_reader& at, const xml_element& element, const char* name) {
        const char* const text = element.find(name);
        double value = 0;
        if (text == nullptr || read_number(text, value) != std::errc() || !std::isfinite(value)) {
            at.reject(fmt::format("{} with a number for {}", element.name, name),
                      text == nullptr ? "none" : shown(text));
        }
        return value + 0.0; // −0 is 0
    }

    void begin_time(const xml_reader& at, const xml_element& element) {
        time_.reset();
        const double t = number(at, element, "time");
        if (latest_ && t <= *latest_) {
            at.reject(fmt::format("a time after {}", *latest_), fmt::format("{}", t));
        }
        time_ = latest_ = t;
    }

    void add_position(const xml_reader& at, const xml_element& element) {
        if (!time_) {
            at.reject("a timestep with a time before its positions", fmt::format("{} without one", element.name));
        }
        const char* const id = element.find("id");
        if (id == nullptr || *id == '\0') {
            at.reject(fmt::format("{} with an id", element.name), "none");
        }
        const point<double> where{number(at, element, "x"), number(at, element, "y")};
        into_.add(id, *time_, at.place());
        into_.add_shape(where);
        ++report_.rows;
        if (!report_.attributes.empty()) {
            add_attributes(element);
        }
    }

    void add_attributes(const xml_element& element) {
        attribute_names& names = report_.attributes;
        for (const char* const* each = element.attributes; *each != nullptr; each += 2) {
            const std::string_view name = *each;
            if (names.all() && (name == "id" || name == "x" || name == "y")) {
                names.leave_out(name);
            } else if (const auto number = names.number_of(name)) {
                into_.add_attribute(*number, untyped(each[1]));
            }
        }
    }

    row_sink& into_;
    const reading& how_;
    file_report& report_;
    std::optional<double> time_;   ///< the time of the latest timestep; none if that was invalid
    std::optional<double> latest_; ///< the time of the latest valid timestep
};

} // namespace

std::unique_ptr<feed> fcd_feed(row_sink& into, const reading& how, file_report& report) {
    return std::make_unique<fcd>(into, how, report);
}

} // namespace quadrille::files
