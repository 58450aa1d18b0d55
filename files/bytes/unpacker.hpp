// Unpacks files of gzip and zstd, and converts other encodings and line ends to UTF-8 in lines.
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

/// Thrown if compressed bytes are damaged. The message gives the reason.
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
    /// Takes bytes from the beginning of `packed`, writes the unpacked bytes to `into`, and returns their number.
    /// Returns 0 only if all bytes are taken and more are needed. Throws `damaged_data`.
    virtual std::size_t unpack(std::string_view& packed, std::span<char> into) = 0;
    /// Whether the bytes so far may be all.
    virtual bool is_whole() const noexcept = 0;
};

inline constexpr std::string_view utf16 = "UTF-16";
/// Chooses the decoder by the first bytes of a text; null if the text is not UTF-16.
std::unique_ptr<unpacker> decoder_of(std::string_view beginning);

inline constexpr std::string_view carriage_returns = "lines that end in CR";
inline constexpr std::string_view objects_of_array = "an array of JSON";
/// Chooses the converter by the first bytes of a text, which may be an array of objects; null if none is needed, or if
/// the bytes do not decide it yet.
std::unique_ptr<unpacker> line_ends_of(std::string_view beginning);

// Each throws `failure` if the command was built without the library.
std::unique_ptr<unpacker> gzip_unpacker();
/// Unpacks a file of an archive: `bytes` and `checksum` are those of the unpacked data.
std::unique_ptr<unpacker> zip_unpacker(bool is_deflated, std::uint64_t bytes, std::uint32_t checksum);
std::unique_ptr<unpacker> zstd_unpacker();

bool is_utf16(std::string_view beginning) noexcept;
/// Returns whether a file that begins with these bytes (four or more) is gzip, zstd or UTF-16.
bool is_packed(std::string_view beginning) noexcept;

/// Chooses the unpacker by the first bytes of a file; null if the file is not compressed. Throws `bad_input` if it is
/// compressed in another format.
std::unique_ptr<unpacker> unpacker_of(std::string_view beginning, const std::string& file);

} // namespace quadrille::files

#endif
