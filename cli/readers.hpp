// The kinds of file that a layer can be read from.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_READERS_HPP
#define QUADRILLE_CLI_READERS_HPP

#include "feature_sink.hpp"
#include "layer.hpp"
#include "text_file.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille::cli {

/// By its first visible character. Only before the first line is taken.
enum class file_kind : std::uint8_t { csv, geojson, index };
file_kind kind_of(text_file& file);

// Each throws `bad_input` that says file, line and column (from 1, in characters), what was wanted and what was found.

/// Comma-separated text with a header: `id` and a shape's columns, `t` where there are times; columns in any order.
/// With the name of one more column its text is kept as labels.
layer read_csv(text_file file, std::string_view label_column = {});
/// The same, row by row. Returns whether there are labels.
bool read_csv(text_file file, row_sink& into, std::string_view label_column = {});

/// Rejects a row that has the id (and the time, where there are times) of an earlier one.
[[noreturn]] void reject_repeated(const std::string& file, const row_place& place, std::string_view id,
                                  std::uint64_t earlier_line, bool at_a_time);

/// GeoJSON (RFC 7946): a layer of points if all geometries are of type Point, else of their bounds.
/// With the name of a property its text, number, true or false is kept as labels; all else is an empty one.
layer read_geojson(text_file file, std::string_view label_property = {});
/// The same, feature by feature.
void read_geojson(text_file file, feature_sink& into, std::string_view label_property = {});

/// What `write_saved_layer` wrote. Places are those of bytes, from 0.
layer read_saved_layer(text_file file);

/// The first byte of such a file, which no text begins with.
inline constexpr unsigned char saved_layer_begins = 0x89;

} // namespace quadrille::cli

#endif
