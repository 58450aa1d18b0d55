// A progress bar on standard error, for a person at a terminal and for nobody else.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PROGRESS_HPP
#define QUADRILLE_CLI_PROGRESS_HPP

#include <chrono>
#include <cstdint>

namespace quadrille::cli {

/// Draws itself at most ten times a second, and is gone without a trace when it goes out of scope.
class progress {
public:
    explicit progress(std::uint64_t total);
    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;
    ~progress();

    /// So many of `total` are done.
    void show(std::uint64_t done);

private:
    using clock = std::chrono::steady_clock;

    std::uint64_t total_;
    bool at_terminal_;
    clock::time_point started_;
    clock::time_point next_draw_;
};

} // namespace quadrille::cli

#endif
