// SIGINT, SIGTERM and SIGHUP as a flag that long work can test.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_BYTES_INTERRUPT_HPP
#define QUADRILLE_FILES_BYTES_INTERRUPT_HPP

namespace quadrille::files {

/// While an object of this class exists, the first SIGINT, SIGTERM or SIGHUP sets a flag and does not end the command;
/// a second one ends it. Only one such object may exist at a time.
class interrupt {
public:
    interrupt();
    interrupt(const interrupt&) = delete;
    interrupt& operator=(const interrupt&) = delete;
    ~interrupt();

    /// Returns the number of the signal that was received; 0 if there was none.
    static int signal() noexcept;
};

/// Throws `interrupted` if a signal was received.
void demand_no_signal();

} // namespace quadrille::files

#endif
