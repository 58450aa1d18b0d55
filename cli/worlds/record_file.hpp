// The file of a recording, which is whole up to the last tick at any time.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_WORLDS_RECORD_FILE_HPP
#define QUADRILLE_CLI_WORLDS_RECORD_FILE_HPP

#include <cstddef>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

namespace quadrille::cli {

/// What is written is given to the system at once, so that a run that ends early leaves its recording.
class record_file {
public:
    /// Replaces a file of this name. "-" is `bad_input`; throws `failure` when it cannot be opened.
    explicit record_file(const std::string& path);

    /// False when the system rejects: the first reason is kept.
    bool write(std::span<const std::byte> bytes) noexcept;
    /// Throws `failure` when anything was rejected.
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
