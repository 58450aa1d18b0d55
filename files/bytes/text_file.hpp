// A text file, or standard input, read line by line; gzip and zstd are unpacked.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_BYTES_TEXT_FILE_HPP
#define QUADRILLE_FILES_BYTES_TEXT_FILE_HPP

#include "progress.hpp"
#include "unpacker.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::files {

class text_file {
public:
    /// The number of bytes of a sample; a sample may be longer if the first rows are.
    static constexpr std::size_t sample_bytes = 1 << 16;
    /// A limit that no line reaches.
    static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max() - 1;
    /// The first character of each text of a sequence (RFC 7464).
    static constexpr char record_separator = '\x1E';

    /// Opens a file. `-` is standard input; `feed.zip/stops.txt` is a file in an archive. Throws `bad_input` if the
    /// file cannot be opened.
    explicit text_file(const std::string& path);

    /// Makes a part of a file from `text` in memory. `text` has the first row and later rows; `lines_left_out` lines
    /// between them are left out. `sample` is the beginning of the whole file.
    text_file(std::string name, std::vector<char> text, std::uint64_t lines_left_out, bool begins_elsewhere,
              std::string sample)
        : name_(std::move(name)), chunk_(std::move(text)), unread_(chunk_.data(), chunk_.size()),
          lines_left_out_(lines_left_out), begins_elsewhere_(begins_elsewhere), sample_(std::move(sample)) {}

    /// Returns the name of the compression; empty if there is none. It is known after the first bytes have been
    /// requested.
    std::string_view packed_by() const noexcept { return packed_.by ? packed_.by->name() : std::string_view(); }
    /// Returns whether the file is UTF-16, which is converted to UTF-8. The same condition holds.
    bool is_utf16() const noexcept { return encoded_.by && encoded_.by->name() == utf16; }
    /// Returns whether lines end in a carriage return alone; they are converted to ordinary lines. The same condition
    /// holds.
    bool has_carriage_returns() const noexcept { return encoded_.by && encoded_.by->name() == carriage_returns; }

    /// Returns whether lines are the objects of a JSON array. The same condition holds.
    bool is_array() const noexcept { return encoded_.by && encoded_.by->name() == objects_of_array; }

    /// Returns the number of lines left out between the first row and the next; 0 in a whole file.
    std::uint64_t lines_left_out() const noexcept { return lines_left_out_; }

    /// Returns whether the first row belongs to another part, too.
    bool begins_elsewhere() const noexcept { return begins_elsewhere_; }

    /// Returns the beginning of the file in whole lines if it has several; the readers detect the format from it. It
    /// has some kilobytes, or as much as `rows` rows need. For a live input it waits for no more than these rows. Call
    /// it before the first line is taken. Throws as `append_line` does.
    std::string sample(std::size_t rows);

    /// Makes the file a live input: its bytes are returned as soon as they are available. A pipe may have some long
    /// before it ends.
    void come_as_written() noexcept {
        is_live_ = true;
        bar_.reset();
    }

    /// Returns the name of the file for messages.
    const std::string& name() const noexcept { return name_; }

    /// Appends the next line with its ending to `text`, or the next bytes up to another `ending`. Stops when `text` has
    /// more than `most` bytes, so that a file without line ends cannot take all memory. Returns false at the end of the
    /// file. Throws `bad_input` if the file cannot be read.
    bool append_line(std::string& text, std::size_t most, char ending = '\n');

    /// Returns the next line with its ending if all of it is in memory; otherwise nothing. It is valid until the next
    /// read.
    std::string_view whole_line() const noexcept {
        const std::size_t end = unread_.find('\n');
        return end == std::string_view::npos ? std::string_view() : unread_.substr(0, end + 1);
    }
    /// Skips that line, which has `count` bytes.
    void take_bytes(std::size_t count) noexcept { unread_.remove_prefix(count); }

    /// Returns the next bytes of the file, as many as are in memory; none at the end. They are valid until the next
    /// call. Throws as `append_line` does.
    std::string_view next_chunk();

    /// Returns the first byte that is not a blank, line break or byte order mark; NUL if the first MiB of the file has
    /// none. Call it before the first line is taken. Throws as `append_line` does.
    char first_visible();
    /// The line that begins with it, without its ending, or of a longer one its first bytes, at most so many. As above.
    std::string_view first_line(std::size_t most);

private:
    struct closer {
        void operator()(std::FILE* file) const noexcept {
            if (file != stdin) {
                std::fclose(file);
            }
        }
    };

    /// A stage of the conversion of bytes: it unpacks or decodes them.
    struct stage {
        std::unique_ptr<unpacker> by; ///< null if the bytes stay as they are
        std::vector<char> chunk;
        std::string_view rest; ///< the remaining bytes of it

        /// Starts the stage with the first bytes, which have been read already.
        void begin(std::unique_ptr<unpacker> with, std::span<const char> buffer, std::size_t count) {
            by = std::move(with);
            chunk.assign(buffer.begin(), buffer.end());
            rest = {chunk.data(), count};
        }
    };

    /// Reads the next bytes: as they are in the file, then unpacked, then as UTF-8. Returns 0 at the end.
    std::size_t read(std::span<char> into);
    std::size_t read_unpacked(std::span<char> into);
    std::size_t read_text(std::span<char> into);
    template <class Source>
    std::size_t take_through(stage& of, std::span<char> into, const Source& source);
    /// Reads the first bytes; they identify the format of the file.
    template <class Source>
    static std::size_t take_beginning(std::span<char> into, std::size_t count, const Source& source);
    /// Reads the next bytes, and keeps the first `kept` unread ones before them. Returns false at the end of the file.
    bool refill(std::size_t kept = 0);

    std::string name_;
    std::unique_ptr<std::FILE, closer> file_;
    std::uint64_t read_ = 0;                                         ///< bytes of the file that have been read
    std::uint64_t most_ = std::numeric_limits<std::uint64_t>::max(); ///< the number of bytes of the file, in an archive
    stage packed_;
    stage encoded_;
    std::unique_ptr<progress> bar_; ///< the progress of reading; null at the end of the file
    std::vector<char> chunk_;
    std::string_view unread_;
    std::uint64_t lines_left_out_ = 0;
    bool begins_elsewhere_ = false;
    std::string sample_;
    bool is_live_ = false;
};

/// The byte order mark, which some programs write; it is not part of the text.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

struct text_place {
    std::uint64_t lines_before;
    std::uint64_t column; ///< from 1, in characters
};

/// Returns the position of byte `at` of `text`.
text_place place_in(std::string_view text, std::size_t at) noexcept;

/// Returns whether the first eight bytes are ASCII and none of them is below `least`. The default excludes NUL. Most of
/// a file is such text.
inline bool begins_with_ascii_word(std::string_view text, char least = 1) noexcept {
    constexpr std::uint64_t ones = 0x0101010101010101U;
    constexpr std::uint64_t high_bits = 0x80 * ones;
    std::uint64_t word = 0;
    if (text.size() < sizeof(word)) {
        return false;
    }
    std::memcpy(&word, text.data(), sizeof(word));
    return ((word | (word - static_cast<unsigned char>(least) * ones)) & high_bits) == 0;
}

/// Returns the code point of a byte of Latin-1 as Windows uses it (windows-1252); 0 if it has none.
std::uint32_t latin1_character(unsigned char byte) noexcept;
/// Latin-1 as UTF-8.
std::string utf8_of_latin1(std::string_view text);
/// Returns the offset of the first byte that such text cannot have: a NUL, one of the five bytes that Windows has no
/// character for, or the first byte of a character of UTF-8 with several bytes; npos if there is none.
std::size_t non_latin1(std::string_view text) noexcept;

/// Returns whether all bytes are ASCII and none is NUL.
bool is_ascii(std::string_view text) noexcept;

/// Returns the offset of the first byte that is a NUL or not part of a well-formed character of UTF-8; npos if there is
/// none.
std::size_t first_non_text(std::string_view text) noexcept;

} // namespace quadrille::files

#endif
