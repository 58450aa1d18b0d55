// Sorts runs of pairs, and merges them.
// SPDX-License-Identifier: MIT
#include "cli/spill/ordered_rows.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

namespace quadrille::cli {

namespace {

constexpr std::size_t pair_chunk_bytes = 1 << 16;
constexpr std::size_t most_runs = 256; ///< merged at once: a chunk of each is in memory

told_pair taken(record_reader& from) {
    told_pair pair{};
    pair.t = from.take<double>();
    pair.a = from.take<std::uint32_t>();
    pair.b = from.take<std::uint32_t>();
    pair.distance = from.take<double>();
    pair.a_id = from.text();
    pair.b_id = from.text();
    return pair;
}
void write(record_writer& to, const told_pair& pair) {
    to.add(pair.t);
    to.add(pair.a);
    to.add(pair.b);
    to.add(pair.distance);
    to.text(pair.a_id);
    to.text(pair.b_id);
}

/// Reads a run pair by pair.
class run_reader {
public:
    run_reader(const spilled_records& run, spill_file& file) : run_(&run), file_(&file) { next(); }

    bool has_pair() const noexcept { return has_pair_; }
    const told_pair& pair() const noexcept { return pair_; }
    void next() {
        while (rest_.is_empty() && next_chunk_ < run_->chunk_count()) {
            run_->read_chunk(*file_, next_chunk_++, *chunk_);
            rest_ = record_reader(*chunk_);
        }
        has_pair_ = !rest_.is_empty();
        if (has_pair_) {
            pair_ = taken(rest_);
        }
    }

private:
    const spilled_records* run_;
    spill_file* file_;
    std::unique_ptr<std::vector<std::byte>> chunk_ = std::make_unique<std::vector<std::byte>>(); ///< stays where it is
    record_reader rest_{std::span<const std::byte>()};
    std::size_t next_chunk_ = 0;
    bool has_pair_ = false;
    told_pair pair_{};
};

bool is_before(const told_pair& one, const told_pair& other) {
    return one.t != other.t ? one.t < other.t : one.a != other.a ? one.a < other.a : one.b < other.b;
}

} // namespace

void ordered_rows::add(const told_pair& pair) {
    keys_.push_back({pair.t, pair.a, pair.b, pending_.size()});
    write(pending_, pair);
    if (pending_.size() + keys_.size() * sizeof(key) >= memory_) {
        end_run();
    }
}

void ordered_rows::each_pending(const std::function<void(const told_pair&)>& use) {
    std::sort(keys_.begin(), keys_.end());
    for (const key& each : keys_) {
        record_reader in(pending_.bytes().subspan(each.at));
        use(taken(in));
    }
    keys_.clear();
    pending_.clear();
}

void ordered_rows::merge(const std::function<void(const told_pair&)>& use) {
    std::vector<run_reader> heads; // a heap, the first pair on top
    for (const spilled_records& run : runs_) {
        if (run_reader head(run, file_); head.has_pair()) {
            heads.push_back(std::move(head));
        }
    }
    const auto is_later = [](const run_reader& one, const run_reader& other) {
        return is_before(other.pair(), one.pair());
    };
    std::make_heap(heads.begin(), heads.end(), is_later);
    while (!heads.empty()) {
        std::pop_heap(heads.begin(), heads.end(), is_later);
        run_reader& first = heads.back();
        use(first.pair());
        first.next();
        if (first.has_pair()) {
            std::push_heap(heads.begin(), heads.end(), is_later);
        } else {
            heads.pop_back();
        }
    }
    runs_.clear();
}

void ordered_rows::end_run() {
    const auto written = [this](auto each_of) {
        spilled_records run;
        each_of([&](const told_pair& pair) {
            run.add(file_, pair_chunk_bytes, [&](record_writer& out) { write(out, pair); });
        });
        run.finish(file_);
        return run;
    };
    runs_.push_back(written([this](const auto& use) { each_pending(use); }));
    if (runs_.size() == most_runs) {
        spilled_records merged = written([this](const auto& use) { merge(use); });
        runs_.push_back(std::move(merged));
    }
}

void ordered_rows::each(const std::function<void(const told_pair&)>& use) {
    if (runs_.empty()) {
        each_pending(use);
    } else {
        end_run();
        merge(use);
    }
}

} // namespace quadrille::cli
