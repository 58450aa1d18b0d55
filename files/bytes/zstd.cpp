// Unpacks zstd by its own library, one frame after the other.
// SPDX-License-Identifier: MIT
#include "unpacker.hpp"

#include <zstd.h>

#include <new>

namespace quadrille::files {

namespace {

class of_zstd final : public unpacker {
public:
    of_zstd() : stream_(ZSTD_createDStream()) {
        if (!stream_) {
            throw std::bad_alloc();
        }
    }

    std::string_view name() const noexcept override { return "zstd"; }
    bool is_whole() const noexcept override { return is_whole_; }

    std::size_t unpack(std::string_view& packed, std::span<char> into) override {
        ZSTD_outBuffer out = {into.data(), into.size(), 0};
        do {
            ZSTD_inBuffer in = {packed.data(), packed.size(), 0};
            const std::size_t left = ZSTD_decompressStream(stream_.get(), &out, &in);
            packed.remove_prefix(in.pos);
            if (ZSTD_isError(left) != 0) {
                throw damaged_data(ZSTD_getErrorName(left));
            }
            // Without input no frame begins, although the library then returns the number of bytes that a frame would
            // need.
            is_whole_ = left == 0 || (is_whole_ && in.pos == 0);
        } while (out.pos == 0 && !packed.empty());
        return out.pos;
    }

private:
    struct closer {
        void operator()(ZSTD_DStream* stream) const noexcept { ZSTD_freeDStream(stream); }
    };

    std::unique_ptr<ZSTD_DStream, closer> stream_;
    bool is_whole_ = false;
};

} // namespace

std::unique_ptr<unpacker> zstd_unpacker() { return std::make_unique<of_zstd>(); }

} // namespace quadrille::files
