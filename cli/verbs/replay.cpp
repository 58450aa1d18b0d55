// `quadrille replay`: replays a recording, and prints whether the answers are equal, and the times.
// SPDX-License-Identifier: MIT
#include "cli/command/verbs.hpp"
#include "cli/runs/replayed_file.hpp"

#include <cstdint>
#include <memory>

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

constexpr std::uint32_t max_runs = 1000;

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
