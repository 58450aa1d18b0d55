// Buffered output to standard output or a file; every failed write is reported.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_COMMAND_OUTPUT_HPP
#define QUADRILLE_CLI_COMMAND_OUTPUT_HPP

#include "files/bytes/interrupt.hpp"
#include "files/text/texts.hpp"
#include "whole_file.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace quadrille::cli {

/// Writes in large chunks. Throws `failure` if a chunk cannot be written. Output after the last `finish` is lost, so a
/// verb that fails prints nothing more.
class output {
public:
    output() = default;
    /// Writes a file, which exists under its name after `finish`; if the path is empty, standard output. With a driver
    /// the output must be GeoJSON, and GDAL makes the file from it.
    explicit output(const std::string& path, std::string driver = {});
    /// Returns an output that keeps its text, for another output to print.
    static output kept() { return output(true); }

    template <class... Values>
    void print(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(buffer_), format, std::forward<Values>(values)...);
        if (buffer_.size() >= chunk_bytes && !is_kept_) {
            write();
        }
    }

    /// Returns the text that is not written yet.
    std::string_view text() const noexcept { return {buffer_.data(), buffer_.size()}; }
    void clear() noexcept { buffer_.clear(); }

    /// Writes the rest, and passes it on to the system.
    void finish();

private:
    static constexpr std::size_t chunk_bytes = 1 << 16;

    explicit output(bool is_kept) : is_kept_(is_kept) {}

    /// An incomplete file; signals end the writing until it is complete.
    struct unfinished_file {
        unfinished_file(const std::string& to, std::string by);

        std::string path;
        std::string driver;
        files::interrupt watched;
        whole_file file;
    };

    void write();

    fmt::memory_buffer buffer_;
    std::unique_ptr<unfinished_file> file_; ///< null for standard output
    bool is_kept_ = false;
};

} // namespace quadrille::cli

#endif
