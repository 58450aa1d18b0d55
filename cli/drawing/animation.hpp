// A film as a file: an animated WebP, by libwebp.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DRAWING_ANIMATION_HPP
#define QUADRILLE_CLI_DRAWING_ANIMATION_HPP

#include "view.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

struct WebPAnimEncoder;

namespace quadrille::cli {

/// Holds the last frames and what has been encoded, however long the film is. Members throw `failure` when libwebp fails.
class animation {
public:
    /// `quality` from 0 to 100, which loses nothing.
    animation(const pixel_size& size, int quality);
    animation(const animation&) = delete;
    animation& operator=(const animation&) = delete;
    ~animation();

    /// Shows these pixels, 0xAARRGGBB, row by row, from this time on, in milliseconds; later than the last ones. They are opaque.
    void add(std::span<const std::uint32_t> pixels, int from);
    /// The film as a file. It begins again at this time, for ever.
    std::string file(int until);

private:
    void demand(bool done) const;

    struct releaser {
        void operator()(WebPAnimEncoder* encoder) const noexcept;
    };
    pixel_size size_;
    int quality_;
    std::unique_ptr<WebPAnimEncoder, releaser> encoder_;
};

} // namespace quadrille::cli

#endif
