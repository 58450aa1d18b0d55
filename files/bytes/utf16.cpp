// Converts UTF-16, which spreadsheets call Unicode, to UTF-8.
// SPDX-License-Identifier: MIT
#include "unpacker.hpp"

#include <cstdint>

namespace quadrille::files {

namespace {

constexpr std::size_t longest_character = 4; ///< bytes, in UTF-8 and in UTF-16

/// Writes a character as UTF-8, and returns the number of bytes.
std::size_t write_character(std::uint32_t character, char* to) noexcept {
    const auto follow = [&](std::size_t at, unsigned shift) {
        to[at] = static_cast<char>(0x80U | ((character >> shift) & 0x3FU));
    };
    if (character < 0x80U) {
        to[0] = static_cast<char>(character);
        return 1;
    }
    if (character < 0x800U) {
        to[0] = static_cast<char>(0xC0U | (character >> 6U));
        follow(1, 0);
        return 2;
    }
    if (character < 0x10000U) {
        to[0] = static_cast<char>(0xE0U | (character >> 12U));
        follow(1, 6);
        follow(2, 0);
        return 3;
    }
    to[0] = static_cast<char>(0xF0U | (character >> 18U));
    follow(1, 12);
    follow(2, 6);
    follow(3, 0);
    return 4;
}

class of_utf16 final : public unpacker {
public:
    explicit of_utf16(bool is_big_endian) : high_(is_big_endian ? 0 : 1) {}

    std::string_view name() const noexcept override { return utf16; }
    bool is_whole() const noexcept override { return kept_.empty(); }

    std::size_t unpack(std::string_view& packed, std::span<char> into) override {
        std::size_t written = 0;
        while (written + longest_character <= into.size() && !packed.empty()) {
            kept_ += packed.front();
            packed.remove_prefix(1);
            if (kept_.size() % 2 == 0) {
                written += take_unit(into.data() + written);
            }
        }
        return written;
    }

private:
    std::uint32_t unit(std::size_t at) const noexcept {
        const auto byte = [&](std::size_t which) -> std::uint32_t { return static_cast<unsigned char>(kept_[which]); };
        return byte(at + high_) << 8U | byte(at + 1 - high_);
    }
    /// A character has one unit, or two that form a surrogate pair.
    std::size_t take_unit(char* to) {
        const bool is_second = kept_.size() == 4;
        const std::uint32_t last = unit(is_second ? 2 : 0);
        const bool is_low_half = last >= 0xDC00U && last < 0xE000U;
        if (is_low_half != is_second) {
            throw damaged_data("half of a character");
        }
        if (last >= 0xD800U && last < 0xDC00U) {
            return 0; // the other half comes next
        }
        const std::uint32_t character = is_second ? 0x10000U + ((unit(0) - 0xD800U) << 10U) + (last - 0xDC00U) : last;
        kept_.clear();
        const bool is_mark = !has_begun_ && character == 0xFEFFU;
        has_begun_ = true;
        return is_mark ? 0 : write_character(character, to);
    }

    std::size_t high_; ///< the offset of the high byte in a unit
    std::string kept_; ///< the bytes of an incomplete character
    bool has_begun_ = false;
};

} // namespace

bool is_utf16(std::string_view beginning) noexcept {
    return beginning.starts_with("\xFF\xFE") || beginning.starts_with("\xFE\xFF");
}

std::unique_ptr<unpacker> decoder_of(std::string_view beginning) {
    return is_utf16(beginning) ? std::make_unique<of_utf16>(beginning.starts_with('\xFE')) : nullptr;
}

} // namespace quadrille::files
