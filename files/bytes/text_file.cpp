// Reads text in chunks, and distinguishes text from binary data.
// SPDX-License-Identifier: MIT
#include "text_file.hpp"

#include "files/text/errors.hpp"
#include "zip_archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace quadrille::files {

namespace {

constexpr std::size_t chunk_bytes = text_file::sample_bytes;
constexpr std::size_t max_blanks = 16 * chunk_bytes; ///< the limit of the search for the first visible byte

[[noreturn]] void reject_file(const std::string& name) {
    const int number = errno;
    const std::string reason = std::generic_category().message(number);
    throw unreadable_file(fmt::format("{}: wanted a file that can be read, found: {}", name, reason), number);
}

/// Reads all bytes that are available without waiting, up to `most`; if there are none, waits for the next.
std::size_t read_what_is_there(std::FILE* file, char* to, std::size_t most, const std::string& name) {
#ifdef _WIN32
    const auto count = _read(_fileno(file), to, static_cast<unsigned>(most));
#else
    ssize_t count = 0;
    do {
        count = read(fileno(file), to, most);
    } while (count < 0 && errno == EINTR);
#endif
    if (count < 0) {
        reject_file(name);
    }
    return static_cast<std::size_t>(count);
}

/// Returns the length of the well-formed character at the start of `text`; 0 if there is none (Unicode, table 3-7).
std::size_t character_length(std::string_view text) noexcept {
    const auto byte = [&](std::size_t at) -> std::uint32_t {
        return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    };
    const auto follows = [&](std::size_t at) { return (byte(at) & 0xC0U) == 0x80U; };

    const std::uint32_t lead = byte(0);
    if (lead < 0x80U) {
        return lead != 0 ? 1 : 0;
    }
    if (lead < 0xE0U) {
        return lead >= 0xC2U && follows(1) ? 2 : 0;
    }
    if (lead < 0xF0U) {
        const bool overlong = lead == 0xE0U && byte(1) < 0xA0U;
        const bool surrogate = lead == 0xEDU && byte(1) >= 0xA0U;
        return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
    }
    const bool overlong = lead == 0xF0U && byte(1) < 0x90U;
    const bool too_high = lead > 0xF4U || (lead == 0xF4U && byte(1) >= 0x90U);
    return follows(1) && follows(2) && follows(3) && !overlong && !too_high ? 4 : 0;
}

/// Counts the lines and the rows of a text that grows; blank ones do not count.
struct line_count {
    std::size_t lines = 0;
    std::size_t rows = 0; ///< rows whose quotes are closed
    bool is_text = true;  ///< no NUL has been read

    void add_all(std::string_view text) {
        for (const char each : text.substr(std::exchange(counted_, text.size()))) {
            is_text = is_text && each != '\0';
            is_quoted_ = is_quoted_ != (each == '"');
            is_blank_ = is_blank_ && static_cast<unsigned char>(each) <= ' ';
            if (each == '\n' && !is_blank_) {
                ++lines;
                rows += is_quoted_ ? 0U : 1U;
                is_blank_ = !is_quoted_;
            }
        }
    }

private:
    std::size_t counted_ = 0; ///< bytes that have been counted
    bool is_quoted_ = false;
    bool is_blank_ = true; ///< the current row has only blanks so far
};

} // namespace

text_file::text_file(const std::string& path)
    : name_(path == "-"    ? "(standard input)"
            : path.empty() ? "(no name)"
                           : shown_path(path)) {
    const auto member = zip_member_at(path);
    const std::string& opened = member ? member->archive : path;
    file_.reset(path == "-" ? stdin : std::fopen(opened.c_str(), "rb"));
    if (!file_) {
        reject_file(name_);
    }
    if (member) {
        if (std::fseek(file_.get(), static_cast<long>(member->begins_at), SEEK_SET) != 0) {
            reject_file(name_);
        }
        most_ = member->entry.packed_bytes;
        packed_.by = zip_unpacker(member->entry.method != 0, member->entry.bytes, member->entry.checksum);
        packed_.chunk.resize(chunk_bytes);
        bar_ = std::make_unique<progress>(most_, "bytes read");
        return;
    }
    std::error_code unknown;
    const std::uintmax_t bytes = path == "-" ? 0 : std::filesystem::file_size(path, unknown);
    bar_ = std::make_unique<progress>(unknown ? 0 : bytes, "bytes read");
}

std::size_t text_file::read(std::span<char> into) {
    into = into.first(static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), most_ - read_)));
    const std::size_t count = is_live_ ? read_what_is_there(file_.get(), into.data(), into.size(), name_)
                                       : std::fread(into.data(), 1, into.size(), file_.get());
    if (count == 0 && !is_live_ && std::ferror(file_.get()) != 0) {
        reject_file(name_);
    }
    read_ += count;
    if (count == 0) {
        bar_.reset();
    } else if (bar_) {
        bar_->show(read_);
    }
    return count;
}

template <class Source>
std::size_t text_file::take_through(stage& of, std::span<char> into, const Source& source) {
    const std::string wanted = fmt::format("{}: wanted a whole file of {}", name_, of.by->name());
    try {
        for (;;) {
            if (const std::size_t count = of.by->unpack(of.rest, into); count > 0) {
                return count;
            }
            of.rest = {of.chunk.data(), source(of.chunk)};
            if (of.rest.empty()) {
                break;
            }
        }
    } catch (const damaged_data& damage) {
        throw bad_input(
            fmt::format("{}, found damage near byte {}: {}", wanted, read_ - of.rest.size(), damage.what()));
    }
    if (!of.by->is_whole()) {
        throw bad_input(fmt::format("{}, found its end after {} bytes", wanted, read_));
    }
    return 0;
}

std::size_t text_file::read_unpacked(std::span<char> into) {
    return packed_.by ? take_through(packed_, into, [this](std::span<char> to) { return read(to); }) : read(into);
}

std::size_t text_file::read_text(std::span<char> into) {
    return encoded_.by ? take_through(encoded_, into, [this](std::span<char> to) { return read_unpacked(to); })
                       : read_unpacked(into);
}

template <class Source>
std::size_t text_file::take_beginning(std::span<char> into, std::size_t count, const Source& source) {
    constexpr std::size_t enough = 4;
    while (count > 0 && count < enough) {
        const std::size_t more = source(into.subspan(count));
        if (more == 0) {
            break;
        }
        count += more;
    }
    return count;
}

bool text_file::refill(std::size_t kept) {
    if (!file_) { // the whole text is in memory
        return false;
    }
    chunk_.resize(kept + chunk_bytes);
    const std::span<char> into = std::span(chunk_).subspan(kept);
    const bool is_first = read_ == 0;
    std::size_t count = read_text(into);
    if (is_first) {
        count = take_beginning(into, count, [this](std::span<char> to) { return read_unpacked(to); });
        if (auto by = packed_.by ? nullptr : unpacker_of({into.data(), count}, name_)) {
            packed_.begin(std::move(by), into, count);
            count = read_unpacked(into);
            count = take_beginning(into, count, [this](std::span<char> to) { return read_unpacked(to); });
        }
        auto by = decoder_of({into.data(), count});
        by = by ? std::move(by) : line_ends_of({into.data(), count});
        if (by) {
            encoded_.begin(std::move(by), into, count);
            count = read_text(into);
        }
    }
    unread_ = {chunk_.data(), kept + count};
    return count > 0;
}

std::string_view text_file::next_chunk() {
    return unread_.empty() && !refill() ? std::string_view() : std::exchange(unread_, {});
}

bool text_file::append_line(std::string& text, std::size_t most, char ending) {
    bool appended = false;
    while (!unread_.empty() || refill()) {
        const std::size_t end = unread_.find(ending);
        const std::size_t wanted = end == std::string_view::npos ? unread_.size() : end + 1;
        const std::size_t length = std::min(wanted, most + 1 - std::min(most, text.size()));
        text += unread_.substr(0, length);
        unread_.remove_prefix(length);
        appended = true;
        if (text.back() == ending || text.size() > most) {
            break;
        }
    }
    return appended;
}

char text_file::first_visible() {
    for (;;) {
        std::string_view text = unread_;
        if (text.starts_with(byte_order_mark)) {
            text.remove_prefix(byte_order_mark.size());
        }
        if (const std::size_t at = text.find_first_not_of(" \t\r\n"); at != std::string_view::npos) {
            return text[at];
        }
        if (chunk_.size() >= max_blanks || !refill(unread_.size())) {
            return '\0';
        }
    }
}

std::string_view text_file::first_line(std::size_t most) {
    for (bool is_whole = false;; is_whole = !refill(unread_.size())) {
        std::string_view line = unread_;
        line.remove_prefix(line.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r\n"), line.size()));
        const std::size_t end = line.find('\n');
        if (end != std::string_view::npos || line.size() >= most || is_whole) {
            return line.substr(0, std::min(end, most));
        }
    }
}

std::string text_file::sample(std::size_t rows) {
    if (!sample_.empty()) {
        return sample_;
    }
    first_visible();
    bool is_whole = false;
    for (line_count found; !is_whole;) {
        found.add_all(unread_);
        // A live input may stop within a row of several lines. Any other file may have a quote that is never closed.
        const bool are_enough = is_live_ ? found.rows >= rows : found.lines >= rows || !found.is_text;
        if (are_enough && (is_live_ || unread_.size() >= chunk_bytes)) {
            break;
        }
        is_whole = !refill(unread_.size());
    }
    std::string_view text = unread_;
    text.remove_prefix(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
    const std::size_t last_end = text.rfind('\n');
    return std::string(is_whole || last_end == std::string_view::npos ? text : text.substr(0, last_end + 1));
}

namespace {

/// The characters of windows-1252 at 0x80 to 0x9F, where Latin-1 has control characters; 0 if there is none.
constexpr std::array<std::uint16_t, 32> windows_characters = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

} // namespace

std::uint32_t latin1_character(unsigned char byte) noexcept {
    return byte >= 0x80U && byte < 0xA0U ? windows_characters[byte - 0x80U] : byte;
}

std::string utf8_of_latin1(std::string_view text) {
    std::string made;
    for (const char each : text) {
        const std::uint32_t character = latin1_character(static_cast<unsigned char>(each));
        if (character < 0x80U) {
            made += each;
        } else if (character < 0x800U) {
            made += static_cast<char>(0xC0U | character >> 6U);
            made += static_cast<char>(0x80U | (character & 0x3FU));
        } else {
            made += static_cast<char>(0xE0U | character >> 12U);
            made += static_cast<char>(0x80U | (character >> 6U & 0x3FU));
            made += static_cast<char>(0x80U | (character & 0x3FU));
        }
    }
    return made;
}

namespace {

/// Returns whether the text begins with a character whose length is right for UTF-8 but whose value UTF-8 does not
/// allow. Some programs write such text, for example one half of a surrogate pair of UTF-16.
bool is_like_utf8(std::string_view text) noexcept {
    const auto byte = [&](std::size_t at) {
        return at < text.size() ? std::uint32_t{static_cast<unsigned char>(text[at])} : 0U;
    };
    const std::size_t follow = byte(0) >= 0xF0U ? 3 : byte(0) >= 0xE0U ? 2 : byte(0) >= 0xC0U ? 1 : 0;
    std::size_t at = 1;
    while (at <= follow && (byte(at) & 0xC0U) == 0x80U) {
        ++at;
    }
    return follow > 1 && at == follow + 1;
}

} // namespace

std::size_t non_latin1(std::string_view text) noexcept {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (latin1_character(static_cast<unsigned char>(text[at])) == 0 || is_like_utf8(text.substr(at))) {
            return at;
        }
    }
    return std::string_view::npos;
}

bool is_ascii(std::string_view text) noexcept {
    while (begins_with_ascii_word(text)) {
        text.remove_prefix(sizeof(std::uint64_t));
    }
    return std::all_of(text.begin(), text.end(),
                       [](char byte) { return byte != 0 && static_cast<unsigned char>(byte) < 0x80U; });
}

text_place place_in(std::string_view text, std::size_t at) noexcept {
    const std::string_view before = text.substr(0, at);
    const std::string_view in_line = before.substr(before.rfind('\n') + 1);
    const auto begins_character = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
    return {static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')),
            1 + static_cast<std::uint64_t>(std::count_if(in_line.begin(), in_line.end(), begins_character))};
}

std::size_t first_non_text(std::string_view text) noexcept {
    for (std::size_t at = 0; at < text.size();) {
        if (begins_with_ascii_word(text.substr(at))) {
            at += sizeof(std::uint64_t);
            continue;
        }
        const std::size_t length = character_length(text.substr(at));
        if (length == 0) {
            return at;
        }
        at += length;
    }
    return std::string_view::npos;
}

} // namespace quadrille::files
