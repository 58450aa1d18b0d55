// Reads the directory of a zip archive.
// SPDX-License-Identifier: MIT
#include "zip_names.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string_view>

namespace quadrille::files {

namespace {

/// A number of some bytes, the lowest first; 0 where the text has ended.
std::uint32_t number_at(std::string_view text, std::size_t at, std::size_t bytes) {
    std::uint32_t number = 0;
    for (std::size_t which = 0; which < bytes && at + which < text.size(); ++which) {
        number |= std::uint32_t{static_cast<unsigned char>(text[at + which])} << (8 * which);
    }
    return number;
}

std::string bytes_of(std::ifstream& file, std::uint64_t from, std::size_t most) {
    std::string text(most, '\0');
    file.clear();
    file.seekg(static_cast<std::streamoff>(from));
    file.read(text.data(), static_cast<std::streamsize>(most));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

} // namespace

std::vector<std::string> names_in_zip(const std::string& path) {
    constexpr std::size_t most_at_end = 22 + 65'535; // the last record, with its comment
    constexpr std::size_t most_of_directory = 1 << 20;
    constexpr std::size_t head = 46; // of an entry
    std::vector<std::string> names;
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const auto size = static_cast<std::uint64_t>(std::max<std::streamoff>(file.tellg(), 0));
    const std::string end = bytes_of(file, size - std::min<std::uint64_t>(size, most_at_end), most_at_end);
    const std::size_t last = end.rfind("PK\x05\x06");
    if (last == std::string::npos) {
        return names;
    }
    const std::size_t length = std::min<std::size_t>(number_at(end, last + 12, 4), most_of_directory);
    const std::string directory = bytes_of(file, number_at(end, last + 16, 4), length);
    for (std::size_t at = 0;
         std::string_view(directory).substr(std::min(at, directory.size())).starts_with("PK\x01\x02");) {
        const std::size_t of_name = number_at(directory, at + 28, 2);
        names.push_back(directory.substr(std::min(at + head, directory.size()), of_name));
        at += head + of_name + number_at(directory, at + 30, 2) + number_at(directory, at + 32, 2);
    }
    return names;
}

} // namespace quadrille::files
