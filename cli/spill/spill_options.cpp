// Reads sizes, and compares files with the free memory.
// SPDX-License-Identifier: MIT
#include "spill_options.hpp"

#include "files/bytes/unpacker.hpp"
#include "files/layer/readers.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string_view>
#include <system_error>

namespace quadrille::cli {

namespace {

constexpr std::uint64_t least_memory = 1'000'000;

/// Reads 500M, 2G, 800k, or a number of bytes.
std::uint64_t bytes_in(const std::string& text) {
    constexpr const char* wanted = "a size from 1M, such as 500M or 2G";
    std::string_view digits = text;
    std::uint64_t unit = 1;
    if (!digits.empty()) {
        switch (digits.back()) {
        case 'k':
        case 'K': unit = 1'000; break;
        case 'M': unit = 1'000'000; break;
        case 'G': unit = 1'000'000'000; break;
        case 'T': unit = 1'000'000'000'000; break;
        default: break;
        }
        digits.remove_suffix(unit == 1 ? 0 : 1);
    }
    std::uint64_t bytes = 0;
    try {
        const std::uint64_t most = std::numeric_limits<std::int64_t>::max();
        bytes = files::whole_number_from(digits, 0, most / unit) * unit;
    } catch (const files::bad_value&) {
        bytes = 0; // an invalid number is reported like one that is too small
    }
    if (bytes >= least_memory) {
        return bytes;
    }
    throw files::bad_value(fmt::format("wanted {}, found {}", wanted, files::shown(text)));
}

/// Returns the free memory of the machine on Linux; nothing on other systems.
std::optional<std::uint64_t> free_memory() {
    std::ifstream told("/proc/meminfo");
    for (std::string word; told >> word;) {
        if (word == "MemAvailable:") {
            std::uint64_t kilobytes = 0;
            return told >> kilobytes ? std::optional(kilobytes * 1024) : std::nullopt;
        }
    }
    return std::nullopt;
}

} // namespace

void add_memory_options(verb& to, spill_options& wanted) {
    to.options.push_back({"--memory", "SIZE",
                          "Work part by part on disk, in so much memory: 500M, 2G; by itself where files are too large",
                          [&wanted](const std::string& text) { wanted.memory = bytes_in(text); }});
    to.options.push_back(
        files::text("--temporary", "FOLDER", wanted.folder,
                    "With --memory: where temporary files are; without it, the system's folder for them"));
}

void add_spill_options(verb& to, spill_options& wanted) {
    add_memory_options(to, wanted);
    to.options.push_back(files::flag("--order", wanted.in_order,
                                     "With --memory: rows in the same order as without it, which takes longer"));
}

void demand_in_memory(const spill_options& wanted, const char* what) {
    if (wanted.memory) {
        throw files::bad_input(fmt::format(
            "wanted one of --memory and {}, found both: with {} files are worked on as a whole", what, what));
    }
}

std::optional<std::uint64_t> memory_for_parts(const spill_options& wanted, const std::vector<std::string>& files,
                                              const char* needs_whole) {
    // The memory for each byte of text: rows, ids, a tree, and the memory to build it. In an index the tree is already
    // built.
    constexpr std::uint64_t bytes_of_a_byte = 8;
    constexpr std::uint64_t bytes_of_a_byte_of_index = 2;
    constexpr std::uint64_t bytes_of_a_byte_packed = 50; // text that gzip or zstd has compressed to a sixth
    if (needs_whole != nullptr) {
        demand_in_memory(wanted, needs_whole);
        return std::nullopt;
    }
    if (wanted.memory) {
        return wanted.memory;
    }
    const auto free = free_memory();
    std::uint64_t needed = 0;
    for (const std::string& file : files) {
        std::error_code unknown;
        const std::uintmax_t size = file == "-" ? 0 : std::filesystem::file_size(file, unknown);
        if (!unknown) {
            std::string beginning(4, '\0');
            std::ifstream(file, std::ios::binary).read(beginning.data(), 4);
            const bool is_index = static_cast<unsigned char>(beginning[0]) == files::saved_layer_begins;
            needed += size * (is_index                      ? bytes_of_a_byte_of_index
                              : files::is_packed(beginning) ? bytes_of_a_byte_packed
                                                            : bytes_of_a_byte);
        }
    }
    if (!free || needed <= *free / 2) {
        return std::nullopt;
    }
    fmt::print(
        stderr,
        "quadrille: some {:.1f} GB would be needed, and {:.1f} GB are free: working part by part on disk, as with "
        "--memory {}M\n",
        double(needed) / 1e9, double(*free) / 1e9, *free / 2'000'000);
    return std::max(*free / 2, least_memory);
}

} // namespace quadrille::cli
