// Writes the buffer of standard output.
// SPDX-License-Identifier: MIT
#include "output.hpp"

#include "files/gdal/write_by_gdal.hpp"
#include "files/text/errors.hpp"

#include <cerrno>
#include <cstdio>
#include <span>
#include <system_error>

namespace quadrille::cli {

namespace {

[[noreturn]] void reject_write() {
    const std::string reason = std::generic_category().message(errno);
    if (errno == EPIPE) {
        throw files::reader_gone(reason);
    }
    throw files::failure(fmt::format("standard output cannot be written: {}", reason));
}

} // namespace

output::unfinished_file::unfinished_file(const std::string& to, std::string by)
    : path(to), driver(std::move(by)), file(to) {
    if (!driver.empty()) {
        files::demand_gdal_writes(path, driver);
    }
}

output::output(const std::string& path, std::string driver)
    : file_(path.empty() ? nullptr : std::make_unique<unfinished_file>(path, std::move(driver))) {}

void output::write() {
    if (file_) {
        files::demand_no_signal();
        file_->file.write(std::as_bytes(std::span(buffer_.data(), buffer_.size())));
        buffer_.clear();
        return;
    }
    if (std::fwrite(buffer_.data(), 1, buffer_.size(), stdout) != buffer_.size()) {
        reject_write();
    }
    buffer_.clear();
}

void output::finish() {
    write();
    if (file_ && !file_->driver.empty()) {
        file_->file.finish_with([&](const std::string& from, const std::string& to) {
            files::write_by_gdal(file_->path, file_->driver, from, to);
        });
        return;
    }
    if (file_) {
        file_->file.finish();
        return;
    }
    if (std::fflush(stdout) != 0) {
        reject_write();
    }
}

} // namespace quadrille::cli
