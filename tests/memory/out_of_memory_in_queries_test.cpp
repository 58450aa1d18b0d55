// Queries when an allocation fails, for each k the k-th: it is passed on, nothing is lost or leaked, and the same call with the
// same workspaces has all answers afterwards.
// SPDX-License-Identifier: MIT
#include "memory/calls.hpp"
#include "memory/counting_memory.hpp"
#include "support/answers.hpp"

#include <cstdint>
#include <new>

namespace quadrille::testing {
namespace {

QUADRILLE_FAULTS_SUITE(query_lack);

template <class Shape>
void expect_passed_on(const calls<Shape>& all, bool all_allocate) {
    called_world<Shape> of;
    const auto before_all = state_of(of.tree);
    for (const call<Shape>& one : all) {
        for (const bool for_ever : {false, true}) {
            SCOPED_TRACE(one.name);
            receivers<Shape> first;
            one.make(of, first);
            const auto expected = first.answers();
            const std::int64_t failed = memory::fail_each_allocation(for_ever, [&](const auto& lacking) {
                const std::int64_t living = memory::living();
                {
                    receivers<Shape> to;
                    const bool was_thrown = lacking([&] {
                        try {
                            one.make(of, to);
                        } catch (const std::bad_alloc&) {
                            return true;
                        }
                        return false;
                    });
                    ASSERT_EQ(was_thrown, memory::failing::struck());
                    ASSERT_TRUE(to.has_first_elements());
                    if (was_thrown) {
                        ASSERT_TRUE(to.found.empty() && to.found_items.empty());
                        to.forget_answers();
                        one.make(of, to);
                    }
                    ASSERT_TRUE(to.answers() == expected);
                }
                ASSERT_EQ(memory::living(), living) << "leaks";
            });
            EXPECT_TRUE(!all_allocate || failed > 0) << "allocates nothing";
        }
    }
    EXPECT_TRUE(is_sound(of.tree));
    EXPECT_TRUE(state_of(of.tree) == before_all);
}

// promise: out-of-memory-in-queries
// promise: sums-that-fail
TYPED_TEST(query_lack, of_one_is_passed_on) { expect_passed_on<TypeParam>(single_calls<TypeParam>(), false); }

// promise: out-of-memory-in-queries: Many questions pass `std::bad_alloc` on; workspace and rows can be used again.
TYPED_TEST(query_lack, of_many_at_once_is_passed_on) { expect_passed_on<TypeParam>(many_calls<TypeParam>(), true); }

// promise: out-of-memory-in-queries: Verbs over a runner pass `std::bad_alloc` on, also from tasks on other threads.
TYPED_TEST(query_lack, over_a_runner_is_passed_on) {
    parallel::inline_runner runner;
    expect_passed_on<TypeParam>(calls_over<TypeParam>(runner), false);
}

/// The allocations of a task on another thread, too.
// promise: out-of-memory-in-queries: Verbs over a runner pass `std::bad_alloc` on, also from tasks on other threads.
// promise: out-of-memory-in-queries: Pairs over a runner pass `std::bad_alloc` on, and go on later.
TYPED_TEST(query_lack, over_threads_is_passed_on) {
    parallel::thread_pool pool(3);
    expect_passed_on<TypeParam>(calls_over<TypeParam>(pool), false);
}

} // namespace
} // namespace quadrille::testing
