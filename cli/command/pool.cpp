// Starts the threads of a verb.
// SPDX-License-Identifier: MIT
#include "pool.hpp"

#include "files/bytes/progress.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <atomic>
#include <string>
#include <system_error>
#include <thread>

namespace quadrille::cli {

namespace {

constexpr std::uint32_t max_threads = 1'024;

/// Tasks with a progress bar; the waiting thread updates it.
class watched_tasks {
public:
    watched_tasks(std::uint32_t count, const parallel::task& each) : each_(each), bar_(count, "pieces of work") {}

    void run(std::uint32_t number) noexcept {
        each_(number);
        const std::uint32_t done = ++done_;
        if (std::this_thread::get_id() == watcher_ && has_bar_) {
            try {
                bar_.show(done);
            } catch (...) {
                has_bar_ = false; // there is no memory for the bar
            }
        }
    }

private:
    const parallel::task& each_;
    files::progress bar_;
    bool has_bar_ = true; ///< used only by the waiting thread
    std::thread::id watcher_ = std::this_thread::get_id();
    std::atomic<std::uint32_t> done_ = 0;
};

} // namespace

void add_pool_options(verb& to, pool_options& wanted) {
    const auto read = [&wanted](const std::string& text) {
        wanted.threads = static_cast<std::uint32_t>(files::whole_number_from(text, 1, max_threads));
    };
    to.options.push_back(
        {"-j,--threads", "N",
         fmt::format("How many threads work, 1 to {}; without it, one for each processor core", max_threads), read});
}

void pool::start() {
    is_started_ = true;
    const std::uint32_t count =
        wanted_.threads.value_or(std::clamp(std::thread::hardware_concurrency(), 1U, max_threads));
    if (count == 1) {
        return;
    }
    try {
        threads_.emplace(count);
    } catch (const std::system_error& rejected) {
        if (wanted_.threads) {
            throw files::failure(fmt::format("{} threads cannot be started: {}", count, rejected.code().message()));
        }
    }
}

void pool::run(std::uint32_t count, const parallel::task& each) {
    if (count > 1 && !is_started_) {
        start();
    }
    watched_tasks tasks(count, each);
    const parallel::task watched = {
        [](void* data, std::uint32_t number) noexcept { static_cast<watched_tasks*>(data)->run(number); }, &tasks};
    if (threads_) {
        threads_->run(count, watched);
    } else {
        parallel::inline_runner::run(count, watched);
    }
}

} // namespace quadrille::cli
