// A file of text, or standard input, taken line by line.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_TEXT_FILE_HPP
#define QUADRILLE_CLI_TEXT_FILE_HPP

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::cli {

class text_file {
public:
    /// `-` is standard input. Throws `bad_input` when the file cannot be opened.
    explicit text_file(const std::string& path);

    /// The file as messages call it.
    const std::string& name() const noexcept { return name_; }

    /// Appends the next line with its ending to `text`, but stops once that has more than `most` bytes, so that a file
    /// without an end is no danger. False when nothing was left. Throws `bad_input` when the file cannot be read.
    bool append_line(std::string& text, std::size_t most);

private:
    struct closer {
        void operator()(std::FILE* file) const noexcept {
            if (file != stdin) {
                std::fclose(file);
            }
        }
    };

    bool refill();

    std::string name_;
    std::unique_ptr<std::FILE, closer> file_;
    std::vector<char> chunk_;
    std::string_view unread_;
};

/// Where `text` ceases to be UTF-8 text: the offset of the first byte that is a NUL or no part of a well-formed
/// character; npos when all is well.
std::size_t first_non_text(std::string_view text) noexcept;

} // namespace quadrille::cli

#endif
