// Writes a film as an animated WebP, by libwebp.
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

/// Holds the last frames and the encoded film in memory, however long the film is. Members throw `failure` if libwebp
/// fails.
class animation {
public:
    /// `quality` is from 0 to 100; 100 is lossless.
    animation(const pixel_size& size, int quality);
    animation(const animation&) = delete;
    animation& operator=(const animation&) = delete;
    ~animation();

    /// Adds a frame: opaque pixels, 0xAARRGGBB, row by row. It is shown from this time on, in milliseconds, which must
    /// be later than that of the last frame.
    void add(std::span<const std::uint32_t> pixels, int from);
    /// Returns the film as a file. It repeats from this time on, for ever.
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
