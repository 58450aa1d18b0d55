// Files that are complete or not there: written under a new name, synchronized to the disk, and renamed.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RANKS_WHOLE_FILES_HPP
#define QUADRILLE_DETAIL_RANKS_WHOLE_FILES_HPP

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace quadrille::ranks::detail {

/// FNV-1a of 64 bits, by Fowler, Noll and Vo: it detects damage, not attacks.
class running_sum {
public:
    void add(std::span<const std::byte> some) noexcept {
        for (const std::byte each : some) {
            value_ = (value_ ^ std::to_integer<std::uint64_t>(each)) * 0x100'0000'01B3U;
        }
    }
    std::uint64_t value() const noexcept { return value_; }

private:
    std::uint64_t value_ = 0xCBF2'9CE4'8422'2325U;
};
inline std::uint64_t sum_of(const std::string& text) noexcept {
    running_sum sum;
    sum.add(std::as_bytes(std::span<const char>(text.data(), text.size())));
    return sum.value();
}

/// A file that is being written; it is removed unless it is finished.
class new_file {
public:
    new_file(const std::string& folder, const std::string& name)
        : path_((std::filesystem::path(folder) / name).string()), file_(std::fopen(path_.c_str(), "wb")),
          error_(file_ == nullptr ? errno : 0) {}
    new_file(const new_file&) = delete;
    new_file& operator=(const new_file&) = delete;
    ~new_file() {
        if (file_ != nullptr) {
            std::fclose(file_);
        }
        if (!is_finished_) {
            std::remove(path_.c_str());
        }
    }

    bool write(std::span<const std::byte> some) noexcept {
        return error_ == 0 && holds(std::fwrite(some.data(), 1, some.size(), file_) == some.size());
    }
    /// Returns whether all of it is on the disk.
    bool finish(std::string& trouble) {
        bool is_well = error_ == 0 && holds(std::fflush(file_) == 0);
#if __has_include(<unistd.h>)
        is_well = is_well && holds(fsync(fileno(file_)) == 0);
#endif
        if (file_ != nullptr) {
            is_well = holds(std::fclose(file_) == 0) && is_well;
            file_ = nullptr;
        }
        if (!is_well) {
            trouble = path_ + ": cannot be written: " + std::strerror(error_);
        }
        is_finished_ = is_well;
        return is_well;
    }
    const std::string& path() const noexcept { return path_; }

private:
    bool holds(bool is_well) noexcept {
        error_ = error_ == 0 && !is_well ? (errno == 0 ? EIO : errno) : error_;
        return is_well;
    }

    std::string path_;
    std::FILE* file_;
    int error_;
    bool is_finished_ = false;
};

/// Replaces a file by these bytes, or leaves it unchanged.
inline bool replace_file(const std::string& folder, const std::string& name, const std::string& text,
                         std::string& trouble) {
    new_file file(folder, name + ".new");
    file.write(std::as_bytes(std::span<const char>(text.data(), text.size())));
    if (!file.finish(trouble)) {
        return false;
    }
    std::error_code failed;
    std::filesystem::rename(file.path(), std::filesystem::path(folder) / name, failed);
    if (failed) {
        trouble = name + ": cannot be renamed: " + failed.message();
        std::remove(file.path().c_str());
    }
    return !failed;
}

inline bool is_there(const std::string& folder, const std::string& name) {
    std::error_code unknown;
    return std::filesystem::exists(std::filesystem::path(folder) / name, unknown);
}

inline void remove_file(const std::string& folder, const std::string& name) {
    std::error_code unknown;
    std::filesystem::remove(std::filesystem::path(folder) / name, unknown);
}

inline bool read_file(const std::string& folder, const std::string& name, std::string& text, std::string& trouble) {
    const std::string path = (std::filesystem::path(folder) / name).string();
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) {
        trouble = path + ": cannot be opened: " + std::strerror(errno);
        return false;
    }
    char some[1U << 16U];
    std::size_t length = 0;
    while ((length = std::fread(some, 1, sizeof some, file)) > 0) {
        text.append(some, length);
    }
    const bool is_well = std::ferror(file) == 0;
    std::fclose(file);
    if (!is_well) {
        trouble = path + ": cannot be read: " + std::strerror(errno);
    }
    return is_well;
}

} // namespace quadrille::ranks::detail

#endif
