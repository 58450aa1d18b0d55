// Unpacks by zlib: gzip with one or several members (as appending or parallel programs write it), and entries of zip.
// SPDX-License-Identifier: MIT
#include "unpacker.hpp"

#define ZLIB_CONST // zlib's inputs become const pointers. NOLINT(readability-identifier-naming): the name is zlib's
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace quadrille::files {

namespace {

class of_zlib final : public unpacker {
public:
    explicit of_zlib(bool is_gzip) : is_gzip_(is_gzip) {
        constexpr int largest_window_and_gzip_alone = 15 + 16;
        constexpr int largest_window_without_head = -15;
        if (inflateInit2(&stream_, is_gzip ? largest_window_and_gzip_alone : largest_window_without_head) != Z_OK) {
            throw std::bad_alloc();
        }
    }
    ~of_zlib() override { inflateEnd(&stream_); }

    std::string_view name() const noexcept override { return "gzip"; }
    bool is_whole() const noexcept override { return is_whole_; }

    std::size_t unpack(std::string_view& packed, std::span<char> into) override {
        constexpr std::size_t most = std::numeric_limits<uInt>::max();
        const std::size_t room = std::min(into.size(), most);
        stream_.next_out = reinterpret_cast<Bytef*>(into.data());
        stream_.avail_out = static_cast<uInt>(room);
        do {
            if (is_whole_ && !is_gzip_ && !packed.empty()) {
                throw damaged_data("there is more behind its end");
            }
            if (is_whole_ && !packed.empty()) { // another member
                inflateReset(&stream_);
                is_whole_ = false;
            }
            const std::size_t given = std::min(packed.size(), most);
            stream_.next_in = reinterpret_cast<const Bytef*>(packed.data());
            stream_.avail_in = static_cast<uInt>(given);
            const int status = is_whole_ ? Z_BUF_ERROR : inflate(&stream_, Z_NO_FLUSH);
            packed.remove_prefix(given - stream_.avail_in);
            if (status == Z_MEM_ERROR) {
                throw std::bad_alloc();
            }
            if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
                throw damaged_data(stream_.msg != nullptr ? stream_.msg : "no compressed data");
            }
            is_whole_ = is_whole_ || status == Z_STREAM_END;
        } while (stream_.avail_out == room && !packed.empty());
        return room - stream_.avail_out;
    }

private:
    z_stream stream_{};
    bool is_gzip_;
    bool is_whole_ = false;
};

/// Unpacks a file of an archive, and checks it against the size and the checksum in the directory of the archive.
class of_zip final : public unpacker {
public:
    of_zip(bool is_deflated, std::uint64_t bytes, std::uint32_t checksum)
        : inflated_(is_deflated ? std::make_unique<of_zlib>(false) : nullptr), left_(bytes), wanted_(checksum) {}

    std::string_view name() const noexcept override { return "zip"; }
    bool is_whole() const noexcept override {
        return left_ == 0 && found_ == wanted_ && (!inflated_ || inflated_->is_whole());
    }
    std::size_t unpack(std::string_view& packed, std::span<char> into) override {
        std::size_t count = 0;
        if (inflated_) {
            count = inflated_->unpack(packed, into);
        } else {
            count = std::min(packed.size(), into.size());
            std::copy_n(packed.begin(), count, into.begin());
            packed.remove_prefix(count);
        }
        if (count > left_) {
            throw damaged_data("it is longer than the archive says");
        }
        left_ -= count;
        found_ = static_cast<std::uint32_t>(
            crc32_z(found_, reinterpret_cast<const Bytef*>(into.data()), static_cast<z_size_t>(count)));
        if (left_ == 0 && found_ != wanted_) {
            throw damaged_data("it has another checksum than the archive says");
        }
        return count;
    }

private:
    std::unique_ptr<of_zlib> inflated_; ///< null if the file is stored, not deflated
    std::uint64_t left_;
    std::uint32_t wanted_;
    std::uint32_t found_ = 0;
};

} // namespace

std::unique_ptr<unpacker> gzip_unpacker() { return std::make_unique<of_zlib>(true); }
std::unique_ptr<unpacker> zip_unpacker(bool is_deflated, std::uint64_t bytes, std::uint32_t checksum) {
    return std::make_unique<of_zip>(is_deflated, bytes, checksum);
}

} // namespace quadrille::files
