// A task is one of the numbered pieces of work of a verb. This file declares how the engine runs tasks.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BASE_TASK_HPP
#define QUADRILLE_DETAIL_BASE_TASK_HPP

#include <quadrille/detail/base/apart.hpp>

#include <cstdint>
#include <type_traits>

namespace quadrille::parallel {

/// The tasks of one call of a runner: `each(number)` runs one task and does not throw. Copies refer to the same tasks.
/// The tasks end with the call: a runner must not run one after it has returned.
class task {
public:
    using function = void (*)(void* data, std::uint32_t number) noexcept;

    constexpr task(function run, void* data) noexcept : run_(run), data_(data) {}

    void operator()(std::uint32_t number) const noexcept { run_(data_, number); }

private:
    function run_;
    void* data_;
};

} // namespace quadrille::parallel

namespace quadrille::detail {

/// The maximum number of tasks in one call.
inline constexpr std::uint32_t max_tasks = 1024;

/// A runner, as the compiled engine reads it. Without a function the engine runs tasks one after the other.
struct task_runner {
    void (*run)(void* context, std::uint32_t count, const parallel::task& each) noexcept = nullptr;
    void* context = nullptr;
};

/// One task of `run_tasks`. It is a function of its own, so that the work is compiled once, with or without a runner.
template <class Work>
QUADRILLE_APART void run_task(void* work, std::uint32_t number) noexcept {
    (*static_cast<Work*>(work))(number);
}

/// Runs all tasks below `count`, and returns after the last one has ended.
inline QUADRILLE_APART void run_each(const task_runner& with, std::uint32_t count,
                                     const parallel::task& each) noexcept {
    if (with.run != nullptr && count > 1) {
        with.run(with.context, count, each);
        return;
    }
    for (std::uint32_t number = 0; number < count; ++number) {
        each(number);
    }
}

/// Runs `work(number)`, which must not throw, for the numbers below `count`, at most `max_tasks`.
template <class Work>
void run_tasks(const task_runner& with, std::uint32_t count, Work&& work) noexcept {
    using work_type = std::remove_reference_t<Work>;
    run_each(with, count, parallel::task(&run_task<work_type>, const_cast<void*>(static_cast<const void*>(&work))));
}

} // namespace quadrille::detail

#endif
