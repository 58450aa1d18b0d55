// The option `--explain`: which files were read, which trees and tests gave the answer, and how long each stage took.
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

/// The notes since `begin`. There is one object, because there is one standard error. Only functions that say so may be
/// called by several threads.
class explanation {
public:
    using clock = std::chrono::steady_clock;

    static explanation& of_this_run();

    /// Adds the option `--explain`.
    static void add_option(std::vector<option>& to);

    /// Removes the notes of an earlier run in this process.
    void begin();
    bool is_wanted() const noexcept { return is_wanted_; }

    /// Notes a file that was read.
    void note_read(const std::string& sentence, clock::time_point begun);
    /// Notes a tree that was built, or read with an index.
    void note_tree(const statistics& of, std::string_view shapes, bool is_read, clock::time_point begun);
    /// Notes another step as a sentence.
    void note(const std::string& sentence);
    /// Notes that a hit of a tree was tested further; returns `is_kept`. Any thread may call it.
    bool note_test(bool is_kept) noexcept {
        if (is_wanted_) {
            tested_.fetch_add(1, std::memory_order_relaxed);
            kept_.fetch_add(is_kept ? 1 : 0, std::memory_order_relaxed);
        }
        return is_kept;
    }

    /// Prints the notes if `--explain` is given.
    void print();

private:
    bool is_wanted_ = false;
    clock::time_point begun_;
    std::string sentences_;   ///< one per line
    clock::duration noted_{}; ///< the time that the notes account for
    std::uint64_t trees_ = 0;
    statistics largest_; ///< the tree with the most items
    std::string shapes_;
    bool are_read_ = false;
    clock::duration building_{};
    std::atomic<std::uint64_t> tested_ = 0;
    std::atomic<std::uint64_t> kept_ = 0;
};

} // namespace quadrille::files

#endif
