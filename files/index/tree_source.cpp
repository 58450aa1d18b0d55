// Reads trees from a file, and reports the place of an error.
// SPDX-License-Identifier: MIT
#include "tree_source.hpp"

#include "files/text/errors.hpp"

#include <quadrille/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <sstream>

namespace quadrille::files {

std::size_t tree_source::operator()(std::span<std::byte> wanted) {
    if (chunk_.empty()) {
        chunk_ = file_.next_chunk();
    }
    const std::size_t count = std::min(chunk_.size(), wanted.size());
    std::copy_n(reinterpret_cast<const std::byte*>(chunk_.data()), count, wanted.begin());
    chunk_.remove_prefix(count);
    read_ += count;
    return count;
}

void tree_source::expect(load_report report) const {
    if (report.error == load_error::no_memory) {
        throw std::bad_alloc();
    }
    if (report.error == load_error::other_file) {
        reject("a recording (see quadrille replay --help)");
    }
    if (!report) {
        report.at += begun_;
        if (report.error == load_error::cut_short) {
            report.wanted += begun_;
            report.found += begun_;
        }
        std::ostringstream what;
        what << report;
        reject(what.str());
    }
}

void tree_source::reject(std::string_view what) const {
    throw bad_input(fmt::format("{}: wanted a file that quadrille index wrote, found: {}", name(), what));
}

void tree_source::expect_end() {
    if (std::byte more{}; (*this)(std::span(&more, 1)) > 0) {
        reject(fmt::format("{}, at byte {}", to_string(load_error::too_long), read_ - 1));
    }
}

} // namespace quadrille::files
