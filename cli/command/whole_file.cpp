// Writes a file under another name, and renames it when it is complete.
// SPDX-License-Identifier: MIT
#include "whole_file.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#ifdef _WIN32
#include <io.h>
#include <process.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace quadrille::cli {

namespace {

namespace fs = std::filesystem;

constexpr int max_links = 40; // that follow one another, as in Linux

#ifdef _WIN32
int process_number() { return _getpid(); }
bool reaches_disk(std::FILE* file) { return std::fflush(file) == 0 && _commit(_fileno(file)) == 0; }
void sync_folder(const std::string&) {}
#else
int process_number() { return getpid(); }
bool reaches_disk(std::FILE* file) { return std::fflush(file) == 0 && fsync(fileno(file)) == 0; }
/// Not all systems can do this; the file itself is complete in any case.
void sync_folder(const std::string& path) {
    const fs::path folder = fs::path(path).parent_path();
    if (const int opened = open(folder.empty() ? "." : folder.c_str(), O_RDONLY); opened >= 0) {
        fsync(opened);
        close(opened);
    }
}
#endif

struct removed_at_end {
    explicit removed_at_end(std::string file) : name(std::move(file)) {}
    removed_at_end(const removed_at_end&) = delete;
    removed_at_end& operator=(const removed_at_end&) = delete;
    ~removed_at_end() { std::remove(name.c_str()); }

    std::string name;
};

} // namespace

whole_file::whole_file(const std::string& path) : path_(path) {
    std::error_code ignored;
    const fs::file_status there = fs::status(path_, ignored);
    if (path == "-" || (fs::exists(there) && !fs::is_regular_file(there))) {
        throw files::bad_input(fmt::format("{}: wanted the name of a file, found {}", files::shown_path(path),
                                           path == "-"               ? "what stands for standard output"
                                           : fs::is_directory(there) ? "a folder"
                                                                     : "a device or a pipe"));
    }
    // A link is kept; the file that it points to is replaced or made.
    for (int links = 0; fs::is_symlink(path_, ignored); ++links) {
        if (links == max_links) {
            reject(ELOOP);
        }
        path_ = (fs::path(path_).parent_path() / fs::read_symlink(path_, ignored)).string();
    }
    // The name is short, because the file's name may be as long as the system allows.
    static int count = 0;
    name_ = (fs::path(path_).parent_path() / fmt::format("quadrille-{}-{}.part", process_number(), ++count)).string();
    file_.reset(std::fopen(name_.c_str(), "wbx"));
    if (!file_) {
        const int error = errno;
        name_.clear();
        reject(error);
    }
    // A user who may not read the old file may not read the new one either.
    if (fs::exists(there)) {
        fs::permissions(name_, there.permissions(), ignored);
    }
}

whole_file::~whole_file() {
    file_.reset();
    if (!name_.empty()) {
        std::remove(name_.c_str());
    }
}

void whole_file::write(std::span<const std::byte> bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
        reject(errno);
    }
    bytes_ += bytes.size();
}

void whole_file::finish() {
    if (!reaches_disk(file_.get()) || std::fclose(file_.release()) != 0) {
        reject(errno);
    }
    take_name();
}

void whole_file::finish_with(const std::function<void(const std::string&, const std::string&)>& make) {
    if (std::fclose(file_.release()) != 0) {
        reject(errno);
    }
    const removed_at_end bytes{name_};
    name_ += fs::path(path_).extension().string();
    make(bytes.name, name_);
    std::error_code ignored;
    fs::permissions(name_, fs::status(bytes.name, ignored).permissions(), ignored);
    file_.reset(std::fopen(name_.c_str(), "rb+"));
    if (!file_) {
        reject(errno);
    }
    finish();
}

/// Renames the file to its final name.
void whole_file::take_name() {
    std::error_code failed;
    fs::rename(name_, path_, failed);
    if (failed) {
        reject(failed.value());
    }
    name_.clear();
    sync_folder(path_);
}

void whole_file::reject(int error) const {
    throw files::failure(
        fmt::format("{}: cannot be written: {}", files::shown_path(path_), std::generic_category().message(error)));
}

} // namespace quadrille::cli
