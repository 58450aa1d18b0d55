// The light and dark colors of pictures.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DRAWING_THEME_HPP
#define QUADRILLE_CLI_DRAWING_THEME_HPP

#include "canvas.hpp"

#include <array>

namespace quadrille::cli {

struct theme {
    color paper;
    color plot;
    color text;
    color lines; ///< frame and axes
    color cells;
    std::array<color, 5> files; ///< other shapes, by file; a sixth file has the first one's color
    color inside;               ///< answers: shapes in the area
    color near;                 ///< the nearest shapes
    color paired;               ///< the shapes of pairs
};

namespace detail {

constexpr color hex(unsigned rgb) {
    return {static_cast<double>(rgb >> 16U & 255U) / 255, static_cast<double>(rgb >> 8U & 255U) / 255,
            static_cast<double>(rgb & 255U) / 255};
}

} // namespace detail

inline constexpr theme light = {
    detail::hex(0xFFFFFF),
    detail::hex(0xFBFAF7),
    detail::hex(0x3A3A44),
    detail::hex(0xA9A493),
    detail::hex(0xD3CDBD),
    {detail::hex(0x8D99AE), detail::hex(0xC9A227), detail::hex(0x5B9279), detail::hex(0x9A7AA0), detail::hex(0x9C6644)},
    detail::hex(0xD1495B),
    detail::hex(0xE07A1F),
    detail::hex(0x1F6FB2)};

inline constexpr theme dark = {
    detail::hex(0x0F1218),
    detail::hex(0x151A23),
    detail::hex(0xC9D1DC),
    detail::hex(0x4A5568),
    detail::hex(0x2A3342),
    {detail::hex(0x66758F), detail::hex(0xD9B44A), detail::hex(0x6FBF97), detail::hex(0xB48EBB), detail::hex(0xC08457)},
    detail::hex(0xFF5D73),
    detail::hex(0xFF9F43),
    detail::hex(0x3EC1F3)};

} // namespace quadrille::cli

#endif
