// Slices of a list: tasks of about equal work, cut by the length of the list alone.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_SLICES_HPP
#define QUADRILLE_SRC_SLICES_HPP

#include <cstdint>

namespace quadrille::detail {

/// A list of `length` in slices of 2¹⁴ or more; one that is shorter than two of these is one slice.
class slices {
public:
    static constexpr std::uint32_t most = 32;

    explicit slices(std::uint32_t length) noexcept : length_(length), count_(length / least) {
        count_ = count_ < 1 ? 1 : count_ < most ? count_ : most;
    }
    static slices one(std::uint32_t length) noexcept {
        slices whole(length);
        whole.count_ = 1;
        return whole;
    }
    std::uint32_t count() const noexcept { return count_; }
    /// Where a slice begins; that after the last one at the end.
    std::uint32_t begin(std::uint32_t slice) const noexcept {
        return static_cast<std::uint32_t>(std::uint64_t{length_} * slice / count_);
    }
    std::uint32_t end(std::uint32_t slice) const noexcept { return begin(slice + 1); }

private:
    static constexpr std::uint32_t least = 1U << 14U;

    std::uint32_t length_;
    std::uint32_t count_;
};

} // namespace quadrille::detail

#endif
