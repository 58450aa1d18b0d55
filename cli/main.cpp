// The command `quadrille`: its verbs and its exit status.
// SPDX-License-Identifier: MIT
#include "cli/command/verbs.hpp"
#include "command_line.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string_view>

namespace {

using namespace quadrille::cli;
namespace files = quadrille::files;

int end_with(int status, std::string_view message) {
    std::fputs(fmt::format("quadrille: {}\n", message).c_str(), stderr);
    return status;
}

} // namespace

int main(int count, char** arguments) {
#ifdef SIGPIPE
    // If the reader of the output closes it, the write fails, and all files are closed properly.
    std::signal(SIGPIPE, SIG_IGN);
#endif
#ifdef SIGXFSZ
    std::signal(SIGXFSZ, SIG_IGN); // so does a write beyond the limit for file sizes
#endif
    try {
        follow(count, arguments, all_verbs());
        return files::status_done;
    } catch (const files::bad_input& wrong) {
        return end_with(files::status_bad_input, wrong.what());
    } catch (const files::reader_gone&) {
        return files::status_reader_gone;
    } catch (const files::interrupted& by) {
        return by.status;
    } catch (const std::bad_alloc&) {
        return end_with(files::status_failed, "there is not enough memory for this");
    } catch (const std::exception& failed) {
        return end_with(files::status_failed, failed.what());
    }
}
