// GeoJSON is read in little memory: nothing that is skipped is kept, and the shapes take less than their file.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/memory/counting_memory.hpp"

#include "files/layer/layer.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace quadrille::test {

namespace {

/// How many shapes there are, and how many bytes were held at once while they were read.
std::pair<std::size_t, std::int64_t> read(const scratch_folder& folder, const std::string& text) {
    const std::string path = folder.write("shapes", text);
    testing::memory::watch_living_bytes();
    const std::int64_t before = testing::memory::living_bytes();
    const std::size_t shapes = files::read_layer(path).size();
    return {shapes, testing::memory::most_living_bytes() - before};
}

TEST(geojson_memory, is_not_filled_by_what_is_passed_over) {
    const std::pair<const char*, std::string> fillings[] = {
        {"a long text", '"' + std::string(16'000'000, 'x') + '"'},
        {"blanks", std::string(16'000'000, ' ') + '0'},
        {"literals", "[0" + repeated(",null", 3'000'000) + ']'},
        {"depth", std::string(8'000'000, '[') + std::string(8'000'000, ']')},
        {"members", "{\"a\":0" + repeated(",\"abcdefgh\":{}", 1'000'000) + '}'},
    };
    const scratch_folder folder;
    for (const auto& [name, filling] : fillings) {
        const auto [shapes, bytes] = read(folder, R"({"type":"Point","coordinates":[1,2],"more":)" + filling + '}');
        EXPECT_EQ(shapes, 1U) << name;
        EXPECT_LT(bytes, 3'000'000) << name;
    }
}

/// 100,000 points, each with what `id_of` writes before its geometry.
template <class IdOf>
std::string points_with(IdOf id_of) {
    std::string text = R"({"type":"FeatureCollection","features":[{"type":"Feature","geometry":null})";
    for (std::size_t feature = 0; feature < 100'000; ++feature) {
        text += R"(,{"type":"Feature",)" + id_of(feature) +
                R"("properties":{},"geometry":{"type":"Point","coordinates":[12.345678,-1.234567]}})";
    }
    return text + "]}";
}

// promise: command-answers: GeoJSON is read as a stream, in less memory than the file takes.
TEST(geojson_memory, is_less_for_points_than_their_file) {
    const scratch_folder folder;
    for (const std::string& text :
         {points_with([](std::size_t) { return std::string(); }), points_with([](std::size_t feature) {
              return R"("id":"p)" + std::to_string(feature * 7919 % 100'000) + "\",";
          })}) {
        const auto [shapes, bytes] = read(folder, text);
        EXPECT_EQ(shapes, 100'000U);
        EXPECT_LT(bytes, static_cast<std::int64_t>(text.size()) * 2 / 3);
    }
}

} // namespace

} // namespace quadrille::test
