// Reads the rows of files in any format, and then lets their sinks check for repeated ids.
// SPDX-License-Identifier: MIT
#include "files/rows/bad_rows.hpp"
#include "files/text/errors.hpp"
#include "layer.hpp"
#include "row_readers.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace quadrille::files {

namespace {

void read_by_kind(opened_file from, row_sink& into, const reading& how, file_watch* watch, file_report& report) {
    switch (from.kind) {
    case file_kind::gdal: read_by_gdal(from.path, into, how, watch, report); break;
    case file_kind::xml: read_xml(from.take_text(), into, how, report); break;
    case file_kind::geojson: read_geojson(from.take_text(), into, how, watch, report); break;
    default: read_csv(from.take_text(), into, how, watch, report);
    }
}

/// Returns how the user can deal with an invalid row; empty if its message says it.
std::string way_out_of(const bad_row& wrong, const file_report& report, const reading& how) {
    return wrong.lacks_a_number ? "; --skip-bad passes over such rows"
           : wrong.repeats_an_id && !report.dates.empty() && !how.is_one_of_several
               ? fmt::format("; --t {} takes rows of one id for one thing at several times", shown(report.dates))
               : std::string();
}

} // namespace

file_report read_rows(opened_file from, row_sink& into, const reading& how, file_watch* watch) {
    file_report report;
    try {
        try {
            read_by_kind(std::move(from), into, how, watch, report);
        } catch (const bad_input&) {
            into.demand_own_ids(); // the first error in the file is reported
            throw;
        }
        into.demand_own_ids();
    } catch (const bad_row& wrong) {
        const std::string way_out = way_out_of(wrong, report, how);
        if (way_out.empty()) {
            throw;
        }
        throw bad_row(wrong.place, wrong.what() + way_out);
    }
    return report;
}

} // namespace quadrille::files
