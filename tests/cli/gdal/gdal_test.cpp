// What GDAL reads: the same shapes give the same answers in every format, and damage is refused.
// SPDX-License-Identifier: MIT
#include "tests/cli/files/zips.hpp"
#include "tests/cli/gdal/gdal_tools.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

std::string feature_text(const std::string& properties, const std::string& type, const std::string& coordinates) {
    return fmt::format(R"({{"type":"Feature","properties":{{{}}},"geometry":{{"type":"{}","coordinates":{}}}}})",
                       properties, type, coordinates);
}

std::string collection_of(const words& features) {
    return fmt::format(R"({{"type":"FeatureCollection","features":[{}]}})", fmt::join(features, ","));
}

/// Polygons, some with a hole, some of two parts.
std::string polygons_text(std::uint32_t count) {
    scenes::random_source source(7);
    words features;
    for (std::uint32_t each = 0; each < count; ++each) {
        const double x = eighths(source, 800);
        const double y = eighths(source, 400);
        const auto ring = [&](double dx, double size) { return ring_text(source, x + dx, y, size, true); };
        const std::string one = fmt::format("[{},{}]", ring(0, 4), ring(0, 0.5));
        const std::string properties = fmt::format(R"("name":"shape {}","pop":{})", each, each % 10);
        features.push_back(each % 3 != 0
                               ? feature_text(properties, "Polygon", one)
                               : feature_text(properties, "MultiPolygon", fmt::format("[{},[{}]]", one, ring(10, 3))));
    }
    return collection_of(features);
}

std::string points_text(std::uint32_t count) {
    scenes::random_source source(8);
    words features;
    for (std::uint32_t each = 0; each < count; ++each) {
        features.push_back(feature_text(fmt::format(R"("name":"place {}")", each), "Point",
                                        fmt::format("[{},{}]", eighths(source, 160), eighths(source, 80))));
    }
    return collection_of(features);
}

/// A format, its file, and how ogr2ogr writes it.
struct format_of_gdal {
    const char* file;
    const char* options;
};
const std::vector<format_of_gdal> formats = {{"shapes.gpkg", "-f GPKG"},
                                             {"shapes.shp", "-f 'ESRI Shapefile' -lco ENCODING=UTF-8"},
                                             {"shapes.fgb", "-f FlatGeobuf"},
                                             {"shapes.kml", "-f KML"},
                                             {"shapes.sqlite", "-f SQLite -dsco SPATIALITE=YES"},
                                             {"shapes.shp.zip", "-f 'ESRI Shapefile'"}};

/// The answer in any order.
pair_set answer_of(const words& asked) { return pairs_of(answer_to(asked), asked[0] != "query"); }

class formats_of_gdal : public gdal_test {
protected:
    /// The same shapes in a format.
    std::string written(const std::string& geojson, const format_of_gdal& as) const {
        const std::string made = folder.path(as.file);
        convert(geojson, made, as.options);
        return made;
    }
};

} // namespace

// promise: command-answers: A file that GDAL reads gives the answers of the same shapes as GeoJSON.
TEST_F(formats_of_gdal, polygons_give_the_answers_of_geojson) {
    const std::string geojson = folder.write("of.geojson", polygons_text(200));
    const pair_set pairs = answer_of({"pairs", geojson});
    const pair_set near = answer_of({"within", geojson, "--distance", "1.5"});
    const pair_set there = answer_of({"query", geojson, "--box", "10,10,40,30"});
    const pair_set of_boxes = answer_of({"pairs", geojson, "--boxes"});
    ASSERT_GT(pairs.size(), 100U);
    ASSERT_GT(of_boxes.size(), pairs.size());
    ASSERT_GT(near.size(), pairs.size());
    ASSERT_GT(there.size(), 10U);
    for (const format_of_gdal& each : formats) {
        const std::string file = written(geojson, each);
        EXPECT_EQ(answer_of({"pairs", file}), pairs) << each.file;
        EXPECT_EQ(answer_of({"pairs", file, "--boxes"}), of_boxes) << each.file;
        EXPECT_EQ(answer_of({"pairs", file, "--boxes", "--memory", "1M"}), of_boxes) << each.file;
        EXPECT_EQ(answer_of({"within", file, "--distance", "1.5"}), near) << each.file;
        EXPECT_EQ(answer_of({"query", file, "--box", "10,10,40,30"}), there) << each.file;
    }
    std::filesystem::create_directory(folder.path("folder"));
    for (const char* const end : {"shp", "shx", "dbf"}) {
        std::filesystem::copy(folder.path("shapes.") + end, folder.path("folder"));
    }
    EXPECT_EQ(answer_of({"pairs", folder.path("folder")}), pairs);
    std::filesystem::rename(folder.path("shapes.shp.zip"), folder.path("archive.zip"));
    EXPECT_EQ(answer_of({"pairs", folder.path("archive.zip")}), pairs);
    EXPECT_EQ(answer_of({"pairs", "/vsizip/" + folder.path("archive.zip")}), pairs);
    std::vector<std::pair<std::string, std::string>> files = {{"readme.txt", "of shapes"}};
    for (const char* const end : {"shp", "shx", "dbf"}) {
        files.emplace_back(std::string("shapes.") + end, content_of(folder.path("shapes.") + end));
    }
    EXPECT_EQ(run_command({"pairs", folder.write("explained.zip", zip_of(files))}).errors, "");
    files.emplace_back("table.csv", "id,x,y\na,1,2\n");
    const std::string both = folder.write("both.zip", zip_of(files));
    EXPECT_EQ(answer_of({"pairs", both}), pairs);
    EXPECT_TRUE(contains(run_command({"pairs", both}).errors,
                         "shapes.shp is what is read of it; " + both + "/table.csv names"));
    EXPECT_EQ(run_command({"query", both + "/table.csv", "--box", "0,0,9,9"}).output, "id\na\n");
}

TEST_F(formats_of_gdal, points_give_the_answers_of_geojson) {
    const std::string geojson = folder.write("of.geojson", points_text(300));
    const pair_set near = answer_of({"within", geojson, "--distance", "0.6"});
    ASSERT_GT(near.size(), 50U);
    for (const format_of_gdal& each : formats) {
        const std::string file = written(geojson, each);
        EXPECT_EQ(answer_of({"within", file, "--distance", "0.6"}), near) << each.file;
        const result told = run_command({"nearest", file, "--at", "5,5", "-k", "3"});
        EXPECT_EQ(told.output, run_command({"nearest", geojson, "--at", "5,5", "-k", "3"}).output) << each.file;
        const std::string index = folder.path("made.quad");
        answer_to({"index", file, "-o", index});
        EXPECT_EQ(answer_of({"within", index, "--distance", "0.6"}), near) << each.file;
    }
}

TEST_F(formats_of_gdal, lines_collections_and_curves_are_read) {
    const std::string file =
        folder.write("shapes.csv", "id,WKT\n"
                                   "line,\"LINESTRING Z (0 0 9,1 1 9)\"\n"
                                   "both,\"GEOMETRYCOLLECTION(POINT(5 5),LINESTRING(6 6,7 7))\"\n"
                                   "places,\"MULTIPOINT(20 20,21 21)\"\n"
                                   "arc,\"CIRCULARSTRING(30 0,31 1,32 0)\"\n"
                                   "faces,\"POLYHEDRALSURFACE(((40 0,41 0,41 1,40 0)),((41 1,42 2,43 1,41 1)))\"\n"
                                   "empty,\"POLYGON EMPTY\"\n");
    const auto found = [&](const char* box) {
        return run_command({"query", file, "--driver", "CSV", "--box", box, "--quiet"}).output;
    };
    EXPECT_EQ(found("1,1,2,2"), "id\nline\n");
    EXPECT_EQ(found("7,7,8,8"), "id\nboth\n");
    EXPECT_EQ(found("21,21,22,22"), "id\nplaces\n");
    EXPECT_EQ(found("30.5,0.99,31.5,2"), "id\narc\n");
    EXPECT_EQ(found("42,2,43,3"), "id\nfaces\n");
    EXPECT_EQ(found("-99,-99,99,99"), "id\nline\nboth\nplaces\narc\nfaces\n");
    EXPECT_TRUE(
        contains(run_command({"pairs", file, "--driver", "CSV"}).errors, "skipped 1 feature without a geometry"));
}

TEST_F(formats_of_gdal, an_id_is_a_name_else_an_id_else_a_number_of_the_source) {
    const std::string text =
        collection_of({feature_text(R"("name":"named","id":"7")", "Point", "[0,0]"),
                       feature_text(R"("id":"called")", "Point", "[1,1]"), feature_text("", "Point", "[2,2]"),
                       feature_text(R"("name":"named")", "Point", "[3,3]")});
    const std::string file = written(folder.write("of.geojson", text), {"ids.gpkg", "-f GPKG"});
    EXPECT_EQ(run_command({"query", file, "--box", "0,0,9,9"}).output, "id\nnamed #1\ncalled\n3\nnamed #4\n");
}

TEST_F(formats_of_gdal, fields_are_carried_into_answers) {
    const std::string text = collection_of(
        {feature_text(R"("name":"a, \"b\"","pop":7,"share":0.1,"big":12345678901234,"yes":true,"day":"2024-02-29")",
                      "Point", "[0,0]"),
         feature_text(R"("name":"ü","pop":null,"share":-2.5e-7,"big":0,"yes":false)", "Point", "[1,1]")});
    const std::string geojson = folder.write("of.geojson", text);
    const std::string file = written(geojson, {"fields.gpkg", "-f GPKG"});
    const auto told = [&](const std::string& columns) {
        return answer_to({"query", file, "--box", "0,0,9,9", "--format", "json", "--with", columns});
    };
    EXPECT_EQ(told("name,pop,share,big,yes"), "[\n[\"a, \\\"b\\\"\",\"a, \\\"b\\\"\",7,0.1,12345678901234,true],\n"
                                              "[\"ü\",\"ü\",null,-2.5e-07,0,false]\n]\n");
    EXPECT_EQ(told("fid"), "[\n[\"a, \\\"b\\\"\",1],\n[\"ü\",2]\n]\n");
    EXPECT_EQ(told("day"), "[\n[\"a, \\\"b\\\"\",\"2024/02/29\"],\n[\"ü\",null]\n]\n");
    EXPECT_EQ(run_command({"query", file, "--box", "0,0,9,9", "--with", "all"}).output,
              "id,name,pop,share,big,yes,day\n\"a, \"\"b\"\"\",\"a, \"\"b\"\"\",7,0.1,12345678901234,true,2024/02/29\n"
              "ü,ü,,-2.5e-07,0,false,\n");
    EXPECT_EQ(run_command({"within", file, "--distance", "2", "--with", "pop", "--where", "share < 1"}).output,
              "a,b,distance,a_pop,b_pop\n\"a, \"\"b\"\"\",ü,1.4142135623730951,7,\n");
    expect_refused({"pairs", file, "--with", "popp"}, "did you mean 'pop'?");
    for (const format_of_gdal& each : formats) {
        const std::string as = written(folder.write("plain.geojson", polygons_text(20)), each);
        const std::string answer = run_command({"query", as, "--box", "-99,-99,999,999", "--with", "pop"}).output;
        EXPECT_EQ(answer.substr(0, 7), "id,pop\n") << each.file << answer;
        EXPECT_TRUE(contains(answer, "\nshape 13,3\n")) << each.file;
    }
}

TEST_F(formats_of_gdal, answers_as_geojson_are_read_by_gdal_and_by_the_command) {
    const std::string geojson = folder.write("of.geojson", polygons_text(60));
    const std::string file = written(geojson, {"utm.gpkg", "-f GPKG -a_srs EPSG:25832"});
    const std::string answer = folder.path("answer.geojson");
    answer_to({"query", file, "--box", "-999,-999,999,999", "--with", "pop", "-o", answer});
    const std::string seen = run_shell("ogrinfo -so -al '" + answer + "'").output;
    EXPECT_TRUE(contains(seen, "Feature Count: 60"));
    EXPECT_TRUE(contains(seen, "ID[\"EPSG\",25832]"));
    EXPECT_TRUE(contains(seen, "pop: Integer"));
    const std::string again = written(answer, {"again.gpkg", "-f GPKG"});
    EXPECT_EQ(answer_of({"pairs", again}), answer_of({"pairs", file}));
    EXPECT_EQ(answer_of({"pairs", answer}), answer_of({"pairs", file}));
    answer_to({"pairs", file, "-o", answer});
    const std::string lines = run_shell("ogrinfo -so -al '" + answer + "'").output;
    EXPECT_TRUE(contains(lines, "Geometry: Line String"));
    EXPECT_TRUE(contains(lines, fmt::format("Feature Count: {}", answer_of({"pairs", file}).size())));
}

TEST_F(formats_of_gdal, layers_are_chosen_and_rows_by_sql) {
    const std::string geojson = folder.write("of.geojson", polygons_text(60));
    const std::string file = written(geojson, {"two.gpkg", "-f GPKG -nln one"});
    expect_refused({"pairs", file, "--layer", "other"}, "wanted one of the layers (--layer): one, found \"other\"");
    convert(geojson, file, "-f GPKG -update -nln other -where \"pop > 4\"");
    expect_refused({"pairs", file}, "wanted --layer with the name of one of the layers: one, other, found none");
    const pair_set chosen = answer_of({"pairs", file, "--layer", "other"});
    EXPECT_FALSE(chosen.empty());
    EXPECT_EQ(answer_of({"pairs", file, "--layer", "one", "--where", "pop > 4"}), chosen);
    EXPECT_LT(chosen.size(), answer_of({"pairs", file, "--layer", "one"}).size());
    const std::string shapefile = written(geojson, formats[1]);
    EXPECT_EQ(answer_of({"pairs", shapefile, "--where", "pop > 4"}), chosen);
    for (const std::string wrong : {"pop >", "none > 4"}) {
        expect_refused({"pairs", file, "--layer", "one", "--where", wrong}, "wanted a condition in SQL");
        expect_refused({"pairs", shapefile, "--where", wrong}, "wanted a condition in SQL");
    }
    expect_refused({"pairs", file, "--layer", "one", "--where", "pop > 4; drop table one"},
                   "--where: wanted one condition");
    EXPECT_EQ(answer_of({"pairs", file, "--layer", "one", "--where", "pop > 4 AND name <> ';'"}), chosen);
}

TEST_F(formats_of_gdal, coordinates_are_brought_into_other_systems) {
    const std::string geojson = folder.write("of.geojson", points_text(200));
    const std::string mercator = written(geojson, {"mercator.gpkg", "-f GPKG -t_srs EPSG:3857"});
    const std::string polar = written(geojson, {"polar.gpkg", "-f GPKG -t_srs EPSG:3995"});
    EXPECT_EQ(answer_of({"query", mercator, "--box", "5.06,4.06,10.06,8.06", "--crs", "EPSG:4326"}),
              answer_of({"query", geojson, "--box", "5.06,4.06,10.06,8.06"}));
    const pair_set far = answer_of({"within", mercator, "--distance", "60000"});
    EXPECT_EQ(answer_of({"within", geojson, "--distance", "60000", "--driver", "GeoJSON", "--crs", "EPSG:3857"}), far);
    EXPECT_FALSE(far.empty());
    expect_refused({"pairs", mercator, "--crs", "EPSG:1"},
                   "wanted a coordinate reference system such as EPSG:25832 (--crs), found \"EPSG:1\"");
    expect_refused({"pairs", mercator, "--crs", "/etc/passwd"},
                   "--crs: wanted a name such as EPSG:25832, found \"/etc/passwd\"");
    const std::string unknown = written(geojson, formats[1]);
    std::filesystem::remove(folder.path("shapes.prj"));
    expect_refused({"pairs", unknown, "--crs", "EPSG:3857"},
                   "wanted a layer that says which coordinate reference system it has");

    const result on_globe = run_command({"within", geojson, "--km", "--distance", "60", "--quiet"});
    if (on_globe.errors.find("GeographicLib") == std::string::npos) {
        const result told = run_command({"within", polar, "--km", "--distance", "60"});
        EXPECT_EQ(pairs_of(told.output, true), pairs_of(on_globe.output, true));
        EXPECT_TRUE(contains(told.errors, "(EPSG:3995) are brought into longitude and latitude"));
        expect_refused({"within", polar, "--km", "--distance", "60", "--crs", "EPSG:3857"},
                       "wanted one of --crs and a distance on the globe");
    }
}

// promise: command-rejects: Files cut or damaged at any byte are read or rejected.
TEST_F(formats_of_gdal, truncated_files_are_refused_or_give_all_answers) {
    const std::string geojson = folder.write("of.geojson", polygons_text(150));
    const pair_set pairs = answer_of({"pairs", geojson});
    std::uint32_t refused = 0;
    for (const format_of_gdal& each : formats) {
        const std::string whole = written(geojson, each);
        words parts = {whole};
        if (whole.ends_with(".shp")) {
            parts.push_back(whole.substr(0, whole.size() - 3) + "shx");
            parts.push_back(whole.substr(0, whole.size() - 3) + "dbf");
        }
        for (const std::string& part : parts) {
            const std::string bytes = content_of(part);
            constexpr std::size_t steps = 12;
            for (std::size_t step = 0; step <= steps; ++step) {
                const std::size_t size = step == steps ? bytes.size() - 1 : bytes.size() * step / steps + step % 3;
                std::ofstream(part, std::ios::binary) << bytes.substr(0, size);
                const result told = run_command({"pairs", whole, "--quiet"});
                EXPECT_TRUE(told.status == 0 || told.status == 2) << part << " " << size << ": " << told.status;
                EXPECT_EQ(told.output.empty(), told.status != 0) << part << " " << size;
                if (told.status == 0) {
                    EXPECT_EQ(pairs_of(told.output, true), pairs) << part << ", " << size << " of " << bytes.size();
                }
                refused += told.status == 2 ? 1 : 0;
            }
            std::ofstream(part, std::ios::binary) << bytes;
        }
    }
    EXPECT_GT(refused, 60U);
}

TEST_F(formats_of_gdal, hostile_bytes_end_no_command) {
    const std::string geojson = folder.write("of.geojson", polygons_text(100));
    scenes::random_source source(11);
    for (const format_of_gdal& each : formats) {
        const std::string file = written(geojson, each);
        const std::string bytes = content_of(file);
        for (std::uint32_t turn = 0; turn < 12; ++turn) {
            std::string changed = bytes;
            for (std::uint32_t change = 0; change < 1U << (turn % 8U); ++change) {
                const std::uint32_t below = turn % 2 == 0 ? 512 : static_cast<std::uint32_t>(bytes.size());
                changed[source.below(std::min(below, static_cast<std::uint32_t>(bytes.size())))] =
                    static_cast<char>(source.below(256));
            }
            std::ofstream(file, std::ios::binary) << changed;
            const result told = run_shell(fmt::format(
                "ulimit -v 3000000; exec timeout 60 '{}' pairs --count --quiet '{}'", QUADRILLE_COMMAND, file));
            EXPECT_LE(told.status, 2) << file << " " << turn << ": " << told.output;
        }
    }
}

TEST_F(formats_of_gdal, damage_of_a_row_is_told_with_its_number) {
    const std::string file =
        written(folder.write("of.geojson", polygons_text(5)), {"shapes.gpkg", "-f GPKG -nln shapes"});
    const std::string cut = "47500001E6100000010300000001000000"; // a polygon without its ring
    const std::string sql = fmt::format("UPDATE shapes SET geom = X'{}' WHERE fid = 3", cut);
    const result done = run_shell(fmt::format("ogrinfo '{}' -sql \"{}\"", file, sql));
    ASSERT_EQ(done.status, 0) << done.output;
    expect_refused({"pairs", file}, "layer shapes: feature 3: wanted what GDAL can read, found: ");
}

TEST_F(formats_of_gdal, deleted_rows_of_a_shapefile_are_not_missed) {
    const std::string file = written(folder.write("of.geojson", points_text(5)), formats[1]);
    const char* const sql = "DELETE FROM shapes WHERE name = 'place 2'";
    ASSERT_EQ(run_shell(fmt::format("ogrinfo '{}' -dialect SQLite -sql \"{}\"", file, sql)).status, 0);
    EXPECT_EQ(run_command({"query", file, "--box", "0,0,99,99", "--count"}).output, "4\n");
}

TEST_F(formats_of_gdal, what_is_refused_is_told) {
    const std::string geojson = folder.write("of.geojson", points_text(3));
    expect_refused({"pairs", geojson, "--layer", "x"}, "wanted a file that GDAL reads, as --layer is given");
    expect_refused({"join", geojson, geojson, "--where", "pop > 4"},
                   "wanted a file that GDAL reads, as --where is given");
    expect_refused({"pairs", geojson, "--driver", "none"}, "wanted the name of a driver that GDAL has");
    expect_refused({"pairs", "-", "--driver", "GeoJSON"}, "found standard input");
    const std::string file = written(geojson, formats[0]);
    expect_refused({"pairs", file, "--x", "lon"},
                   "wanted comma-separated text, as --x is given, found what GDAL reads");
    expect_refused({"pairs", folder.write("none.kml", "<other><p></other>")}, "wanted what GDAL can read, found: ");
    const result told = run_command({"pairs", "PG:host=/none password='my secret' dbname=x"});
    EXPECT_EQ(told.status, 2);
    EXPECT_FALSE(contains(told.errors, "secret"));
}

TEST_F(formats_of_gdal, tracks_have_times_and_ids_by_their_fields) {
    std::string table = "ship,at,x,y\n";
    std::string text = R"({"type":"FeatureCollection","features":[)";
    for (int row = 0; row < 12; ++row) {
        const std::string at = fmt::format("2026-05-01T12:{:02}:30.250Z", row / 3);
        const char* const ship = row % 3 == 0 ? "a" : row % 3 == 1 ? "b" : "c";
        const int x = row % 3 * (row / 3) * 2;
        table += fmt::format("{},{},{},{}\n", ship, at, x, row);
        text += fmt::format(R"({}{{"type":"Feature","properties":{{"ship":"{}","at":"{}","n":{}}},)"
                            R"("geometry":{{"type":"Point","coordinates":[{},{}]}}}})",
                            row == 0 ? "" : ",", ship, at, row, x, row);
    }
    const std::string csv = folder.write("tracks.csv", table);
    const std::string of = folder.write("tracks.geojson", text + "]}");
    for (const auto& [name, options] : std::vector<std::pair<const char*, const char*>>{
             {"tracks.gpkg", "-f GPKG -nln tracks"}, {"tracks.fgb", "-f FlatGeobuf"}}) {
        const std::string file = written(of, {name, options});
        const std::pair<std::string, words> questions[] = {
            {"encounters", {"--distance", "3"}}, {"follow", {"--distance", "3"}}, {"query", {"--box", "0,0,9,9"}}};
        for (const auto& asked : questions) {
            const auto rows_in = [&](const std::string& path) {
                return lines_in(answer_to(with({asked.first, path, "--id", "ship", "--t", "at"}, asked.second)));
            };
            // FlatGeobuf has an order of its own.
            if (std::string_view(name).ends_with(".gpkg") || asked.first == "query") {
                EXPECT_EQ(rows_in(file), rows_in(csv)) << name << " " << asked.first;
            }
        }
        expect_refused({"pairs", file, "--t", "when"}, "wanted a field \"when\" (--t), found ship, at, n");
        expect_refused({"pairs", file, "--id", "boat"}, "wanted a field \"boat\" (--id), found ship, at, n");
        expect_refused({"pairs", file, "--t", "at"}, "wanted a column that says what each row is a position of");
        const std::string info = answer_to({"info", file, "--id", "ship", "--t", "at"});
        for (const char* const part :
             {"layer tracks, crs WGS 84", "driver ", "shapes      Point", "times       4 from 1777636830.25",
              "\"ship\"  texts (id)", "\"n\"     whole numbers"}) {
            EXPECT_TRUE(contains(info, part));
        }
    }
}

// promise: command-rejects: Without the module over GDAL the command names the package that has it.
TEST(without_the_module_of_gdal, the_package_is_named) {
    const scratch_folder folder;
    const std::string file = folder.write("shapes.fgb", std::string("fgb\3fgb\0", 8));
    setenv("QUADRILLE_GDAL_MODULE", "/none/libquadrille-gdal.so", 1);
    const result told = run_command({"pairs", file});
    unsetenv("QUADRILLE_GDAL_MODULE");
    EXPECT_EQ(told.status, 1);
    EXPECT_TRUE(contains(told.errors, "package quadrille-gdal"));
    EXPECT_TRUE(contains(told.errors, "/none/libquadrille-gdal.so"));
}

} // namespace quadrille::test
