// The readers of rows. Only `read_rows` calls them; it also completes the reading.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_ROW_READERS_HPP
#define QUADRILLE_FILES_LAYER_ROW_READERS_HPP

#include "files/bytes/text_file.hpp"
#include "files/rows/reading.hpp"
#include "files/rows/row_sink.hpp"
#include "readers.hpp"

#include <string>

namespace quadrille::files {

/// Reads comma-separated text, or text with another delimiter: ids, the columns of shapes, and optional times, in any
/// order. The file decides what `reading` does not; one line on standard error reports this if it differs from the
/// default that the help describes. The sink adds invalid rows to `report` if they are to be skipped.
void read_csv(text_file file, row_sink& into, const reading& how, file_watch* watch, file_report& report);

/// Reads XML of one of the kinds of `files/feeds/`.
void read_xml(text_file file, row_sink& into, const reading& how, file_report& report);

/// Reads GeoJSON (RFC 7946), also newline-delimited and as text sequences (RFC 8142), feature by feature.
void read_geojson(text_file file, row_sink& into, const reading& how, file_watch* watch, file_report& report);

/// Reads by GDAL, feature by feature, in the way of GeoJSON; the id of a feature without a name and an id is its number
/// in the source. Throws `bad_input` with the layer, the feature and the message of GDAL; `failure` if the GDAL module
/// is not installed.
void read_by_gdal(const std::string& path, row_sink& into, const reading& how, file_watch* watch, file_report& report);

} // namespace quadrille::files

#endif
