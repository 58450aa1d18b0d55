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
    std::uint64_t header_at; ///< the offset in the archive
    std::uint64_t packed_bytes;
    std::uint64_t bytes;    ///< unpacked
    std::uint32_t checksum; ///< CRC-32 of the unpacked bytes
    std::uint32_t method;   ///< 0 is stored, 8 is deflated
    bool is_encrypted;
};

/// Returns the entries of the directory at the end of the file; none if the file is not a zip archive.
std::vector<zip_entry> entries_of_zip(const std::string& path);

/// A file in an archive, for example "feed.zip/stops.txt".
struct zip_member {
    std::string archive;
    zip_entry entry;
    std::uint64_t begins_at; ///< the offset of its bytes in the archive
};
/// Returns nothing if the path does not name a file in an archive. Throws `bad_input` if the archive has no file of
/// that name, or if that file cannot be read.
std::optional<zip_member> zip_member_at(const std::string& path);

} // namespace quadrille::files

#endif
