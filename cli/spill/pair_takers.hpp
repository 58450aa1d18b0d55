// Receives the pairs of parts of the plane: counts them, or prints rows in the order of parts or of files.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_SPILL_PAIR_TAKERS_HPP
#define QUADRILLE_CLI_SPILL_PAIR_TAKERS_HPP

#include "cli/answers/row_printer.hpp"
#include "cli/command/output.hpp"
#include "cli/disk/found_pair.hpp"
#include "cli/disk/sorted_records.hpp"
#include "cli/disk/turns.hpp"
#include "files/text/errors.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

namespace quadrille::cli {

/// Receives the pairs of one part from one worker.
class part_taker {
public:
    part_taker() = default;
    part_taker(const part_taker&) = delete;
    part_taker& operator=(const part_taker&) = delete;
    virtual ~part_taker() = default;

    virtual void take(const found_pair& pair) = 0;
    /// Call it after the last pair.
    virtual void end() = 0;
};

/// Receives the pairs of all parts, of several at a time.
class pair_taker {
public:
    pair_taker() = default;
    pair_taker(const pair_taker&) = delete;
    pair_taker& operator=(const pair_taker&) = delete;
    virtual ~pair_taker() = default;

    /// Begins a part. Parts begin by ascending numbers, each once.
    virtual std::unique_ptr<part_taker> begin(std::uint32_t part) = 0;
    /// Notes that a worker has failed: the other workers stop waiting for it.
    virtual void fail() {}
};

/// Prints a pair as a row.
using pair_printer = std::function<void(row_printer&, const found_pair&)>;

class counted_pairs final : public pair_taker {
public:
    std::unique_ptr<part_taker> begin(std::uint32_t) override { return std::make_unique<part>(*this); }
    std::uint64_t count() const noexcept { return count_; }

private:
    class part final : public part_taker {
    public:
        explicit part(counted_pairs& whole) : whole_(whole) {}
        void take(const found_pair&) override { ++count_; }
        void end() override { whole_.count_ += count_; }

    private:
        counted_pairs& whole_;
        std::uint64_t count_ = 0;
    };
    std::atomic<std::uint64_t> count_{0};
};

/// Rows in the order of parts: each worker prints its rows into a buffer, and adds them to the output when it is its
/// turn.
class printed_pairs final : public pair_taker {
public:
    printed_pairs(row_printer& rows, const pair_printer& print) : rows_(rows), print_(print) {}

    std::unique_ptr<part_taker> begin(std::uint32_t part) override {
        return std::make_unique<printed_part>(*this, part);
    }
    void fail() override { turns_.fail(); }

private:
    class printed_part final : public part_taker {
    public:
        printed_part(printed_pairs& whole, std::uint32_t number)
            : whole_(whole), number_(number), printer_(whole.rows_.following(kept_)) {}

        void take(const found_pair& pair) override {
            whole_.print_(printer_, pair);
            if (kept_.text().size() > most_kept) {
                add();
            }
        }
        void end() override {
            add();
            whole_.turns_.end();
        }

    private:
        static constexpr std::size_t most_kept = 1 << 20;

        void add() {
            if (!is_my_turn_ && !whole_.turns_.wait_for(number_)) {
                throw files::failure(
                    "another part of the plane has failed"); // the message of that failure is printed instead
            }
            is_my_turn_ = true;
            whole_.rows_.add(kept_.text());
            kept_.clear();
        }

        printed_pairs& whole_;
        std::uint32_t number_;
        output kept_ = output::kept();
        row_printer printer_;
        bool is_my_turn_ = false;
    };

    row_printer& rows_;
    const pair_printer& print_;
    turns turns_;
};

/// Rows in the order of time, then of the files: sorted on disk.
class sorted_pairs final : public pair_taker {
public:
    sorted_pairs(const std::string& folder, std::size_t memory) : file_(folder), pairs_(file_, memory) {}

    std::unique_ptr<part_taker> begin(std::uint32_t) override { return std::make_unique<part>(*this); }
    template <class Visitor>
    void each(const Visitor& visitor) {
        pairs_.each(visitor);
    }

private:
    class part final : public part_taker {
    public:
        explicit part(sorted_pairs& whole) : whole_(whole) {}
        void take(const found_pair& pair) override {
            const std::lock_guard alone(whole_.one_at_a_time_);
            whole_.pairs_.add(pair);
        }
        void end() override {}

    private:
        sorted_pairs& whole_;
    };
    spill_file file_;
    sorted_records<found_pair> pairs_;
    std::mutex one_at_a_time_;
};

} // namespace quadrille::cli

#endif
