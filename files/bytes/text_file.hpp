// A file of text, or standard input, read line by line; what gzip or zstd has compressed is unpacked.
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
    /// So much of a file is a sample of it, or as much as has its first rows.
    static constexpr std::size_t sample_bytes = 1 << 16;
    /// A limit that no line has.
    static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max() - 1;
    /// What each text of a sequence begins with (RFC 7464).
    static constexpr char record_separator = '\x1E';

    /// `-` is standard input, `feed.zip/stops.txt` a file in an archive. Throws `bad_input` when the file cannot be opened.
    explicit text_file(const std::string& path);

    /// A part of a file that is in memory: its first row, and others that so many lines are left out before. `sample` is the beginning of the
    /// whole.
    text_file(std::string name, std::vector<char> text, std::uint64_t lines_left_out, bool begins_elsewhere,
              std::string sample)
        : name_(std::move(name)), chunk_(std::move(text)), unread_(chunk_.data(), chunk_.size()),
          lines_left_out_(lines_left_out), begins_elsewhere_(begins_elsewhere), sample_(std::move(sample)) {}

    /// What has compressed the file; empty where nothing has. When its first bytes have been asked for.
    std::string_view packed_by() const noexcept { return packed_.by ? packed_.by->name() : std::string_view(); }
    /// Whether it is text of UTF-16, which is given as UTF-8. As above.
    bool is_utf16() const noexcept { return encoded_.by && encoded_.by->name() == utf16; }
    /// Whether its lines end in a carriage return alone; they are given as those of other text. As above.
    bool has_carriage_returns() const noexcept { return encoded_.by && encoded_.by->name() == carriage_returns; }

    /// Whether its lines are the objects of an array of JSON. As above.
    bool is_array() const noexcept { return encoded_.by && encoded_.by->name() == objects_of_array; }

    /// Between the first row and the next; none in a whole file.
    std::uint64_t lines_left_out() const noexcept { return lines_left_out_; }

    /// The first row belongs to another part, too.
    bool begins_elsewhere() const noexcept { return begins_elsewhere_; }

    /// The beginning of the file in whole lines, where there are several: what is to be found out is found from it. It is some kilobytes, or
    /// as many as so many rows have; of a file that comes as it is written no more is waited for than these rows. Only before the first line is
    /// taken. Throws as `append_line` does.
    std::string sample(std::size_t rows);

    /// From here on its bytes are given as soon as they are there, which a pipe may have long before its end.
    void come_as_written() noexcept {
        is_live_ = true;
        bar_.reset();
    }

    /// The file as messages call it.
    const std::string& name() const noexcept { return name_; }

    /// Appends the next line, or what ends in another byte, with its ending to `text`, but stops once that has more than `most` bytes, so that a file
    /// without an end is no danger. False when nothing was left. Throws `bad_input` when the file cannot be read.
    bool append_line(std::string& text, std::size_t most, char ending = '\n');

    /// The next line with its ending, if it is there whole; else nothing. It lasts until more of the file is read.
    std::string_view whole_line() const noexcept {
        const std::size_t end = unread_.find('\n');
        return end == std::string_view::npos ? std::string_view() : unread_.substr(0, end + 1);
    }
    /// Passes over that line, which has so many bytes.
    void take_bytes(std::size_t count) noexcept { unread_.remove_prefix(count); }

    /// The next bytes of the file, as many as are at hand; none at its end. They last until the next call. Throws as
    /// `append_line` does.
    std::string_view next_chunk();

    /// The first byte that is no blank, line break or byte order mark; NUL when the file's first MiB has none. Only
    /// before the first line is taken. Throws as `append_line` does.
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

    /// What bytes are made of others.
    struct stage {
        std::unique_ptr<unpacker> by; ///< none where they stay as they are
        std::vector<char> chunk;
        std::string_view rest; ///< of it

        /// The first bytes have been read already.
        void begin(std::unique_ptr<unpacker> with, std::span<const char> buffer, std::size_t count) {
            by = std::move(with);
            chunk.assign(buffer.begin(), buffer.end());
            rest = {chunk.data(), count};
        }
    };

    /// The next bytes as they are in the file, as they were before they were compressed, and as UTF-8. None at its end.
    std::size_t read(std::span<char> into);
    std::size_t read_unpacked(std::span<char> into);
    std::size_t read_text(std::span<char> into);
    template <class Source>
    std::size_t take_through(stage& of, std::span<char> into, const Source& source);
    /// The first bytes, by which it is known what the file is.
    template <class Source>
    static std::size_t take_beginning(std::span<char> into, std::size_t count, const Source& source);
    /// Reads the next bytes, behind the first `kept` of the unread ones. False at the end of the file.
    bool refill(std::size_t kept = 0);

    std::string name_;
    std::unique_ptr<std::FILE, closer> file_;
    std::uint64_t read_ = 0;                                         ///< bytes of the file so far
    std::uint64_t most_ = std::numeric_limits<std::uint64_t>::max(); ///< bytes that it has, in an archive
    stage packed_;
    stage encoded_;
    std::unique_ptr<progress> bar_; ///< of what has been read; none at the end of the file
    std::vector<char> chunk_;
    std::string_view unread_;
    std::uint64_t lines_left_out_ = 0;
    bool begins_elsewhere_ = false;
    std::string sample_;
    bool is_live_ = false;
};

/// The byte order mark of some programs; not part of the text.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

struct text_place {
    std::uint64_t lines_before;
    std::uint64_t column; ///< from 1, in characters
};

/// The position of byte `at` of `text`.
text_place place_in(std::string_view text, std::size_t at) noexcept;

/// Whether the first eight bytes are ASCII and none of them is below `least`, which leaves out NUL, as most of a file is.
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

/// The code point of a byte of Latin-1, as Windows writes it (windows-1252); 0 where it has none.
std::uint32_t latin1_character(unsigned char byte) noexcept;
/// Latin-1 as UTF-8.
std::string utf8_of_latin1(std::string_view text);
/// The offset of the first byte that no such text has: a NUL, one of five that Windows has no character for, or the
/// first of several that are meant for a character of UTF-8; npos when there is none.
std::size_t non_latin1(std::string_view text) noexcept;

/// Whether all bytes are ASCII, and none of them NUL.
bool is_ascii(std::string_view text) noexcept;

/// Where `text` ceases to be UTF-8 text: the offset of the first byte that is a NUL or no part of a well-formed
/// character; npos when there is none.
std::size_t first_non_text(std::string_view text) noexcept;

} // namespace quadrille::files

#endif
