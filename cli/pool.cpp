// Starts the threads of a verb.
// SPDX-License-Identifier: MIT
#include "pool.hpp"

#include "errors.hpp"

#include <fmt/format.h>

#include <string>
#include <system_error>
#include <thread>

namespace quadrille::cli {

namespace {

constexpr std::uint32_t max_threads = 1'024;

} // namespace

void add_pool_options(verb& to, pool_options& wanted) {
    const auto read = [&wanted](const std::string& text) {
        wanted.threads = static_cast<std::uint32_t>(whole_number_from(text, 1, max_threads));
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
            throw failure(fmt::format("{} threads cannot be started: {}", count, rejected.code().message()));
        }
    }
}

void pool::run(std::uint32_t count, const parallel::task& each) {
    if (count > 1 && !is_started_) {
        start();
    }
    if (threads_) {
        threads_->run(count, each);
    } else {
        parallel::inline_runner::run(count, each);
    }
}

} // namespace quadrille::cli
