// Numbers as little-endian bytes, on any machine.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_BYTES_LITTLE_ENDIAN_HPP
#define QUADRILLE_SRC_BYTES_LITTLE_ENDIAN_HPP

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace quadrille::detail {

/// Copies numbers of `Width` bytes each to or from little-endian bytes.
template <std::size_t Width>
void copy_numbers(void* into, const void* from, std::size_t size) noexcept {
    std::memcpy(into, from, size);
    if constexpr (std::endian::native == std::endian::big) {
        auto* const bytes = static_cast<std::byte*>(into);
        for (std::size_t at = 0; at < size; at += Width) {
            std::reverse(bytes + at, bytes + at + Width);
        }
    }
}

template <class Number>
void write_number(std::byte* into, const Number& number) noexcept {
    static_assert(std::is_arithmetic_v<Number>);
    copy_numbers<sizeof number>(into, &number, sizeof number);
}
template <class Number>
Number read_number(const std::byte* from) noexcept {
    static_assert(std::is_arithmetic_v<Number>);
    Number number{};
    copy_numbers<sizeof number>(&number, from, sizeof number);
    return number;
}

} // namespace quadrille::detail

#endif
