// Draws the progress bar, or calls the listener instead.
// SPDX-License-Identifier: MIT
#include "progress.hpp"

#include "files/text/texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <string>
#include <utility>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace quadrille::files {

namespace {

bool errors_go_to_terminal() {
#ifdef _WIN32
    return _isatty(_fileno(stderr)) != 0;
#else
    return isatty(fileno(stderr)) != 0;
#endif
}

constexpr std::chrono::milliseconds between_draws(100);
std::atomic<int> bars_there = 0;
thread_local std::function<void()> asked_instead;

} // namespace

progress::listener::listener(std::function<void()> ask) { asked_instead = std::move(ask); }

progress::listener::~listener() { asked_instead = nullptr; }

progress::progress(std::uint64_t total, std::string_view unit)
    : total_(total), unit_(unit), is_shown_((bars_there++ == 0 && errors_go_to_terminal()) || asked_instead != nullptr),
      started_(clock::now()), next_draw_(started_ + std::chrono::milliseconds(300)) {}

progress::~progress() {
    --bars_there;
    if (is_drawn_) {
        std::fputs("\r\x1B[K", stderr);
    }
}

void progress::show(std::uint64_t done) {
    if (!is_shown_ || clock::now() < next_draw_) {
        return;
    }
    if (asked_instead != nullptr) {
        next_draw_ = clock::now() + between_draws;
        asked_instead();
        return;
    }
    std::string line;
    if (total_ == 0) {
        line = fmt::format("\r{} {}", grouped(done), unit_);
    } else {
        constexpr std::size_t width = 30;
        // A file may grow while the command reads it.
        const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
        const double seconds = std::chrono::duration<double>(clock::now() - started_).count();
        const auto drawn = static_cast<std::size_t>(share * static_cast<double>(width));
        line = fmt::format("\r[{}{}] {} of {} {}", std::string(drawn, '#'), std::string(width - drawn, ' '),
                           grouped(done), grouped(total_), unit_);
        if (done > 0) {
            line += fmt::format(", {:.0f} s left", seconds / share * (1 - share));
        }
    }
    std::fputs((line + "\x1B[K").c_str(), stderr);
    std::fflush(stderr);
    is_drawn_ = true;
    next_draw_ = clock::now() + between_draws;
}

} // namespace quadrille::files
