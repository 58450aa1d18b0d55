// Answers in files that GDAL makes: the rows and shapes of GeoJSON, the reference system of the input, whole or not at all.
// SPDX-License-Identifier: MIT
#include "tests/cli/gdal/gdal_tools.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

const std::string three_places = "id,x,y,kind\na,0,0,1\n\"b,\"\"c\"\"\",0.5,0,tree\nd,9,9,\n";

class files_by_gdal : public gdal_test {
protected:
    std::ptrdiff_t entries() const { return std::distance(std::filesystem::directory_iterator(folder.path("")), {}); }
};

} // namespace

// promise: command-answers: A GeoPackage of a plane that nobody has named has no degrees.
TEST_F(files_by_gdal, have_no_system_where_their_input_has_none) {
    const std::string made = folder.path("o.gpkg");
    ASSERT_EQ(run_command({"convert", folder.write("in.csv", three_places), "-o", made}).status, 0);
    EXPECT_TRUE(contains(run_shell(fmt::format("ogrinfo -so -al '{}'", made)).output, "Undefined Cartesian"));
    EXPECT_TRUE(contains(run_command({"info", made}).output, "crs unknown"));
    const std::string degrees = folder.write("one.geojson", R"({"type":"Point","coordinates":[0,0]})");
    EXPECT_EQ(run_command({"join", made, degrees, "--distance", "1", "--count"}).output, "2\n");
}

// promise: command-answers: Rows in a file that GDAL makes are those of GeoJSON.
TEST_F(files_by_gdal, have_the_rows_of_geojson) {
    const std::string input = folder.write("in.csv", three_places);
    const std::string geojson = folder.path("o.geojson");
    const std::vector<words> questions = {
        {"within", input, "--distance", "1", "--with", "all"},
        {"within", input, "--distance", "1", "--geometry", "a"},
        {"query", input, "--box", "-1,-1,1,1", "--with", "kind"},
        {"nearest", input, "--at", "8,8", "-k", "3"},
        {"within", input, "--distance", "0.1"}, // none
    };
    for (const auto& [file, driver] : {std::pair("o.gpkg", "GPKG"), std::pair("o.FGB", "FlatGeobuf")}) {
        for (const words& question : questions) {
            const result as_geojson = run_command(with(question, {"-o", geojson}));
            ASSERT_EQ(as_geojson.status, 0) << as_geojson.errors;
            const std::string made = folder.path(file);
            const result told = run_command(with(question, {"-o", made}));
            ASSERT_EQ(told.status, 0) << told.errors;
            EXPECT_EQ(told.output, "");
            EXPECT_EQ(told.errors, as_geojson.errors);
            const auto as_csv = [&](const std::string& of) {
                const result read = run_shell(fmt::format("ogr2ogr -f CSV -lco GEOMETRY=AS_WKT /vsistdout/ '{}'", of));
                EXPECT_EQ(read.status, 0) << read.output;
                return lines_in(read.output); // FlatGeobuf has them in another order
            };
            EXPECT_EQ(as_csv(made), as_csv(geojson)) << driver;
            EXPECT_EQ(entries(), file == std::string("o.gpkg") ? 3 : 4) << "nothing else is left";
        }
    }
    EXPECT_EQ(run_command({"query", folder.path("o.gpkg"), "--box", "-1,-1,1,1", "--quiet"}).status, 0);
}

TEST_F(files_by_gdal, have_the_reference_system_of_what_was_read) {
    const std::string input = folder.write("in.csv", three_places);
    const std::string out = folder.path("o.gpkg");
    const auto system_of = [&] { return run_shell(fmt::format("ogrinfo -al -so '{}'", out)).output; };
    ASSERT_EQ(run_command({"query", input, "--box", "0,0,1,1", "-o", out}).status, 0);
    constexpr const char* globe = "ID[\"EPSG\",4326]";
    EXPECT_FALSE(contains(system_of(), globe)) << "of a plane nothing is known";
    const std::string in_degrees = folder.write("degrees.geojson", R"({"type":"Point","coordinates":[9,50]})");
    ASSERT_EQ(run_command({"query", in_degrees, "--box", "0,0,90,90", "-o", out}).status, 0);
    EXPECT_TRUE(contains(system_of(), globe));
    convert(folder.write("in.geojson", R"({"type":"Point","coordinates":[9,50]})"), folder.path("in.gpkg"),
            "-f GPKG -t_srs EPSG:25832");
    ASSERT_EQ(run_command({"query", folder.path("in.gpkg"), "--box", "0,0,9e6,9e6", "-o", out}).status, 0);
    EXPECT_TRUE(contains(system_of(), "ETRS89 / UTM zone 32N"));
    EXPECT_TRUE(contains(system_of(), "Layer name: o\n"));
}

TEST_F(files_by_gdal, are_refused_where_gdal_cannot_write_them) {
    const std::string out = folder.write("o.parquet", "from before");
    const result told = run_command({"query", "-", "--box", "0,0,1,1", "-o", out}, three_places);
    if (contains(run_shell("ogrinfo --formats").output, "Parquet -vector")) {
        EXPECT_EQ(told.status, 0) << told.errors;
        return;
    }
    EXPECT_EQ(told.status, 1);
    EXPECT_TRUE(contains(told.errors, "o.parquet: wanted a GDAL that writes Parquet, found one that does not"));
    EXPECT_EQ(content_of(out), "from before");
    EXPECT_EQ(entries(), 1);
}

// promise: command-answers: A file that GDAL makes is whole or not there.
TEST_F(files_by_gdal, are_whole_or_not_there) {
    std::string many = "id,x,y\n";
    for (int row = 0; row < 20'000; ++row) {
        many += fmt::format("{},{},{}\n", row, row % 200, row / 200);
    }
    const std::string input = folder.write("in.csv", many);
    const std::string out = folder.write("o.gpkg", "from before");
    const words asked = {"query", input, "--box", "0,0,999,999", "-o", out};
    // A disk that is full: no file may be larger than so many blocks of 1,024 bytes, of GeoJSON or of what is made of it.
    for (const int blocks : {100, 2200}) {
        const result told =
            run_shell(fmt::format("trap '' XFSZ; ulimit -f {}; '{}' query '{}' --box 0,0,999,999 -o '{}'", blocks,
                                  QUADRILLE_COMMAND, input, out));
        EXPECT_EQ(told.status, 1) << told.output;
        EXPECT_TRUE(contains(told.output, "o.gpkg: cannot be written"));
        EXPECT_EQ(content_of(out), "from before");
        EXPECT_EQ(entries(), 2) << "nothing else is left";
    }
    const running_command writing(asked);
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (entries() < 4 && std::chrono::steady_clock::now() < end) { // the rows, and what is made of them
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    writing.send(SIGTERM);
    const result ended = writing.wait();
    EXPECT_EQ(ended.status, 128 + SIGTERM) << ended.errors;
    EXPECT_EQ(content_of(out), "from before");
    EXPECT_EQ(entries(), 2) << "nothing else is left";
    answer_to(asked);
    EXPECT_TRUE(contains(run_shell(fmt::format("ogrinfo -al -so '{}'", out)).output, "Feature Count: 20000"));
}

} // namespace quadrille::test
