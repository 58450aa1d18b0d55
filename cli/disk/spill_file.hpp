// A file for data that does not fit into memory. It has no name, and disappears when the command ends in any way.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DISK_SPILL_FILE_HPP
#define QUADRILLE_CLI_DISK_SPILL_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <span>
#include <string>

namespace quadrille::cli {

/// Bytes of a spill file.
struct spilled_bytes {
    std::uint64_t at;
    std::uint32_t size;
};

/// Several threads may use it at once. All members throw `failure` if the system reports an error.
class spill_file {
public:
    /// Makes the file in this folder; if empty, in the system's folder for temporary files.
    explicit spill_file(const std::string& folder);

    spilled_bytes append(std::span<const std::byte> bytes);
    void read(const spilled_bytes& which, std::span<std::byte> into);
    /// Returns the number of bytes that have been written.
    std::uint64_t size() const noexcept { return end_; }

private:
    struct closer {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };

    void go_to(std::uint64_t at);
    [[noreturn]] void reject(const char* what, int error) const;

    std::string folder_;
    std::unique_ptr<std::FILE, closer> file_;
    std::uint64_t end_ = 0;
    std::uint64_t position_ = 0;
    bool has_written_ = true; ///< a stream must be positioned between writing and reading
    std::mutex one_at_a_time_;
};

} // namespace quadrille::cli

#endif
