// A progress bar on standard error; it is drawn only on a terminal.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_BYTES_PROGRESS_HPP
#define QUADRILLE_FILES_BYTES_PROGRESS_HPP

#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>

namespace quadrille::files {

/// The bar is drawn at most ten times a second, first after a third of a second, and is erased when it goes out of
/// scope. If several bars exist at once, only the first is drawn.
class progress {
public:
    /// While a listener exists, its thread draws no bar. Instead it calls `ask` as often as it would draw a bar. An
    /// exception from `ask` ends the work. Each thread may have one listener at a time.
    class listener {
    public:
        explicit listener(std::function<void()> ask);
        listener(const listener&) = delete;
        listener& operator=(const listener&) = delete;
        ~listener();
    };

    /// `unit` names the counted things: "bytes read". A total of 0 means that the total is unknown.
    progress(std::uint64_t total, std::string_view unit);
    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;
    ~progress();

    /// Sets the number of units that are done to `done`.
    void show(std::uint64_t done);

private:
    using clock = std::chrono::steady_clock;

    std::uint64_t total_;
    std::string_view unit_;
    bool is_shown_; ///< true on a terminal, if no other bar exists
    bool is_drawn_ = false;
    clock::time_point started_;
    clock::time_point next_draw_;
};

} // namespace quadrille::files

#endif
