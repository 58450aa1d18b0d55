// `quadrille index`: writes a file of shapes as trees, which the other verbs load without building them.
// SPDX-License-Identifier: MIT
#include "cli/command/output.hpp"
#include "cli/command/pool.hpp"
#include "cli/command/verbs.hpp"
#include "cli/command/whole_file.hpp"
#include "cli/input/input.hpp"
#include "cli/spill/saved_layer.hpp"
#include "cli/spill/spill_options.hpp"
#include "cli/spill/write_spilled_index.hpp"
#include "files/bytes/interrupt.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

namespace quadrille::cli {

namespace {

constexpr const char* index_answers =
    R"(An index has the shapes, ids and times of the file, and a tree of the shapes of each time.
Every verb reads an index in place of its file and gives the same answers. It begins sooner:
it parses nothing and builds no tree. An index has a version and checksums; if it is cut or
damaged, it is rejected. The file OUT is always complete: it is written under another name in
the same folder, and renamed at the end.

Nothing is printed.

With --memory the index is the same while there is memory enough for the tree of each time.
If not, such a tree is written as several, which are made one when the index is read.

Example: printf 'id,x,y\nin,1,1\nout,3,3\n' | quadrille index - -o places.quad &&
         quadrille query places.quad --circle 0,0,2)";

struct index_options {
    std::string file;
    std::string out;
    input_options input;
    spill_options spill;
    pool_options threads;
};

/// Calls `write_bytes(pool, sink)` to write the file.
template <class WriteBytes>
void write_index(const index_options& wanted, const WriteBytes& write_bytes) {
    const files::interrupt watched;
    whole_file out(wanted.out);
    pool threads(wanted.threads);
    write_bytes(threads, [&](std::span<const std::byte> some) {
        files::demand_no_signal();
        out.write(some);
    });
    out.finish();
}

void index_file(const index_options& wanted) {
    std::error_code is_none; // on an error the files are not the same
    if (wanted.file != "-" && std::filesystem::equivalent(wanted.file, wanted.out, is_none)) {
        throw files::bad_input(
            fmt::format("{}: wanted another file than the one that is read", files::shown_path(wanted.out)));
    }
    if (const auto memory = memory_for_parts(wanted.spill, {wanted.file})) {
        spill_file rows(wanted.spill.folder);
        const spilled_layer input = [&] {
            const files::interrupt watched;
            return read_spilled(wanted.file, wanted.input, rows, wanted.spill.folder);
        }();
        demand_stored(input, rows);
        write_index(wanted, [&](pool& threads, const files::byte_sink& write) {
            write_spilled_index(threads, input, rows, wanted.spill.folder, *memory, write);
        });
        return;
    }
    const files::layer input = read_input(wanted.file, wanted.input);
    write_index(wanted,
                [&](pool& threads, const files::byte_sink& write) { write_saved_layer(threads, input, write); });
}

} // namespace

verb index_verb() {
    const auto wanted = std::make_shared<index_options>();
    wanted->input.is_exact = true;
    verb index = {
        "index",
        "Write a file of shapes as an index, which is read faster",
        {files::file_at("FILE", wanted->file),
         files::required(files::output_file("-o,--output", "OUT", wanted->out, "The index, which is written"))}};
    add_input_options(index, wanted->input);
    add_period_option(index, wanted->input.wraps);
    add_memory_options(index, wanted->spill);
    add_pool_options(index, wanted->threads);
    index.help = help_with_files(index_answers);
    index.work = [wanted] { index_file(*wanted); };
    return index;
}

} // namespace quadrille::cli
