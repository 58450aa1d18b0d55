// A runner over oneTBB, which nothing else needs. Opt-in: link to the CMake target quadrille::tbb.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TBB_RUNNER_HPP
#define QUADRILLE_TBB_RUNNER_HPP

#include <quadrille/runners.hpp>

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <cstdint>

namespace quadrille {

/// Runs tasks in the task arena of the caller: inside `arena.execute(…)` in that arena, else in the default one. While
/// it waits, the caller's thread takes tasks of this call alone (`isolate`), so that no other code of the program runs
/// inside a verb.
struct tbb_runner {
    /// Calls `each(0)` to `each(count - 1)`, several at a time, and returns after the last one.
    static void run(std::uint32_t count, const parallel::task& each) {
        tbb::this_task_arena::isolate([&] {
            tbb::parallel_for(
                std::uint32_t{0}, count, [&each](std::uint32_t number) { each(number); }, tbb::simple_partitioner());
        });
    }
};

} // namespace quadrille

#endif
