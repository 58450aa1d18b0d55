// `quadrille info`: prints the content of files of shapes, and how the other verbs read them.
// SPDX-License-Identifier: MIT
#include "cli/command/verbs.hpp"
#include "cli/info/summary.hpp"
#include "files/bytes/interrupt.hpp"
#include "files/layer/reading_options.hpp"
#include "files/text/errors.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace quadrille::cli {

namespace {

constexpr const char* info_answers =
    R"(Of each file is told: its format, and what has compressed it; how it is written (delimiter,
decimal mark, encoding; whether GeoJSON is one value or several; version and trees of an
index); how many rows or features there are, how many have no geometry, how many are bad; their
shapes and bounds; the times, and the step between them if it is the same everywhere; where ids
are from; the columns or properties with the kinds of their values, and what they are taken
for; what other verbs assume; the first ten problems, with their place. Bounds and times are also
of rows whose id is there already. Each file is read to its end, in little memory.

json: an array with an object for each file.

The status is 2 if a file cannot be read. Bad rows are problems, and the status is 0.

Example: printf 'id;lon;lat\na;1,5;2\n' | quadrille info -)";

struct info_options {
    std::vector<std::string> files;
    files::reading how;
    std::string format = "text";
    std::string folder;
};

void tell_of_files(const info_options& wanted) {
    if (std::count(wanted.files.begin(), wanted.files.end(), "-") > 1) {
        throw files::bad_input("wanted at most one file from standard input, found two (see quadrille info --help)");
    }
    const files::interrupt watched;
    std::vector<file_summary> files;
    files.reserve(wanted.files.size());
    for (const std::string& path : wanted.files) {
        files.push_back(summary_of(path, wanted.how, wanted.folder));
    }
    output out;
    wanted.format == "json" ? print_json(files, out) : print_text(files, out);
    out.finish();
    const auto bad =
        std::find_if(files.begin(), files.end(), [](const file_summary& each) { return !each.is_readable; });
    if (bad != files.end()) {
        throw files::bad_input(bad->problems.front());
    }
}

} // namespace

verb info_verb() {
    const auto wanted = std::make_shared<info_options>();
    const auto read_file = [wanted](const std::string& path) { wanted->files.push_back(path); };
    verb info = {
        "info",
        "Print what is in files of shapes, and how they are read",
        {files::required(files::many({"FILE", "", "One file of shapes or more; - means standard input", read_file})),
         files::one_of({"text", "json"}, "--format", wanted->format, "text or json"),
         files::text("--temporary", "FOLDER", wanted->folder,
                     "Where temporary files are; without it, the system's folder for them")}};
    files::add_reading_options(info.options, wanted->how);
    info.help = help_with_files(info_answers);
    info.work = [wanted] { tell_of_files(*wanted); };
    return info;
}

} // namespace quadrille::cli
