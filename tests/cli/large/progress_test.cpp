// The progress bar: in a terminal alone, and gone when the work is done.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <regex>
#include <string>

namespace quadrille::test {
namespace {

/// A terminal of which this program is the screen and the keyboard.
class terminal {
public:
    terminal() : screen_(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
        if (screen_ < 0) {
            return;
        }
        EXPECT_EQ(grantpt(screen_) + unlockpt(screen_), 0);
        path_ = ptsname(screen_);
        kept_open_ = open(path_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);
    }
    terminal(const terminal&) = delete;
    terminal& operator=(const terminal&) = delete;
    ~terminal() {
        close(kept_open_);
        close(screen_);
    }

    /// Some systems in a box give no terminals.
    bool is_there() const noexcept { return kept_open_ >= 0; }
    const char* path() const noexcept { return path_.c_str(); }
    const std::string& seen() const noexcept { return seen_; }
    /// Takes what has been written since; waits up to so long for it. Whether there was anything.
    bool look(int milliseconds) {
        pollfd ready = {screen_, POLLIN, 0};
        if (poll(&ready, 1, milliseconds) <= 0) {
            return false;
        }
        char some[4096];
        const ssize_t count = read(screen_, some, sizeof(some));
        seen_.append(some, count > 0 ? static_cast<std::size_t>(count) : 0);
        return count > 0;
    }

private:
    int screen_;
    int kept_open_ = -1; ///< so that the screen does not end with the command
    std::string path_;
    std::string seen_;
};

class progress : public testing::Test {
protected:
    void SetUp() override {
        if (!screen.is_there()) {
            GTEST_SKIP() << "there is no terminal to be had here";
        }
    }
    void look_at_the_rest() {
        while (screen.look(0)) {
        }
    }

    terminal screen;
};

constexpr int long_enough = 60'000; ///< milliseconds, for a busy machine to begin

// promise: command-answers: Long work shows its progress in a terminal, and removes it at the end.
TEST_F(progress, of_a_run_is_a_bar_in_a_terminal_and_wiped_away) {
    const running_command run({"run", "--count", "1000", "--ticks", "1e9"}, {}, {.errors_to = screen.path()});
    EXPECT_TRUE(screen.look(long_enough));
    run.send(SIGINT);
    const result ended = run.wait();
    look_at_the_rest();
    EXPECT_EQ(ended.status, 128 + SIGINT);
    EXPECT_TRUE(contains(ended.output, "\nspeed "));
    const std::regex bars(R"((\r\[#* *\] [0-9,]+ of 1,000,000,000 ticks, [0-9]+ s left\x1B\[K)+\r\x1B\[K)");
    EXPECT_TRUE(std::regex_match(screen.seen(), bars)) << screen.seen();
    EXPECT_EQ(screen.seen().find('['), 1U);
    EXPECT_EQ(screen.seen().find(']'), 32U) << "thirty wide";
}

// promise: command-answers: Long work shows its progress in a terminal, and removes it at the end.
TEST_F(progress, of_asking_is_how_much_of_the_work_is_done) {
    std::string crowd = "id,x,y\n";
    for (int row = 0; row < 40'000; ++row) {
        crowd += fmt::format("{},{},{}\n", row, row % 200, row / 200);
    }
    // Until it takes long. On a busy machine reading may take long, too, and have its bar before.
    for (int distance = 10; screen.seen().find("work") == std::string::npos && distance <= 160; distance *= 2) {
        const running_command asking({"within", "-", "--distance", fmt::format("{}", distance), "--count", "-j", "2"},
                                     crowd, {.errors_to = screen.path()});
        EXPECT_EQ(asking.wait().status, 0);
        look_at_the_rest();
    }
    const std::regex bars(R"((\r\[#* *\] [0-9,]+ of [0-9,]+ pieces of work, [0-9]+ s left\x1B\[K)+\r\x1B\[K$)");
    EXPECT_TRUE(std::regex_search(screen.seen(), bars)) << screen.seen();
}

/// How much there will be is not known of standard input.
// promise: command-answers: Long work shows its progress in a terminal, and removes it at the end.
TEST_F(progress, of_reading_standard_input_is_what_has_been_read) {
    const scratch_folder folder;
    const std::string pipe = folder.path("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int into = open(pipe.c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_GE(into, 0);
    const running_command counting({"within", "-", "--distance", "0", "--count"}, {},
                                   {.input_from = pipe.c_str(), .errors_to = screen.path()});
    ASSERT_EQ(write(into, "id,x,y\n", 7), 7);
    int rows = 0;
    do {
        for (int some = 0; some < 500; ++some, ++rows) {
            const std::string row = fmt::format("{},{},0\n", rows, rows);
            ASSERT_EQ(write(into, row.data(), row.size()), static_cast<ssize_t>(row.size()));
        }
    } while (!screen.look(20) && rows < 10'000'000);
    close(into);
    const result ended = counting.wait();
    look_at_the_rest();
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.output, "0\n");
    const std::regex counts(R"((\r[0-9,]+ bytes read\x1B\[K)+\r\x1B\[K)");
    EXPECT_TRUE(std::regex_match(screen.seen(), counts)) << screen.seen();
}

} // namespace
} // namespace quadrille::test
