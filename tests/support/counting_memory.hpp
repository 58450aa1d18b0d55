// Global operator new and delete that count, and that fail on request. Link counting_memory.cpp with it.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_COUNTING_MEMORY_HPP
#define QUADRILLE_TESTS_COUNTING_MEMORY_HPP

#include <cstdint>

namespace quadrille::testing::memory {

/// Successful allocations since the program began.
std::int64_t allocations() noexcept;

/// Blocks that are allocated and not yet released.
std::int64_t living() noexcept;

/// The bytes of all successful allocations since the program began.
std::int64_t bytes() noexcept;

/// The bytes of those that are not yet released.
std::int64_t living_bytes() noexcept;

/// During its lifetime the n-th allocation from its beginning (counted from 1) fails, and with `for_ever` all after it.
class failing {
public:
    explicit failing(std::int64_t nth, bool for_ever = false) noexcept;
    ~failing();
    failing(const failing&) = delete;
    failing& operator=(const failing&) = delete;

    /// Whether any has failed yet.
    bool struck() const noexcept;
};

} // namespace quadrille::testing::memory

#endif
