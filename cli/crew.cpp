// Starts the threads of a verb.
// SPDX-License-Identifier: MIT
#include "crew.hpp"

#include "errors.hpp"

#include <fmt/format.h>

#include <string>
#include <system_error>
#include <thread>

namespace quadrille::cli {

namespace {

constexpr std::uint32_t most_threads = 1'024;

} // namespace

void add_crew_options(verb& to, crew_options& wanted) {
    const auto read = [&wanted](const std::string& text) {
        wanted.threads = static_cast<std::uint32_t>(whole_number_from(text, 1, most_threads));
    };
    to.options.push_back(
        {"-j,--threads", "N",
         fmt::format("How many threads work, 1 to {}; without it, one for each processor core", most_threads), read});
}

void crew::start() {
    is_started_ = true;
    const std::uint32_t count =
        wanted_.threads.value_or(std::clamp(std::thread::hardware_concurrency(), 1U, most_threads));
    if (count == 1) {
        return;
    }
    try {
        threads_.emplace(count);
    } catch (const std::system_error& refused) {
        if (wanted_.threads) {
            throw failure(fmt::format("{} threads cannot be started: {}", count, refused.code().message()));
        }
    }
}

void crew::run(std::uint32_t count, const parallel::task& each) {
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
