// Shows foreign text in messages without control characters.
// SPDX-License-Identifier: MIT
#include "errors.hpp"

#include <fmt/format.h>

namespace quadrille::files {

std::string shown(std::string_view text) {
    constexpr std::size_t most = 40;
    if (text.empty()) {
        return "nothing";
    }
    if (text.size() <= most) {
        return fmt::format("{:?}", text);
    }
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    return fmt::format("{:?}…", text.substr(0, end));
}

std::string shown_path(std::string_view path) {
    const std::string quoted = fmt::format("{:?}", path);
    const bool is_plain = quoted.size() == path.size() + 2; // no character was escaped
    return is_plain ? std::string(path) : quoted;
}

} // namespace quadrille::files
