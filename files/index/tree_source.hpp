// A file of saved trees, as `quadrille index` writes it.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_INDEX_TREE_SOURCE_HPP
#define QUADRILLE_FILES_INDEX_TREE_SOURCE_HPP

#include "files/bytes/text_file.hpp"

#include <quadrille/load.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace quadrille::files {

/// The bytes of a file; they hold one tree after the other.
class tree_source {
public:
    explicit tree_source(text_file file) : file_(std::move(file)) {}

    const std::string& name() const noexcept { return file_.name(); }

    /// Writes the next bytes to the beginning of the span, and returns their number; 0 at the end.
    std::size_t operator()(std::span<std::byte> wanted);

    /// Call it between trees.
    void begin_tree() noexcept { begun_ = read_; }
    /// Rejects the file if the tree could not be loaded.
    void expect(load_report report) const;
    /// Rejects the file if it has more bytes.
    void expect_end();
    [[noreturn]] void reject(std::string_view what) const;

private:
    text_file file_;
    std::string_view chunk_;
    std::uint64_t read_ = 0;
    std::uint64_t begun_ = 0;
};

} // namespace quadrille::files

#endif
