// The pictures of README.md that have a command beside them in docs/command.md are what it makes.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/pictures/read_back.hpp"

#include <cairo.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

namespace quadrille::test {

namespace {

/// The picture that a page shows, and the shell's command for it.
struct made_picture {
    std::string command;
    std::string path; ///< from the root: docs/film.webp
};

std::vector<made_picture> pictures_of(const std::string& page) {
    const std::string text = content_of(page);
    const std::regex beside("`([^`\n]+(?:-o|>) (docs/[-a-z_]+\\.(?:svg|png|webp)))`");
    std::vector<made_picture> found;
    for (std::sregex_iterator each(text.begin(), text.end(), beside), end; each != end; ++each) {
        found.push_back({(*each)[1], (*each)[2]});
    }
    return found;
}

/// Without the letters, which differ from font to font.
std::string without_letters(const std::string& svg) {
    const std::regex letters("<defs>[^]*?</defs>|<use [^>]*/>|<g style=[^>]*>|</g>|\\s+");
    return std::regex_replace(svg, letters, "");
}

void expect_alike_svg(const std::string& found, const std::string& wanted, const std::string& name) {
    EXPECT_EQ(legend_in(found), legend_in(wanted)) << name;
    constexpr int version_of_ours = 116; // another one writes the same strokes in other words
    if (wanted.find("<symbol") == std::string::npos || cairo_version() / 100 == version_of_ours) {
        EXPECT_TRUE(without_letters(found) == without_letters(wanted)) << name << " is not what its command makes";
    }
}

/// The other film goes on.
void expect_begins_as(const std::string& path, const std::string& wanted_path) {
    const decoded_film found = film_in(path);
    const decoded_film wanted = film_in(wanted_path, found.frames.size());
    ASSERT_EQ(wanted.frames.size(), found.frames.size()) << wanted_path;
    EXPECT_GT(found.frames.size(), 1U) << wanted_path;
    for (std::size_t frame = 0; frame < found.frames.size(); ++frame) {
        const auto& [until, pixels] = found.frames[frame];
        const auto& [true_until, truth] = wanted.frames[frame];
        EXPECT_EQ(until, true_until) << wanted_path;
        ASSERT_EQ(pixels.size(), truth.size()) << wanted_path;
        std::size_t different = 0;
        for (std::size_t at = 0; at < pixels.size(); ++at) {
            different += std::abs(pixels[at] - truth[at]) > 8 ? 1 : 0;
        }
        EXPECT_LT(different, pixels.size() / 50) << wanted_path << ", frame " << frame << ": more than its letters";
    }
}

// promise: true-documents: The pictures of the README and the guide are what the commands beside them make.
TEST(pictures, are_what_the_commands_beside_them_make) {
    const scratch_folder folder;
    const std::filesystem::path root = QUADRILLE_ROOT;
    const std::filesystem::path programs = std::filesystem::path(QUADRILLE_COMMAND).parent_path();
    std::size_t made = 0;
    for (const char* const page : {"docs/command.md"}) {
        for (const made_picture& each : pictures_of((root / page).string())) {
            const std::string program = each.command.substr(0, each.command.find(' '));
            if (program != "printf" && !std::filesystem::exists(programs / program)) {
                continue; // the examples are not built
            }
            const std::string out = folder.path(std::filesystem::path(each.path).filename().string());
            const bool is_film = each.path.ends_with(".webp");
            std::string command = each.command;
            command.replace(command.rfind(each.path), each.path.size(), out + (is_film ? " --seconds 1" : ""));
            command.insert(0, "PATH='" + programs.string() + "':\"$PATH\"; ");
            ASSERT_EQ(std::system(command.c_str()), 0) << command; // NOLINT(concurrency-mt-unsafe): no other thread
            const std::string path = (root / each.path).string();
            const std::string wanted = content_of(path);
            ASSERT_FALSE(wanted.empty()) << each.path;
            is_film ? expect_begins_as(out, path) : expect_alike_svg(content_of(out), wanted, each.path);
            EXPECT_LT(wanted.size(), is_film ? 1'000'000U : 70'000U) << each.path;
            ++made;
        }
    }
    EXPECT_GE(made, 1U);
}

} // namespace

} // namespace quadrille::test
