// How a verb ends when it cannot do its work: two errors, each with its exit status.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_ERRORS_HPP
#define QUADRILLE_FILES_TEXT_ERRORS_HPP

#include <stdexcept>
#include <string>
#include <string_view>

namespace quadrille::files {

/// Exit status: the work was done.
inline constexpr int status_done = 0;
/// Exit status: the work was not done, or its result was found wrong.
inline constexpr int status_failed = 1;
/// Exit status: an argument or an input file is not what was wanted.
inline constexpr int status_bad_input = 2;

/// Exit status: the reader of standard output has gone. Shells report the same for SIGPIPE.
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

/// Ends the command with `status_failed`. The message is all that the user gets to see.
struct failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Ends the command with `status_bad_input`. The message says where, what was wanted and what was found.
struct bad_input : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A file cannot be opened or read: the system's number for it says why.
struct unreadable_file : bad_input {
    unreadable_file(const std::string& message, int number) : bad_input(message), system_error(number) {}
    int system_error;
};

/// Foreign text as a message may show it: in quotes, without control characters, cut when long; "nothing" when empty.
std::string shown(std::string_view text);

/// The name of a file as a message may show it: as it is, unless it has control characters or is not UTF-8; then as `shown`, uncut.
std::string shown_path(std::string_view path);

} // namespace quadrille::files

#endif
