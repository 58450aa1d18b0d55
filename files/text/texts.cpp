// Writes ids and integers in the form that answers use.
// SPDX-License-Identifier: MIT
#include "texts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace quadrille::files {

std::string csv_field(std::string_view id) {
    if (id.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(id);
    }
    std::string field = "\"";
    for (const char byte : id) {
        field.append(byte == '"' ? 2 : 1, byte);
    }
    return field + '"';
}

std::string json_string(std::string_view id) { return nlohmann::json(id).dump(); }

std::string grouped(std::uint64_t number) {
    std::string digits = fmt::format("{}", number);
    for (std::size_t end = digits.size(); end > 3; end -= 3) {
        digits.insert(end - 3, 1, ',');
    }
    return digits;
}

} // namespace quadrille::files
