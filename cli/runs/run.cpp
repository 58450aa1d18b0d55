// Runs a world by several threads, or by one thread that records.
// SPDX-License-Identifier: MIT
#include "run.hpp"

#include "check_plan.hpp"
#include "cli/answers/piece_counts.hpp"
#include "cli/command/output.hpp"
#include "cli/worlds/check.hpp"
#include "cli/worlds/record_file.hpp"
#include "files/bytes/interrupt.hpp"
#include "files/bytes/progress.hpp"
#include "files/text/errors.hpp"
#include "run_picture.hpp"

#include <quadrille/parallel.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/recording.hpp>
#include <scenes/scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <optional>
#include <span>

namespace quadrille::cli {

namespace {

struct tally {
    std::uint64_t ticks = 0; ///< ticks so far
    std::chrono::nanoseconds build{};
    std::chrono::nanoseconds update{};
    std::chrono::nanoseconds pairs{};
    std::uint64_t pairs_in_all = 0;
    std::uint64_t pairs_at_last = 0;
    std::array<std::uint64_t, 4> ticks_by_method{};
    std::uint64_t reinserted = 0;
    std::uint64_t checked = 0;
    std::uint32_t threads = 1; ///< the threads that have worked
};

/// Adds the time until it goes out of scope.
class stopwatch {
public:
    explicit stopwatch(std::chrono::nanoseconds& total) : total_(total) {}
    stopwatch(const stopwatch&) = delete;
    stopwatch& operator=(const stopwatch&) = delete;
    ~stopwatch() { total_ += std::chrono::steady_clock::now() - started_; }

private:
    std::chrono::nanoseconds& total_;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

void demand(const change_report& report, const char* verb, std::uint64_t tick) {
    if (!report) {
        throw files::failure(fmt::format("tick {}: {} was rejected: {}", tick, verb, to_string(report.error)));
    }
}

void check(const quadtree<>& tree, std::span<const box<float>> boxes, std::uint64_t tick, sample which) {
    if (const auto difference = first_difference(tree, boxes, which)) {
        throw files::failure(fmt::format("tick {}: not equal to brute force: {}", tick, *difference));
    }
}

/// Visits every pair, and returns the number of pairs.
std::uint64_t count_pairs(pool& threads, const quadtree<>& tree) {
    piece_counts found;
    parallel::pairs(threads, tree, parallel::per_piece([&](std::uint32_t piece) {
                        return [&count = found[piece]](auto, auto) { ++count; };
                    }));
    return found.sum();
}

/// The tree with its runner: several threads, or one thread that records.
class worker {
public:
    worker(const run_options& wanted, quadtree<>& tree) : tree_(tree), threads_(wanted.threads) {
        if (!wanted.record.empty()) {
            file_.emplace(wanted.record);
            record_.emplace(tree, [this](std::span<const std::byte> some) { return file_->write(some); });
        }
    }

    change_report assign(std::span<const box<float>> boxes) {
        return record_ ? record_->assign(boxes) : parallel::assign(threads_, tree_, boxes);
    }
    change_report sync(std::span<const box<float>> boxes) {
        return record_ ? record_->sync(boxes) : parallel::sync(threads_, tree_, boxes);
    }
    std::uint64_t pairs() {
        if (!record_) {
            return count_pairs(threads_, tree_);
        }
        std::uint64_t count = 0;
        record_->pairs([&](auto, auto) { ++count; });
        return count;
    }
    void end_tick() {
        if (record_) {
            record_->tick();
        }
    }
    /// Returns the number of threads that have worked.
    std::uint32_t threads() const { return threads_.size(); }
    void finish() {
        record_.reset();
        if (file_) {
            file_->finish();
        }
    }

private:
    quadtree<>& tree_;
    pool threads_;
    std::optional<record_file> file_;
    std::optional<recording<void, box<float>, std::function<bool(std::span<const std::byte>)>>> record_;
};

void one_tick(worker& by, std::span<const box<float>> boxes, std::uint64_t tick, tally& sums) {
    change_report report;
    {
        const stopwatch running(sums.update);
        report = by.sync(boxes);
    }
    demand(report, "sync", tick);
    ++sums.ticks_by_method[static_cast<std::size_t>(report.method)];
    sums.reinserted += report.reinserted;

    std::uint64_t pairs = 0;
    {
        const stopwatch running(sums.pairs);
        pairs = by.pairs();
    }
    by.end_tick();
    sums.pairs_at_last = pairs;
    sums.pairs_in_all += pairs;
}

tally run_world(const run_options& wanted, const check_plan& plan, scenes::world<float>& world, quadtree<>& tree) {
    tally sums;
    worker by(wanted, tree);
    files::progress bar(wanted.ticks, "ticks");
    change_report report;
    {
        const stopwatch running(sums.build);
        report = by.assign(world.boxes());
    }
    demand(report, "assign", 0);
    for (std::uint64_t tick = 1; tick <= wanted.ticks && files::interrupt::signal() == 0; ++tick) {
        world.step();
        one_tick(by, world.boxes(), tick, sums);
        sums.ticks = tick;
        if (plan.is_due(tick)) {
            check(tree, world.boxes(), tick, plan.at(tick));
            ++sums.checked;
        }
        bar.show(tick);
    }
    by.finish();
    sums.threads = by.threads();
    return sums;
}

double seconds(std::chrono::nanoseconds time) { return std::max(1e-9, std::chrono::duration<double>(time).count()); }

void report_run(output& out, const run_options& wanted, const check_plan& plan, const tally& sums,
                const quadtree<>& of) {
    const statistics tree = of.stats();
    const auto ticks = static_cast<double>(sums.ticks);
    const double item_ticks = ticks * static_cast<double>(wanted.scene.count);
    const auto per_item = [&](std::chrono::nanoseconds time) { return 1e9 * seconds(time) / item_ticks; };
    const auto ticks_by = [&](update_method method) {
        return files::grouped(sums.ticks_by_method[static_cast<std::size_t>(method)]);
    };
    const std::uint64_t items_checked = wanted.scene.count / plan.stride;

    const std::string wraps =
        of.period() ? fmt::format(", period {} x {}", of.period().width(), of.period().height()) : "";
    out.print("world    scene {}, boxes {}, seed {}{}, ticks {}{}\n", to_string(wanted.scene.kind()),
              files::grouped(wanted.scene.count), wanted.scene.seed, wraps, files::grouped(sums.ticks),
              sums.ticks < wanted.ticks ? fmt::format(" of {}, then interrupted", files::grouped(wanted.ticks)) : "");
    out.print("speed    {:.1f} ticks per second; built in {:.1f} ms; kernels: {}; threads: {}\n",
              ticks / seconds(sums.update + sums.pairs), 1e3 * seconds(sums.build), tree.kernels, sums.threads);
    out.print("cost     {:.1f} ns per item and tick: update {:.1f}, pairs {:.1f}\n", per_item(sums.update + sums.pairs),
              per_item(sums.update), per_item(sums.pairs));
    out.print("pairs    {} in all, {} at the last tick\n", files::grouped(sums.pairs_in_all),
              files::grouped(sums.pairs_at_last));
    out.print("tree     {:.1f} bytes per item; deepest cell at depth {}\n",
              static_cast<double>(tree.bytes) / static_cast<double>(wanted.scene.count), tree.deepest);
    out.print("sync     {} ticks refitted, {} reinserted, {} rebuilt; {} items got another cell\n",
              ticks_by(update_method::refit), ticks_by(update_method::reinsert), ticks_by(update_method::rebuild),
              files::grouped(sums.reinserted));
    if (sums.checked == 0) {
        out.print("answers  not compared with brute force: interrupted before the first check, at tick {}\n",
                  files::grouped(plan.first()));
    } else {
        out.print("answers  equal to brute force on {} checked ticks ({})\n", files::grouped(sums.checked),
                  plan.stride == 1 ? "every item" : fmt::format("{} items each", files::grouped(items_checked)));
    }
    out.print("\nNext: `quadrille pairs --help` for boxes of your own, include/quadrille/quadtree.hpp for a program of "
              "your own,\n"
              "README.md for what else there is.\n");
}

} // namespace

void run(const run_options& wanted) {
    const std::uint32_t threads = wanted.threads.threads.value_or(1);
    if (!wanted.record.empty() && threads > 1) {
        throw files::bad_input(
            fmt::format("wanted --threads 1 with --record, which writes what one thread does; found {} "
                        "(see quadrille run --help)",
                        threads));
    }
    if (!wanted.record.empty() && wanted.record == wanted.draw) {
        throw files::bad_input(
            "wanted different files for --record and --draw, found the same (see quadrille run --help)");
    }
    const check_plan plan = plan_checks(wanted.scene.count, wanted.ticks);
    if (!wanted.draw.empty()) {
        demand_picture_name(wanted.draw);
    }
    scenes::world<float> world(wanted.scene.kind(), wanted.scene.count, wanted.scene.seed);
    quadtree<> tree(options{.period = wanted.wraps ? wanted.wraps : world.period()});
    const files::interrupt watched;
    const tally sums = run_world(wanted, plan, world, tree);
    if (sums.ticks > 0) {
        output out;
        report_run(out, wanted, plan, sums, tree);
        out.finish();
    }
    if (sums.ticks == 0) {
        std::fputs("quadrille: interrupted before the first tick\n", stderr);
    }
    if (sums.ticks < wanted.ticks) {
        throw files::interrupted(files::interrupt::signal());
    }
    if (!wanted.draw.empty()) {
        draw_run(tree, fmt::format("{}, tick {}", to_string(wanted.scene.kind()), files::grouped(sums.ticks)),
                 wanted.draw);
    }
}

} // namespace quadrille::cli
