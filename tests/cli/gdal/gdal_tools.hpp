// What the tests of other formats need: GDAL's own programs, files by them, answers without an order.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_CLI_GDAL_TOOLS_HPP
#define QUADRILLE_TESTS_CLI_GDAL_TOOLS_HPP

#include "tests/cli/command.hpp"

#include "scenes/random.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <set>
#include <sstream>
#include <string>
#include <utility>

namespace quadrille::test {

/// What a program prints, errors, too; and how it ends.
inline result run_shell(const std::string& line) {
    result all{-1, {}, {}};
    std::FILE* const from = popen((line + " 2>&1").c_str(), "r");
    std::array<char, 4096> some{};
    while (from != nullptr) {
        const std::size_t size = std::fread(some.data(), 1, some.size(), from);
        all.output.append(some.data(), size);
        if (size == 0) {
            break;
        }
    }
    const int ended = from == nullptr ? -1 : pclose(from);
    all.status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
    return all;
}

inline bool has_program(const std::string& name) { return run_shell("command -v " + name).status == 0; }

/// Why nothing of GDAL can be tested; empty where it can.
inline std::string lack_of_gdal() {
    const result told = run_command({"pairs", "/vsimem/none"});
    return told.errors.find("quadrille-gdal") != std::string::npos
               ? "there is no module over GDAL: libgdal-dev was not there"
           : !has_program("ogr2ogr") ? "there is no ogr2ogr (package gdal-bin)"
                                     : "";
}

/// Tests in a folder; they are skipped where nothing of GDAL can be tested.
class gdal_test : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string lack = lack_of_gdal(); !lack.empty()) {
            GTEST_SKIP() << lack;
        }
    }

    scratch_folder folder;
};

/// Writes a file of GDAL's from another one.
inline void convert(const std::string& from, const std::string& to, const std::string& options) {
    const result done = run_shell(fmt::format("ogr2ogr {} '{}' '{}'", options, to, from));
    ASSERT_EQ(done.status, 0) << done.output;
}

/// The rows of an answer below its header, each as the pair of its first two fields, whichever is first.
using pair_set = std::set<std::pair<std::string, std::string>>;
inline pair_set pairs_of(const std::string& answer, bool in_any_order) {
    pair_set pairs;
    std::istringstream lines(answer);
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        const std::size_t comma = line.find(',');
        std::string a = line.substr(0, comma);
        std::string b = comma == std::string::npos ? "" : line.substr(comma + 1, line.find(',', comma + 1) - comma - 1);
        if (in_any_order && b < a) {
            std::swap(a, b);
        }
        pairs.emplace(std::move(a), std::move(b));
    }
    return pairs;
}

/// Eighths, which every format and float can hold.
inline double eighths(scenes::random_source& source, std::uint32_t below) { return source.below(below) / 8.0; }

/// A ring with many corners around a place, of a size; by its text as GeoJSON or as WKT has it.
inline std::string ring_text(scenes::random_source& source, double x, double y, double size, bool is_json) {
    constexpr std::array<std::array<double, 2>, 8> ways = {
        {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
    std::string text;
    std::string first;
    for (const auto& way : ways) {
        const double far = size * (1 + source.below(4)) / 4;
        const char* const form = is_json ? "[{},{}]" : "{} {}";
        const std::string at = fmt::format(fmt::runtime(form), x + way[0] * far, y + way[1] * far);
        first = first.empty() ? at : first;
        text += at + ",";
    }
    return (is_json ? "[" : "(") + text + first + (is_json ? "]" : ")");
}

} // namespace quadrille::test

#endif
