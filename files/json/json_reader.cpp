// Parses JSON token by token, and reports the exact position of an error.
// SPDX-License-Identifier: MIT
#include "json_reader.hpp"

#include "files/text/errors.hpp"
#include "files/text/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <system_error>
#include <utility>

namespace quadrille::files {

namespace {

constexpr int no_byte = -1;
constexpr int separator_byte = text_file::record_separator;

constexpr bool is_digit(int byte) { return byte >= '0' && byte <= '9'; }

/// Whether a byte of a string has no special meaning.
constexpr std::array<bool, 256> plain_bytes = [] {
    std::array<bool, 256> plain{};
    for (std::size_t byte = 0x20; byte < plain.size(); ++byte) {
        plain[byte] = byte != '"' && byte != '\\';
    }
    return plain;
}();

bool is_plain(char byte) { return plain_bytes[static_cast<unsigned char>(byte)]; }

/// Returns whether a byte continues a character.
constexpr bool is_tail(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// Returns the number at the beginning of a text, if the text continues after it and the number has no exponent; else
/// an empty text.
std::string_view plain_number_in(std::string_view text) noexcept {
    const auto* at = text.begin();
    const auto skip_digits = [&] {
        const auto* const first = at;
        at = std::find_if_not(at, text.end(), [](char byte) { return is_digit(byte); });
        return at != first;
    };
    at += text.starts_with('-') ? 1 : 0;
    const bool is_below_one = at != text.end() && *at == '0';
    bool is_number = is_below_one || skip_digits();
    at += is_below_one ? 1 : 0;
    if (is_number && at != text.end() && *at == '.') {
        ++at;
        is_number = skip_digits();
    }
    const bool is_whole = is_number && at != text.end() && *at != 'e' && *at != 'E';
    return is_whole ? text.substr(0, static_cast<std::size_t>(at - text.begin())) : std::string_view();
}

std::string utf8_of(std::uint32_t character) {
    const auto tail = [&](unsigned shift) { return static_cast<char>(0x80U | (character >> shift & 0x3FU)); };
    if (character < 0x80U) {
        return {static_cast<char>(character)};
    }
    if (character < 0x800U) {
        return {static_cast<char>(0xC0U | character >> 6U), tail(0)};
    }
    if (character < 0x10000U) {
        return {static_cast<char>(0xE0U | character >> 12U), tail(6), tail(0)};
    }
    return {static_cast<char>(0xF0U | character >> 18U), tail(12), tail(6), tail(0)};
}

} // namespace

// ---- Bytes ----------------------------------------------------------------------------------------------------------

json_reader::json_reader(text_file file, std::uint64_t first_line)
    : file_(std::move(file)), counted_place_{first_line, 1} {}

/// Reads the next chunk of the file, and keeps a character that the last chunk had cut. Returns false at the end.
bool json_reader::refill() {
    if (std::exchange(is_token_here_, false)) {
        token_place_ = place_of(token_);
    }
    const json_place here = place_of(end_);
    buffer_.erase(buffer_.begin(), buffer_.begin() + (end_ - buffer_.data()));
    const std::string_view chunk = file_.next_chunk();
    buffer_.insert(buffer_.end(), chunk.begin(), chunk.end());

    constexpr std::size_t longest_character = 4;
    const std::string_view text(buffer_.data(), buffer_.size());
    const std::size_t non_text = first_non_text(text);
    // Before the end of the file, the last bytes may be the beginning of a character.
    if (non_text == 0 && (chunk.empty() || text.size() >= longest_character)) {
        reject(here, "UTF-8 text", fmt::format("the byte 0x{:02X}", static_cast<unsigned char>(text[0])));
    }
    at_ = text.data();
    end_ = at_ + std::min(non_text, text.size());
    if (std::exchange(is_first_part_, false) && text.starts_with(byte_order_mark)) {
        at_ += byte_order_mark.size();
    }
    counted_ = at_;
    return at_ != end_ || (!chunk.empty() && refill());
}

int json_reader::peek() { return at_ != end_ || refill() ? static_cast<unsigned char>(*at_) : no_byte; }

void json_reader::skip_blanks() {
    for (int byte = peek(); byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; byte = peek()) {
        ++at_;
    }
}

/// Each byte is counted once, so positions must be requested in ascending order.
json_place json_reader::place_of(const char* at) {
    const auto before = [&] { return std::string_view(counted_, static_cast<std::size_t>(at - counted_)); };
    constexpr char blank = ' '; // the lowest character within a line
    for (; begins_with_ascii_word(before(), blank); counted_ += sizeof(std::uint64_t)) {
        counted_place_.column += sizeof(std::uint64_t);
    }
    for (; counted_ != at; ++counted_) {
        const bool ends_line = *counted_ == '\n';
        counted_place_.line += ends_line ? 1 : 0;
        counted_place_.column = ends_line ? 1 : counted_place_.column + (is_tail(*counted_) ? 0 : 1);
    }
    return counted_place_;
}

void json_reader::begin_token() {
    token_ = at_;
    is_token_here_ = true;
}

json_place json_reader::place() { return is_token_here_ ? place_of(token_) : token_place_; }

void json_reader::keep(std::string_view chunk) { text_ += chunk.substr(0, most_text_ - text_.size()); }

// ---- Structure ------------------------------------------------------------------------------------------------------

json_event json_reader::next() {
    skip_blanks();
    begin_token();
    if (expected_ == expected::comma_or_end && open_.empty()) {
        context_ = "value";
        if (peek() != no_byte) {
            reject_token("end of input");
        }
        return event_ = json_event::finish;
    }
    if (expected_ == expected::comma_or_end) {
        const bool in_object = open_.back();
        const int byte = peek();
        if (byte == (in_object ? '}' : ']')) {
            return event_ = close();
        }
        context_ = in_object ? "object" : "array";
        if (byte != ',') {
            reject_token(in_object ? "'}'" : "']'");
        }
        ++at_;
        skip_blanks();
        begin_token();
        expected_ = in_object ? expected::name : expected::value;
    }
    if (expected_ == expected::name || expected_ == expected::name_or_end) {
        if (expected_ == expected::name_or_end && peek() == '}') {
            return event_ = close();
        }
        return event_ = key();
    }
    if (expected_ == expected::element_or_end && peek() == ']') {
        return event_ = close();
    }
    return event_ = value();
}

bool json_reader::next_text() {
    bool is_separated = false;
    for (skip_blanks(); peek() == separator_byte; skip_blanks()) {
        ++at_;
        is_separated = true;
    }
    if (!is_separated && peek() != '{') {
        return false;
    }
    expected_ = expected::value;
    return true;
}

void json_reader::skip() {
    if (event_ == json_event::object || event_ == json_event::array) {
        leave(depth() - 1);
    }
}

void json_reader::leave(std::size_t depth) {
    while (open_.size() > depth) {
        next();
    }
}

json_event json_reader::value() {
    context_ = "value";
    expected_ = expected::comma_or_end;
    const int byte = peek();
    if (byte == '-' || is_digit(byte)) {
        return take_number();
    }
    switch (byte) {
    case '{': return open(json_event::object);
    case '[': return open(json_event::array);
    case '"': take_text(); return json_event::text;
    case 't': return literal("true", json_event::boolean);
    case 'f': return literal("false", json_event::boolean);
    case 'n': return literal("null", json_event::null);
    case 'N':
    case 'I': reject_no_number();
    default: reject_token("'[', '{', or a literal");
    }
}

json_event json_reader::open(json_event what) {
    ++at_;
    open_.push_back(what == json_event::object);
    expected_ = what == json_event::object ? expected::name_or_end : expected::element_or_end;
    return what;
}

json_event json_reader::close() {
    ++at_;
    open_.pop_back();
    expected_ = expected::comma_or_end;
    return json_event::end;
}

json_event json_reader::key() {
    context_ = "object key";
    if (peek() != '"') {
        reject_token("string literal");
    }
    take_text();
    skip_blanks();
    if (peek() != ':') {
        context_ = "object separator";
        begin_token();
        reject_token("':'");
    }
    ++at_;
    expected_ = expected::value;
    return json_event::key;
}

// ---- Values ---------------------------------------------------------------------------------------------------------

json_event json_reader::literal(std::string_view word, json_event what) {
    for (const char letter : word) {
        if (peek() != letter) {
            reject_byte("invalid literal");
        }
        ++at_;
    }
    text_ = word;
    return what;
}

void json_reader::take_digits(const char* wanted) {
    if (!is_digit(peek())) {
        reject_byte(fmt::format("invalid number; expected {}", wanted));
    }
    while (is_digit(peek())) {
        const char* const first = at_;
        at_ = std::find_if_not(at_, end_, [](char byte) { return is_digit(byte); });
        keep({first, static_cast<std::size_t>(at_ - first)});
    }
}

json_event json_reader::take_number() {
    const std::string_view plain = plain_number_in({at_, static_cast<std::size_t>(end_ - at_)});
    if (!plain.empty() && plain.size() <= max_text) {
        text_ = plain;
        at_ += plain.size();
        return json_event::number;
    }
    text_.clear();
    const auto take = [this] { keep({at_++, 1}); };
    if (peek() == '-') {
        take();
    }
    if (peek() == 'I') {
        reject_no_number();
    }
    if (peek() == '0') {
        take();
    } else {
        take_digits("digit after '-'");
    }
    if (peek() == '.') {
        take();
        take_digits("digit after '.'");
    }
    if (peek() == 'e' || peek() == 'E') {
        take();
        const bool has_sign = peek() == '+' || peek() == '-';
        if (has_sign) {
            take();
        }
        take_digits(has_sign ? "digit after exponent sign" : "'+', '-', or digit after exponent");
    }
    if (text_.size() > max_text) {
        reject(place(), fmt::format("a number of at most {} characters", max_text), "a longer one");
    }
    return json_event::number;
}

double json_reader::number() const {
    double number = 0;
    if (read_number(text_, number) == std::errc::result_out_of_range) {
        // The number is too large or too small; from_chars does not distinguish these.
        number = std::strtod(text_.c_str(), nullptr);
    }
    return number;
}

void json_reader::take_text() {
    text_.clear();
    ++at_;
    for (;;) {
        const int byte = peek();
        const char* const first = at_;
        at_ = std::find_if_not(at_, end_, is_plain);
        if (at_ != first) {
            keep({first, static_cast<std::size_t>(at_ - first)});
        } else if (byte == '"') {
            ++at_;
            return;
        } else if (byte == '\\') {
            ++at_;
            take_escape();
        } else if (byte == no_byte) {
            reject_byte("invalid string: missing closing quote");
        } else {
            reject_byte(fmt::format("invalid string: control character U+{0:04X} must be escaped to \\u{0:04X}", byte));
        }
    }
}

void json_reader::take_escape() {
    constexpr std::string_view names = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    const int byte = peek();
    if (byte != 'u') {
        const std::size_t which = byte == no_byte ? std::string_view::npos : names.find(static_cast<char>(byte));
        if (which == std::string_view::npos) {
            reject_byte("invalid string: forbidden character after backslash");
        }
        ++at_;
        keep(meanings.substr(which, 1));
        return;
    }
    ++at_;
    std::uint32_t character = take_hex();
    if (character >= 0xDC00U && character < 0xE000U) {
        reject_byte("invalid string: surrogate U+DC00..U+DFFF must follow U+D800..U+DBFF");
    }
    if (character >= 0xD800U && character < 0xDC00U) {
        constexpr auto alone = "invalid string: surrogate U+D800..U+DBFF must be followed by U+DC00..U+DFFF";
        for (const char wanted : {'\\', 'u'}) {
            if (peek() != wanted) {
                reject_byte(alone);
            }
            ++at_;
        }
        const std::uint32_t low = take_hex();
        if (low < 0xDC00U || low >= 0xE000U) {
            reject_byte(alone);
        }
        character = 0x10000U + ((character & 0x3FFU) << 10U | (low & 0x3FFU));
    }
    keep(utf8_of(character));
}

std::uint32_t json_reader::take_hex() {
    std::uint32_t number = 0;
    for (int digit = 0; digit < 4; ++digit) {
        constexpr std::string_view digits = "0123456789abcdef0123456789ABCDEF";
        const int byte = peek();
        const std::size_t which = byte == no_byte ? std::string_view::npos : digits.find(static_cast<char>(byte));
        if (which == std::string_view::npos) {
            reject_byte("invalid string: '\\u' must be followed by 4 hex digits");
        }
        number = number << 4U | static_cast<std::uint32_t>(which % 16);
        ++at_;
    }
    return number;
}

// ---- Messages -------------------------------------------------------------------------------------------------------

std::string json_reader::shown() {
    switch (event_) {
    case json_event::object: skip_blanks(); return peek() == '}' ? "an empty object" : "an object";
    case json_event::array: skip_blanks(); return peek() == ']' ? "an empty array" : "an array";
    case json_event::text: return text_.empty() ? "an empty string" : files::shown(text_);
    case json_event::null: return "null";
    default: {
        const std::string quoted = files::shown(text_);
        return quoted.ends_with('"') ? text_ : quoted;
    }
    }
}

bad_row json_reader::fault_at(const json_place& place, std::string_view wanted, std::string_view found) const {
    return {{place.line, place.column},
            fmt::format("{}:{}:{}: wanted {}, found {}", file_name(), place.line, place.column, wanted, found)};
}

void json_reader::reject(const json_place& place, std::string_view wanted, std::string_view found) const {
    throw fault_at(place, wanted, found);
}

void json_reader::reject_token(const char* wanted) {
    const int byte = peek();
    std::string found = "unexpected end of input";
    if (byte == '"') {
        found = "unexpected string literal";
    } else if (byte == '-' || is_digit(byte)) {
        found = "unexpected number literal";
    } else if (byte != no_byte && std::string_view("{}[]:,").find(static_cast<char>(byte)) != std::string_view::npos) {
        found = fmt::format("unexpected '{}'", static_cast<char>(byte));
    } else if (byte != no_byte) {
        reject_byte("invalid literal");
    }
    reject(place(), "JSON", fmt::format("a syntax error while parsing {} - {}; expected {}", context_, found, wanted));
}

/// Rejects words such as NaN, which programs write when a result is not a number.
void json_reader::reject_no_number() {
    const int byte = peek();
    reject(place(), "JSON, which has no NaN and no Infinity (null says that there is no geometry)",
           byte == 'N' ? "NaN" : "Infinity");
}

void json_reader::reject_byte(const std::string& sentence) {
    peek();
    reject(place_of(at_), "JSON", fmt::format("a syntax error while parsing {} - {}", context_, sentence));
}

} // namespace quadrille::files
