// How a verb fails: by one of two errors, each with its exit status.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_ERRORS_HPP
#define QUADRILLE_FILES_TEXT_ERRORS_HPP

#include <stdexcept>
#include <string>
#include <string_view>

namespace quadrille::files {

/// Exit status: the work is done.
inline constexpr int status_done = 0;
/// Exit status: the work is not done, or its result is wrong.
inline constexpr int status_failed = 1;
/// Exit status: an argument or an input file is invalid.
inline constexpr int status_bad_input = 2;

/// Exit status: the reader of standard output has closed it. Shells report the same for SIGPIPE.
inline constexpr int status_reader_gone = 141;

/// Ends the command with `status_reader_gone` and without a message, as other programs in a pipe do.
struct reader_gone : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Ends the command after a signal, with the status that shells use for that.
struct interrupted : std::runtime_error {
    explicit interrupted(int signal) : std::runtime_error("interrupted"), status(128 + signal) {}
    int status;
};

/// Ends the command with `status_failed`. The user sees only the message.
struct failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Ends the command with `status_bad_input`. The message has the place, the expected input and the actual one.
struct bad_input : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A file cannot be opened or read; `system_error` is the error number of the system.
struct unreadable_file : bad_input {
    unreadable_file(const std::string& message, int number) : bad_input(message), system_error(number) {}
    int system_error;
};

/// Returns foreign text for a message: in quotes, without control characters, cut if it is long; "nothing" if it is
/// empty.
std::string shown(std::string_view text);

/// Returns the name of a file for a message: unchanged, unless it has control characters or is not UTF-8; then as
/// `shown` does, but uncut.
std::string shown_path(std::string_view path);

} // namespace quadrille::files

#endif
