// SIGINT, SIGTERM and SIGHUP as a flag that long work can test.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_BYTES_INTERRUPT_HPP
#define QUADRILLE_FILES_BYTES_INTERRUPT_HPP

namespace quadrille::files {

/// During its lifetime the first SIGINT, SIGTERM or SIGHUP is noted instead of ending the command; a second one ends it. One at a time.
class interrupt {
public:
    interrupt();
    interrupt(const interrupt&) = delete;
    interrupt& operator=(const interrupt&) = delete;
    ~interrupt();

    /// The signal that came; 0 when none has.
    static int signal() noexcept;
};

/// Throws `interrupted` after a signal.
void demand_no_signal();

} // namespace quadrille::files

#endif
