// `quadrille completion`: shells complete verbs, options and what these take.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <utility>

namespace quadrille::test {

namespace {

/// What a shell prints that has read its script, in a folder with the file `places.csv` and the folder `plans`.
class shell {
public:
    explicit shell(std::string name) : name_(std::move(name)) {
        folder_.write("places.csv", "id,x,y\n");
        std::filesystem::create_directory(folder_.path("plans"));
        folder_.write("script", answer_to({"completion", name_}));
    }

    bool is_there() const { return std::system((name_ + " --version >/dev/null 2>&1").c_str()) == 0; }

    std::string printed_by(const std::string& program) const {
        const bool is_zsh = name_ == "zsh";
        const std::string before = is_zsh ? "compdef() { : }\n" : ""; // of its own completion, which is not started
        folder_.write("program", before + "source " + folder_.path("script") + "\n" + program);
        const std::string quiet = is_zsh ? "-f" : name_ == "fish" ? "--no-config" : "--norc";
        const int status = std::system(
            fmt::format("cd {}; {} {} ./program >{} 2>&1", folder_.path(""), name_, quiet, folder_.path("said"))
                .c_str());
        EXPECT_EQ(status, 0) << content_of(folder_.path("said"));
        return content_of(folder_.path("said"));
    }

private:
    std::string name_;
    scratch_folder folder_;
};

/// The words of a line, the last of which is to be completed; and what completes it.
const std::pair<const char*, const char*> lines[] = {
    {"quadrille ne", "nearest"},
    {"quadrille completion f", "fish"},
    {"quadrille help enc", "encounters"},
    {"quadrille pairs --form", "--format"},
    {"quadrille pairs --format g", "geojson"},
    {"quadrille pairs plac", "places.csv"},
    {"quadrille pairs --temporary pl", "plans"},
    {"quadrille within places.csv --distance p", ""},
    {"quadrille info --form", "--format"},
};

TEST(completion, in_bash) {
    const shell bash("bash");
    for (const auto& [line, wanted] : lines) {
        const std::string complete = "COMP_WORDS=(" + std::string(line) +
                                     ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                                     "_quadrille 2>/dev/null\necho \"${COMPREPLY[*]}\"\n";
        EXPECT_EQ(bash.printed_by(complete), wanted + std::string("\n")) << line;
    }
    // bash has these in three words.
    EXPECT_EQ(bash.printed_by(
                  "COMP_WORDS=(quadrille pairs --format = c)\nCOMP_CWORD=4\n_quadrille\necho \"${COMPREPLY[*]}\"\n"),
              "csv\n");
}

TEST(completion, in_fish) {
    const shell fish("fish");
    if (!fish.is_there()) {
        GTEST_SKIP() << "fish is not installed";
    }
    for (const auto& [line, wanted] : lines) {
        const std::string found = fish.printed_by(fmt::format("complete -C '{}'\n", line));
        const std::string word = found.substr(0, found.find_first_of("\t\n/"));
        EXPECT_EQ(word, wanted) << line << ": " << found;
    }
}

/// Its functions of completion are those of a terminal: what they are given is looked at.
TEST(completion, in_zsh) {
    const shell zsh("zsh");
    if (!zsh.is_there()) {
        GTEST_SKIP() << "zsh is not installed";
    }
    const auto given = [&](const std::string& words) {
        return zsh.printed_by("_arguments() { print -rl -- \"$@\"; return 1 }\n_describe() { print -rl -- ${(P)4} }\n"
                              "words=(" +
                              words + ")\nCURRENT=$#words\n_quadrille\n:\n");
    };
    EXPECT_TRUE(contains(given("quadrille ne"), "\nnearest:"));
    const std::string of_pairs = given("quadrille pairs --f");
    EXPECT_TRUE(contains(of_pairs, "\n:FILE:_files\n"));
    EXPECT_TRUE(contains(of_pairs, "\n(--count)--count["));
    EXPECT_TRUE(contains(of_pairs, "\n(--format)--format=["));
    EXPECT_TRUE(contains(of_pairs, "]:FOLDER:_files -/\n"));
    EXPECT_TRUE(contains(given("quadrille completion ''"), ":SHELL:(bash zsh fish)\n"));
}

TEST(completion, of_what_is_no_shell_is_rejected) {
    expect_refused({"completion", "csh"}, "wanted one of bash, zsh, fish; found \"csh\"");
}

} // namespace

} // namespace quadrille::test
