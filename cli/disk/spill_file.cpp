// Opens a file without a name, writes at its end, and reads anywhere.
// SPDX-License-Identifier: MIT
#include "spill_file.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>

namespace quadrille::cli {

namespace {

#ifdef _WIN32
/// The system removes the file when it is closed.
std::FILE* open_nameless(const std::string& path) { return std::fopen(path.c_str(), "w+bTD"); }
int seek(std::FILE* file, std::uint64_t at) { return _fseeki64(file, static_cast<long long>(at), SEEK_SET); }
#else
/// The name is removed at once: an open file needs none.
std::FILE* open_nameless(const std::string& path) {
    std::FILE* const file = std::fopen(path.c_str(), "w+bx");
    if (file != nullptr) {
        std::remove(path.c_str());
    }
    return file;
}
int seek(std::FILE* file, std::uint64_t at) { return fseeko(file, static_cast<off_t>(at), SEEK_SET); }
#endif

} // namespace

spill_file::spill_file(const std::string& folder) : folder_(folder) {
    std::error_code failed;
    if (folder_.empty()) {
        folder_ = std::filesystem::temp_directory_path(failed).string();
    }
    if (failed) {
        folder_ = "TMPDIR";
        reject("be found", failed.value());
    }
    std::random_device dice;
    const std::string name = fmt::format("quadrille-{:08x}{:08x}.spill", dice(), dice());
    file_.reset(open_nameless((std::filesystem::path(folder_) / name).string()));
    if (!file_) {
        reject("take temporary files", errno);
    }
    std::setvbuf(file_.get(), nullptr, _IONBF, 0);
}

void spill_file::go_to(std::uint64_t at) {
    if (seek(file_.get(), at) != 0) {
        reject("be used for temporary files", errno);
    }
    position_ = at;
}

spilled_bytes spill_file::append(std::span<const std::byte> bytes) {
    const std::lock_guard alone(one_at_a_time_);
    if (!has_written_ || position_ != end_) {
        go_to(end_);
    }
    has_written_ = true;
    const spilled_bytes written{end_, static_cast<std::uint32_t>(bytes.size())};
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
        reject("take what does not fit into memory", errno);
    }
    end_ = position_ = end_ + bytes.size();
    return written;
}

void spill_file::read(const spilled_bytes& which, std::span<std::byte> into) {
    const std::lock_guard alone(one_at_a_time_);
    if (has_written_ || position_ != which.at) {
        go_to(which.at);
    }
    has_written_ = false;
    if (std::fread(into.data(), 1, which.size, file_.get()) != which.size) {
        reject("give temporary files back", errno);
    }
    position_ = which.at + which.size;
}

void spill_file::reject(const char* what, int error) const {
    throw files::failure(fmt::format("{}: wanted a folder that can {}, found: {} (another one: --temporary)",
                                     files::shown_path(folder_), what, std::generic_category().message(error)));
}

} // namespace quadrille::cli
