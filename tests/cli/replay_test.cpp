// `quadrille replay` and `quadrille run --record`: equal answers, cut and damaged recordings, and what is none.
// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <quadrille/recording.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::test {

namespace {

std::string recorded_run(const scratch_folder& folder) {
    const std::string path = folder.path("world.qrec");
    const result ended = run_command({"run", "--count", "300", "--ticks", "4", "--record", path});
    EXPECT_EQ(ended.status, 0) << ended.errors;
    EXPECT_NE(ended.output.find("equal to brute force on 4"), std::string::npos) << ended.output;
    return path;
}

/// A recording by a program of the user's.
template <class Shape>
std::string small_recording(const Shape& shape) {
    quadtree<void, Shape> world;
    std::string bytes;
    {
        recording record(world, [&](std::span<const std::byte> some) {
            bytes.append(reinterpret_cast<const char*>(some.data()), some.size());
        });
        record.insert(shape);
        record.tick();
        record.query(circle<typename Shape::scalar>{{0, 0}, 5}, [](auto) {});
        record.tick();
    }
    return bytes;
}

// promise: command-replay
TEST(replay, of_a_recorded_run_has_equal_answers_and_tells_the_time_of_each_verb) {
    const scratch_folder folder;
    const result ended = run_command({"replay", recorded_run(folder)});
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.errors, "");
    EXPECT_TRUE(ended.output.starts_with("recording  boxes of float, operations 14, ticks 4: complete\n"
                                         "answers    equal to the recorded ones; hash "))
        << ended.output;
    for (const char* const part : {"\nsync                       4           1,200 ", "\npairs                      4 ",
                                   "\nassign                     1             300 ", "\nslowest    tick "}) {
        EXPECT_NE(ended.output.find(part), std::string::npos) << part << ended.output;
    }
}

// promise: command-replay
TEST(replay, writes_json) {
    const scratch_folder folder;
    const result ended = run_command({"replay", "--format", "json", recorded_run(folder)});
    EXPECT_EQ(ended.status, 0);
    const auto json = nlohmann::json::parse(ended.output);
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
    const std::pair<std::string, std::string> all[] = {
        {"boxes of float", small_recording(box<float>{{0, 0}, {1, 1}})},
        {"boxes of double", small_recording(box<double>{{0, 0}, {1, 1}})},
        {"circles of float", small_recording(circle<float>{{0, 0}, 1})},
        {"circles of double", small_recording(circle<double>{{0, 0}, 1})},
        {"points of float", small_recording(point<float>{0, 0})},
        {"points of double", small_recording(point<double>{0, 0})}};
    for (const auto& [kind, bytes] : all) {
        const result ended = run_command({"replay", "-"}, bytes);
        EXPECT_EQ(ended.status, 0) << ended.errors;
        EXPECT_TRUE(ended.output.starts_with("recording  " + kind + ", operations 5, ticks 2: complete\n"))
            << ended.output;
    }
}

// promise: command-replay: The status is 0 for equal answers, also where it is cut short; 1 for other answers and
//     damage; 2 for what is no recording.
TEST(replay, of_a_recording_that_is_cut_short_goes_up_to_there) {
    const std::string bytes = small_recording(box<float>{{0, 0}, {1, 1}});
    const result ended = run_command({"replay", "-"}, std::string_view(bytes).substr(0, bytes.size() - 20));
    EXPECT_EQ(ended.status, 0) << ended.errors;
    EXPECT_TRUE(ended.output.starts_with("recording  boxes of float, operations 3, ticks 1: cut short at byte " +
                                         std::to_string(bytes.size() - 20) + "; operations left out: "))
        << ended.output;
    const result as_json =
        run_command({"replay", "-", "--format", "json"}, std::string_view(bytes).substr(0, bytes.size() - 20));
    const auto json = nlohmann::json::parse(as_json.output);
    EXPECT_EQ(json["end"], to_string(load_error::cut_short));
    EXPECT_EQ(json["end_at"], bytes.size() - 20);
}

// promise: command-replay: The status is 0 for equal answers, also where it is cut short; 1 for other answers and
//     damage; 2 for what is no recording.
TEST(replay, of_a_recording_with_more_behind_it_fails) {
    const std::string bytes = small_recording(box<float>{{0, 0}, {1, 1}});
    const result ended = run_command({"replay", "-"}, bytes + 'x');
    EXPECT_EQ(ended.status, 1);
    EXPECT_NE(ended.output.find("there are more bytes after the end at byte " + std::to_string(bytes.size())),
              std::string::npos)
        << ended.output;
}

// promise: command-replay: The status is 0 for equal answers, also where it is cut short; 1 for other answers and
//     damage; 2 for what is no recording.
TEST(replay, of_a_damaged_recording_goes_up_to_there_and_fails) {
    const scratch_folder folder;
    std::string bytes = content_of(recorded_run(folder));
    bytes[bytes.size() / 2] ^= 1;
    const result ended = run_command({"replay", "-"}, bytes);
    EXPECT_EQ(ended.status, 1);
    EXPECT_NE(ended.output.find("a checksum differs at byte "), std::string::npos) << ended.output;
    EXPECT_NE(ended.output.find("operations left out: at least "), std::string::npos) << ended.output;
    EXPECT_NE(ended.errors.find("a checksum differs"), std::string::npos) << ended.errors;
}

using change = std::function<void(quadtree<>& world)>;

/// A recording of one question, with the answers of a tree after one change, and the state of that tree after another: the first
/// frame, which is as long, since both have one block.
std::string question_with_answers_of_another(const change& asked, const change& replayed) {
    quadtree<> world;
    const auto record_after = [&](const change& before) {
        before(world);
        std::string bytes;
        recording record(world, [&](std::span<const std::byte> some) {
            bytes.append(reinterpret_cast<const char*>(some.data()), some.size());
        });
        const std::size_t state = bytes.size();
        record.query({{0, 0}, {8, 9}}, [](auto) {});
        record.finish();
        return std::pair(bytes, state);
    };
    const auto [one, end_of_one] = record_after(replayed);
    const auto [other, end_of_other] = record_after(asked);
    return one.substr(0, end_of_one) + other.substr(end_of_other);
}

/// So many items at one place, of which one is erased.
change items_without(int count, std::uint32_t erased) {
    return [=](quadtree<>& world) {
        world.clear();
        for (int number = 0; number < count; ++number) {
            world.insert({{1, 1}, {2, 2}});
        }
        world.erase(world.item_at(erased));
    };
}

// promise: command-replay: The status is 0 for equal answers, also where it is cut short; 1 for other answers and
//     damage; 2 for what is no recording.
TEST(replay, of_other_answers_fails_and_tells_the_first) {
    const std::string bytes =
        question_with_answers_of_another([](auto& world) { world.move(world.item_at(0), {{1, 1}, {2, 2}}); },
                                         [](auto& world) { world.insert({{100, 100}, {101, 101}}); });
    const result ended = run_command({"replay", "-"}, bytes);
    EXPECT_EQ(ended.status, 1);
    EXPECT_NE(ended.errors.find("other answers than recorded: operation 2, query of box 0,0,8,9 at byte "),
              std::string::npos)
        << ended.errors;
    EXPECT_NE(ended.errors.find(": 1 recorded, 0 found"), std::string::npos) << ended.errors;
    EXPECT_NE(ended.output.find("1 operations differ"), std::string::npos) << ended.output;

    const auto json = nlohmann::json::parse(run_command({"replay", "-", "--format", "json"}, bytes).output);
    EXPECT_EQ(json["different"], 1);
    EXPECT_EQ(json["first"]["operation"], 2);
    EXPECT_EQ(json["first"]["asked"], "query of box 0,0,8,9");
    EXPECT_EQ(json["first"]["recorded"], 1);
    EXPECT_EQ(json["first"]["found"], 0);
    EXPECT_EQ(json["first"]["other_order"], false);
}

TEST(replay, tells_other_answers_from_another_order) {
    const result others =
        run_command({"replay", "-"}, question_with_answers_of_another(items_without(2, 0), items_without(2, 1)));
    EXPECT_EQ(others.status, 1);
    EXPECT_NE(others.errors.find(": 1 answers, as recorded, but others"), std::string::npos) << others.errors;

    const auto refilled = [](std::uint32_t emptied) {
        return [=](quadtree<>& world) {
            items_without(3, emptied)(world);
            world.insert({{1, 1}, {2, 2}});
        };
    };
    const result ordered = run_command({"replay", "-"}, question_with_answers_of_another(refilled(0), refilled(2)));
    EXPECT_EQ(ordered.status, 1);
    EXPECT_NE(ordered.errors.find(": the same 3 answers in another order"), std::string::npos) << ordered.errors;
}

// promise: command-replay: The status is 0 for equal answers, also where it is cut short; 1 for other answers and
//     damage; 2 for what is no recording.
TEST(replay, rejects_what_is_no_recording) {
    const scratch_folder folder;
    for (const char* const text : {"", "id,x,y\na,1,2\n", "\x89QUAD\r\n\x1A"}) {
        const result ended = run_command({"replay", folder.write("none", text)});
        EXPECT_EQ(ended.status, 2);
        EXPECT_EQ(ended.output, "");
        EXPECT_NE(ended.errors.find("none: wanted a recording, found: "), std::string::npos) << ended.errors;
    }
    EXPECT_EQ(run_command({"replay", folder.path("absent")}).status, 2);
    EXPECT_EQ(run_command({"replay"}).status, 2);
}

// promise: command-replay: With `--repeat` the fastest run of each verb and tick counts.
TEST(replay, may_be_repeated_for_the_least_times) {
    const scratch_folder folder;
    const std::string recording = recorded_run(folder);
    const result ended = run_command({"replay", recording, "--repeat", "3"});
    EXPECT_EQ(ended.status, 0) << ended.errors;
    EXPECT_TRUE(ended.output.starts_with("recording  boxes of float, operations 14, ticks 4: complete\n"));
    EXPECT_NE(ended.output.find("\nsync                       4           1,200 "), std::string::npos) << ended.output;
    const result once = run_command({"replay", "-", "--repeat", "2"}, content_of(recording));
    EXPECT_EQ(once.status, 2);
    EXPECT_NE(once.errors.find("-: wanted a file with --repeat"), std::string::npos) << once.errors;
}

// promise: command-replay: An index in the place of a recording is named as such, and the other way round.
TEST(replay, names_the_other_sort_of_file_as_the_questions_do) {
    const scratch_folder folder;
    const std::string tree = folder.path("world.quad");
    ASSERT_EQ(run_command({"index", folder.write("world.csv", "id,x,y\na,1,2\n"), "-o", tree}).status, 0);
    const result no_recording = run_command({"replay", tree});
    EXPECT_EQ(no_recording.status, 2);
    EXPECT_EQ(no_recording.errors,
              "quadrille: " + tree + ": wanted a recording, found: a tree that was saved, as by quadrille index\n");
    const std::string recording = recorded_run(folder);
    const result no_tree = run_command({"pairs", recording});
    EXPECT_EQ(no_tree.status, 2);
    EXPECT_EQ(no_tree.errors,
              "quadrille: " + recording +
                  ": wanted a file that quadrille index wrote, found: a recording (see quadrille replay --help)\n");
}

// promise: command-rejects: `quadrille run --record` fails when the disk is full, and rejects threads.
TEST(run_record, rejects_threads_and_places_that_cannot_be_written) {
    const scratch_folder folder;
    const result threads = run_command({"run", "--threads", "2", "--record", folder.path("world")});
    EXPECT_EQ(threads.status, 2);
    EXPECT_NE(threads.errors.find("wanted --threads 1 with --record"), std::string::npos) << threads.errors;
    const result absent = run_command({"run", "--record", folder.path("absent/world")});
    EXPECT_EQ(absent.status, 1) << "as of index, draw and film";
    EXPECT_NE(absent.errors.find("cannot be written"), std::string::npos) << absent.errors;
    const result output = run_command({"run", "--count", "10", "--ticks", "2", "--record", "-"});
    EXPECT_EQ(output.status, 2);
    EXPECT_NE(output.errors.find("-: wanted the name of a file"), std::string::npos) << output.errors;
#ifdef __linux__
    const result full = run_command({"run", "--count", "10", "--ticks", "2", "--record", "/dev/full"});
    EXPECT_EQ(full.status, 1);
    EXPECT_NE(full.errors.find("the recording ends early"), std::string::npos) << full.errors;
#endif
}

} // namespace

} // namespace quadrille::test
