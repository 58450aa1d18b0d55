// The reader of a recording: checks its frames one by one, and reads records from them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RECORDINGS_RECORD_READER_HPP
#define QUADRILLE_DETAIL_RECORDINGS_RECORD_READER_HPP

#include <quadrille/detail/engine/byte_stream.hpp>
#include <quadrille/detail/engine/frame.hpp>
#include <quadrille/detail/recordings/recorder.hpp>
#include <quadrille/detail/recordings/records.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>

namespace quadrille::detail {

/// Every read returns whether it succeeded; after one failure all further reads fail.
class record_reader {
public:
    template <class Source>
    explicit record_reader(Source& source) noexcept : in_(source) {}

    bool begin(std::uint32_t kind) {
        const std::span<std::byte> preamble(frame_.bytes, preamble_bytes);
        const std::size_t count = in_.read(preamble);
        report_ = check_preamble(preamble.first(count), kind, framed::recording);
        frame_.size = 0;
        return static_cast<bool>(report_);
    }
    /// Whether an operation begins here; false at the end, and if the recording is cut short or damaged.
    bool have_more() {
        while (taken_ == frame_.size && report_ && !is_at_end_) {
            next_frame();
        }
        return report_ && !is_at_end_;
    }

    bool bytes(void* into, std::size_t count) {
        auto* rest = static_cast<std::byte*>(into);
        while (count > 0) {
            if (!have_more()) {
                return false;
            }
            const std::size_t length = std::min<std::size_t>(count, frame_.size - taken_);
            std::memcpy(rest, frame_.content() + taken_, length);
            taken_ += static_cast<std::uint32_t>(length);
            rest += length;
            count -= length;
        }
        return true;
    }
    bool byte(std::uint8_t& one) { return bytes(&one, 1); }
    bool whole(std::uint64_t& number) {
        number = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            std::uint8_t seven = 0;
            if (!byte(seven)) {
                return false;
            }
            number |= (seven & 0x7FULL) << shift;
            if (seven < 0x80U) {
                return true;
            }
        }
        return reject("a whole number is too long");
    }
    /// Reads a whole number of 32 bits.
    bool word(std::uint32_t& number) {
        std::uint64_t found = 0;
        if (!whole(found)) {
            return false;
        }
        number = static_cast<std::uint32_t>(found);
        return found == number || reject("a whole number is too large");
    }
    template <class Number>
    bool number(Number& one) {
        std::byte own[sizeof one];
        if (!bytes(own, sizeof own)) {
            return false;
        }
        if constexpr (std::endian::native == std::endian::big) {
            std::reverse(std::begin(own), std::end(own));
        }
        std::memcpy(&one, own, sizeof one);
        return true;
    }
    template <class Shape>
    bool shape(Shape& one, const Shape& reference) {
        std::byte first{};
        std::byte rest[shape_code<Shape>::max_bytes];
        if (!bytes(&first, 1) || !bytes(rest, shape_code<Shape>::rest_bytes(first))) {
            return false;
        }
        one = shape_code<Shape>::read(first, rest, reference);
        return true;
    }
    bool answers(answer_hash& found) {
        const bool is_there = whole(found.count) && (found.count == 0 || number(found.in_any_order)) &&
                              (found.count <= 1 || number(found.in_order));
        found.complete();
        return is_there;
    }

    /// Rejects the rest, which no valid recording contains.
    bool reject(const char* reason) {
        if (report_) {
            report_ = {.error = load_error::damaged, .at = at(), .broken = {reason, 0}};
        }
        return false;
    }
    bool reject(load_report reason) {
        if (report_) {
            reason.at = at();
            report_ = reason;
        }
        return false;
    }

    /// The place of the next byte in the stream.
    std::uint64_t at() const noexcept { return in_.at() - (frame_.size - taken_); }
    bool is_at_end() const noexcept { return is_at_end_; }
    /// Whether bytes in memory follow the recording.
    bool has_rest() const noexcept { return in_.has_rest(); }
    const load_report& report() const noexcept { return report_; }

    /// The number of operations in the frames after the one at which reading ended, as far as their checksums are
    /// correct.
    std::uint64_t count_rest() {
        std::uint64_t sum = 0;
        while (in_.read(std::span(frame_.bytes, frame::head_bytes)) == frame::head_bytes &&
               open(frame_, framed::recording) && in_.read(std::span(frame_.content(), frame_.size)) == frame_.size) {
            if (++frame_.number; check_content(frame_) && frame_.size >= operation_count_bytes) {
                sum += operations_here();
            }
        }
        return sum;
    }

private:
    bool read_all(std::span<std::byte> wanted) {
        const std::uint64_t end = in_.at() + wanted.size();
        if (in_.read(wanted) == wanted.size()) {
            return true;
        }
        report_ = {.error = load_error::cut_short, .at = in_.at(), .wanted = end, .found = in_.at()};
        return false;
    }
    void next_frame() {
        const std::uint64_t began = in_.at();
        frame_.number += frame_.size > 0 ? 1 : 0;
        frame_.size = 0;
        taken_ = 0;
        if (!read_all(std::span(frame_.bytes, frame::head_bytes))) {
            return;
        }
        if (!open(frame_, framed::recording)) {
            report_ = {.error = load_error::checksum, .at = began};
            return;
        }
        const std::uint32_t size = frame_.size;
        frame_.size = 0;
        if (!read_all(std::span(frame_.content(), size))) {
            return;
        }
        frame_.size = size;
        if (load_report found = check_content(frame_); !found) {
            found.at = began;
            report_ = found;
        } else if (frame_.what == section::end) {
            is_at_end_ = true;
            frame_.size = 0;
        } else if (size < operation_count_bytes) {
            report_ = {.error = load_error::damaged, .at = began, .broken = {"a frame is too short", 0}};
        } else {
            taken_ = operation_count_bytes;
        }
    }
    std::uint32_t operations_here() const noexcept {
        std::uint32_t count = 0;
        for (std::uint32_t byte = 0; byte < operation_count_bytes; ++byte) {
            count |= std::to_integer<std::uint32_t>(frame_.content()[byte]) << (8 * byte);
        }
        return count;
    }

    byte_stream in_;
    load_report report_;
    std::uint32_t taken_ = 0; ///< bytes taken from the present frame
    bool is_at_end_ = false;
    frame frame_;
};

} // namespace quadrille::detail

#endif
