// Encodes frames by libwebp.
// SPDX-License-Identifier: MIT
#include "animation.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include <new>

namespace quadrille::cli {

namespace {

constexpr int lossless = 100;

/// Frees the memory that the library has allocated for a picture.
struct webp_picture : WebPPicture {
    webp_picture() {
        if (WebPPictureInit(this) == 0) {
            throw files::failure(
                "the film cannot be encoded: this is another version of libwebp than it was built with");
        }
    }
    webp_picture(const webp_picture&) = delete;
    webp_picture& operator=(const webp_picture&) = delete;
    ~webp_picture() { WebPPictureFree(this); }
};

} // namespace

void animation::releaser::operator()(WebPAnimEncoder* encoder) const noexcept { WebPAnimEncoderDelete(encoder); }

animation::animation(const pixel_size& size, int quality) : size_(size), quality_(quality) {
    WebPAnimEncoderOptions options;
    demand(WebPAnimEncoderOptionsInit(&options) != 0);
    // A viewer who joins late waits some seconds for a frame that needs no other frame.
    options.kmin = 60;
    options.kmax = 120;
    options.anim_params.loop_count = 0;
    encoder_.reset(WebPAnimEncoderNew(size.width, size.height, &options));
    demand(encoder_ != nullptr);
}

animation::~animation() = default;

void animation::demand(bool done) const {
    if (!done) {
        const char* const reason = encoder_ ? WebPAnimEncoderGetError(encoder_.get()) : nullptr;
        throw files::failure(fmt::format("the film cannot be encoded: {}",
                                         reason != nullptr && *reason != '\0' ? reason : "libwebp rejects"));
    }
}

void animation::add(std::span<const std::uint32_t> pixels, int from) {
    webp_picture frame;
    frame.use_argb = 1;
    frame.width = size_.width;
    frame.height = size_.height;
    if (WebPPictureAlloc(&frame) == 0) {
        throw std::bad_alloc();
    }
    constexpr std::uint32_t opaque = 0xFF00'0000U;
    const auto width = static_cast<std::size_t>(size_.width);
    for (std::size_t row = 0; row < static_cast<std::size_t>(size_.height); ++row) {
        std::uint32_t* const to = frame.argb + row * static_cast<std::size_t>(frame.argb_stride);
        for (std::size_t column = 0; column < width; ++column) {
            to[column] = pixels[row * width + column] | opaque;
        }
    }
    WebPConfig config;
    demand(WebPConfigPreset(&config, WEBP_PRESET_DRAWING, static_cast<float>(quality_)) != 0);
    config.lossless = quality_ == lossless ? 1 : 0;
    demand(WebPAnimEncoderAdd(encoder_.get(), &frame, from, &config) != 0);
}

std::string animation::file(int until) {
    demand(WebPAnimEncoderAdd(encoder_.get(), nullptr, until, nullptr) != 0);
    WebPData data;
    WebPDataInit(&data);
    const std::unique_ptr<WebPData, void (*)(WebPData*)> freed(&data, WebPDataClear);
    demand(WebPAnimEncoderAssemble(encoder_.get(), &data) != 0);
    return {reinterpret_cast<const char*>(data.bytes), data.size};
}

} // namespace quadrille::cli
