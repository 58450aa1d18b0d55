// A file that is complete under its name, or not there.
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

/// Writes under another name beside the final one, which it gets at the end, when all bytes are on the disk: whoever opens the
/// name finds the file from before, or the new one. Whatever ends this earlier removes what was written. All members throw
/// `failure` when the system rejects.
class whole_file {
public:
    /// A file of this name is replaced by one with its permissions; what is no name of a file ("-", a folder, a device) is
    /// `bad_input`.
    explicit whole_file(const std::string& path);
    whole_file(const whole_file&) = delete;
    whole_file& operator=(const whole_file&) = delete;
    ~whole_file();

    void write(std::span<const std::byte> bytes);
    void finish();
    /// Finishes with what `make` makes of the bytes instead: it is called with the name of the file that has them, and with another one, of
    /// the same ending as the final name, which it writes.
    void finish_with(const std::function<void(const std::string& from, const std::string& to)>& make);

    std::uint64_t bytes() const noexcept { return bytes_; }

private:
    struct closer {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };

    [[noreturn]] void reject(int error) const;
    void take_name();

    std::string path_;
    std::string name_; ///< until it is finished; none afterwards
    std::unique_ptr<std::FILE, closer> file_;
    std::uint64_t bytes_ = 0;
};

} // namespace quadrille::cli

#endif
