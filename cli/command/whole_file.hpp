// A file that is either complete under its name, or not there.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_COMMAND_WHOLE_FILE_HPP
#define QUADRILLE_CLI_COMMAND_WHOLE_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace quadrille::cli {

/// Writes under another name in the same folder, and renames the file when all bytes are on the disk. A program that
/// opens the name gets the old file or the complete new one. If the writing ends earlier, the partial file is removed.
/// All members throw `failure` if the system reports an error.
class whole_file {
public:
    /// Prepares to replace the file of this name; its permissions are kept. A name that is not a file ("-", a folder, a
    /// device) is `bad_input`.
    explicit whole_file(const std::string& path);
    whole_file(const whole_file&) = delete;
    whole_file& operator=(const whole_file&) = delete;
    ~whole_file();

    void write(std::span<const std::byte> bytes);
    void finish();
    /// Replaces the written bytes by the file that `make` makes from them: `make` gets the name of their file, and the
    /// name of the file to write, which has the ending of the final name.
    void finish_with(const std::function<void(const std::string& from, const std::string& to)>& make);

    std::uint64_t bytes() const noexcept { return bytes_; }

private:
    struct closer {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };

    [[noreturn]] void reject(int error) const;
    void take_name();

    std::string path_;
    std::string name_; ///< empty after the file is finished
    std::unique_ptr<std::FILE, closer> file_;
    std::uint64_t bytes_ = 0;
};

} // namespace quadrille::cli

#endif
