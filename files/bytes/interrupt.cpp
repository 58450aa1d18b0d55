// Records the signals that interrupt the command.
// SPDX-License-Identifier: MIT
#include "interrupt.hpp"

#include "files/text/errors.hpp"

#include <csignal>

namespace quadrille::files {

namespace {

volatile std::sig_atomic_t came = 0;

extern "C" void note_signal(int which) {
    came = which;
    std::signal(which, SIG_DFL);
}

/// An ignored signal stays ignored. A shell ignores SIGINT for background jobs.
void handle(int which, void (*how)(int)) {
    if (std::signal(which, how) == SIG_IGN) {
        std::signal(which, SIG_IGN);
    }
}

} // namespace

interrupt::interrupt() {
    came = 0;
    handle(SIGINT, note_signal);
    handle(SIGTERM, note_signal);
#ifdef SIGHUP
    handle(SIGHUP, note_signal);
#endif
}

interrupt::~interrupt() {
    handle(SIGINT, SIG_DFL);
    handle(SIGTERM, SIG_DFL);
#ifdef SIGHUP
    handle(SIGHUP, SIG_DFL);
#endif
}

int interrupt::signal() noexcept { return came; }

void demand_no_signal() {
    if (interrupt::signal() != 0) {
        throw interrupted(interrupt::signal());
    }
}

} // namespace quadrille::files
