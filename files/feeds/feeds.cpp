// Distinguishes the kinds of XML by their root elements.
// SPDX-License-Identifier: MIT
#include "feeds.hpp"

#include "files/layer/row_readers.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <utility>

namespace quadrille::files {

namespace {

/// Chooses the feed by the root element, and passes everything on to it.
class any_feed final : public feed {
public:
    any_feed(row_sink& into, const reading& how, file_report& report) : into_(into), how_(how), report_(report) {}

    void begin(const xml_reader& at, const xml_element& element) override {
        if (element.depth == 0) {
            if (element.name == "fcd-export") {
                if (how_.column(role::t) || how_.column(role::id)) {
                    at.reject("GPX, as --t - or --id - is given", "positions of SUMO");
                }
                chosen_ = fcd_feed(into_, how_, report_);
            } else if (element.name == "gpx") {
                chosen_ = gpx_feed(into_, how_, report_);
            } else {
                at.reject("the root fcd-export (positions of SUMO) or gpx",
                          fmt::format("the root {}", shown(element.name)));
            }
        }
        chosen_->begin(at, element);
    }
    void end(const xml_reader& at, std::string_view name) override { chosen_->end(at, name); }
    void text(const xml_reader& at, std::string_view part) override { chosen_->text(at, part); }

private:
    row_sink& into_;
    const reading& how_;
    file_report& report_;
    std::unique_ptr<feed> chosen_;
};

} // namespace

void read_xml(text_file file, row_sink& into, const reading& how, file_report& report) {
    any_feed rows(into, how, report);
    xml_reader(std::move(file)).read(rows);
}

} // namespace quadrille::files
