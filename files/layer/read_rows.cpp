// Reads files of rows, whatever they are written in, and has their sinks look for repeated ids at the end.
// SPDX-License-Identifier: MIT
#include "files/text/errors.hpp"
#include "layer.hpp"
#include "row_readers.hpp"

#include <utility>

namespace quadrille::files {

table_report read_rows(text_file file, file_kind kind, row_sink& into, const reading& how, table_watch* watch) {
    table_report report;
    try {
        kind == file_kind::xml ? read_xml(std::move(file), into, how, report)
                               : read_csv(std::move(file), into, how, watch, report);
    } catch (const bad_input&) {
        into.demand_own_ids(); // what is wrong first is reported
        throw;
    }
    into.demand_own_ids();
    return report;
}

layer read_rows(text_file file, file_kind kind, const reading& how) {
    layer_builder built(how.with_vertices);
    const table_report report = read_rows(std::move(file), kind, built, how);
    layer read = std::move(built).finish();
    report.bad.tell(read.name, how);
    read.crs = report.crs;
    read.skipped = report.skipped;
    read.taken_as_boxes = report.taken_as_boxes;
    read.attributes.take_names(report.attributes);
    read.attributes.lack(report.without_attributes);
    if (read.has_times) {
        read.attributes.erase(report.attribute_of_events);
    }
    return read;
}

} // namespace quadrille::files
