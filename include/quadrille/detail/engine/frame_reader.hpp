// Reads the frames of a saved tree one by one, and reports errors in them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_FRAME_READER_HPP
#define QUADRILLE_DETAIL_ENGINE_FRAME_READER_HPP

#include <quadrille/detail/engine/byte_stream.hpp>
#include <quadrille/detail/engine/frame.hpp>
#include <quadrille/vocabulary.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>

namespace quadrille {
namespace detail {

template <class Source>
concept gives_bytes = requires(Source& source, std::span<std::byte> into) {
    { std::invoke(source, into) } -> std::integral;
};

/// The base of calls that read a saved tree. Functions return false after an error, which is in `report_`.
class frame_reader {
protected:
    template <class Source>
    explicit frame_reader(Source& source) noexcept : in_(source) {}

    /// Keeps the first error.
    bool reject(const load_report& reason) {
        if (report_) {
            report_ = reason;
        }
        return false;
    }
    /// Returns whether a part of the frame's content is valid; else reports the error at the place of the frame.
    bool holds(load_report found) {
        found.at = frame_at_;
        return found || reject(found);
    }

    bool read_all(std::span<std::byte> wanted) {
        const std::uint64_t end = in_.at() + wanted.size();
        return in_.read(wanted) == wanted.size() ||
               reject({.error = load_error::cut_short, .at = in_.at(), .wanted = end, .found = in_.at()});
    }

    /// Reads the bytes before the first frame, which must be of a tree of this kind.
    bool begin(std::uint32_t kind) {
        const std::span<std::byte> preamble(frame_.bytes, preamble_bytes);
        const std::size_t count = in_.read(preamble);
        const load_report found = check_preamble(preamble.first(count), kind);
        return found || reject(found);
    }

    /// Reads the next frame.
    bool next_frame() {
        frame_at_ = in_.at();
        if (!read_all(std::span(frame_.bytes, frame::head_bytes))) {
            return false;
        }
        if (!open(frame_)) {
            frame_.size = 0;
            return holds({.error = load_error::checksum});
        }
        if (!read_all(std::span(frame_.content(), frame_.size)) || !holds(check_content(frame_))) {
            return false;
        }
        ++frame_.number;
        return true;
    }

    byte_stream in_;
    load_report report_;
    std::uint64_t frame_at_ = 0; ///< where the present frame begins
    frame frame_;
};

} // namespace detail

/// The source of the bytes of a saved tree: bytes in memory (a vector, a span), or a function. The function is called
/// with spans of up to 16 kB; it writes bytes to the beginning of the span and returns their number, or 0 at the end.
/// The reader requests no bytes beyond those of the tree.
template <class Source>
concept byte_source =
    std::convertible_to<Source&, std::span<const std::byte>> || detail::gives_bytes<std::remove_reference_t<Source>>;

} // namespace quadrille

#endif
