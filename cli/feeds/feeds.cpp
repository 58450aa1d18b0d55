// Tells files of XML apart by their roots.
// SPDX-License-Identifier: MIT
#include "cli/feeds/feeds.hpp"

#include "cli/errors.hpp"
#include "cli/layer.hpp"

#include <fmt/format.h>

#include <utility>

namespace quadrille::cli {

namespace {

/// Leaves all to the feed whose root comes.
class any_feed final : public feed {
public:
    any_feed(row_sink& into, const reading& how) : into_(into), how_(how) {}

    void begin(const xml_reader& at, const xml_element& element) override {
        if (element.depth == 0) {
            if (element.name == "fcd-export") {
                chosen_ = fcd_feed(into_, how_);
            } else if (element.name == "gpx") {
                chosen_ = gpx_feed(into_, how_);
            } else {
                at.reject("the root fcd-export (positions of SUMO) or gpx",
                          fmt::format("the root {}", shown(element.name)));
            }
        }
        chosen_->begin(at, element);
    }
    void end(const xml_reader& at, std::string_view name) override { chosen_->end(at, name); }
    void text(const xml_reader& at, std::string_view part) override { chosen_->text(at, part); }
    void demand_own_ids() override {
        if (chosen_ != nullptr) {
            chosen_->demand_own_ids();
        }
    }
    table_report finish() override { return chosen_->finish(); }

private:
    row_sink& into_;
    const reading& how_;
    std::unique_ptr<feed> chosen_;
};

} // namespace

table_report read_xml(text_file file, row_sink& into, const reading& how) {
    any_feed rows(into, how);
    try {
        xml_reader(std::move(file)).read(rows);
    } catch (const bad_input&) {
        rows.demand_own_ids(); // what is wrong first is told
        throw;
    }
    rows.demand_own_ids();
    return rows.finish();
}

layer read_xml(text_file file, const reading& how) {
    layer_builder built(how.with_vertices);
    const table_report report = read_xml(std::move(file), built, how);
    return built_layer(std::move(built), how, report);
}

} // namespace quadrille::cli
