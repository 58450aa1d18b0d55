// The readers of rows, for `read_rows` alone: it ends what they begin.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_ROW_READERS_HPP
#define QUADRILLE_FILES_LAYER_ROW_READERS_HPP

#include "files/bytes/text_file.hpp"
#include "files/rows/reading.hpp"
#include "files/rows/row_sink.hpp"
#include "readers.hpp"

#include <string>

namespace quadrille::files {

/// Comma-separated text, or text with another delimiter: ids, the columns of shapes, and times where there are, in any order. What
/// `reading` does not say is found from the file, and told in a line on standard error where it is not as the help has it. The sink takes
/// bad rows to `report`, where they are to be passed over.
void read_csv(text_file file, row_sink& into, const reading& how, file_watch* watch, file_report& report);

/// XML, of one of the kinds of `files/feeds/`.
void read_xml(text_file file, row_sink& into, const reading& how, file_report& report);

/// GeoJSON (RFC 7946), also newline-delimited and as text sequences (RFC 8142), feature by feature.
void read_geojson(text_file file, row_sink& into, const reading& how, file_watch* watch, file_report& report);

/// What GDAL reads, feature by feature, as those of GeoJSON; the id of one that has no name and no id is the number that its source has for
/// it. Throws `bad_input` that says which layer and feature is wrong, and what GDAL says of it; `failure` where the module over GDAL is not
/// installed.
void read_by_gdal(const std::string& path, row_sink& into, const reading& how, file_watch* watch, file_report& report);

} // namespace quadrille::files

#endif
