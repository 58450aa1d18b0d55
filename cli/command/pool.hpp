// The threads of a verb: the option that says how many, and the threads themselves, started when there is work for them.
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
    std::optional<std::uint32_t> threads; ///< none: one for each core of the machine
};

/// Adds that option.
void add_pool_options(verb& to, pool_options& wanted);

/// A runner (runners.hpp) for the verbs of parallel.hpp. No thread is started before the first call with several tasks: small
/// files are answered as fast as by one thread. Where the system has no more threads, those that were not asked for by number are
/// done without.
class pool {
public:
    explicit pool(const pool_options& wanted) : wanted_(wanted) {}

    /// Throws `failure` when threads that were asked for cannot be started.
    void run(std::uint32_t count, const parallel::task& each);

    /// How many threads have worked so far, the caller's included.
    std::uint32_t size() const noexcept { return threads_ ? threads_->size() : 1; }

private:
    void start();

    pool_options wanted_;
    bool is_started_ = false;
    std::optional<parallel::thread_pool> threads_;
};

/// Calls `work(piece, first, last)` for consecutive pieces of 0 … count, at most `max_list_pieces`, on the threads of the pool. A
/// small count is one piece. When some throw, what the first of them has thrown is thrown here, when all have ended.
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

/// Calls `make(piece)` for pieces of `count` rows, and `ask(row, visitor)` with each row and what was made for its piece, until one of them
/// ends early; tells how.
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
