// draw --labels: names beside shapes, none over another; which names, and of which files.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/pictures/read_back.hpp"

#include "cli/pictures/labels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <filesystem>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

using labels = in_a_folder;

/// A name in an SVG. Boxes are around what it may cover.
struct written_name {
    std::string text; ///< as XML has it
    box<double> place;
};

std::vector<written_name> names_in(const std::string& svg) {
    const std::regex element("<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\" textLength=\"([-0-9.]+)\"[^>]*>([^<]*)</text>");
    std::vector<written_name> found;
    for (std::sregex_iterator each(svg.begin(), svg.end(), element), end; each != end; ++each) {
        const double x = std::stod((*each)[1]);
        const double y = std::stod((*each)[2]);
        found.push_back({(*each)[4], {{x, y - 8}, {x + std::stod((*each)[3]), y + 2}}});
    }
    return found;
}

std::string sorted_names(const std::string& svg) {
    std::multiset<std::string> texts;
    for (const written_name& each : names_in(svg)) {
        texts.insert(each.text);
    }
    return fmt::format("{}", fmt::join(texts, ";"));
}

struct drawing {
    result ended;
    std::string svg;
};

drawing drawn_names(const scratch_folder& folder, const std::string& text, const words& options) {
    const std::string out = folder.path("out.svg");
    std::filesystem::remove(out);
    const result ended = run_command(with({"draw", folder.write("shapes", text), "-o", out}, options));
    return {ended, content_of(out)};
}

// promise: command-pictures: `draw --labels` writes names, none over another; those without room are counted.
TEST_F(labels, are_the_ids_or_a_column_or_a_property) {
    const std::string towns =
        "id,x,y,name\n1,0,0,Zürich\n2,5,5,\"Köln, <am> \"\"Rhein\"\" & mehr\"\n3,9,1,北京\n4,1,9,\n";
    const drawing named = drawn_names(folder, towns, {"--labels", "name"});
    EXPECT_EQ(named.ended.status, 0) << named.ended.errors;
    EXPECT_EQ(named.ended.errors, "");
    EXPECT_EQ(legend_in(named.svg), "shapes: 4 points\n3 names\n1 cell of the tree") << "an empty name is none";

    const std::string plain = "id,x,y\nBern,0,0\nBonn,5,5\n";
    const std::string timed = "t,name,id,x,y\n2,late,a,1,1\n1,early,a,2,2\n1,other,b,9,9\n2,new,c,5,5\n";
    const std::string map = R"({"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"name":"A","kind":"harbour","floors":7},"geometry":{"type":"Point","coordinates":[0,0]}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[5,5]},"properties":{"kind":"line\nbreak","floors":true}},
        {"type":"Feature","properties":null,"geometry":null},
        {"type":"Feature","id":"C","properties":{"floors":{"a":[1,2]},"kind":null},"geometry":{"type":"Point","coordinates":[9,0]}}]})";
    struct labelled {
        std::string file;
        words options;
        std::string names;
    };
    for (const labelled& each : std::vector<labelled>{
             {towns, {"--labels", "name"}, "Köln, &lt;am&gt; \"Rhein\" &amp; mehr;Zürich;北京"},
             {plain, {"--labels"}, "Bern;Bonn"},
             {plain, {"--labels=id"}, "Bern;Bonn"},
             {plain, {"--labels", "x"}, "0;5"},
             {plain, {}, ""},
             {"id,x,y\n", {"--labels"}, ""},
             {timed, {"--labels", "name"}, "late;new"},
             {timed, {"--labels", "name", "--time", "1"}, "early;other"},
             {map, {"--labels"}, "2;A;C"},
             {map, {"--labels", "name"}, "A"},
             {map, {"--labels", "kind"}, "harbour;line break"},
             {map, {"--labels", "floors"}, "7;true"},
         }) {
        EXPECT_EQ(sorted_names(drawn_names(folder, each.file, each.options).svg), each.names) << each.file;
    }
}

// promise: command-pictures: `draw --labels` writes names, none over another; those without room are counted.
TEST_F(labels, are_never_over_each_other) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> from_0_to_9(0, 9);
    std::string text = "id,x,y,w,h\n";
    for (int row = 0; row < 3'000; ++row) {
        text += "number " + std::to_string(row) + ',' + std::to_string(from_0_to_9(random)) + ',' +
                std::to_string(from_0_to_9(random)) + ',' + (row % 50 == 0 ? "1,1" : "0.05,0.05") + '\n';
    }
    const drawing made = drawn_names(folder, text, {"--labels", "--size", "600x500"});
    const std::vector<written_name> names = names_in(made.svg);
    EXPECT_GT(names.size(), 30U);
    for (std::size_t one = 0; one < names.size(); ++one) {
        for (std::size_t other = one + 1; other < names.size(); ++other) {
            EXPECT_FALSE(intersects(names[one].place, names[other].place))
                << names[one].text << " is over " << names[other].text;
        }
    }
    const std::string counted = std::to_string(names.size()) + " names, no room for ";
    EXPECT_TRUE(contains(legend_in(made.svg), "\n" + counted));
    EXPECT_EQ(made.ended.errors.find("quadrille: " + folder.path("out.svg") + ": no room for 2,"), 0U)
        << made.ended.errors;
    EXPECT_TRUE(contains(made.ended.errors, " of 3,000 names\n"));
}

// promise: command-pictures: `draw --labels` writes names, none over another; those without room are counted.
TEST_F(labels, are_in_every_format_and_of_no_shape_that_is_out_of_sight) {
    const std::string text = "id,x,y\nnear,1,1\nfar,1000,1000\n";
    const std::string svg = drawn_names(folder, text, {"--labels", "--view", "0,0,2,2"}).svg;
    EXPECT_EQ(sorted_names(svg), "near");
    EXPECT_TRUE(contains(legend_in(svg), "\n1 name\n"));
    const std::string file = folder.path("shapes");
    for (const char* const ending : {"png", "pdf"}) {
        const std::string with = folder.path("with.") + ending;
        const std::string without = folder.path("without.") + ending;
        answer_to({"draw", file, "-o", with, "--no-legend", "--labels"});
        answer_to({"draw", file, "-o", without, "--no-legend"});
        EXPECT_NE(content_of(with), content_of(without)) << ending;
    }
}

TEST_F(labels, take_files_of_which_one_has_the_column) {
    const std::string towns = folder.write("towns.csv", "id,x,y,name\n1,0,0,Bern\n");
    const std::string roads = folder.write("roads.csv", "id,x,y,w,h\na,0,0,5,0\n");
    const std::string index = folder.path("towns.quad");
    const std::string out = folder.path("out.svg");
    const result ended = run_command({"draw", towns, roads, "-o", out, "--labels", "name"});
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.errors,
              "quadrille: " + roads + ": no column or property \"name\": its shapes are drawn without names\n");
    EXPECT_EQ(sorted_names(content_of(out)), "Bern");
    answer_to({"index", roads, "-o", index});
    answer_to({"draw", index, "-o", out, "--labels"});
    EXPECT_EQ(sorted_names(content_of(out)), "a");
}

TEST_F(labels, that_cannot_be_are_rejected) {
    const std::string file = folder.write("shapes.csv", "id,x,y\na,0,0\n");
    const std::string double_column = folder.write("twice.csv", "id,name,x,y,name\na,b,0,0,c\n");
    const std::string twice = folder.write(
        "twice.json",
        R"({"type":"Feature","properties":{"kind":"a","kind":"b"},"geometry":{"type":"Point","coordinates":[0,0]}})");
    const std::string index = folder.path("shapes.quad");
    const std::string out = folder.path("out.svg");
    answer_to({"index", file, "-o", index});
    const std::pair<words, std::string> all[] = {
        {{file, "-o", out, "--labels", "name"},
         "shapes.csv: wanted the column or property \"name\" for --labels, found"},
        {{index, "-o", out, "--labels", "name"}, "shapes.quad: wanted the column or property \"name\" for --labels"},
        {{"--labels", file, "-o", out}, "FILE is required: \""},
        {{"--labels", file, "-o", out}, "was read as the value of --labels; write it first, or --labels=VALUE (see"},
        {{file, "-o", out, "--labels", "\xFF"}, "--labels: wanted UTF-8 text"},
        {{file, "-o", out, "--labels=a", "--labels=b"}, "--labels: wanted once, found 2 times"},
        {{double_column, "-o", out, "--labels", "name"},
         "twice.csv:1:13: wanted each column once, found \"name\" again"},
        {{twice, "-o", out, "--labels", "kind"}, "wanted each member once, found \"kind\" again"},
    };
    for (const auto& [arguments, message] : all) {
        expect_refused(with({"draw"}, arguments), message);
        EXPECT_FALSE(std::filesystem::exists(out)) << message;
    }
    expect_refused({"film", "--scene", "boids", "-o", folder.path("out.webp"), "--labels", "name"},
                   "--labels: wanted no column with --scene");
}

TEST_F(labels, are_in_films_too) {
    const auto film = [&](const std::string& name, const words& options) {
        const std::string out = folder.path(name);
        answer_to(with({"film", "--seconds", "1", "--fps", "2", "--size", "160x90", "-o", out}, options),
                  "t,id,x,y\n0,a,1,1\n1,a,2,2\n1,b,5,3\n");
        return content_of(out);
    };
    EXPECT_NE(film("a.webp", {"-", "--labels"}), film("b.webp", {"-"}));
    const words scene = {"--scene", "boids", "--count", "9"};
    EXPECT_NE(film("a.webp", with(scene, {"--labels"})), film("b.webp", scene));
}

// ---- Their places ---------------------------------------------------------------------------------------------------

/// There is room for one name, to the right of the shape.
// promise: command-pictures: `draw --labels` writes names, none over another; those without room are counted.
TEST_F(labels, of_answers_come_first) {
    const cli::frame plot{46, 44, 16, 12};
    const auto width = [](const std::string&) { return 4.0; };
    const box<double> dot = {{50, 50}, {50, 50}};
    for (const cli::answer_kind answers_as :
         {cli::answer_kind::paired, cli::answer_kind::near, cli::answer_kind::inside}) {
        cli::label_list names;
        names.add(dot, "first", cli::answer_kind::none);
        names.add(dot, "second", cli::answer_kind::none);
        names.place(plot, width);
        ASSERT_EQ(names.placed().size(), 1U);
        EXPECT_EQ(names.placed()[0].text, "first");
        names.add(dot, "answer", answers_as);
        names.place(plot, width);
        ASSERT_EQ(names.placed().size(), 1U);
        EXPECT_EQ(names.placed()[0].text, "answer");
        EXPECT_EQ(names.left_out(), 2U);
    }
}

TEST_F(labels, have_places_around_their_shape_and_within_it_where_there_is_room) {
    cli::label_list names;
    const cli::frame plot{0, 0, 200, 100};
    names.add({{50, 20}, {150, 80}}, "wide", cli::answer_kind::none);
    names.add({{195, 90}, {195, 90}}, "corner", cli::answer_kind::none);
    names.add({{300, 90}, {300, 90}}, "outside", cli::answer_kind::none);
    names.place(plot, [](const std::string&) { return 40.0; });
    ASSERT_EQ(names.placed().size(), 2U);
    EXPECT_EQ(names.left_out(), 1U);
    EXPECT_EQ(names.placed()[0].at.x, 80) << "in its middle";
    EXPECT_EQ(names.placed()[1].at.x, 195 - 3.5 - 2 - 40) << "to its left";
    names.place(plot, [](const std::string&) { return 4.0; });
    EXPECT_EQ(names.placed().size(), 2U) << "as often as one likes";
}

} // namespace

} // namespace quadrille::test
