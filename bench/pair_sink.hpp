// Appends pairs to a vector without branches, for peers that report pairs one by one.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_PAIR_SINK_HPP
#define QUADRILLE_BENCH_PAIR_SINK_HPP

#include <quadrille/vocabulary.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quadrille::bench {

/// Collects on the stack and appends in bulk: a `push_back` for each hit costs a mispredicted branch, and a `resize` to
/// the worst case would write everything twice.
class pair_sink {
public:
    explicit pair_sink(std::vector<index_pair>& found) noexcept : found_(found) {}
    pair_sink(const pair_sink&) = delete;
    pair_sink& operator=(const pair_sink&) = delete;
    ~pair_sink() { flush(); }

    void offer(std::uint32_t a, std::uint32_t b, bool hit) {
        buffer_[used_] = {a, b};
        used_ += hit ? 1U : 0U;
        if (used_ == buffer_.size()) {
            flush();
        }
    }

private:
    void flush() {
        found_.insert(found_.end(), buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(used_));
        used_ = 0;
    }

    std::vector<index_pair>& found_;
    std::size_t used_ = 0;
    std::array<index_pair, 1024> buffer_;
};

} // namespace quadrille::bench

#endif
