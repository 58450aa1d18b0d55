// Writes the buffer of standard output, and the texts that go into it.
// SPDX-License-Identifier: MIT
#include "output.hpp"

#include "cli/gdal/write_by_gdal.hpp"
#include "errors.hpp"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdio>
#include <span>
#include <system_error>

namespace quadrille::cli {

namespace {

[[noreturn]] void reject_write() {
    const std::string reason = std::generic_category().message(errno);
    if (errno == EPIPE) {
        throw reader_gone(reason);
    }
    throw failure(fmt::format("standard output cannot be written: {}", reason));
}

} // namespace

output::unfinished_file::unfinished_file(const std::string& to, std::string by)
    : path(to), driver(std::move(by)), file(to) {
    if (!driver.empty()) {
        demand_gdal_writes(path, driver);
    }
}

output::output(const std::string& path, std::string driver)
    : file_(path.empty() ? nullptr : std::make_unique<unfinished_file>(path, std::move(driver))) {}

void output::write() {
    if (file_) {
        demand_no_signal();
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
            write_by_gdal(file_->path, file_->driver, from, to);
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

std::string csv_field(std::string_view id) {
    if (id.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(id);
    }
    std::string field = "\"";
    for (const char byte : id) {
        field.append(byte == '"' ? 2 : 1, byte);
    }
    return field + '"';
}

std::string json_string(std::string_view id) { return nlohmann::json(id).dump(); }

std::string grouped(std::uint64_t number) {
    std::string digits = fmt::format("{}", number);
    for (std::size_t end = digits.size(); end > 3; end -= 3) {
        digits.insert(end - 3, 1, ',');
    }
    return digits;
}

} // namespace quadrille::cli
