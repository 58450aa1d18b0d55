// Sorts any number of records by their keys: in runs on disk, which are then merged.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DISK_SORTED_RECORDS_HPP
#define QUADRILLE_CLI_DISK_SORTED_RECORDS_HPP

#include "spilled_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::cli {

/// A record has a unique `key()`, is written by `write(field_writer&)` and read by `Record::taken(field_reader&)`.
template <class Record>
class sorted_records {
public:
    /// `memory` is the approximate limit of the memory.
    sorted_records(spill_file& file, std::size_t memory) : file_(file), memory_(memory) {}

    void add(const Record& one) {
        one.write(pending_);
        ++count_;
        if (pending_.size() + count_ * sizeof(place) >= memory_) {
            end_run();
        }
    }
    /// Calls `use(record)` for all records by ascending key. Call it once, after the last `add`.
    template <class Use>
    void each(const Use& use) {
        if (levels_.empty()) {
            each_pending(use);
            return;
        }
        end_run();
        std::vector<spilled_records> all;
        for (std::vector<spilled_records>& level : levels_) {
            std::move(level.begin(), level.end(), std::back_inserter(all));
        }
        levels_.clear();
        merge(all, use);
    }

private:
    static constexpr std::size_t chunk_bytes = 1 << 16;
    static constexpr std::size_t most_runs = 128; ///< merged at once: a chunk of each is in memory

    struct place {
        decltype(std::declval<const Record&>().key()) key; ///< texts in it are views of `pending_`
        std::size_t at;                                    ///< the offset of the record in `pending_`
    };

    /// Reads a run record by record.
    class run_reader {
    public:
        run_reader(const spilled_records& run, spill_file& file) : run_(&run), file_(&file) { next(); }

        bool has_record() const noexcept { return has_record_; }
        const Record& record() const noexcept { return record_; }
        void next() {
            while (rest_.is_empty() && next_chunk_ < run_->chunk_count()) {
                run_->read_chunk(*file_, next_chunk_++, *chunk_);
                rest_ = field_reader(*chunk_);
            }
            has_record_ = !rest_.is_empty();
            if (has_record_) {
                record_ = Record::taken(rest_);
            }
        }

    private:
        const spilled_records* run_;
        spill_file* file_;
        std::unique_ptr<std::vector<std::byte>> chunk_ =
            std::make_unique<std::vector<std::byte>>(); ///< its address does not change
        field_reader rest_{std::span<const std::byte>()};
        std::size_t next_chunk_ = 0;
        bool has_record_ = false;
        Record record_{};
    };

    template <class Use>
    void each_pending(const Use& use) {
        std::vector<place> places;
        places.reserve(count_);
        for (field_reader in(pending_.bytes()); !in.is_empty();) {
            const std::size_t at = pending_.size() - in.rest();
            places.push_back({Record::taken(in).key(), at});
        }
        std::sort(places.begin(), places.end(),
                  [](const place& one, const place& other) { return one.key < other.key; });
        for (const place& each : places) {
            field_reader in(pending_.bytes().subspan(each.at));
            use(Record::taken(in));
        }
        count_ = 0;
        pending_.clear();
    }

    template <class Use>
    void merge(const std::vector<spilled_records>& runs, const Use& use) {
        std::vector<run_reader> heads; // a heap with the first record on top
        for (const spilled_records& run : runs) {
            if (run_reader head(run, file_); head.has_record()) {
                heads.push_back(std::move(head));
            }
        }
        const auto is_later = [](const run_reader& one, const run_reader& other) {
            return other.record().key() < one.record().key();
        };
        std::make_heap(heads.begin(), heads.end(), is_later);
        while (!heads.empty()) {
            std::pop_heap(heads.begin(), heads.end(), is_later);
            run_reader& first = heads.back();
            use(first.record());
            first.next();
            if (first.has_record()) {
                std::push_heap(heads.begin(), heads.end(), is_later);
            } else {
                heads.pop_back();
            }
        }
    }

    void end_run() {
        const auto written = [this](auto each_of) {
            spilled_records run;
            each_of(
                [&](const Record& one) { run.add(file_, chunk_bytes, [&](field_writer& out) { one.write(out); }); });
            run.finish(file_);
            return run;
        };
        spilled_records run = written([this](const auto& use) { this->each_pending(use); });
        for (std::size_t level = 0;; ++level) {
            if (level == levels_.size()) {
                levels_.emplace_back();
            }
            std::vector<spilled_records>& runs = levels_[level];
            runs.push_back(std::move(run));
            if (runs.size() < most_runs) {
                return;
            }
            run = written([&](const auto& use) { this->merge(runs, use); });
            runs.clear();
        }
    }

    spill_file& file_;
    std::size_t memory_;
    field_writer pending_;
    std::size_t count_ = 0; ///< the records in `pending_`
    /// Runs of about the same size are merged, so that each record is written once per level.
    std::vector<std::vector<spilled_records>> levels_;
};

/// Divides records among lists to make sorting cheaper; records with equal or close keys go to the same list.
template <class Record>
class sorted_lists {
public:
    explicit sorted_lists(spill_file& file) : file_(file), lists_(count_of_lists) {}

    static constexpr std::size_t count_of_lists = 256;

    void add(std::size_t list, const Record& one) {
        lists_[list].add(file_, chunk_bytes, [&](field_writer& out) { one.write(out); });
    }
    void clear() { lists_ = std::vector<spilled_records>(count_of_lists); }
    /// Calls `use(record)` for the records of a list by ascending key. Then the list is empty.
    template <class Use>
    void each_of(std::size_t list, const Use& use) {
        spilled_records all = std::exchange(lists_[list], {});
        all.finish(file_);
        sorted_records<Record> sorted(file_, most_bytes);
        all.each(file_, [&](field_reader& in) { sorted.add(Record::taken(in)); });
        sorted.each(use);
    }

private:
    static constexpr std::size_t chunk_bytes = 1 << 13;
    static constexpr std::size_t most_bytes = 1 << 24; ///< of a list in memory

    spill_file& file_;
    std::vector<spilled_records> lists_;
};

} // namespace quadrille::cli

#endif
