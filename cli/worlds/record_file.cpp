// Writes the frames of a recording, one after the other.
// SPDX-License-Identifier: MIT
#include "record_file.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace quadrille::cli {

record_file::record_file(const std::string& path) : path_(path) {
    if (path == "-") {
        throw files::bad_input("-: wanted the name of a file, found what stands for standard output");
    }
    file_.reset(std::fopen(path.c_str(), "wb"));
    if (!file_) {
        throw files::failure(fmt::format("{}: cannot be written: {}", files::shown_path(path), std::strerror(errno)));
    }
}

bool record_file::write(std::span<const std::byte> bytes) noexcept {
    errno = 0;
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size() && std::fflush(file_.get()) == 0) {
        return true;
    }
    error_ = error_ != 0 ? error_ : errno != 0 ? errno : EIO;
    return false;
}

void record_file::finish() {
    errno = 0;
    if (std::fclose(file_.release()) != 0 && error_ == 0) {
        error_ = errno;
    }
    if (error_ != 0) {
        throw files::failure(
            fmt::format("{}: the recording ends early: {}", files::shown_path(path_), std::strerror(error_)));
    }
}

} // namespace quadrille::cli
