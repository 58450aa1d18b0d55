// `quadrille index`: what it writes is read as the file that it was made of; written whole or not at all; anything else is rejected.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/pictures/drawn_files.hpp"

#include "cli/spill/saved_layer.hpp"
#include "files/layer/layer.hpp"
#include "files/text/errors.hpp"

#include <quadrille/save.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

namespace quadrille::test {

namespace {

constexpr const char* timed_file =
    "t,id,x,y,w,h\n2,b,0,0,1,1\n1,a,1,1,1,1\n2,\"a\n,Ä\",5,5,0,0\n1,b,1,2,3,4\n-1,c,0,0,9,9\n";

std::string bytes_of(const files::layer& shapes) {
    std::string bytes;
    cli::pool one({.threads = 1});
    cli::write_saved_layer(one, shapes, [&](std::span<const std::byte> some) {
        bytes.append(reinterpret_cast<const char*>(some.data()), some.size());
    });
    return bytes;
}

files::layer layer_of(const scratch_folder& folder, std::string_view text) {
    return files::read_layer(folder.write("shapes", text));
}

/// Why a file of these bytes is rejected; empty when it is not.
std::string error_of(const scratch_folder& folder, std::string_view bytes) {
    try {
        layer_of(folder, bytes);
        return {};
    } catch (const files::bad_input& rejected) {
        return rejected.what();
    }
}

constexpr const char* lines_and_nothing =
    R"({"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},
{"type":"Feature","geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]},"properties":{"name":"road"}},
{"type":"Feature","geometry":{"type":"Point","coordinates":[2,2]}}]})";

// promise: command-index
TEST(index, has_the_answers_and_messages_of_its_file) {
    const scratch_folder folder;
    const std::string file = folder.write("lines.geojson", lines_and_nothing);
    const std::string out = folder.path("lines.quad");
    const result written = run_command({"index", file, "-o", out});
    const result of_file = run_command({"query", file, "--box", "0,0,5,5"});
    const result of_index = run_command({"query", out, "--box", "0,0,5,5"});
    EXPECT_EQ(written.errors, of_file.errors);
    EXPECT_TRUE(contains(written.errors, "skipped 1 feature without a geometry\n"));
    EXPECT_EQ(of_index.output, of_file.output);
    EXPECT_EQ(std::regex_replace(of_index.errors, std::regex(out), file), of_file.errors);
    EXPECT_EQ(run_command({"pairs", "-"}, content_of(out)).output, run_command({"pairs", file}).output);
    EXPECT_EQ(run_command({"join", out, file}).output, run_command({"join", file, out}).output);
}

// promise: command-index: An index that is cut or damaged, or of another program, is rejected with a reason.
TEST(index, that_is_cut_or_damaged_anywhere_is_rejected) {
    const scratch_folder folder;
    const std::string bytes = bytes_of(layer_of(folder, timed_file));
    ASSERT_EQ(error_of(folder, bytes), "");
    for (std::size_t size = 1; size < bytes.size(); size += 7) {
        const std::string rejected = error_of(folder, bytes.substr(0, size));
        EXPECT_TRUE(contains(rejected, "cut short: wanted "));
        EXPECT_TRUE(contains(rejected, ", at byte " + std::to_string(size)));
    }
    for (std::size_t at = 1; at < bytes.size(); at += 3) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
        ASSERT_NE(error_of(folder, changed), "") << at;
    }
    EXPECT_TRUE(
        contains(error_of(folder, bytes + 'x'), "more bytes after the end, at byte " + std::to_string(bytes.size())));
}

// promise: command-index: An index that is cut or damaged, or of another program, is rejected with a reason.
TEST(index, of_another_program_or_with_a_table_that_its_trees_do_not_have_is_rejected) {
    const scratch_folder folder;
    quadtree<void, circle<float>> tree;
    std::vector<std::byte> bytes;
    ASSERT_TRUE(save(tree, bytes));
    const std::string path = folder.write("x.quad", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    expect_refused({"pairs", path},
                   "quadrille: " + path +
                       ": wanted a file that quadrille index wrote, found: a tree of another kind: wanted "
                       "point<double> with values, found circle<float> without values, at byte 12\n");
    // A table with right checksums is not believed either.
    const auto expect_rejected = [&](auto change) {
        files::layer bad = layer_of(folder, timed_file);
        change(bad);
        EXPECT_NE(error_of(folder, bytes_of(bad)), "");
    };
    expect_rejected([](files::layer& of) { of.entities[0] = 4; });
    expect_rejected([](files::layer& of) { of.entities.pop_back(); });
    expect_rejected([](files::layer& of) { of.has_times = false; });
    expect_rejected([](files::layer& of) { of.moments[1].t = -1; });
    expect_rejected([](files::layer& of) { of.ids.push_back("\xFF"); });
    expect_rejected([](files::layer& of) { of.ids.push_back(""); });
}

// ---- How it is written ----------------------------------------------------------------------------------------------

std::string count_in(const std::string& index) {
    return output_of({"query", index, "--box", "0,0,999,999", "--count"});
}

auto entries_of(const scratch_folder& folder) {
    return std::distance(std::filesystem::directory_iterator(folder.path("")), {});
}

// promise: command-writes-whole-files
TEST(index, is_there_whole_or_not_at_all) {
    const scratch_folder folder;
    const std::string file = folder.write("points.csv", text_of({.count = 5000}, 1));
    const std::string out = folder.write("points.quad", "from before");

    expect_refused({"index", folder.write("bad.csv", "id,x,y\na,1,x\n"), "-o", out}, "wanted a number for y");
    EXPECT_EQ(content_of(out), "from before");
    EXPECT_EQ(entries_of(folder), 3);

    // No file may grow beyond some kilobytes: the write fails, or a signal ends the command.
    const std::string limited =
        "ulimit -f 8; '" QUADRILLE_COMMAND "' index '" + file + "' -o '" + out + "' 2>'" + folder.path("errors") + "'";
    EXPECT_NE(std::system(("sh -c \"trap '' XFSZ; " + limited + "\"").c_str()), 0);
    EXPECT_EQ(content_of(folder.path("errors")), "quadrille: " + out + ": cannot be written: File too large\n");
    EXPECT_EQ(content_of(out), "from before");
    EXPECT_EQ(entries_of(folder), 4) << "and the errors";
    EXPECT_NE(std::system(("sh -c \"" + limited + "\" >/dev/null 2>&1").c_str()), 0);
    EXPECT_EQ(content_of(out), "from before");

    // So does one that writes an answer.
    EXPECT_NE(std::system(("sh -c \"ulimit -f 8; '" QUADRILLE_COMMAND "' within '" + file + "' --distance 9 -o '" +
                           folder.write("out.csv", "from before") + "'\" >/dev/null 2>&1")
                              .c_str()),
              0);
    EXPECT_EQ(content_of(folder.path("out.csv")), "from before");
    EXPECT_LE(entries_of(folder), 7) << "at most one more of each that a signal ended";

    output_of({"index", file, "-o", out});
    EXPECT_EQ(count_in(out), "5000\n");
}

/// A signal while it writes: the folder is as before. One that comes too late finds the whole index; then a longer one is tried.
// promise: command-writes-whole-files
TEST(index, interrupted_while_it_is_written_leaves_the_file_from_before) {
    for (const int signal : {SIGINT, SIGTERM}) {
        int status = 0;
        for (int count = 100'000; status == 0 && count < 10'000'000; count *= 3) {
            const scratch_folder folder;
            const std::string file = folder.write("points.csv", text_of({.count = count}, 1));
            const std::string out = folder.write("points.quad", "from before");
            const running_command index({"index", file, "-o", out});
            const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
            while (entries_of(folder) < 3 && content_of(out) == "from before" &&
                   std::chrono::steady_clock::now() < end) {
                std::this_thread::sleep_for(std::chrono::microseconds(200));
            }
            index.send(signal);
            const result ended = index.wait();
            status = ended.status;
            EXPECT_EQ(ended.output + ended.errors, "");
            EXPECT_EQ(entries_of(folder), 2);
            if (status == 0) {
                EXPECT_EQ(count_in(out), std::to_string(count) + "\n");
            } else {
                EXPECT_EQ(status, 128 + signal);
                EXPECT_EQ(content_of(out), "from before");
            }
        }
        EXPECT_NE(status, 0) << "no signal came while it was writing";
    }
}

class index_of_a_point : public in_a_folder {
protected:
    const std::string file = folder.write("points.csv", "id,x,y\na,1,2\n");

    result written_to(const std::string& out) const { return run_command({"index", file, "-o", out}); }
};

// promise: command-writes-whole-files
// promise: command-writes-whole-files: An index has the permissions of the file that it replaces, and is not written
//     over the file that it is made of.
TEST_F(index_of_a_point, is_rejected_where_no_file_can_be) {
    std::filesystem::create_symlink("points.csv", folder.path("link"));
    std::filesystem::create_symlink("round.quad", folder.path("round.quad"));
    const std::string same = "wanted another file than the one that is read";
    const std::tuple<std::string, int, std::string> all[] = {
        {folder.path(""), 2, "wanted the name of a file, found a folder"},
        {"/dev/null", 2, "wanted the name of a file, found a device"},
        {"-", 2, "wanted the name of a file, found what stands for standard output"},
        {folder.path("no/such/folder"), 1, "cannot be written: No such file or directory"},
        {folder.path("round.quad"), 1, "cannot be written: "},
        {file, 2, same},
        {folder.path("link"), 2, same},
        {folder.path("./points.csv"), 2, same},
    };
    for (const auto& [out, status, message] : all) {
        const result ended = written_to(out);
        EXPECT_EQ(ended.status, status) << out;
        EXPECT_TRUE(contains(ended.errors, "quadrille: " + out + ": " + message));
    }
    EXPECT_EQ(content_of(file), "id,x,y\na,1,2\n");
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("round.quad")));
    expect_refused({"index", file}, "--output");
}

// promise: command-writes-whole-files
TEST_F(index_of_a_point, over_a_link_is_the_file_that_it_points_to) {
    folder.write("old.quad", "from before");
    std::filesystem::create_symlink("old.quad", folder.path("link.quad"));
    std::filesystem::create_symlink("second.quad", folder.path("first.quad"));
    std::filesystem::create_symlink("new.quad", folder.path("second.quad"));
    for (const auto& [link, index] : {std::pair("link.quad", "old.quad"), {"first.quad", "new.quad"}}) {
        EXPECT_EQ(written_to(folder.path(link)).status, 0);
        EXPECT_EQ(count_in(folder.path(index)), "1\n");
    }
    for (const char* const link : {"link.quad", "first.quad", "second.quad"}) {
        EXPECT_TRUE(std::filesystem::is_symlink(folder.path(link))) << link;
    }
}

// promise: command-writes-whole-files: An index has the permissions of the file that it replaces, and is not written
//     over the file that it is made of.
TEST_F(index_of_a_point, keeps_the_permissions_of_a_file_and_has_a_name_as_long_as_the_system_allows) {
    const std::string index = folder.write(std::string(250, 'n') + ".quad", "from before");
    constexpr auto owner_alone = std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
    std::filesystem::permissions(index, owner_alone);
    EXPECT_EQ(written_to(index).status, 0);
    EXPECT_EQ(std::filesystem::status(index).permissions(), owner_alone);
    EXPECT_EQ(count_in(index), "1\n");
}

} // namespace

} // namespace quadrille::test
