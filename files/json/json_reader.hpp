// JSON read event by event: no part of a file stays in memory, and every value has its position.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_JSON_JSON_READER_HPP
#define QUADRILLE_FILES_JSON_JSON_READER_HPP

#include "files/bytes/text_file.hpp"
#include "files/rows/bad_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

/// A position in a file: both from 1, the column in characters.
struct json_place {
    std::uint64_t line = 1;
    std::uint64_t column = 1;
};

/// What comes next in a text: a value or its beginning, the end of a container, the name of a member, the end of the text.
enum class json_event : std::uint8_t { object, array, end, key, text, number, boolean, null, finish };

/// Reads RFC 8259 in linear time. Takes a bit for each open container, however deep; a number is kept up to `max_text` bytes,
/// and a text that is not wanted whole. Throws `bad_input`, located, where the file is not JSON or not UTF-8.
class json_reader {
public:
    static constexpr std::size_t max_text = 65'536;
    static constexpr std::size_t cut_text = max_text + 1; ///< so much is left of a longer one

    /// The text may be a part of a file that begins in a later line of it.
    explicit json_reader(text_file file, std::uint64_t first_line = 1);

    const std::string& file_name() const noexcept { return file_.name(); }

    json_event next();
    /// Before a text that is read: goes to it, also where it is one of several in a file, each on lines of its own or behind a record separator
    /// (RFC 7464). False where no object begins: `next` says then what there is.
    bool next_text();
    json_event event() const noexcept { return event_; }
    /// How many containers are open; the one that has just begun is among them.
    std::size_t depth() const noexcept { return open_.size(); }
    /// Goes to the end of the value that has just begun.
    void skip();
    /// Goes on until no more than `depth` containers are open.
    void leave(std::size_t depth);

    /// Whether texts that come are wanted whole, however long they are.
    void keep_whole(bool wanted) noexcept { most_text_ = wanted ? std::numeric_limits<std::size_t>::max() : cut_text; }
    /// Of the latest key, text, number or boolean: the text itself, cut when too long.
    std::string_view text() const noexcept { return text_; }
    /// The latest number; infinite when no double can hold it.
    double number() const;
    /// The place of the latest key, value or end.
    json_place place();
    /// The latest value as a message may show it: "an array", `"text"`, 7. Only while it is the latest event.
    std::string shown();

    bad_row fault_at(const json_place& place, std::string_view wanted, std::string_view found) const;
    [[noreturn]] void reject(const json_place& place, std::string_view wanted, std::string_view found) const;

private:
    enum class expected : std::uint8_t { value, element_or_end, name_or_end, name, comma_or_end };

    bool refill();
    int peek();
    void skip_blanks();
    json_place place_of(const char* at);
    void begin_token();
    void keep(std::string_view chunk);

    json_event value();
    json_event open(json_event what);
    json_event close();
    json_event key();
    json_event literal(std::string_view word, json_event what);
    json_event take_number();
    void take_digits(const char* wanted);
    void take_text();
    void take_escape();
    std::uint32_t take_hex();

    /// A syntax error at the token that has begun, and one at the present byte.
    [[noreturn]] void reject_token(const char* wanted);
    [[noreturn]] void reject_no_number();
    [[noreturn]] void reject_byte(const std::string& sentence);

    text_file file_;
    std::vector<char> buffer_;
    const char* at_ = nullptr;  ///< the next byte
    const char* end_ = nullptr; ///< of what is text for certain
    bool is_first_part_ = true;

    const char* counted_ = nullptr; ///< the byte at `line_` and `column_`
    json_place counted_place_;
    const char* token_ = nullptr; ///< where the latest token began
    bool is_token_here_ = false;  ///< it has not left the buffer
    json_place token_place_;      ///< of a token that has

    std::vector<bool> open_; ///< of each open container, whether it is an object
    expected expected_ = expected::value;
    json_event event_ = json_event::finish;
    const char* context_ = "value"; ///< what is being parsed, for messages
    std::string text_;
    std::size_t most_text_ = cut_text;
};

} // namespace quadrille::files

#endif
