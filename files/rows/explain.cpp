// Prints the notes of `--explain` on standard error.
// SPDX-License-Identifier: MIT
#include "explain.hpp"

#include "files/text/texts.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdio>

namespace quadrille::files {

namespace {

std::string seconds_in(explanation::clock::duration time) {
    return fmt::format("{:.3f} s", std::chrono::duration<double>(time).count());
}

} // namespace

explanation& explanation::of_this_run() {
    static explanation one;
    return one;
}

void explanation::add_option(std::vector<option>& to) {
    to.push_back(flag("--explain", of_this_run().is_wanted_,
                      "Tell which trees and tests found the answer, and what each stage took"));
}

void explanation::begin() {
    is_wanted_ = false;
    begun_ = clock::now();
    sentences_.clear();
    noted_ = building_ = {};
    trees_ = 0;
    largest_ = {};
    tested_ = kept_ = 0;
}

void explanation::note(const std::string& sentence) {
    if (is_wanted_) {
        sentences_ += sentence + '\n';
    }
}

void explanation::note_read(const std::string& sentence, clock::time_point begun) {
    const clock::duration took = clock::now() - begun;
    noted_ += took;
    note(fmt::format("{}; read in {}", sentence, seconds_in(took)));
}

void explanation::note_tree(const statistics& of, std::string_view shapes, bool is_read, clock::time_point begun) {
    ++trees_;
    are_read_ = is_read;
    if (of.size >= largest_.size) {
        largest_ = of;
        shapes_ = shapes;
    }
    building_ += is_read ? clock::duration() : clock::now() - begun;
}

void explanation::print() {
    if (!is_wanted_) {
        return;
    }
    if (trees_ > 0) {
        note(fmt::format("trees {} of {}{}: items {}, cells {}, levels {}, kB {}, kernels {}; {}", grouped(trees_),
                         shapes_, trees_ == 1 ? "" : ", the largest", grouped(largest_.size),
                         grouped(std::uint64_t{largest_.leaves} + largest_.inner_cells), largest_.deepest + 1,
                         grouped(largest_.bytes / 1000), largest_.kernels,
                         are_read_ ? "read with the index" : "built in " + seconds_in(building_)));
        note(tested_ > 0 ? fmt::format("of what the trees found, {} tested one by one, {} kept", grouped(tested_),
                                       grouped(kept_))
                         : "what the trees found is the answer, without further tests");
    }
    const clock::duration all = clock::now() - begun_;
    note(fmt::format("asked and written in {}, all in {}", seconds_in(all - noted_ - building_), seconds_in(all)));
    for (std::size_t begin = 0; begin < sentences_.size();) {
        const std::size_t end = sentences_.find('\n', begin);
        fmt::print(stderr, "quadrille: {}\n", std::string_view(sentences_).substr(begin, end - begin));
        begin = end + 1;
    }
}

} // namespace quadrille::files
