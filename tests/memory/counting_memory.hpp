// Global operator new and delete that count, and that fail on request. Link counting_memory.cpp with it.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_COUNTING_MEMORY_HPP
#define QUADRILLE_TESTS_COUNTING_MEMORY_HPP

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace quadrille::testing::memory {

/// Successful allocations since the program began.
std::int64_t allocations() noexcept;

/// Blocks that are allocated and not yet released.
std::int64_t living() noexcept;

/// The bytes of all successful allocations since the program began.
std::int64_t bytes() noexcept;

/// The bytes of those that are not yet released.
std::int64_t living_bytes() noexcept;

/// The most of these bytes at any time since the last `watch_living_bytes`.
std::int64_t most_living_bytes() noexcept;
void watch_living_bytes() noexcept;

/// During its lifetime the n-th allocation from its beginning (counted from 1) fails, and with `for_ever` all after it.
class failing {
public:
    explicit failing(std::int64_t nth, bool for_ever = false) noexcept;
    ~failing();
    failing(const failing&) = delete;
    failing& operator=(const failing&) = delete;

    /// Whether any has failed since the last one began.
    static bool struck() noexcept;
};

/// Calls `attempt(lacking)`, where `lacking(act)` returns `act()`, of which the first allocation fails; then another time, in which the
/// second one fails, and so on up to the call in which none does. Returns in how many calls one has failed.
template <class Attempt>
std::int64_t fail_each_allocation(bool for_ever, const Attempt& attempt) {
    for (std::int64_t nth = 1; nth < 2000; ++nth) {
        SCOPED_TRACE("allocation " + std::to_string(nth) + (for_ever ? " and all later ones" : ""));
        attempt([&](const auto& act) {
            const failing shortage(nth, for_ever);
            return act();
        });
        if (!failing::struck() || ::testing::Test::HasFatalFailure()) {
            return nth - 1;
        }
    }
    ADD_FAILURE() << "allocates without end";
    return 0;
}

} // namespace quadrille::testing::memory

#endif
