// What the command has drawn, read again: the legend of a picture, the frames of a film.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_CLI_READ_BACK_HPP
#define QUADRILLE_TESTS_CLI_READ_BACK_HPP

#include "tests/cli/command.hpp"

#include <webp/demux.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace quadrille::test {

/// The text of an element of an SVG; empty where there is none.
inline std::string text_in(const std::string& svg, const std::string& element) {
    const std::size_t begin = svg.find("<" + element + ">");
    const std::size_t first = begin + element.size() + 2;
    return begin == std::string::npos ? std::string() : svg.substr(first, svg.find("</" + element, first) - first);
}
inline std::string legend_in(const std::string& svg) { return text_in(svg, "desc"); }

struct film_frame {
    int until;                        ///< milliseconds
    std::vector<std::uint8_t> pixels; ///< red, green, blue, opacity
};

struct decoded_film {
    int width = 0;
    int height = 0;
    std::vector<film_frame> frames;

    /// Whether a shape is seen there: it is darker than the paper.
    bool has_shape(std::size_t frame, int x, int y) const {
        return frames.at(frame).pixels[static_cast<std::size_t>((y * width + x) * 4)] < 200;
    }
};

/// At most so many frames of its beginning.
inline decoded_film film_in(const std::string& path, std::size_t most = std::numeric_limits<std::size_t>::max()) {
    const std::string bytes = content_of(path);
    const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    const std::unique_ptr<WebPAnimDecoder, void (*)(WebPAnimDecoder*)> decoder(WebPAnimDecoderNew(&data, nullptr),
                                                                               WebPAnimDecoderDelete);
    decoded_film film;
    if (!decoder) {
        ADD_FAILURE() << path << " is no film of " << bytes.size() << " bytes";
        return film;
    }
    WebPAnimInfo info;
    WebPAnimDecoderGetInfo(decoder.get(), &info);
    EXPECT_EQ(info.loop_count, info.frame_count > 1 ? 0U : 1U) << "for ever, but for a single frame";
    film.width = static_cast<int>(info.canvas_width);
    film.height = static_cast<int>(info.canvas_height);
    while (film.frames.size() < most && WebPAnimDecoderHasMoreFrames(decoder.get()) != 0) {
        std::uint8_t* pixels = nullptr;
        int until = 0;
        if (WebPAnimDecoderGetNext(decoder.get(), &pixels, &until) == 0) {
            ADD_FAILURE() << "frame " << film.frames.size() << " of " << path;
            return film;
        }
        film.frames.push_back({until, {pixels, pixels + static_cast<std::ptrdiff_t>(film.width) * film.height * 4}});
    }
    return film;
}

} // namespace quadrille::test

#endif
