// The threads of a verb: the option for their number, and the threads, which start when there is work for them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_COMMAND_POOL_HPP
#define QUADRILLE_CLI_COMMAND_POOL_HPP

#include "verb.hpp"

#include <quadrille/runners.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

namespace quadrille::cli {

/// The option `--threads`.
struct pool_options {
    std::optional<std::uint32_t> threads; ///< if empty, one for each core of the machine
};

/// Adds the option `--threads`.
void add_pool_options(verb& to, pool_options& wanted);

/// A runner (runners.hpp) for the verbs of parallel.hpp. It starts threads at the first call with several tasks, so
/// small files need one thread only. If the system has no more threads, the pool works with fewer, unless the user gave
/// their number.
class pool {
public:
    explicit pool(const pool_options& wanted) : wanted_(wanted) {}

    /// Throws `failure` if the requested number of threads cannot be started.
    void run(std::uint32_t count, const parallel::task& each);

    /// Returns the number of threads that have worked so far, including the caller.
    std::uint32_t size() const noexcept { return threads_ ? threads_->size() : 1; }

private:
    void start();

    pool_options wanted_;
    bool is_started_ = false;
    std::optional<parallel::thread_pool> threads_;
};

/// Calls `work(piece, first, last)` for consecutive pieces of 0 … count, at most `max_list_pieces`, on the threads of
/// the pool. A small count is one piece. Exceptions are kept until all pieces have ended; then the one of the first
/// piece is thrown.
inline constexpr std::uint32_t max_list_pieces = 256;

template <class Work>
void in_pieces(pool& threads, std::uint32_t count, const Work& work) {
    constexpr std::uint32_t fewest_in_piece = 2048;
    const std::uint32_t pieces = std::clamp(count / fewest_in_piece, 1U, max_list_pieces);
    struct shared_work {
        const Work& work;
        std::uint32_t count;
        std::uint32_t pieces;
        std::vector<std::exception_ptr> thrown;

        std::uint32_t end_of(std::uint32_t piece) const {
            return static_cast<std::uint32_t>(std::uint64_t{count} * piece / pieces);
        }
        void run(std::uint32_t piece) noexcept {
            try {
                work(piece, end_of(piece), end_of(piece + 1));
            } catch (...) {
                thrown[piece] = std::current_exception();
            }
        }
    };
    shared_work shared{work, count, pieces, std::vector<std::exception_ptr>(pieces)};
    threads.run(pieces, {[](void* data, std::uint32_t piece) noexcept { static_cast<shared_work*>(data)->run(piece); },
                         &shared});
    for (const std::exception_ptr& each : shared.thrown) {
        if (each != nullptr) {
            std::rethrow_exception(each);
        }
    }
}

/// Calls `make(piece)` for pieces of `count` rows, and `ask(row, visitor)` for each row with the visitor that it
/// returned for the row's piece, until a call ends early. Returns the outcome.
template <class Make, class Ask>
outcome ask_rows(pool& threads, std::uint32_t count, const Make& make, const Ask& ask) {
    std::atomic<outcome> ended = outcome::complete;
    in_pieces(threads, count, [&](std::uint32_t piece, std::uint32_t first, std::uint32_t last) {
        auto visit = make(piece);
        for (std::uint32_t row = first; row < last && ended == outcome::complete; ++row) {
            if (const outcome of_row = ask(row, visit); of_row != outcome::complete) {
                ended = of_row;
            }
        }
    });
    return ended;
}

} // namespace quadrille::cli

#endif
