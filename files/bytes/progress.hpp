// A progress bar on standard error, only if that is a terminal.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_BYTES_PROGRESS_HPP
#define QUADRILLE_FILES_BYTES_PROGRESS_HPP

#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>

namespace quadrille::files {

/// Draws itself at most ten times a second, first after a third of a second, and is gone without a trace when it goes out of
/// scope. Of several that are there at once the first is drawn.
class progress {
public:
    /// During its lifetime the work of this thread draws no bar. Instead `ask` is called as often as a bar would be drawn; what it throws ends
    /// the work. One at a time in each thread.
    class listener {
    public:
        explicit listener(std::function<void()> ask);
        listener(const listener&) = delete;
        listener& operator=(const listener&) = delete;
        ~listener();
    };

    /// `unit` says what is counted: "bytes read". A total of 0 is an unknown one.
    progress(std::uint64_t total, std::string_view unit);
    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;
    ~progress();

    /// So many of `total` are done.
    void show(std::uint64_t done);

private:
    using clock = std::chrono::steady_clock;

    std::uint64_t total_;
    std::string_view unit_;
    bool is_shown_; ///< at a terminal, and alone
    bool is_drawn_ = false;
    clock::time_point started_;
    clock::time_point next_draw_;
};

} // namespace quadrille::files

#endif
