// Standard output, or a file in its place, through one buffer that lets no failed write pass in silence.
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

/// What is printed is written in large chunks. `failure` is thrown when a chunk cannot be written. Whatever follows the
/// last `finish` is lost, so that a verb which ends by an error says no more.
class output {
public:
    output() = default;
    /// One that writes a file, which is there when it has finished; without a name it is standard output. With a driver what is printed has
    /// to be GeoJSON, of which GDAL makes the file.
    explicit output(const std::string& path, std::string driver = {});
    /// One that keeps what is printed, for another to print.
    static output kept() { return output(true); }

    template <class... Values>
    void print(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(buffer_), format, std::forward<Values>(values)...);
        if (buffer_.size() >= chunk_bytes && !is_kept_) {
            write();
        }
    }

    /// What is not written yet.
    std::string_view text() const noexcept { return {buffer_.data(), buffer_.size()}; }
    void clear() noexcept { buffer_.clear(); }

    /// Writes what is left, all the way to the system.
    void finish();

private:
    static constexpr std::size_t chunk_bytes = 1 << 16;

    explicit output(bool is_kept) : is_kept_(is_kept) {}

    /// A file that is not whole yet; signals end the writing meanwhile.
    struct unfinished_file {
        unfinished_file(const std::string& to, std::string by);

        std::string path;
        std::string driver;
        files::interrupt watched;
        whole_file file;
    };

    void write();

    fmt::memory_buffer buffer_;
    std::unique_ptr<unfinished_file> file_; ///< none of standard output
    bool is_kept_ = false;
};

} // namespace quadrille::cli

#endif
