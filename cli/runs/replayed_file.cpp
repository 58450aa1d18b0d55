// Replays a recording in a tree of its kind.
// SPDX-License-Identifier: MIT
#include "replayed_file.hpp"

#include "cli/command/output.hpp"
#include "cli/replays/replays.hpp"
#include "cli/worlds/replay_tally.hpp"
#include "files/bytes/interrupt.hpp"
#include "files/text/errors.hpp"
#include "recording_source.hpp"
#include "replay_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <new>
#include <span>
#include <utility>

namespace quadrille::cli {

namespace {

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
    std::uint32_t number; ///< its number in `load_report`
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

/// Replays the recording in a tree of its kind, which the first attempt determines.
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

} // namespace

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

} // namespace quadrille::cli
