// Reads JSON event by event: no part of a file stays in memory, and every value has its position.
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

/// A position in a file: both numbers are from 1; the column is in characters.
struct json_place {
    std::uint64_t line = 1;
    std::uint64_t column = 1;
};

/// The next event of a text: a value or its beginning, the end of a container, the name of a member, or the end of the
/// text.
enum class json_event : std::uint8_t { object, array, end, key, text, number, boolean, null, finish };

/// Reads RFC 8259 in linear time. It uses a bit for each open container at any depth. It keeps numbers, and texts that
/// are not requested whole, up to `max_text` bytes. Throws `bad_input` with the place if the file is not JSON or not
/// UTF-8.
class json_reader {
public:
    static constexpr std::size_t max_text = 65'536;
    static constexpr std::size_t cut_text = max_text + 1; ///< the length of a text that was cut

    /// The text may be a part of a file that begins in a later line of it.
    explicit json_reader(text_file file, std::uint64_t first_line = 1);

    const std::string& file_name() const noexcept { return file_.name(); }

    json_event next();
    /// Goes to the next text of a file that has several, each on lines of its own or after a record separator (RFC
    /// 7464). Call it before reading a text. Returns false if no object begins: `next` then returns what there is.
    bool next_text();
    json_event event() const noexcept { return event_; }
    /// Returns the number of open containers, including the one that has just begun.
    std::size_t depth() const noexcept { return open_.size(); }
    /// Goes to the end of the value that has just begun.
    void skip();
    /// Goes on until at most `depth` containers are open.
    void leave(std::size_t depth);

    /// Sets whether later texts are kept whole, at any length.
    void keep_whole(bool wanted) noexcept { most_text_ = wanted ? std::numeric_limits<std::size_t>::max() : cut_text; }
    /// Returns the latest key, text, number or boolean as text, cut if it is too long.
    std::string_view text() const noexcept { return text_; }
    /// Returns the latest number; infinite if no double can hold it.
    double number() const;
    /// Returns the place of the latest key, value or end.
    json_place place();
    /// Returns the latest value for a message: "an array", `"text"`, 7. It must be the latest event.
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

    /// Report a syntax error: `reject_token` at the token that has begun, `reject_byte` at the current byte.
    [[noreturn]] void reject_token(const char* wanted);
    [[noreturn]] void reject_no_number();
    [[noreturn]] void reject_byte(const std::string& sentence);

    text_file file_;
    std::vector<char> buffer_;
    const char* at_ = nullptr;  ///< the next byte
    const char* end_ = nullptr; ///< the end of the validated text
    bool is_first_part_ = true;

    const char* counted_ = nullptr; ///< the byte at `line_` and `column_`
    json_place counted_place_;
    const char* token_ = nullptr; ///< the beginning of the latest token
    bool is_token_here_ = false;  ///< the token is still in the buffer
    json_place token_place_;      ///< of a token that is no longer in the buffer

    std::vector<bool> open_; ///< for each open container, whether it is an object
    expected expected_ = expected::value;
    json_event event_ = json_event::finish;
    const char* context_ = "value"; ///< the current context, for messages
    std::string text_;
    std::size_t most_text_ = cut_text;
};

} // namespace quadrille::files

#endif
