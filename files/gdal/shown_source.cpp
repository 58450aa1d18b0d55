// Removes passwords from the names of databases.
// SPDX-License-Identifier: MIT
#include "shown_source.hpp"

#include "files/text/errors.hpp"

#include <algorithm>

namespace quadrille::files {

namespace {

constexpr const char* left_out = "…";

/// Returns the end of a value that may be in single quotes.
std::size_t end_of_value(const std::string& text, std::size_t at) {
    const bool is_quoted = at < text.size() && text[at] == '\'';
    const std::size_t end = is_quoted ? text.find('\'', at + 1) : text.find_first_of(" ,&", at);
    return end == std::string::npos ? text.size() : end + (is_quoted ? 1 : 0);
}

} // namespace

std::string shown_source(const std::string& path) {
    std::string shown = path;
    for (const std::string key : {"password=", "PASSWORD=", "sslpassword=", "PWD=", "pwd="}) {
        for (std::size_t at = shown.find(key); at != std::string::npos; at = shown.find(key, at)) {
            at += key.size();
            shown.replace(at, end_of_value(shown, at) - at, left_out);
        }
    }
    const std::size_t scheme = shown.find("://");
    const std::size_t host = scheme == std::string::npos ? scheme : shown.find('@', scheme);
    const std::size_t colon = scheme == std::string::npos ? scheme : shown.find(':', scheme + 3);
    if (host != std::string::npos && colon < host) {
        shown.replace(colon + 1, host - colon - 1, left_out);
    }
    return shown_path(shown);
}

} // namespace quadrille::files
