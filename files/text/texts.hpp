// Ids and integers in answers and messages.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_TEXTS_HPP
#define QUADRILLE_FILES_TEXT_TEXTS_HPP

#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille::files {

/// Returns an id as a field of comma-separated text: quoted if RFC 4180 requires it.
std::string csv_field(std::string_view id);

/// Returns an id as a JSON string, with quotes.
std::string json_string(std::string_view id);

/// Returns an integer with separators: 1,234,567.
std::string grouped(std::uint64_t number);

} // namespace quadrille::files

#endif
