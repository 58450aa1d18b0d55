// `quadrille replay` and `quadrille run --record`: equal answers, cut and damaged recordings, what is none, and what a replay counts.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include "cli/worlds/replay_tally.hpp"

#include <quadrille/recording.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

std::string recorded_run(const scratch_folder& folder) {
    const std::string path = folder.path("world.qrec");
    const result ended = run_command({"run", "--count", "300", "--ticks", "4", "--record", path});
    EXPECT_EQ(ended.status, 0) << ended.errors;
    EXPECT_TRUE(contains(ended.output, "equal to brute force on 4"));
    return path;
}

/// Where a recording writes its bytes.
auto sink_of(std::string& bytes) {
    return
        [&](std::span<const std::byte> some) { bytes.append(reinterpret_cast<const char*>(some.data()), some.size()); };
}

/// A recording by a program of the user's.
template <class Shape>
std::string small_recording(const Shape& shape) {
    quadtree<void, Shape> world;
    std::string bytes;
    recording record(world, sink_of(bytes));
    record.insert(shape);
    record.tick();
    record.query(circle<typename Shape::scalar>{{0, 0}, 5}, [](auto) {});
    record.tick();
    record.finish();
    return bytes;
}

result replay_of(std::string_view bytes) { return run_command({"replay", "-"}, bytes); }
nlohmann::json json_of(std::string_view bytes) {
    return nlohmann::json::parse(run_command({"replay", "-", "--format", "json"}, bytes).output);
}

// promise: command-replay
// promise: command-replay: With `--repeat` the fastest run of each verb and tick counts.
TEST(replay, of_a_recorded_run_has_equal_answers_and_tells_the_time_of_each_verb) {
    const scratch_folder folder;
    const std::string path = recorded_run(folder);
    for (const words& repeated : {words{}, words{"--repeat", "3"}}) {
        const std::string told = output_of(with({"replay", path}, repeated));
        for (const char* const part :
             {"recording  boxes of float, operations 14, ticks 4: complete\n"
              "answers    equal to the recorded ones; hash ",
              "\nsync                       4           1,200 ", "\npairs                      4 ",
              "\nassign                     1             300 ", "\nslowest    tick "}) {
            EXPECT_TRUE(contains(told, part));
        }
    }
    expect_refused({"replay", "-", "--repeat", "2"}, "-: wanted a file with --repeat", content_of(path));

    const auto json = json_of(content_of(path));
    EXPECT_EQ(json["kind"], "boxes of float");
    EXPECT_EQ(json["operations"], 14);
    EXPECT_EQ(json["ticks"], 4);
    EXPECT_EQ(json["end"], "complete");
    EXPECT_EQ(json["different"], 0);
    EXPECT_EQ(json["verbs"].size(), 5U);
    EXPECT_EQ(json["verbs"][2]["verb"], "assign");
    EXPECT_EQ(json["verbs"][2]["items"], 300);
    const auto& slowest = json["slowest_tick"];
    EXPECT_GE(slowest["ms"], json["verbs"][4]["slowest_ms"]);
    EXPECT_GE(slowest["ms"], slowest["slowest_verb_ms"]);
    EXPECT_GE(slowest["slowest_verb_ms"], slowest["slowest_operation_ms"]);
    EXPECT_LE(slowest["slowest_operation"], 14);
}

// promise: command-replay: `quadrille replay` reads recordings of every kind of tree.
TEST(replay, reads_a_recording_of_any_kind_of_tree_from_a_file_or_standard_input) {
    for (const auto& [kind, bytes] :
         {std::pair<std::string, std::string>{"boxes of float", small_recording(box<float>{{0, 0}, {1, 1}})},
          {"boxes of double", small_recording(box<double>{{0, 0}, {1, 1}})},
          {"circles of float", small_recording(circle<float>{{0, 0}, 1})},
          {"circles of double", small_recording(circle<double>{{0, 0}, 1})},
          {"points of float", small_recording(point<float>{0, 0})},
          {"points of double", small_recording(point<double>{0, 0})}}) {
        EXPECT_TRUE(
            contains(answer_to({"replay", "-"}, bytes), "recording  " + kind + ", operations 5, ticks 2: complete\n"));
    }
}

// promise: command-replay: The status is 0 for equal answers, also where it is cut short; 1 for other answers and
//     damage; 2 for what is no recording.
TEST(replay, of_a_recording_that_is_cut_or_damaged_goes_up_to_there) {
    const std::string bytes = small_recording(box<float>{{0, 0}, {1, 1}});
    const std::string_view begin = std::string_view(bytes).substr(0, bytes.size() - 20);
    EXPECT_TRUE(contains(answer_to({"replay", "-"}, begin),
                         "recording  boxes of float, operations 3, ticks 1: cut short at byte " +
                             std::to_string(begin.size()) + "; operations left out: "));
    EXPECT_EQ(json_of(begin)["end"], to_string(load_error::cut_short));
    EXPECT_EQ(json_of(begin)["end_at"], begin.size());

    const result longer = replay_of(bytes + 'x');
    EXPECT_EQ(longer.status, 1);
    EXPECT_TRUE(contains(longer.output, "there are more bytes after the end at byte " + std::to_string(bytes.size())));

    const scratch_folder folder;
    std::string changed = content_of(recorded_run(folder));
    changed[changed.size() / 2] ^= 1;
    const result damaged = replay_of(changed);
    EXPECT_EQ(damaged.status, 1);
    EXPECT_TRUE(contains(damaged.output, "a checksum differs at byte "));
    EXPECT_TRUE(contains(damaged.output, "operations left out: at least "));
    EXPECT_TRUE(contains(damaged.errors, "a checksum differs"));
}

/// A recording of one question, with the answers of a tree after some steps, and the state of that tree after others: the first
/// frame, which is as long, since both have one block. A step inserts a box that the question finds (n) or does not find (f), or
/// erases the item of this index.
std::string question_with_answers_of_another(std::string_view asked, std::string_view replayed) {
    quadtree<> world;
    const auto record_after = [&](std::string_view steps) {
        world.clear();
        for (const char step : steps) {
            if (step == 'n' || step == 'f') {
                const float at = step == 'n' ? 1.0F : 100.0F;
                world.insert({{at, at}, {at + 1, at + 1}});
            } else {
                world.erase(world.item_at(static_cast<std::uint32_t>(step - '0')));
            }
        }
        std::string bytes;
        recording record(world, sink_of(bytes));
        const std::size_t state = bytes.size();
        record.query({{0, 0}, {8, 9}}, [](auto) {});
        record.finish();
        return std::pair(bytes, state);
    };
    const auto [one, end_of_one] = record_after(replayed);
    const auto [other, end_of_other] = record_after(asked);
    return one.substr(0, end_of_one) + other.substr(end_of_other);
}

// promise: command-replay: The status is 0 for equal answers, also where it is cut short; 1 for other answers and
//     damage; 2 for what is no recording.
TEST(replay, of_other_answers_fails_and_reports_the_first) {
    const std::string less = question_with_answers_of_another("n", "f");
    const std::pair<std::string, std::string> all[] = {
        {less, ": 1 recorded, 0 found"},
        {question_with_answers_of_another("nn0", "nn1"), ": 1 answers, as recorded, but others"},
        {question_with_answers_of_another("nnn0n", "nnn2n"), ": the same 3 answers in another order"}};
    for (const auto& [bytes, difference] : all) {
        const result ended = replay_of(bytes);
        EXPECT_EQ(ended.status, 1);
        EXPECT_TRUE(contains(ended.errors, "other answers than recorded: operation 2, query of box 0,0,8,9 at byte "));
        EXPECT_TRUE(contains(ended.errors, difference));
        EXPECT_TRUE(contains(ended.output, "1 operations differ"));
    }
    const auto json = json_of(less);
    EXPECT_EQ(json["different"], 1);
    EXPECT_EQ(json["first"]["operation"], 2);
    EXPECT_EQ(json["first"]["asked"], "query of box 0,0,8,9");
    EXPECT_EQ(json["first"]["recorded"], 1);
    EXPECT_EQ(json["first"]["found"], 0);
    EXPECT_EQ(json["first"]["other_order"], false);
}

// promise: command-replay: The status is 0 for equal answers, also where it is cut short; 1 for other answers and
//     damage; 2 for what is no recording.
TEST(replay, rejects_what_is_no_recording) {
    const scratch_folder folder;
    for (const char* const text : {"", "id,x,y\na,1,2\n", "\x89QUAD\r\n\x1A"}) {
        expect_refused({"replay", folder.write("none", text)}, "none: wanted a recording, found: ");
    }
    EXPECT_EQ(run_command({"replay", folder.path("absent")}).status, 2);
    EXPECT_EQ(run_command({"replay"}).status, 2);
}

// promise: command-replay: An index in the place of a recording is named as such, and the other way round.
TEST(replay, names_the_other_sort_of_file_as_the_questions_do) {
    const scratch_folder folder;
    const std::string tree = folder.path("world.quad");
    output_of({"index", folder.write("world.csv", "id,x,y\na,1,2\n"), "-o", tree});
    expect_refused({"replay", tree}, "quadrille: " + tree +
                                         ": wanted a recording, found: a tree that was saved, as by quadrille index\n");
    const std::string recording = recorded_run(folder);
    expect_refused(
        {"pairs", recording},
        "quadrille: " + recording +
            ": wanted a file that quadrille index wrote, found: a recording (see quadrille replay --help)\n");
}

// promise: command-rejects: `quadrille run --record` fails when the disk is full, and rejects threads.
TEST(run_record, rejects_threads_and_places_that_cannot_be_written) {
    const scratch_folder folder;
    const words recorded = {"run", "--count", "10", "--ticks", "2", "--record"};
    expect_refused(with(recorded, {folder.path("world"), "--threads", "2"}), "wanted --threads 1 with --record");
    expect_refused(with(recorded, {"-"}), "-: wanted the name of a file");
    std::vector<std::pair<std::string, const char*>> failed = {{folder.path("absent/world"), "cannot be written"}};
#ifdef __linux__
    failed.emplace_back("/dev/full", "the recording ends early");
#endif
    for (const auto& [path, message] : failed) {
        const result ended = run_command(with(recorded, {path}));
        EXPECT_EQ(ended.status, 1) << path;
        EXPECT_TRUE(contains(ended.errors, message));
    }
}

// ---- What a replay counts -------------------------------------------------------------------------------------------

using cli::replay_tally;
using cli::tick_tally;

/// What a tally asks of a tree.
struct tree_of_cells {
    std::uint32_t inner_cells = 0;
    statistics stats() const {
        statistics now;
        now.inner_cells = inner_cells;
        return now;
    }
};

/// A tally of operations in turn, each with its time.
struct tallied {
    replay_tally sums;
    tree_of_cells tree;
    std::uint64_t number = 0;

    tallied& operator()(recorded_verb verb, std::uint64_t nanoseconds = 0, std::uint32_t more_cells = 0) {
        sums.before(verb, tree);
        tree.inner_cells += more_cells;
        sums.add({.number = ++number, .verb = verb, .items = 1, .nanoseconds = nanoseconds}, tree);
        return *this;
    }
    replay_tally all() {
        sums.finish(tree);
        return sums;
    }
};

// promise: command-replay: The slowest tick is shown with the verb that took most of it, and the splits of its own
//     changes; ticks are those that the program marked.
TEST(replay_tally, names_the_verb_that_most_of_a_tick_went_to) {
    tallied of;
    of(recorded_verb::sync, 50);
    for (int count = 0; count < 20; ++count) {
        of(recorded_verb::count, 6);
    }
    const tick_tally tick = of(recorded_verb::tick).all().slowest_tick();
    EXPECT_EQ(tick.nanoseconds, 170U);
    EXPECT_EQ(tick.operations, 21U);
    EXPECT_EQ(tick.slowest_verb, recorded_verb::count);
    EXPECT_EQ(tick.slowest_verb_count, 20U);
    EXPECT_EQ(tick.slowest_verb_nanoseconds, 120U);
    EXPECT_EQ(tick.slowest.verb, recorded_verb::sync);
    EXPECT_EQ(tick.slowest.number, 1U);
}

// promise: command-replay: The slowest tick is shown with the verb that took most of it, and the splits of its own
//     changes; ticks are those that the program marked.
TEST(replay_tally, has_the_ticks_of_the_program_or_ends_one_before_each_sync_and_assign) {
    tallied marked;
    marked(recorded_verb::state)(recorded_verb::insert, 1)(recorded_verb::sync, 1)(recorded_verb::tick);
    marked(recorded_verb::sync, 9)(recorded_verb::sync, 9)(recorded_verb::tick)(recorded_verb::tick);
    tallied unmarked;
    unmarked(recorded_verb::state)(recorded_verb::assign, 1)(recorded_verb::query, 1);
    unmarked(recorded_verb::sync, 1)(recorded_verb::query, 9)(recorded_verb::assign, 1);
    for (tallied* const of : {&marked, &unmarked}) {
        const replay_tally sums = of->all();
        EXPECT_EQ(sums.tick_count(), 3U);
        EXPECT_EQ(sums.slowest_tick().number, 2U);
        EXPECT_EQ(sums.slowest_tick().operations, 2U);
    }
}

// promise: command-replay: The slowest tick is shown with the verb that took most of it, and the splits of its own
//     changes; ticks are those that the program marked.
TEST(replay_tally, books_splits_to_the_tick_in_which_they_happened) {
    for (const bool is_marked : {false, true}) {
        for (const std::uint64_t slow : {1U, 2U}) {
            tallied of;
            of.tree.inner_cells = 7;
            of(recorded_verb::state)(recorded_verb::insert, slow == 1 ? 8 : 1, 13);
            if (is_marked) {
                of(recorded_verb::tick);
            }
            of(recorded_verb::sync, 3, 2)(recorded_verb::query, 1);
            const tick_tally slowest = of.all().slowest_tick();
            EXPECT_EQ(slowest.number, slow);
            EXPECT_EQ(slowest.splits, slow == 1 ? 13U : 2U) << is_marked;
            EXPECT_EQ(slowest.merges, 0U);
        }
    }
}

// promise: command-replay: With `--repeat` the fastest run of each verb and tick counts.
TEST(replay_tally, keeps_the_faster_run_of_each_verb_and_tick) {
    const auto run = [](std::uint64_t first, std::uint64_t second) {
        tallied of;
        return of(recorded_verb::state)(recorded_verb::query, first)(recorded_verb::tick)(recorded_verb::any,
                                                                                          second)(recorded_verb::tick)
            .all();
    };
    replay_tally least = run(5, 90);
    least.keep_faster(run(80, 7));
    EXPECT_EQ(least.slowest_tick().number, 2U);
    EXPECT_EQ(least.slowest_tick().nanoseconds, 7U);
    EXPECT_EQ(least.verbs()[std::size_t(recorded_verb::query)].nanoseconds, 5U);
    EXPECT_EQ(least.verbs()[std::size_t(recorded_verb::any)].nanoseconds, 7U);
}

TEST(replay_tally, of_no_operation_has_no_tick) {
    tallied of;
    EXPECT_EQ(of(recorded_verb::state).all().tick_count(), 0U);
    EXPECT_EQ(of.sums.slowest_tick().number, 0U);
}

} // namespace

} // namespace quadrille::test
