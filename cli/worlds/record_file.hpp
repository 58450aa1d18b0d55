// The file of a recording; at any time it is complete up to the last tick.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_WORLDS_RECORD_FILE_HPP
#define QUADRILLE_CLI_WORLDS_RECORD_FILE_HPP

#include <cstddef>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

namespace quadrille::cli {

/// Passes all bytes to the system at once, so that a run that ends early leaves its recording.
class record_file {
public:
    /// Replaces the file of this name. "-" is `bad_input`. Throws `failure` if the file cannot be opened.
    explicit record_file(const std::string& path);

    /// Returns false if the system reports an error; the first one is kept.
    bool write(std::span<const std::byte> bytes) noexcept;
    /// Throws `failure` if any write failed.
    void finish();

private:
    struct closer {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };

    std::string path_;
    std::unique_ptr<std::FILE, closer> file_;
    int error_ = 0;
};

} // namespace quadrille::cli

#endif
