// The option `--explain`: what was read, which trees and tests found the answer, and what each stage took.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_ROWS_EXPLAIN_HPP
#define QUADRILLE_FILES_ROWS_EXPLAIN_HPP

#include "option.hpp"

#include <quadrille/vocabulary.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

/// What has been noted since it was asked for. There is one, as there is one standard error; notes may come from several threads where
/// that is said.
class explanation {
public:
    using clock = std::chrono::steady_clock;

    static explanation& of_this_run();

    /// Adds `--explain`.
    static void add_option(std::vector<option>& to);

    /// Forgets what was noted of an earlier run in this process.
    void begin();
    bool is_wanted() const noexcept { return is_wanted_; }

    /// What was read.
    void note_read(const std::string& sentence, clock::time_point begun);
    /// A tree that has been built, or read with an index.
    void note_tree(const statistics& of, std::string_view shapes, bool is_read, clock::time_point begun);
    /// What else was done for the answer: a sentence.
    void note(const std::string& sentence);
    /// One that a tree has found was tested further, by any thread; returns whether it was kept.
    bool note_test(bool is_kept) noexcept {
        if (is_wanted_) {
            tested_.fetch_add(1, std::memory_order_relaxed);
            kept_.fetch_add(is_kept ? 1 : 0, std::memory_order_relaxed);
        }
        return is_kept;
    }

    /// Prints it, if it was asked for.
    void print();

private:
    bool is_wanted_ = false;
    clock::time_point begun_;
    std::string sentences_;   ///< lines
    clock::duration noted_{}; ///< the time of what has been noted
    std::uint64_t trees_ = 0;
    statistics largest_; ///< the tree of the most items
    std::string shapes_;
    bool are_read_ = false;
    clock::duration building_{};
    std::atomic<std::uint64_t> tested_ = 0;
    std::atomic<std::uint64_t> kept_ = 0;
};

} // namespace quadrille::files

#endif
