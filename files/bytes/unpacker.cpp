// Identifies compressed files and files of UTF-16 by their first bytes.
// SPDX-License-Identifier: MIT
#include "unpacker.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>

namespace quadrille::files {

namespace {

using namespace std::string_view_literals;

struct other_archive {
    std::string_view begins;
    std::string_view name;
};
constexpr other_archive other_archives[] = {{"BZh91AY&SY"sv, "a file of bzip2"},
                                            {"\xFD"
                                             "7zXZ\0"sv,
                                             "a file of xz"},
                                            {"7z\xBC\xAF\x27\x1C"sv, "an archive of 7-Zip"},
                                            {"PK\x03\x04"sv, "a zip archive"},
                                            {"\x04\x22\x4D\x18"sv, "a file of lz4"}};

/// A frame of zstd, or a skippable frame, which holds data of another program.
bool is_zstd(std::string_view beginning) noexcept {
    const bool is_skippable = beginning.size() >= 4 && (static_cast<unsigned char>(beginning[0]) & 0xF0U) == 0x50 &&
                              beginning.substr(1).starts_with("\x2A\x4D\x18");
    return is_skippable || beginning.starts_with("\x28\xB5\x2F\xFD");
}

bool is_gzip(std::string_view beginning) noexcept { return beginning.starts_with("\x1F\x8B"); }

} // namespace

bool is_packed(std::string_view beginning) noexcept {
    return is_gzip(beginning) || is_zstd(beginning) || is_utf16(beginning);
}

std::unique_ptr<unpacker> unpacker_of(std::string_view beginning, const std::string& file) {
    if (is_gzip(beginning)) {
        return gzip_unpacker();
    }
    if (is_zstd(beginning)) {
        return zstd_unpacker();
    }
    for (const other_archive& each : other_archives) {
        if (beginning.starts_with(each.begins)) {
            throw bad_input(fmt::format("{}: wanted a file that is not compressed, or is by gzip or zstd, found {}",
                                        file, each.name));
        }
    }
    return nullptr;
}

} // namespace quadrille::files
