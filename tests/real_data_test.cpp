// Real data: railway segments as boxes, many of them flat, intersecting or equal. Skipped where the data is missing.
// SPDX-License-Identifier: MIT
#include "scenes/oracle.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(real_data);

/// id,x0,y0,x1,y1 with one line of headings; a line that does not parse ends the reading.
template <class Scalar>
std::vector<box<Scalar>> read_boxes(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    std::vector<box<Scalar>> boxes;
    while (std::getline(in, line)) {
        std::istringstream fields(line);
        std::uint64_t id = 0;
        char comma = 0;
        box<Scalar> read{};
        if (!(fields >> id >> comma >> read.min.x >> comma >> read.min.y >> comma >> read.max.x >> comma >>
              read.max.y)) {
            break;
        }
        boxes.push_back(read);
    }
    return boxes;
}

template <class Scalar>
void expect_right(const char* name, std::size_t rows) {
    const std::filesystem::path file = std::filesystem::path(QUADRILLE_SOURCE_DIR) / "../shared/data" / name;
    if (!std::filesystem::exists(file)) {
        GTEST_SKIP() << file << " is not there";
    }
    const auto boxes = read_boxes<Scalar>(file);
    ASSERT_EQ(boxes.size(), rows);
    const std::span<const box<Scalar>> truth(boxes);

    bare_tree<Scalar> assigned;
    ASSERT_TRUE(assigned.assign(boxes));
    bare_tree<Scalar> inserted;
    for (const auto& shape : boxes) {
        ASSERT_TRUE(inserted.insert(shape));
    }
    const auto expected = oracle::hash_of_pairs(truth);
    EXPECT_GT(expected.count(), rows / 2) << "segments of a line intersect each other";
    for (const bare_tree<Scalar>* tree : {&assigned, &inserted}) {
        EXPECT_TRUE(is_sound(*tree));
        std::vector<index_pair> found;
        tree->pairs(found);
        EXPECT_EQ(found.size(), expected.count());
        EXPECT_EQ(oracle::hash_of(found), expected);
        for (std::size_t index = 0; index < boxes.size(); index += boxes.size() / 100) {
            EXPECT_EQ(found_in(*tree, boxes[index]), oracle::query(truth, boxes[index]));
        }
    }
}

TYPED_TEST(real_data, railways_of_a_continent) { expect_right<TypeParam>("rail_segments.csv", 65214); }

TYPED_TEST(real_data, rivers_of_the_world) { expect_right<TypeParam>("river_segments.csv", 24746); }

} // namespace
} // namespace quadrille::testing
