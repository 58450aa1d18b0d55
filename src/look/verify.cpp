// The verification of checked builds: the largest number of items, and the sentence that describes a difference.
// SPDX-License-Identifier: MIT
#ifdef QUADRILLE_CHECKED
#include <quadrille/detail/engine/verify.hpp>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace quadrille {
namespace {

std::atomic<std::uint32_t> limit{0};

/// A sentence of limited length.
class sentence {
public:
    void add(const char* text) noexcept {
        const std::size_t length = std::min(std::strlen(text), sizeof text_ - 1 - length_);
        std::memcpy(text_ + length_, text, length);
        length_ += length;
        text_[length_] = 0;
    }
    /// Appends a number with the fewest digits that distinguish it from others.
    template <class Number>
    void add_number(Number number) noexcept {
        char digits[32];
        const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits - 1, number);
        *end.ptr = 0;
        add(digits);
    }
    void begin() noexcept { length_ = 0; }
    const char* text() const noexcept { return text_; }

private:
    char text_[1024] = {};
    std::size_t length_ = 0;
};

thread_local sentence last;

} // namespace

void verify_up_to(std::uint32_t items) noexcept { limit.store(items, std::memory_order_relaxed); }

namespace detail {

std::uint32_t verify_limit() noexcept { return limit.load(std::memory_order_relaxed); }

const char* verify_sentence(const verified_question& asked, const verify_difference& difference) noexcept {
    last.begin();
    last.add("a full scan finds other answers: ");
    last.add(asked.verb);
    last.add(" of ");
    const auto written = std::min<std::size_t>(asked.count, std::size(asked.numbers));
    for (std::size_t at = 0; at < written; ++at) {
        last.add(at > 0 ? ", " : "");
        if (asked.is_float) {
            last.add_number(static_cast<float>(asked.numbers[at]));
        } else {
            last.add_number(asked.numbers[at]);
        }
    }
    last.add(written < asked.count ? ", ..." : "");
    if (asked.layers != all_layers || asked.partners != all_layers) {
        last.add(" in layers ");
        last.add_number(asked.layers);
        last.add(" and ");
        last.add_number(asked.partners);
    }
    last.add("; expected ");
    last.add_number(difference.expected);
    last.add(", found ");
    last.add_number(difference.found);
    if (difference.index != no_index) {
        last.add(difference.is_wrong ? ", wrongly item " : ", not (or twice) item ");
        last.add_number(difference.index);
    }
    if (difference.partner != no_index) {
        last.add(" with item ");
        last.add_number(difference.partner);
    }
    return last.text();
}

} // namespace detail
} // namespace quadrille
#endif
