// Zip archives as tests make them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_CLI_ZIPS_HPP
#define QUADRILLE_TESTS_CLI_ZIPS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::test {

inline std::string little_endian(std::size_t value, int bytes) {
    std::string text;
    for (int which = 0; which < bytes; ++which) {
        text += static_cast<char>(value >> (8 * which) & 0xFFU);
    }
    return text;
}

/// CRC-32, bit by bit.
inline std::uint32_t checksum_of(std::string_view text) {
    std::uint32_t sum = 0xFFFFFFFFU;
    for (const char each : text) {
        sum ^= static_cast<unsigned char>(each);
        for (int bit = 0; bit < 8; ++bit) {
            sum = sum >> 1U ^ ((sum & 1U) != 0 ? 0xEDB88320U : 0U);
        }
    }
    return ~sum;
}

/// An archive whose files are not compressed.
inline std::string zip_of(const std::vector<std::pair<std::string, std::string>>& files) {
    std::string text;
    std::string directory;
    for (const auto& [name, content] : files) {
        const std::string sizes = little_endian(checksum_of(content), 4) + little_endian(content.size(), 4) +
                                  little_endian(content.size(), 4);
        directory += "PK\x01\x02" + little_endian(20, 2) + little_endian(20, 2) + little_endian(0, 8) + sizes +
                     little_endian(name.size(), 2) + little_endian(0, 12) + little_endian(text.size(), 4) + name;
        text += "PK\x03\x04" + little_endian(20, 2) + little_endian(0, 8) + sizes + little_endian(name.size(), 2) +
                little_endian(0, 2) + name + content;
    }
    return text + directory + "PK\x05\x06" + little_endian(0, 4) + little_endian(files.size(), 2) +
           little_endian(files.size(), 2) + little_endian(directory.size(), 4) + little_endian(text.size(), 4) +
           little_endian(0, 2);
}

} // namespace quadrille::test

#endif
