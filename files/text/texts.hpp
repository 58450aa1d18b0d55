// Ids and whole numbers as answers and messages have them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_TEXTS_HPP
#define QUADRILLE_FILES_TEXT_TEXTS_HPP

#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille::files {

/// An id as a field of comma-separated text: quoted where RFC 4180 requires it.
std::string csv_field(std::string_view id);

/// An id as a JSON string, quotes included.
std::string json_string(std::string_view id);

/// A whole number for people: 1,234,567.
std::string grouped(std::uint64_t number);

} // namespace quadrille::files

#endif
