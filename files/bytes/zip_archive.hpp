// The files in a zip archive.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_BYTES_ZIP_ARCHIVE_HPP
#define QUADRILLE_FILES_BYTES_ZIP_ARCHIVE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quadrille::files {

struct zip_entry {
    std::string name;
    std::uint64_t header_at; ///< in the archive
    std::uint64_t packed_bytes;
    std::uint64_t bytes;    ///< unpacked
    std::uint32_t checksum; ///< CRC-32 of these
    std::uint32_t method;   ///< 0 stored, 8 deflated, others
    bool is_encrypted;
};

/// As the directory at its end has them; none of a file that is no such archive.
std::vector<zip_entry> entries_of_zip(const std::string& path);

/// "feed.zip/stops.txt": a file in an archive.
struct zip_member {
    std::string archive;
    zip_entry entry;
    std::uint64_t begins_at; ///< its bytes in the archive
};
/// None where the path is no such name. Throws `bad_input` where the archive has no file of that name, or one that is not to be read.
std::optional<zip_member> zip_member_at(const std::string& path);

} // namespace quadrille::files

#endif
