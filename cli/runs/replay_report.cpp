// Prints the report of a replay as a table, or as JSON.
// SPDX-License-Identifier: MIT
#include "replay_report.hpp"

#include "files/text/texts.hpp"

#include <quadrille/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace quadrille::cli {

namespace {

std::string counted(std::uint64_t count, const char* what) {
    return fmt::format("{} {}{}", files::grouped(count), what, count == 1 ? "" : "s");
}

double milliseconds(std::uint64_t nanoseconds) { return 1e-6 * static_cast<double>(nanoseconds); }

/// Describes an operation, with as many digits as distinguish its numbers.
std::string in_words(const replayed& one) {
    std::string text = to_string(one.verb);
    if (one.number_count > 0) {
        text += fmt::format(" of {} {}", one.form, fmt::join(std::span(one.numbers).first(one.number_count), ","));
    }
    return text;
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

} // namespace

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

} // namespace quadrille::cli
