// Splits text into lines that end in a line feed: text whose lines end in CR alone, and an array of JSON objects.
// SPDX-License-Identifier: MIT
#include "unpacker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace quadrille::files {

namespace {

class of_carriage_returns final : public unpacker {
public:
    std::string_view name() const noexcept override { return carriage_returns; }
    bool is_whole() const noexcept override { return true; }

    std::size_t unpack(std::string_view& packed, std::span<char> into) override {
        const std::size_t count = std::min(packed.size(), into.size());
        std::replace_copy(packed.begin(), packed.begin() + std::ptrdiff_t(count), into.begin(), '\r', '\n');
        packed.remove_prefix(count);
        return count;
    }
};

/// Writes each object of a JSON array on a line of its own.
class of_array final : public unpacker {
public:
    std::string_view name() const noexcept override { return objects_of_array; }
    bool is_whole() const noexcept override { return place_ == place::behind; }

    std::size_t unpack(std::string_view& packed, std::span<char> into) override {
        std::size_t count = 0;
        std::size_t taken = 0;
        for (; taken < packed.size() && count < into.size(); ++taken) {
            const char byte = packed[taken];
            const bool is_blank = byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
            if (place_ == place::inside) {
                take_inside(byte);
                into[count++] = is_blank ? ' ' : byte;
            } else if (depth_ == 0 && place_ == place::ended) {
                into[count++] = '\n';
                place_ = place::between;
                --taken;
            } else if (!is_blank) {
                take_between(byte);
                if (place_ == place::inside) {
                    into[count++] = byte;
                }
            }
        }
        packed.remove_prefix(taken);
        return count;
    }

private:
    /// The positions: before the array, before its first object, within an object, at the end of an object, between
    /// objects, after a comma, after the array.
    enum class place : std::uint8_t { before, first, inside, ended, between, next, behind };

    void take_inside(char byte) noexcept {
        if (is_text_) {
            is_text_ = is_escaped_ || byte != '"';
            is_escaped_ = !is_escaped_ && byte == '\\';
            return;
        }
        is_text_ = byte == '"';
        depth_ += byte == '{' || byte == '[' ? 1U : 0U;
        depth_ -= byte == '}' || byte == ']' ? 1U : 0U;
        place_ = depth_ == 0 ? place::ended : place::inside;
    }
    void take_between(char byte) {
        const bool may_begin = place_ == place::first || place_ == place::next;
        if (place_ == place::before && byte != '[') {
            return; // a byte order mark
        }
        if (place_ == place::before) {
            place_ = place::first;
        } else if (may_begin && byte == '{') {
            place_ = place::inside;
            depth_ = 1;
        } else if (place_ == place::between && byte == ',') {
            place_ = place::next;
        } else if ((place_ == place::between || place_ == place::first) && byte == ']') {
            place_ = place::behind;
        } else {
            throw damaged_data(may_begin                  ? "an object was to begin"
                               : place_ == place::between ? "a comma or the end of the array was to come"
                                                          : "nothing was to come behind the array");
        }
    }

    place place_ = place::before;
    std::size_t depth_ = 0;
    bool is_text_ = false;
    bool is_escaped_ = false;
};

/// Returns whether the text begins with an array whose first element is an object.
bool is_array_of_objects(std::string_view beginning) noexcept {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    constexpr std::string_view blanks = " \t\r\n";
    beginning.remove_prefix(beginning.starts_with(mark) ? mark.size() : 0);
    for (const char wanted : {'[', '{'}) {
        beginning.remove_prefix(std::min(beginning.find_first_not_of(blanks), beginning.size()));
        if (!beginning.starts_with(wanted)) {
            return false;
        }
        beginning.remove_prefix(1);
    }
    return true;
}

} // namespace

std::unique_ptr<unpacker> line_ends_of(std::string_view beginning) {
    if (is_array_of_objects(beginning)) {
        return std::make_unique<of_array>();
    }
    const bool has_returns_alone =
        beginning.find('\r') != std::string_view::npos && beginning.find('\n') == std::string_view::npos;
    return has_returns_alone ? std::make_unique<of_carriage_returns>() : nullptr;
}

} // namespace quadrille::files
