// Runs the built command and captures its output.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_CLI_COMMAND_HPP
#define QUADRILLE_TESTS_CLI_COMMAND_HPP

#include <gtest/gtest.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::test {

/// A verb with its arguments.
using words = std::vector<std::string>;

inline words with(words some, const words& more) {
    some.insert(some.end(), more.begin(), more.end());
    return some;
}

/// The words of a text, between spaces; in a word ~ is a space.
inline words words_in(const std::string& text) {
    std::istringstream in(text);
    words all(std::istream_iterator<std::string>(in), {});
    for (std::string& word : all) {
        std::replace(word.begin(), word.end(), '~', ' ');
    }
    return all;
}

/// A temporary folder, removed with the test.
class scratch_folder {
public:
    scratch_folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "quadrille-XXXXXX").string();
        path_ = mkdtemp(pattern.data());
    }
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    ~scratch_folder() { std::filesystem::remove_all(path_); }

    std::string path(std::string_view name) const { return (path_ / name).string(); }
    std::string write(std::string_view name, std::string_view content) const {
        std::ofstream(path(name), std::ios::binary) << content;
        return path(name);
    }

private:
    std::filesystem::path path_;
};

/// Tests that have a folder each.
class in_a_folder : public testing::Test {
protected:
    const scratch_folder folder;
};

inline std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    while (times-- > 0) {
        all += text;
    }
    return all;
}

/// The lines of a text, in any order.
inline std::multiset<std::string> lines_in(const std::string& text) {
    std::multiset<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.insert(line);
    }
    return lines;
}

inline std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The result of a run of the command.
struct result {
    int status; ///< of the exit; 128 + signal where it was killed
    std::string output;
    std::string errors;
};

/// Where a command's streams are, other than in files of its own. What is sent elsewhere is left empty in its result.
struct streams {
    const char* input_from = nullptr;
    const char* output_to = nullptr;
    int output_to_pipe = -1; ///< an open file descriptor
    const char* errors_to = nullptr;
};

/// The command while it runs.
class running_command {
public:
    explicit running_command(const words& arguments, std::string_view input = {}, const streams& elsewhere = {})
        : output_is_caught_(elsewhere.output_to == nullptr && elsewhere.output_to_pipe < 0) {
        const std::string input_path =
            elsewhere.input_from != nullptr ? elsewhere.input_from : folder_.write("input", input);
        const std::string output_path = elsewhere.output_to != nullptr ? elsewhere.output_to : folder_.path("output");
        const std::string errors_path = elsewhere.errors_to != nullptr ? elsewhere.errors_to : folder_.path("errors");

        posix_spawn_file_actions_t opened;
        posix_spawn_file_actions_init(&opened);
        posix_spawn_file_actions_addopen(&opened, 0, input_path.c_str(), O_RDONLY, 0);
        if (elsewhere.output_to_pipe >= 0) {
            posix_spawn_file_actions_adddup2(&opened, elsewhere.output_to_pipe, 1);
        } else {
            posix_spawn_file_actions_addopen(&opened, 1, output_path.c_str(), O_WRONLY | O_CREAT, 0600);
        }
        posix_spawn_file_actions_addopen(&opened, 2, errors_path.c_str(), O_WRONLY | O_CREAT | O_NOCTTY, 0600);

        words line = with({QUADRILLE_COMMAND}, arguments);
        std::vector<char*> pointers;
        for (std::string& word : line) {
            pointers.push_back(word.data());
        }
        pointers.push_back(nullptr);
        // Who runs the tests behind another job may have left signals ignored: a command that is to end by one would never end.
        posix_spawnattr_t as_in_a_terminal;
        sigset_t signals;
        sigemptyset(&signals);
        sigaddset(&signals, SIGINT);
        sigaddset(&signals, SIGTERM);
        posix_spawnattr_init(&as_in_a_terminal);
        posix_spawnattr_setsigdefault(&as_in_a_terminal, &signals);
        posix_spawnattr_setflags(&as_in_a_terminal, POSIX_SPAWN_SETSIGDEF);
        is_started_ =
            posix_spawn(&process_, line.front().c_str(), &opened, &as_in_a_terminal, pointers.data(), environ) == 0;
        posix_spawnattr_destroy(&as_in_a_terminal);
        posix_spawn_file_actions_destroy(&opened);
        EXPECT_TRUE(is_started_) << "cannot start " << line.front();
    }

    pid_t process() const noexcept { return process_; }

    void send(int signal) const {
        if (is_started_) {
            kill(process_, signal);
        }
    }

    /// Waits for its end and returns its result. Must be called once.
    result wait() const {
        if (!is_started_) {
            return {-1, {}, {}};
        }
        int ended = 0;
        waitpid(process_, &ended, 0);
        return {WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended),
                output_is_caught_ ? content_of(folder_.path("output")) : std::string(),
                content_of(folder_.path("errors"))};
    }

private:
    scratch_folder folder_;
    bool output_is_caught_;
    bool is_started_ = false;
    pid_t process_ = 0;
};

inline result run_command(const words& arguments, std::string_view input = {}, const streams& elsewhere = {}) {
    return running_command(arguments, input, elsewhere).wait();
}

/// The answer of a command that succeeds, whatever it reports of the file.
inline std::string answer_to(const words& arguments, std::string_view input = {}) {
    const result ended = run_command(arguments, input);
    EXPECT_EQ(ended.status, 0) << ended.errors;
    return ended.output;
}

/// The answer of a command that succeeds and reports nothing.
inline std::string output_of(const words& arguments, std::string_view input = {}) {
    const result ended = run_command(arguments, input);
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.errors, "");
    return ended.output;
}

/// The text has this part. A failure shows both.
inline ::testing::AssertionResult contains(const std::string& text, std::string_view part) {
    const bool is_there = text.find(part) != std::string::npos;
    return (is_there ? ::testing::AssertionSuccess() : ::testing::AssertionFailure())
           << "\"" << part << "\" in: " << text;
}

/// Expects that the command rejects its arguments or a file, prints no answer, and gives this reason.
inline void expect_refused(const words& arguments, std::string_view reason, std::string_view input = {}) {
    const result ended = run_command(arguments, input);
    EXPECT_EQ(ended.status, 2) << ended.output;
    EXPECT_EQ(ended.output, "");
    EXPECT_TRUE(contains(ended.errors, reason));
}

/// Expects the same, and that the command says nothing but `errors`.
inline void expect_refused_as(const words& arguments, std::string_view errors, std::string_view input = {}) {
    const result ended = run_command(arguments, input);
    EXPECT_EQ(ended.status, 2) << errors;
    EXPECT_EQ(ended.output, "");
    EXPECT_EQ(ended.errors, errors);
}

} // namespace quadrille::test

#endif
