// Reads files to disk, parts the plane, and has workers answer part by part.
// SPDX-License-Identifier: MIT
#include "spilled_pairs.hpp"

#include "cli/answers/row_printer.hpp"
#include "cli/command/output.hpp"
#include "cli/disk/sorted_records.hpp"
#include "cli/disk/turns.hpp"
#include "files/bytes/progress.hpp"
#include "files/rows/crs.hpp"
#include "files/rows/explain.hpp"
#include "part_pairs.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::cli {

namespace {

/// Where told pairs go: to their number, to rows in the order of parts, or to rows in the order of files.
class pair_output {
public:
    pair_output(const spilled_question& asked, const answer_options& answer, const spill_options& spill,
                bool with_times)
        : asked_(asked), answer_(answer), with_times_(with_times), in_order_(spill.in_order), out_(answer.path) {
        if (!answer_.count && in_order_) {
            file_ = std::make_unique<spill_file>(spill.folder);
            ordered_ = std::make_unique<sorted_records<told_pair>>(*file_, static_cast<std::size_t>(asked.memory / 8));
        }
        if (!answer_.count) {
            columns_ = {"a", "b"};
            if (asked.tells_distance) {
                columns_.emplace_back("distance");
            }
            printer_ = std::make_unique<row_printer>(out_, answer_, columns_, with_times);
        }
    }

    /// What one worker has found of its part.
    class part {
    public:
        part(pair_output& whole, std::uint32_t number)
            : whole_(whole), number_(number),
              printer_(kept_, whole.answer_, whole.columns_, whole.with_times_, row_printer::following{}) {}

        void tell(const told_pair& pair) {
            if (whole_.answer_.count) {
                ++count_;
            } else if (whole_.in_order_) {
                const std::lock_guard alone(whole_.one_at_a_time_);
                whole_.ordered_->add(pair);
            } else {
                whole_.print(printer_, pair);
                if (kept_.text().size() > most_kept) {
                    speak();
                }
            }
        }
        void end() {
            whole_.count_ += count_;
            if (!whole_.answer_.count && !whole_.in_order_) {
                speak();
                whole_.turns_.end();
            }
        }

    private:
        static constexpr std::size_t most_kept = 1 << 20;

        void speak() {
            if (!is_my_turn_ && !whole_.turns_.wait_for(number_)) {
                throw files::failure("another part of the plane has failed"); // which is told instead of this
            }
            is_my_turn_ = true;
            std::string_view text = kept_.text();
            if (!whole_.has_rows_ && text.starts_with(',')) {
                text.remove_prefix(1); // nothing is before the first row
            }
            whole_.has_rows_ = whole_.has_rows_ || !text.empty();
            whole_.out_.print("{}", text);
            kept_.clear();
        }

        pair_output& whole_;
        std::uint32_t number_;
        output kept_ = output::kept();
        row_printer printer_;
        std::uint64_t count_ = 0;
        bool is_my_turn_ = false;
    };

    void fail() { turns_.fail(); }
    void finish() {
        if (answer_.count) {
            out_.print("{}\n", count_.load());
        } else {
            if (in_order_) {
                ordered_->each([&](const told_pair& pair) { print(*printer_, pair); });
            }
            printer_->finish();
        }
        out_.finish();
    }

private:
    void print(row_printer& printer, const told_pair& pair) const {
        printer.begin_row(pair.t);
        printer.text(pair.a_id).text(pair.b_id);
        if (asked_.tells_distance) {
            printer.number(pair.distance);
        }
    }

    const spilled_question& asked_;
    const answer_options& answer_;
    bool with_times_;
    bool in_order_;
    std::vector<std::string> columns_;
    output out_;
    std::unique_ptr<row_printer> printer_; ///< none where they are counted
    std::unique_ptr<spill_file> file_;
    std::unique_ptr<sorted_records<told_pair>> ordered_;
    turns turns_;
    bool has_rows_ = false;
    std::atomic<std::uint64_t> count_{0};
    std::mutex one_at_a_time_;
};

/// As many workers as there are threads, each of which takes part after part.
template <class Work>
void share_out(std::uint32_t workers, std::uint32_t parts, pair_output& out, const Work& work) {
    std::atomic<std::uint32_t> next{0};
    std::atomic<bool> has_failed{false};
    std::exception_ptr first; // the others fail because they wait in vain
    files::progress bar(parts, "parts");
    std::mutex at_bar;
    std::uint32_t done = 0;
    const auto labor = [&] {
        try {
            work([&](const auto& answer_part) {
                for (std::uint32_t part = next++; part < parts; part = next++) {
                    pair_output::part found(out, part);
                    answer_part(part, [&found](const told_pair& pair) { found.tell(pair); });
                    found.end();
                    const std::lock_guard alone(at_bar);
                    bar.show(++done);
                }
            });
        } catch (...) {
            if (!has_failed.exchange(true)) {
                first = std::current_exception();
            }
            next = parts;
            out.fail();
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

template <bool IsOneFile, class A, class B>
void answer_lists(const spilled_question& asked, pair_question question, two_lists<A, B> lists,
                  const part_census& census, std::unique_ptr<spill_file> rows, pair_output& out,
                  const spill_options& spill, std::uint32_t threads) {
    using worker = part_worker<A, B, IsOneFile>;
    const std::uint64_t needed = worker::bytes_needed(lists);
    const std::uint64_t in_all = asked.memory - asked.memory / 4; // the rest for buffers, and for what is being printed
    question.memory = in_all;
    if (needed <= in_all) {
        threads = 1;
    }
    question.memory = in_all / threads;
    std::vector<two_lists<A, B>> parts;
    plane_parts by;
    if (needed <= question.memory) {
        parts.push_back(std::move(lists));
    } else {
        constexpr std::uint64_t most_parts = 1 << 16;
        const std::uint64_t count = std::min(3 * needed / question.memory / 2 + 2, most_parts);
        by = plane_parts(census, static_cast<std::uint32_t>(count), question.wraps);
        auto file = std::make_unique<spill_file>(spill.folder);
        pair_question whole = question;
        whole.memory = in_all;
        parts = worker(whole, spill.folder, {}).parted(lists, *rows, by, *file);
        lists = {};
        rows = std::move(file);
    }
    threads = std::min<std::uint32_t>(threads, static_cast<std::uint32_t>(parts.size()));
    files::explanation::of_this_run().note(
        fmt::format("--memory: parts of the plane {}, at a time {}, each by a tree of its own in kB {}",
                    files::grouped(parts.size()), threads, files::grouped(question.memory / 1000)));
    share_out(threads, static_cast<std::uint32_t>(parts.size()), out, [&](const auto& each_part) {
        pair_receiver receiver;
        worker own(question, spill.folder, [&receiver](const told_pair& pair) { receiver(pair); });
        each_part([&](std::uint32_t part, const pair_receiver& tell) {
            receiver = tell;
            own.answer(parts[part], *rows, {{&by, part}});
        });
    });
}

} // namespace

void answer_spilled(const spilled_question& asked, const inputs_of_two& input, const answer_options& answer,
                    const spill_options& spill, const pool_options& threads) {
    const files::interrupt watched;
    auto rows = std::make_unique<spill_file>(spill.folder);
    spilled_layer a = read_spilled(asked.a, input.a, *rows, spill.folder, !answer.count);
    spilled_layer b;
    if (asked.b) {
        b = read_spilled(*asked.b, input.b, *rows, spill.folder, !answer.count);
        files::demand_some_table(input.a.how, a.name, b.name, a.is_table || b.is_table);
        files::demand_one_crs(a.name, a.crs, b.name, b.crs);
        demand_one_world(a.name, a.wraps, b.name, b.wraps);
        a.census.add(b.census);
    }
    demand_stored(a, *rows);
    if (asked.b) {
        demand_stored(b, *rows);
    }
    const pair_question question{asked.distance.value_or(0), a.wraps, a.has_times, b.has_times, 0};
    pair_output out(asked, answer, spill, a.has_times || b.has_times);
    const std::uint32_t workers = threads.threads.value_or(std::max(1U, std::thread::hardware_concurrency()));
    if (asked.b) {
        std::visit(
            [&]<class A, class B>(spilled_rows<A>& a_rows, spilled_rows<B>& b_rows) {
                answer_lists<false>(asked, question, two_lists<A, B>{std::move(a_rows), std::move(b_rows)}, a.census,
                                    std::move(rows), out, spill, workers);
            },
            a.rows, b.rows);
    } else {
        std::visit(
            [&]<class A>(spilled_rows<A>& a_rows) {
                answer_lists<true>(asked, question, two_lists<A, A>{std::move(a_rows), {}}, a.census, std::move(rows),
                                   out, spill, workers);
            },
            a.rows);
    }
    out.finish();
}

} // namespace quadrille::cli
