// Well-known binary: what is written is read again, and what is cut is not taken for a geometry.
// SPDX-License-Identifier: MIT
#include "files/gdal/wkb.hpp"

#include <scenes/random.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille::test {

namespace {

using files::geometry;
using files::part_kind;
using scenes::random_source;

void add_part(random_source& source, files::part_kind kind, std::uint32_t vertices, files::geometry& into) {
    const std::size_t begin = into.vertices.size();
    for (std::uint32_t each = 0; each < vertices; ++each) {
        into.vertices.push_back({source.between(-180, 180), source.between(-90, 90)});
    }
    if (kind == files::part_kind::first_ring || kind == files::part_kind::further_ring) {
        into.vertices.push_back(into.vertices[begin]);
    }
    into.end_part(kind);
}

files::geometry random_geometry(random_source& source) {
    files::geometry drawn;
    for (std::uint32_t parts = 1 + source.below(5); parts > 0; --parts) {
        switch (source.below(3)) {
        case 0: add_part(source, files::part_kind::point, 1, drawn); break;
        case 1: add_part(source, files::part_kind::line, 2 + source.below(4), drawn); break;
        default:
            add_part(source, files::part_kind::first_ring, 3 + source.below(4), drawn);
            for (std::uint32_t holes = source.below(3); holes > 0; --holes) {
                add_part(source, files::part_kind::further_ring, 3, drawn);
            }
        }
    }
    return drawn;
}

} // namespace

TEST(wkb, that_is_written_is_read_again) {
    random_source source(61);
    for (std::uint32_t round = 0; round < 300; ++round) {
        const files::geometry drawn = random_geometry(source);
        const std::string bytes = files::wkb_of(drawn);
        files::geometry read;
        ASSERT_TRUE(files::read_wkb(bytes, read)) << "round " << round;
        EXPECT_EQ(read.vertices, drawn.vertices) << "round " << round;
        ASSERT_EQ(read.parts.size(), drawn.parts.size()) << "round " << round;
        for (std::size_t part = 0; part < drawn.parts.size(); ++part) {
            EXPECT_EQ(read.parts[part].kind, drawn.parts[part].kind) << "round " << round << ", part " << part;
            EXPECT_EQ(read.parts[part].end, drawn.parts[part].end) << "round " << round << ", part " << part;
        }
        EXPECT_EQ(files::is_wkb_point(bytes), drawn.parts.size() == 1 && drawn.parts[0].kind == part_kind::point);
    }
}

TEST(wkb, that_is_cut_anywhere_is_rejected) {
    random_source source(62);
    const std::string bytes = files::wkb_of(random_geometry(source));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        files::geometry read;
        EXPECT_FALSE(files::read_wkb(std::string_view(bytes).substr(0, size), read)) << "at " << size;
    }
}

} // namespace quadrille::test
