// Reads the rows of files, whatever they are written in, and has their sinks look for repeated ids at the end.
// SPDX-License-Identifier: MIT
#include "files/text/errors.hpp"
#include "layer.hpp"
#include "row_readers.hpp"

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

} // namespace

file_report read_rows(opened_file from, row_sink& into, const reading& how, file_watch* watch) {
    file_report report;
    try {
        read_by_kind(std::move(from), into, how, watch, report);
    } catch (const bad_input&) {
        into.demand_own_ids(); // what is wrong first is reported
        throw;
    }
    into.demand_own_ids();
    return report;
}

} // namespace quadrille::files
