// A byte stream: bytes in memory, or a function that supplies bytes, as one type.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_BYTE_STREAM_HPP
#define QUADRILLE_DETAIL_ENGINE_BYTE_STREAM_HPP

#include <quadrille/detail/base/function_ref.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace quadrille::detail {

/// Reads from a source that it refers to. Code that reads is compiled once, for all types of sources.
class byte_stream {
public:
    template <class Source>
    explicit byte_stream(Source& source) noexcept {
        if constexpr (std::convertible_to<Source&, std::span<const std::byte>>) {
            rest_ = source;
        } else {
            give_ = source;
        }
    }

    /// Fills `wanted` with as many bytes as the source has; returns their number.
    std::size_t read(std::span<std::byte> wanted) {
        std::size_t count = 0;
        while (count < wanted.size()) {
            const std::size_t some = give(wanted.subspan(count));
            if (some == 0 || some > wanted.size() - count) {
                break;
            }
            count += some;
        }
        at_ += count;
        return count;
    }
    /// The number of bytes read so far.
    std::uint64_t at() const noexcept { return at_; }
    /// Whether bytes in memory follow. For a function the answer is unknown, and false.
    bool has_rest() const noexcept { return !rest_.empty(); }

private:
    std::size_t give(std::span<std::byte> wanted) {
        if (give_) {
            return give_(wanted);
        }
        const std::size_t count = (std::min)(wanted.size(), rest_.size());
        std::copy_n(rest_.begin(), count, wanted.begin());
        rest_ = rest_.subspan(count);
        return count;
    }

    function_ref<std::size_t(std::span<std::byte> into)> give_;
    std::span<const std::byte> rest_; ///< the unread bytes in memory
    std::uint64_t at_ = 0;
};

} // namespace quadrille::detail

#endif
