// Makes a file by the GDAL module, and reports its errors.
// SPDX-License-Identifier: MIT
#include "write_by_gdal.hpp"

#include "files/bytes/interrupt.hpp"
#include "files/text/errors.hpp"
#include "module.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace quadrille::files {

namespace {

[[noreturn]] void reject(const std::string& file, const gdal::fault& why) {
    if (why.wanted.size > 0) {
        throw failure(
            fmt::format("{}: wanted {}, found {}", shown_path(file), text_of(why.wanted), text_of(why.found)));
    }
    throw failure(fmt::format("{}: cannot be written: {}", shown_path(file), text_of(why.found)));
}

} // namespace

void demand_gdal_writes(const std::string& file, const std::string& driver) {
    gdal::fault why{};
    if (!gdal::functions_for(file).can_write(driver.c_str(), &why)) {
        reject(file, why);
    }
}

void write_by_gdal(const std::string& file, const std::string& driver, const std::string& from, const std::string& to) {
    const std::string layer = std::filesystem::path(file).stem().string();
    const gdal::translation wanted{from.c_str(), to.c_str(), driver.c_str(), layer.c_str(),
                                   [] { return interrupt::signal() != 0; }};
    gdal::fault why{};
    const bool is_made = gdal::functions_for(file).translate(&wanted, &why);
    demand_no_signal();
    if (!is_made) {
        reject(file, why);
    }
}

} // namespace quadrille::files
