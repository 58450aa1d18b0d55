// Shapes in PostgreSQL: a server of the test's own, whose PostGIS gives the answers to compare with.
// SPDX-License-Identifier: MIT
#include "tests/cli/gdal/gdal_tools.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace quadrille::test {

namespace {

std::string programs_of_postgres() {
    const std::filesystem::path versions = "/usr/lib/postgresql";
    std::string newest;
    std::error_code is_none;
    for (const auto& each : std::filesystem::directory_iterator(versions, is_none)) {
        const bool has_postgis =
            std::filesystem::exists("/usr/share/postgresql" / each.path().filename() / "extension/postgis.control");
        newest = has_postgis && each.path().string() > newest ? each.path().string() : newest;
    }
    return newest.empty() ? newest : newest + "/bin/";
}

/// A server in a folder, heard at a socket there and nowhere else.
class own_server {
public:
    explicit own_server(std::string programs) : programs_(std::move(programs)) {
        if (geteuid() == 0) { // which servers do not run as
            as_other_ = "runuser -u postgres -- ";
            run_shell("chown -R postgres " + folder_.path(""));
        }
        run(fmt::format("{}initdb -D {} -A trust -U postgres --no-sync", programs_, data()));
        run(fmt::format("{}pg_ctl -D {} -w -l {} -o \"-F -k {} -c listen_addresses=''\" start", programs_, data(),
                        folder_.path("log"), folder_.path("")));
    }
    own_server(const own_server&) = delete;
    own_server& operator=(const own_server&) = delete;
    ~own_server() { run(fmt::format("{}pg_ctl -D {} -m immediate stop", programs_, data())); }

    /// Rows, a line for each, fields with commas between them.
    std::string answer(const std::string& sql) const {
        const std::string file = folder_.write("asked.sql", sql);
        const result told = run_shell(fmt::format("{}psql -X -q -A -t -F , -v ON_ERROR_STOP=1 -h {} -U postgres -f {}",
                                                  programs_, folder_.path(""), file));
        EXPECT_EQ(told.status, 0) << told.output;
        return told.output;
    }
    std::string name() const { return fmt::format("PG:host={} user=postgres dbname=postgres", folder_.path("")); }

private:
    std::string data() const { return folder_.path("data"); }
    void run(const std::string& line) const {
        const result done = run_shell("cd / && " + as_other_ + line + " </dev/null >" + folder_.path("said"));
        EXPECT_EQ(done.status, 0) << done.output << content_of(folder_.path("said"));
    }

    scratch_folder folder_;
    std::string programs_;
    std::string as_other_;
};

/// Points, lines, polygons with holes, and several of each, in eighths: the boxes of PostGIS are of floats.
std::string table_text(const char* name, std::uint64_t seed, std::uint32_t count) {
    scenes::random_source source(seed);
    std::string sql = fmt::format(
        "CREATE TABLE {} (number serial PRIMARY KEY, name text, pop integer, geom geometry(Geometry, 4326));\n"
        "INSERT INTO {} (name, pop, geom) VALUES\n",
        name, name);
    for (std::uint32_t each = 0; each < count; ++each) {
        const double x = eighths(source, 480);
        const double y = eighths(source, 480);
        const auto polygon = [&](double dx) {
            return fmt::format("({},{})", ring_text(source, x + dx, y, 4, false),
                               ring_text(source, x + dx, y, 0.5, false));
        };
        const std::string line =
            fmt::format("({} {},{} {},{} {})", x, y, x + eighths(source, 40), y + eighths(source, 40), x + 3, y);
        const words kinds = {fmt::format("POINT({} {})", x, y), "LINESTRING" + line, "POLYGON" + polygon(0),
                             fmt::format("MULTIPOLYGON({},{})", polygon(0), polygon(12)),
                             fmt::format("GEOMETRYCOLLECTION(POINT({} {}),LINESTRING{})", x, y + 6, line)};
        sql += fmt::format("{}('{}{}', {}, ST_GeomFromText('{}', 4326))", each == 0 ? "" : ",\n", name, each, each % 10,
                           kinds[each % kinds.size()]);
    }
    return sql + ";\n";
}

class postgis : public testing::Test {
protected:
    static void SetUpTestSuite() {
        if (!lack().empty()) {
            return;
        }
        server = std::make_unique<own_server>(programs_of_postgres());
        server->answer("SET client_min_messages TO warning; CREATE EXTENSION postgis;\n" + table_text("a", 3, 400) +
                       table_text("b", 4, 400));
    }
    static void TearDownTestSuite() { server.reset(); }
    void SetUp() override {
        if (const std::string why = lack(); !why.empty()) {
            GTEST_SKIP() << why;
        }
    }
    static std::string lack() {
        const std::string gdal = lack_of_gdal();
        return !gdal.empty()                    ? gdal
               : programs_of_postgres().empty() ? "there is no PostGIS (package postgresql-15-postgis-3)"
                                                : "";
    }

    static std::unique_ptr<own_server> server;
};
std::unique_ptr<own_server> postgis::server;

} // namespace

TEST_F(postgis, answers_are_those_of_postgis) {
    const auto pairs = [](const std::string& condition) {
        return "SELECT u.name, v.name FROM a u JOIN a v ON u.number < v.number AND " + condition;
    };
    const auto joined = [](const std::string& condition) {
        return "SELECT a.name, b.name FROM a JOIN b ON " + condition;
    };
    const auto of_a = [](const char* verb, const words& more) {
        return with({verb, server->name(), "--layer", "a"}, more);
    };
    // Two layers of one source: each is a source that has one table.
    const words join = {"join", server->name() + " tables=a", server->name() + " tables=b"};
    const std::string points = "ST_GeometryType(geom) = 'ST_Point'";
    // No two are exactly so far from each other: there each rounds in its own way.
    const std::pair<std::string, words> all[] = {
        {joined("a.geom && b.geom"), with(join, {"--boxes"})},
        {pairs("u.geom && v.geom"), of_a("pairs", {"--boxes"})},
        {pairs("ST_DWithin(ST_Envelope(u.geom), ST_Envelope(v.geom), 1.3)"),
         of_a("within", {"--distance", "1.3", "--boxes"})},
        {joined("ST_Intersects(a.geom, b.geom)"), join},
        {pairs("ST_Intersects(u.geom, v.geom)"), of_a("pairs", {})},
        {joined("ST_DWithin(a.geom, b.geom, 1.2345)"), with(join, {"--distance", "1.2345"})},
        {pairs("ST_DWithin(u.geom, v.geom, 1.2345)"), of_a("within", {"--distance", "1.2345"})},
        {pairs("ST_DWithin(u.geom, v.geom, 20.3) "
               "WHERE ST_GeometryType(u.geom) = 'ST_Point' AND ST_GeometryType(v.geom) = 'ST_Point'"),
         of_a("within", {"--where", points, "--distance", "20.3"})},
    };
    for (const auto& [sql, asked] : all) {
        const bool in_any_order = asked.front() != "join";
        const pair_set wanted = pairs_of("\n" + server->answer(sql), in_any_order);
        EXPECT_GT(wanted.size(), 100U) << sql;
        EXPECT_EQ(pairs_of(answer_to(asked), in_any_order), wanted) << sql;
    }
}

TEST_F(postgis, what_the_server_rejects_and_tables_to_choose_from_are_told) {
    const words of_a = {"pairs", server->name(), "--layer", "a", "--where"};
    expect_refused(with(of_a, {"nothing > 4"}), "wanted a condition in SQL");
    // A row that cannot be read ends the reading.
    expect_refused(with(of_a, {"1 / (number - 250) < 9"}), "division by zero");
    expect_refused({"pairs", server->name()}, "wanted --layer with the name of one of the layers: a, b, found none");
}

} // namespace quadrille::test
