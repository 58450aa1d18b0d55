// `quadrille replay`: runs a recording again, and tells whether the answers are equal and what took the time.
// SPDX-License-Identifier: MIT
#include "cli/command/output.hpp"
#include "cli/command/verbs.hpp"
#include "cli/replays/replays.hpp"
#include "cli/worlds/replay_tally.hpp"
#include "files/bytes/interrupt.hpp"
#include "files/bytes/text_file.hpp"
#include "files/text/errors.hpp"

#include <quadrille/text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::cli {

namespace {

constexpr const char* replay_help =
    R"(A recording is a file that quadrille::recording (quadrille/recording.hpp) or quadrille run
--record has written. It is run again, on one thread: the tree as it was recorded, then every
change and every question. These lines are printed:

  recording  the kind of tree, how many operations and ticks, and where it ends too early
  answers    whether they are the recorded ones, and their hash; if not, the first that differs
  verb       for each: how often; how many shapes or answers; its time, and its slowest call
  slowest    the slowest tick: its time, the verb that took most of it, and changes of the tree

A tick ends where the recording program said so. If it never said so, a tick ends before each
sync or assign. If a recording is cut short, for example by a crash, it is run up to its end.
Each chunk has a checksum: nothing damaged is run. json: an object with the same.

The times are those of this machine, now. With --repeat the fastest run counts, for each verb
and each tick: a tick that is slow in all runs is slow by its own work.

Exit status: 0 the same answers, also if the recording is cut short; 1 other answers, or
             damaged; 2 not a recording.

Example: quadrille run --count 10000 --ticks 20 --record world.qrec &&
         quadrille replay world.qrec)";

struct replay_options {
    std::string file;
    std::string format = "table";
    std::uint32_t repeat = 1;
};

constexpr std::uint32_t max_runs = 1000;

/// The bytes of a file. Those of the preamble are given again to each replay that is tried.
class recording_source {
public:
    explicit recording_source(const std::string& path) : file_(path) {}

    const std::string& name() const noexcept { return file_.name(); }
    void begin_again() noexcept { given_ = read_ = 0; }
    /// How many bytes were read of it since it began.
    std::uint64_t bytes() const noexcept { return read_; }

    std::size_t operator()(std::span<std::byte> wanted) {
        if (given_ == kept_.size() && chunk_.empty()) {
            chunk_ = file_.next_chunk();
            if (kept_.size() < max_kept && !chunk_.empty()) {
                const std::size_t count = std::min(chunk_.size(), max_kept - kept_.size());
                kept_.append(chunk_.substr(0, count));
                chunk_.remove_prefix(count);
            }
        }
        std::string_view from = chunk_;
        if (given_ < kept_.size()) {
            from = std::string_view(kept_).substr(given_);
        }
        const std::size_t count = std::min(from.size(), wanted.size());
        std::copy_n(reinterpret_cast<const std::byte*>(from.data()), count, wanted.begin());
        if (given_ < kept_.size()) {
            given_ += count;
        } else {
            chunk_.remove_prefix(count);
        }
        read_ += count;
        return count;
    }

private:
    static constexpr std::size_t max_kept = 32; ///< the preamble

    files::text_file file_;
    std::string kept_;
    std::size_t given_ = 0;
    std::uint64_t read_ = 0;
    std::string_view chunk_;
};

struct observer {
    replay_tally& sums;

    template <class Tree>
    void before(recorded_verb verb, const Tree& tree) {
        sums.before(verb, tree);
    }
    template <class Tree>
    flow operator()(const replayed& one, const Tree& tree) {
        sums.add(one, tree);
        return files::interrupt::signal() != 0 ? flow::stop : flow::next;
    }
};

template <class Shape>
replay_report run_recording(recording_source& source, replay_tally& sums) {
    quadtree<void, Shape> tree;
    source.begin_again();
    replay_report report = replay(tree, source, observer{sums});
    const std::uint64_t end = source.bytes();
    if (std::byte more{}; report.stream && !report.was_stopped && source(std::span(&more, 1)) > 0) {
        report.stream = {.error = load_error::too_long, .at = end};
    }
    sums.finish(tree);
    return report;
}

struct kind_of_recording {
    const char* name;
    std::uint32_t number; ///< as `load_report` has it
    replay_report (*run)(recording_source& source, replay_tally& sums);
};
constexpr kind_of_recording kinds[] = {
    {"boxes of float", 2 | 4 << 8, run_recording<box<float>>},
    {"boxes of double", 2 | 8 << 8, run_recording<box<double>>},
    {"circles of float", 3 | 4 << 8, run_recording<circle<float>>},
    {"circles of double", 3 | 8 << 8, run_recording<circle<double>>},
    {"points of float", 1 | 4 << 8, run_recording<point<float>>},
    {"points of double", 1 | 8 << 8, run_recording<point<double>>},
};

/// Runs the recording in a tree of its kind, which the first attempt tells.
std::pair<replay_report, const kind_of_recording*> run_in_its_kind(recording_source& source, replay_tally& sums) {
    const kind_of_recording* kind = kinds;
    replay_report report = kind->run(source, sums);
    if (report.stream.error == load_error::other_tree) {
        kind = std::find_if(std::begin(kinds), std::end(kinds),
                            [&](const kind_of_recording& each) { return each.number == report.stream.found; });
        if (kind == std::end(kinds)) {
            throw files::bad_input(fmt::format("{}: a recording of a kind of tree that there is not", source.name()));
        }
        report = kind->run(source, sums);
    }
    return {report, kind};
}

std::string counted(std::uint64_t count, const char* what) {
    return fmt::format("{} {}{}", files::grouped(count), what, count == 1 ? "" : "s");
}

double milliseconds(std::uint64_t nanoseconds) { return 1e-6 * static_cast<double>(nanoseconds); }

/// What an operation was, with its numbers in as many digits as tell them apart.
std::string in_words(const replayed& one) {
    std::string text = to_string(one.verb);
    if (one.number_count > 0) {
        text += fmt::format(" of {} {}", one.form, fmt::join(std::span(one.numbers).first(one.number_count), ","));
    }
    return text;
}

std::string difference_in_words(const replayed& first) {
    const std::string what =
        fmt::format("operation {}, {} at byte {}: ", files::grouped(first.number), in_words(first), first.at);
    if (first.is_in_other_order) {
        return what + fmt::format("the same {} answers in another order", files::grouped(first.found));
    }
    if (first.recorded == first.found) {
        return what + fmt::format("{} answers, as recorded, but others", files::grouped(first.found));
    }
    return what + fmt::format("{} recorded, {} found", files::grouped(first.recorded), files::grouped(first.found));
}

std::string end_in_words(const replay_report& report) {
    if (report.stream) {
        return report.was_stopped ? "interrupted" : "complete";
    }
    std::string text = fmt::format("{} at byte {}", to_string(report.stream.error), report.stream.at);
    if (report.stream.error == load_error::damaged && report.stream.broken) {
        text = fmt::format("damaged at byte {}: {}", report.stream.at, report.stream.broken.what);
    }
    return text + fmt::format("; operations left out: {}",
                              report.left_out > 0 ? fmt::format("at least {}", files::grouped(report.left_out))
                                                  : "those after it, if any");
}

std::string reasons_in_words(const tick_tally& tick) {
    std::string text;
    const auto add = [&](std::uint64_t count, const char* what) {
        if (count > 0) {
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", files::grouped(count), what);
        }
    };
    add(tick.rebuilds, tick.rebuilds == 1 ? "rebuild of the tree" : "rebuilds of the tree");
    add(tick.reinserted, tick.reinserted == 1 ? "item reinserted by sync" : "items reinserted by sync");
    add(tick.splits, "more inner cells (splits)");
    add(tick.merges, "fewer inner cells (merges)");
    return text.empty() ? "no rebuild, no split" : text;
}

void print_table(output& out, const replay_report& report, const char* kind, const replay_tally& sums) {
    out.print("recording  {}, operations {}, ticks {}: {}\n", kind, files::grouped(report.operations),
              files::grouped(sums.tick_count()), end_in_words(report));
    out.print("answers    {}; hash {:08x}\n",
              report.different == 0 ? "equal to the recorded ones"
                                    : fmt::format("{} operations differ, the first: {}",
                                                  files::grouped(report.different), difference_in_words(report.first)),
              report.hash);
    out.print("\n{:<16}{:>12}{:>16}{:>14}{:>14}{:>16}\n", "verb", "count", "items", "total ms", "slowest ms",
              "at operation");
    for (std::size_t at = 0; at < verb_count; ++at) {
        const verb_tally& verb = sums.verbs()[at];
        if (verb.count > 0) {
            out.print("{:<16}{:>12}{:>16}{:>14.3f}{:>14.3f}{:>16}\n", to_string(static_cast<recorded_verb>(at)),
                      files::grouped(verb.count), files::grouped(verb.items), milliseconds(verb.nanoseconds),
                      milliseconds(verb.slowest.nanoseconds), files::grouped(verb.slowest.number));
        }
    }
    const tick_tally tick = sums.slowest_tick();
    if (tick.operations > 0) {
        out.print("\nslowest    tick {} of {}: {:.3f} ms in {}, {:.3f} ms of it in {} of {}\n"
                  "           {}\n"
                  "           slowest in it: operation {}, {}, {:.3f} ms\n",
                  files::grouped(tick.number), files::grouped(sums.tick_count()), milliseconds(tick.nanoseconds),
                  counted(tick.operations, "operation"), milliseconds(tick.slowest_verb_nanoseconds),
                  files::grouped(tick.slowest_verb_count), to_string(tick.slowest_verb), reasons_in_words(tick),
                  files::grouped(tick.slowest.number), in_words(tick.slowest), milliseconds(tick.slowest.nanoseconds));
    }
}

void print_json(output& out, const replay_report& report, const char* kind, const replay_tally& sums) {
    out.print(R"({{"kind":{},"operations":{},"ticks":{},"end":{},"end_at":{},"left_out":{},)", files::json_string(kind),
              report.operations, sums.tick_count(),
              files::json_string(report.was_stopped ? "interrupted"
                                 : report.stream    ? "complete"
                                                    : to_string(report.stream.error)),
              report.stream.at, report.left_out);
    out.print(R"("hash":"{:08x}","different":{},)", report.hash, report.different);
    if (report.different > 0) {
        const replayed& first = report.first;
        out.print(R"("first":{{"operation":{},"at":{},"asked":{},"recorded":{},"found":{},"other_order":{}}},)",
                  first.number, first.at, files::json_string(in_words(first)), first.recorded, first.found,
                  first.is_in_other_order);
    }
    out.print("\"verbs\":[");
    const char* comma = "";
    for (std::size_t at = 0; at < verb_count; ++at) {
        if (const verb_tally& verb = sums.verbs()[at]; verb.count > 0) {
            out.print(R"({}{{"verb":{},"count":{},"items":{},"ms":{},"slowest_ms":{},"slowest_operation":{}}})",
                      std::exchange(comma, ","), files::json_string(to_string(static_cast<recorded_verb>(at))),
                      verb.count, verb.items, milliseconds(verb.nanoseconds), milliseconds(verb.slowest.nanoseconds),
                      verb.slowest.number);
        }
    }
    out.print("]");
    const tick_tally tick = sums.slowest_tick();
    if (tick.operations > 0) {
        out.print(R"(,"slowest_tick":{{"tick":{},"ms":{},"operations":{},"rebuilds":{},"reinserted":{},"splits":{},)"
                  R"("merges":{},"slowest_verb":{},"slowest_verb_operations":{},"slowest_verb_ms":{},)"
                  R"("slowest_operation":{},"slowest_operation_asked":{},"slowest_operation_ms":{}}})",
                  tick.number, milliseconds(tick.nanoseconds), tick.operations, tick.rebuilds, tick.reinserted,
                  tick.splits, tick.merges, files::json_string(to_string(tick.slowest_verb)), tick.slowest_verb_count,
                  milliseconds(tick.slowest_verb_nanoseconds), tick.slowest.number,
                  files::json_string(in_words(tick.slowest)), milliseconds(tick.slowest.nanoseconds));
    }
    out.print("}}\n");
}

void replay_file(const replay_options& wanted) {
    if (wanted.file == "-" && wanted.repeat > 1) {
        throw files::bad_input("-: wanted a file with --repeat, because standard input can be read only once");
    }
    recording_source source(wanted.file);
    const files::interrupt watched;
    replay_tally sums;
    const auto [report, kind] = run_in_its_kind(source, sums);
    for (std::uint32_t run = 1; run < wanted.repeat && files::interrupt::signal() == 0; ++run) {
        recording_source again(wanted.file);
        replay_tally others;
        kind->run(again, others);
        sums.keep_faster(others);
    }
    const load_report& stream = report.stream;
    if (stream.error == load_error::no_memory) {
        throw std::bad_alloc();
    }
    if (report.operations == 0 && !stream) {
        const std::string found =
            stream.error == load_error::other_file ? "a tree that was saved, as by quadrille index"
            : source.bytes() == 0                  ? "nothing"
                                                   : fmt::format("{}, at byte {}", to_string(stream.error), stream.at);
        throw files::bad_input(fmt::format("{}: wanted a recording, found: {}", source.name(), found));
    }
    output out;
    (wanted.format == "json" ? print_json : print_table)(out, report, kind->name, sums);
    out.finish();
    if (files::interrupt::signal() != 0) {
        throw files::interrupted(files::interrupt::signal());
    }
    if (report.different > 0) {
        throw files::failure(
            fmt::format("{}: other answers than recorded: {}", source.name(), difference_in_words(report.first)));
    }
    if (!stream && stream.error != load_error::cut_short) {
        throw files::failure(fmt::format("{}: {}", source.name(), end_in_words(report)));
    }
}

} // namespace

verb replay_verb() {
    const auto wanted = std::make_shared<replay_options>();
    verb replay = {
        "replay",
        "Run a recording again: compare the answers, and print the times",
        {files::required(files::text("FILE", "", wanted->file, "The recording; - means standard input")),
         files::whole_number(1, max_runs, "--repeat", wanted->repeat, "How many times it is run; the fastest counts"),
         files::one_of({"table", "json"}, "--format", wanted->format, "How the result is written: table or json")}};
    replay.help = replay_help;
    replay.work = [wanted] { replay_file(*wanted); };
    return replay;
}

} // namespace quadrille::cli
