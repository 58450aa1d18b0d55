// The bytes of a file that gzip or zstd has compressed, as they were before; and text in other forms as UTF-8 in lines.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_BYTES_UNPACKER_HPP
#define QUADRILLE_FILES_BYTES_UNPACKER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace quadrille::files {

/// Compressed bytes are not what their program wrote. The message says why.
struct damaged_data : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class unpacker {
public:
    unpacker() = default;
    unpacker(const unpacker&) = delete;
    unpacker& operator=(const unpacker&) = delete;
    virtual ~unpacker() = default;

    /// The program that compressed the bytes, or `utf16`.
    virtual std::string_view name() const noexcept = 0;
    /// Takes bytes from the beginning of `packed`, writes to `into` what they stand for, and returns how much that is. Nothing only where all
    /// bytes are taken and more are needed. Throws `damaged_data`.
    virtual std::size_t unpack(std::string_view& packed, std::span<char> into) = 0;
    /// Whether the bytes so far may be all.
    virtual bool is_whole() const noexcept = 0;
};

inline constexpr std::string_view utf16 = "UTF-16";
/// By the first bytes of a text; none where it is not of UTF-16.
std::unique_ptr<unpacker> decoder_of(std::string_view beginning);

inline constexpr std::string_view carriage_returns = "lines that end in CR";
inline constexpr std::string_view objects_of_array = "an array of JSON";
/// By the first bytes of a text, also of an array of objects; none where it has other ends of lines, or none yet.
std::unique_ptr<unpacker> line_ends_of(std::string_view beginning);

// Each throws `failure` where the command was built without its library.
std::unique_ptr<unpacker> gzip_unpacker();
/// Of a file in an archive: `bytes` and `checksum` are those of what is unpacked.
std::unique_ptr<unpacker> zip_unpacker(bool is_deflated, std::uint64_t bytes, std::uint32_t checksum);
std::unique_ptr<unpacker> zstd_unpacker();

bool is_utf16(std::string_view beginning) noexcept;
/// Whether a file that begins like this, with four bytes or more, is one of gzip, zstd or UTF-16.
bool is_packed(std::string_view beginning) noexcept;

/// By the first bytes of a file; none where it is not compressed. Throws `bad_input` where another program has compressed it.
std::unique_ptr<unpacker> unpacker_of(std::string_view beginning, const std::string& file);

} // namespace quadrille::files

#endif
