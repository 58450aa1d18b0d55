// Memory of a user's own: it counts, fails on request, and checks that all that is given back is what was taken.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_USER_MEMORY_HPP
#define QUADRILLE_TESTS_USER_MEMORY_HPP

#include <quadrille/memory_source.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace quadrille::testing {

/// By `malloc`, not `operator new`. Several threads may use it at once. All must have been given back at its end.
class user_memory {
public:
    user_memory() = default;
    user_memory(const user_memory&) = delete;
    user_memory& operator=(const user_memory&) = delete;
    ~user_memory() {
        EXPECT_EQ(living_.load(), 0) << "blocks have leaked";
        EXPECT_EQ(bytes_.load(), 0) << "bytes have leaked";
        EXPECT_EQ(wrong_.load(), 0) << "blocks were given back by another size, alignment or owner";
    }

    memory_source source() noexcept { return {allocate, release, this}; }

    /// How often memory was taken.
    std::int64_t allocations() const noexcept { return allocations_; }
    std::int64_t living_bytes() const noexcept { return bytes_; }
    /// From now on the n-th allocation (counted from 1) fails, and with `for_ever` all after it; with 0 none.
    void fail_at(std::int64_t nth, bool for_ever = false) noexcept {
        until_failure_ = nth == 0 ? never : nth;
        fails_for_ever_ = for_ever;
        has_failed_ = false;
    }
    bool has_failed() const noexcept { return has_failed_; }

private:
    static constexpr std::int64_t never = std::int64_t{1} << 62;

    struct note {
        user_memory* owner;
        void* block;
        std::size_t bytes;
        std::size_t alignment;
    };

    static void* allocate(void* context, std::size_t bytes, std::size_t alignment) {
        auto& own = *static_cast<user_memory*>(context);
        const std::int64_t left = --own.until_failure_;
        if (left == 0 || (left < 0 && own.fails_for_ever_)) {
            own.has_failed_ = true;
            return nullptr;
        }
        const bool is_right = bytes > 0 && alignment >= alignof(void*) && (alignment & (alignment - 1)) == 0;
        own.wrong_ += is_right ? 0 : 1;
        const std::size_t ahead = (std::max)(alignment, sizeof(note));
        void* const block = std::malloc(ahead + bytes + 2 * alignment); // NOLINT: what is tested has no other owner
        if (block == nullptr) {
            return nullptr;
        }
        const auto first = reinterpret_cast<std::uintptr_t>(block) + ahead;
        // Aligned to what was asked for, and to no more.
        const std::uintptr_t at = (first + alignment - 1) / (2 * alignment) * (2 * alignment) + alignment;
        auto* const where = reinterpret_cast<std::byte*>(at); // NOLINT: an address as a number
        *reinterpret_cast<note*>(where - sizeof(note)) = {&own, block, bytes, alignment};
        ++own.allocations_;
        ++own.living_;
        own.bytes_ += static_cast<std::int64_t>(bytes);
        return where;
    }
    static void release(void* context, void* where, std::size_t bytes, std::size_t alignment) {
        auto& own = *static_cast<user_memory*>(context);
        const note found = *reinterpret_cast<note*>(static_cast<std::byte*>(where) - sizeof(note));
        if (found.owner != &own || found.bytes != bytes || found.alignment != alignment) {
            ++own.wrong_;
            return;
        }
        --own.living_;
        own.bytes_ -= static_cast<std::int64_t>(bytes);
        std::free(found.block); // NOLINT: as above
    }

    std::atomic<std::int64_t> allocations_{0};
    std::atomic<std::int64_t> living_{0};
    std::atomic<std::int64_t> bytes_{0};
    std::atomic<std::int64_t> wrong_{0};
    std::atomic<std::int64_t> until_failure_{never};
    std::atomic<bool> fails_for_ever_{false};
    std::atomic<bool> has_failed_{false};
};

} // namespace quadrille::testing

#endif
