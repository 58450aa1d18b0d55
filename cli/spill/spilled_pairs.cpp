// Writes the rows of files to disk, divides the plane into parts, and lets workers find the pairs part by part.
// SPDX-License-Identifier: MIT
#include "spilled_pairs.hpp"

#include "files/bytes/progress.hpp"
#include "files/rows/crs.hpp"
#include "files/rows/explain.hpp"
#include "part_pairs.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::cli {

namespace {

/// Starts `workers` workers; each takes one part after another.
template <class Work>
void share_out(std::uint32_t workers, std::uint32_t parts, pair_taker& into, const Work& work) {
    std::atomic<std::uint32_t> next{0};
    std::atomic<bool> has_failed{false};
    std::exception_ptr first; // the other workers fail because they wait in vain
    files::progress bar(parts, "parts");
    std::mutex at_bar;
    std::uint32_t done = 0;
    const auto labor = [&] {
        try {
            work([&](const auto& answer_part) {
                for (std::uint32_t part = next++; part < parts; part = next++) {
                    const auto found = into.begin(part);
                    answer_part(part, [&found](const found_pair& pair) { found->take(pair); });
                    found->end();
                    const std::lock_guard alone(at_bar);
                    bar.show(++done);
                }
            });
        } catch (...) {
            if (!has_failed.exchange(true)) {
                first = std::current_exception();
            }
            next = parts;
            into.fail();
        }
    };
    std::vector<std::thread> others;
    for (std::uint32_t worker = 1; worker < workers; ++worker) {
        others.emplace_back(labor);
    }
    labor();
    for (std::thread& each : others) {
        each.join();
    }
    if (first != nullptr) {
        std::rethrow_exception(first);
    }
}

/// Finds the pairs of lists, with its memory, its temporary folder, and the number of workers.
struct spilled_work {
    part_question question;
    const std::string& folder;
    std::uint32_t workers;
};

template <bool IsOneFile, class A, class B>
void find_in_lists(spilled_work work, two_lists<A, B> lists, const part_census& census,
                   std::unique_ptr<spill_file> rows, pair_taker& into) {
    using worker = part_worker<A, B, IsOneFile>;
    const std::uint64_t needed = worker::bytes_needed(lists);
    const std::uint64_t in_all = work.question.memory;
    const std::uint32_t threads = needed <= in_all ? 1 : work.workers;
    part_question question = work.question;
    question.memory = in_all / threads;
    std::vector<two_lists<A, B>> parts;
    plane_parts by;
    if (needed <= question.memory) {
        parts.push_back(std::move(lists));
    } else {
        constexpr std::uint64_t most_parts = 1 << 16;
        const std::uint64_t count = std::min(3 * needed / question.memory / 2 + 2, most_parts);
        by = plane_parts(census, static_cast<std::uint32_t>(count), question.wraps);
        auto file = std::make_unique<spill_file>(work.folder);
        parts = worker(work.question, work.folder, {}).parted(lists, *rows, by, *file);
        lists = {};
        rows = std::move(file);
    }
    const std::uint32_t workers = std::min<std::uint32_t>(threads, static_cast<std::uint32_t>(parts.size()));
    files::explanation::of_this_run().note(
        fmt::format("--memory: parts of the plane {}, at a time {}, each by a tree of its own in kB {}",
                    files::grouped(parts.size()), workers, files::grouped(question.memory / 1000)));
    share_out(workers, static_cast<std::uint32_t>(parts.size()), into, [&](const auto& each_part) {
        pair_receiver receiver;
        worker own(question, work.folder, [&receiver](const found_pair& pair) { receiver(pair); });
        each_part([&](std::uint32_t part, const pair_receiver& take) {
            receiver = take;
            own.answer(parts[part], *rows, {{&by, part}});
        });
    });
}

} // namespace

spilled_pairs::spilled_pairs(const spilled_question& question, const spill_options& spill, const pool_options& threads,
                             bool with_ids)
    : question_(question), spill_(spill),
      workers_(threads.threads.value_or(std::max(1U, std::thread::hardware_concurrency()))),
      rows_(std::make_unique<spill_file>(spill.folder)),
      a_(read_spilled(question.a.path, question.a.how, *rows_, spill.folder, with_ids)) {
    if (question.b) {
        b_ = read_spilled(question.b->path, question.b->how, *rows_, spill.folder, with_ids);
        files::demand_some_table(question.a.how.how, a_.name, b_.name, a_.is_table || b_.is_table);
        files::demand_one_crs(a_.name, a_.crs, b_.name, b_.crs);
        demand_one_world(a_.name, a_.wraps, b_.name, b_.wraps);
        a_.census.add(b_.census);
    }
    demand_stored(a_, *rows_);
    if (question.b) {
        demand_stored(b_, *rows_);
    }
}

std::uint64_t spilled_pairs::count() {
    counted_pairs counted;
    find(counted);
    return counted.count();
}

void spilled_pairs::print(row_printer& rows, const pair_printer& print_pair) {
    if (!spill_.in_order) {
        printed_pairs printed(rows, print_pair);
        find(printed);
        return;
    }
    sorted_pairs sorted(spill_.folder, static_cast<std::size_t>(question_.memory / 8));
    find(sorted);
    sorted.each([&](const found_pair& pair) { print_pair(rows, pair); });
}

void spilled_pairs::find(pair_taker& into) {
    const std::uint64_t for_rows = question_.memory - question_.memory / 4; // the rest is for buffers and the output
    const spilled_work work{
        {question_.distance.value_or(0), a_.wraps, a_.has_times, b_.has_times, for_rows}, spill_.folder, workers_};
    if (question_.b) {
        std::visit(
            [&]<class A, class B>(spilled_rows<A>& a_rows, spilled_rows<B>& b_rows) {
                find_in_lists<false>(work, two_lists<A, B>{std::move(a_rows), std::move(b_rows)}, a_.census,
                                     std::move(rows_), into);
            },
            a_.rows, b_.rows);
    } else {
        std::visit(
            [&]<class A>(spilled_rows<A>& a_rows) {
                find_in_lists<true>(work, two_lists<A, A>{std::move(a_rows), {}}, a_.census, std::move(rows_), into);
            },
            a_.rows);
    }
}

} // namespace quadrille::cli
