// The recorder: writes operations in frames, each with a checksum, to a sink.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RECORDINGS_RECORDER_HPP
#define QUADRILLE_DETAIL_RECORDINGS_RECORDER_HPP

#include <quadrille/detail/engine/frame.hpp>
#include <quadrille/detail/recordings/records.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::detail {

/// Passes bytes to a sink. Returns false when the sink rejects them or throws.
template <class Sink>
bool give_bytes(Sink& sink, std::span<const std::byte> bytes) {
    if constexpr (std::is_same_v<Sink, std::vector<std::byte>>) {
        sink.insert(sink.end(), bytes.begin(), bytes.end());
        return true;
    } else if constexpr (std::is_void_v<std::invoke_result_t<Sink&, std::span<const std::byte>>>) {
        std::invoke(sink, bytes);
        return true;
    } else {
        return static_cast<bool>(std::invoke(sink, bytes));
    }
}
template <class Sink>
bool try_to_give(Sink& sink, std::span<const std::byte> bytes) noexcept {
#ifdef __cpp_exceptions
    try {
        return give_bytes(sink, bytes);
    } catch (...) {
        return false;
    }
#else
    return give_bytes(sink, bytes);
#endif
}

/// A frame of operations begins with the number of operations that end in it.
inline constexpr std::uint32_t operation_count_bytes = 4;

/// `Sink` is a reference if the sink is an lvalue.
template <class Sink>
class recorder {
public:
    recorder(Sink&& sink, std::uint32_t kind) : sink_(std::forward<Sink>(sink)) {
        std::byte preamble[preamble_bytes];
        write_preamble(preamble, kind, framed::recording);
        give(preamble);
        begin_frame();
    }

    /// Writes an operation. If the recording has ended, `write(record_writer&)` is not called.
    template <class Verb, class Write>
    void put(Verb verb, Write&& write) noexcept {
        if (has_ended()) {
            return;
        }
        record_writer to(
            frame_.content(), frame::max_bytes, frame_.size,
            [](void* self) { static_cast<recorder*>(self)->give_frame(); }, this);
        to.byte(static_cast<std::uint8_t>(verb));
        write(to);
        ++ended_here_;
        operations_ += has_ended() ? 0 : 1;
    }
    /// Passes the bytes written so far to the sink.
    void flush() noexcept {
        if (frame_.size > operation_count_bytes && !has_ended()) {
            give_frame();
        }
    }
    void finish() noexcept {
        flush();
        if (!has_ended()) {
            frame_.what = section::end;
            frame_.size = 0;
            give_sealed();
            is_finished_ = true;
        }
    }

    bool is_finished() const noexcept { return is_finished_; }
    save_error error() const noexcept { return error_; }
    std::uint64_t bytes() const noexcept { return bytes_; }
    std::uint64_t operations() const noexcept { return operations_; }

private:
    bool has_ended() const noexcept { return is_finished_ || error_ != save_error::none; }
    void give(std::span<const std::byte> bytes) noexcept {
        if (has_ended()) {
            return;
        }
        if (try_to_give(sink_, bytes)) {
            bytes_ += bytes.size();
        } else {
            error_ = save_error::sink;
        }
    }
    void give_sealed() noexcept {
        seal(frame_);
        give(std::span<const std::byte>(frame_.bytes, frame::head_bytes + frame_.size));
        ++frame_.number;
    }
    void begin_frame() noexcept {
        frame_.what = section::operations;
        frame_.size = operation_count_bytes;
        ended_here_ = 0;
    }
    void give_frame() noexcept {
        for (std::uint32_t byte = 0; byte < operation_count_bytes; ++byte) {
            frame_.content()[byte] = static_cast<std::byte>(ended_here_ >> (8 * byte));
        }
        give_sealed();
        begin_frame();
    }

    Sink sink_;
    frame frame_;
    std::uint32_t ended_here_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t operations_ = 0;
    save_error error_ = save_error::none;
    bool is_finished_ = false;
};

} // namespace quadrille::detail

#endif
