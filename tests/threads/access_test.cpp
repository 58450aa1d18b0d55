// Access: threads of other languages that ask a tree and change it at once are let in or refused. For ThreadSanitizer to watch.
// SPDX-License-Identifier: MIT
#include "bindings/flat/access.hpp"
#include "threads/joined_threads.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

namespace quadrille::testing {
namespace {

/// What one thread changes and others read, as far as they are let.
struct guarded_numbers {
    flat::access who;
    std::array<std::uint64_t, 16> numbers{}; ///< all the same, where nothing changes them
    std::atomic<std::uint64_t> torn{0};

    void ask() {
        const flat::access::reading reading(who);
        for (const std::uint64_t one : numbers) {
            torn += one != numbers[0] ? 1 : 0;
        }
    }
    void change() {
        const flat::access::changing alone(who);
        for (std::uint64_t& one : numbers) {
            ++one;
        }
    }
};

// promise: python: A change while another thread asks raises.
TEST(access_by_threads, that_ask_and_change_at_once_is_one_after_the_other) {
    constexpr std::uint64_t turns = 2000;
    guarded_numbers of;
    joined_threads threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.start([&of, changes = thread < 2] {
            for (std::uint64_t done = 0; done < turns;) {
                try {
                    changes ? of.change() : of.ask();
                    ++done;
                } catch (const flat::busy&) { // again
                }
            }
        });
    }
    threads.join();
    EXPECT_EQ(of.torn, 0U);
    EXPECT_EQ(of.numbers[0], 2 * turns) << "no change is lost";
    EXPECT_EQ(of.numbers[15], 2 * turns);
}

// promise: python: A change while another thread asks raises.
TEST(access_by_threads, is_shared_by_readers_and_had_by_one_that_changes) {
    flat::access who;
    {
        const flat::access::reading one(who);
        const flat::access::reading other(who);
        EXPECT_THROW(flat::access::changing{who}, flat::busy);
    }
    std::optional<flat::access::changing> alone(std::in_place, who);
    EXPECT_THROW(flat::access::changing{who}, flat::busy);
    EXPECT_THROW(flat::access::reading{who}, flat::busy);
    alone.reset();
    EXPECT_NO_THROW(flat::access::reading{who});
}

} // namespace
} // namespace quadrille::testing
