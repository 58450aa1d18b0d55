// --with: columns, properties and fields of files in answers, as a scan by hand has them.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include "scenes/random.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::test {

namespace {

/// Values that outputs easily spoil.
const words hostile_values = {"",     "plain", "a,b",   "say \"no\"", "two\nlines", "\r\n", "Zürich 北京", " spaces ",
                              "007",  "-0",    "1e400", "12.50",      "-3E+05",     "1.",   ".5",          "+1",
                              "0x10", "NaN",   "true",  "null",       "[1]",        "'",    "\\",          "\t",
                              "1,5",  "=1+1",  ";",     "\x7F",       "1e5",        "0",    "-",           "1 ",
                              "\"",   "\"\"",  "{}",    "Infinity"};

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string made = "\"";
    for (const char each : text) {
        made += each == '"' ? "\"\"" : std::string(1, each);
    }
    return made + '"';
}

/// Boxes with two attributes.
struct boxed_row {
    std::string id;
    int x, y, w, h;
    std::string name;
    std::string value;
};

std::vector<boxed_row> boxed_rows(std::uint64_t seed, const std::string& prefix, std::uint32_t count) {
    scenes::random_source source(seed);
    std::vector<boxed_row> rows;
    const auto below = [&](std::uint32_t most) { return static_cast<int>(source.below(most)); };
    for (std::uint32_t row = 0; row < count; ++row) {
        rows.push_back({fmt::format("{}{}", prefix, row), below(60), below(60), below(6), below(6),
                        hostile_values[source.below(static_cast<std::uint32_t>(hostile_values.size()))],
                        hostile_values[row % hostile_values.size()]});
    }
    return rows;
}

bool meet(const boxed_row& one, const boxed_row& other) {
    return one.x <= other.x + other.w && other.x <= one.x + one.w && one.y <= other.y + other.h &&
           other.y <= one.y + one.h;
}

/// All that is in the square of 9, with columns.
const words query_all = {"query", "-", "--box", "0,0,9,9", "--with"};

/// With the columns in a mixed order, and with names that have to be quoted.
std::string table_of(const std::vector<boxed_row>& rows, const std::string& value_name) {
    std::string text = fmt::format("name,x,id,{},y,w,h\n", quoted(value_name));
    for (const boxed_row& each : rows) {
        text += fmt::format("{},{},{},{},{},{},{}\n", quoted(each.name), each.x, each.id, quoted(each.value), each.y,
                            each.w, each.h);
    }
    return text;
}

} // namespace

// promise: command-answers: --with carries columns of both files of a join: quoted text as it stood there.
// promise: command-threads: The rows with columns are the same for any number of threads.
TEST(attributes, of_a_join_are_those_of_a_scan_by_hand) {
    const scratch_folder folder;
    const auto a = boxed_rows(1, "a", 400);
    const auto b = boxed_rows(2, "b", 300);
    const std::string odd_name = "of \"b\",\nü";
    const std::string file = folder.write("a.csv", table_of(a, "value"));
    const std::string other = folder.write("b.csv", table_of(b, odd_name));
    std::string named = "a,b,a_name,b_name," + quoted("b_" + odd_name) + "\n";
    std::string all = "a,b,a_name,a_value,b_name," + quoted("b_" + odd_name) + "\n";
    std::size_t found = 0;
    for (const boxed_row& one : a) {
        for (const boxed_row& another : b) {
            if (meet(one, another)) {
                ++found;
                const std::string ids = fmt::format("{},{},{},", one.id, another.id, quoted(one.name));
                const std::string others = fmt::format("{},{}\n", quoted(another.name), quoted(another.value));
                named += ids + others;
                all += ids + quoted(one.value) + "," + others;
            }
        }
    }
    ASSERT_GT(found, 500U);
    for (const std::string threads : {"1", "2", "5"}) {
        EXPECT_EQ(answer_to({"join", file, other, "--with", "name", "--with", quoted(odd_name), "--threads", threads}),
                  named);
        EXPECT_EQ(answer_to({"join", file, other, "--with", "all", "--threads", threads}), all);
    }
}

TEST(attributes, of_a_table_are_numbers_in_json_where_they_read_wholly_as_such) {
    const auto rows = boxed_rows(3, "r", 200);
    const std::string answer =
        answer_to({"query", "-", "--box", "0,0,99,99", "--with", "value", "--format", "json"}, table_of(rows, "value"));
    const auto read = nlohmann::json::parse(answer);
    ASSERT_EQ(read.size(), rows.size());
    const words numbers = {"-0", "12.50", "-3E+05", "1e5", "0"};
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::string& text = rows[row].value;
        const auto& value = read[row][1];
        if (text.empty()) {
            EXPECT_TRUE(value.is_null());
        } else if (std::find(numbers.begin(), numbers.end(), text) != numbers.end()) {
            EXPECT_EQ(value, std::stod(text)) << text;
        } else {
            EXPECT_EQ(value, text);
        }
    }
    EXPECT_TRUE(contains(answer, ",12.50]")) << "digits are as in the file";
}

TEST(attributes, of_geojson_keep_their_types) {
    const std::string text = R"({"type":"FeatureCollection","features":[
        {"type":"Feature","id":"A","geometry":{"type":"Point","coordinates":[0,0]},"properties":
         {"text":"x,\"y\"\n\u00e9","number":1e400,"digits":1.50,"yes":true,"none":null,"list":[1, "a\"\n", {"b" : [], "c":{}} ]}},
        {"type":"Feature","properties":null,"id":"B","geometry":{"type":"Point","coordinates":[1,1]}},
        {"type":"Feature","properties":{"text":""},"id":"C","geometry":null},
        {"type":"Feature","properties":{"number":"7","text":"","late":-0},"id":"D","geometry":{"type":"Point","coordinates":[2,2]}}]})";
    EXPECT_EQ(answer_to(with(query_all, {"all", "--format", "json"}), text),
              "[\n[\"A\",\"x,\\\"y\\\"\\né\",1e400,1.50,true,null,[1,\"a\\\"\\n\",{\"b\":[],\"c\":{}}],null],\n"
              "[\"B\",null,null,null,null,null,null,null],\n[\"D\",\"\",\"7\",null,null,null,null,-0]\n]\n");
    EXPECT_EQ(answer_to(with(query_all, {"all"}), text),
              "id,text,number,digits,yes,none,list,late\n"
              "A,\"x,\"\"y\"\"\né\",1e400,1.50,true,,\"[1,\"\"a\\\"\"\\n\"\",{\"\"b\"\":[],\"\"c\"\":{}}]\",\n"
              "B,,,,,,,\nD,,7,,,,,-0\n");
    EXPECT_EQ(answer_to(with(query_all, {"late,none"}), text), "id,late,none\nA,,\nB,,\nD,-0,\n");
}

TEST(attributes, are_in_the_rows_of_each_verb) {
    const std::string kinds = "id,x,y,kind\na,0,0,port\nb,3,4,\nfar,100,0,\"x,y\"\n";
    EXPECT_EQ(answer_to({"within", "-", "--distance", "5", "--with", "kind"}, kinds),
              "a,b,distance,a_kind,b_kind\na,b,5,port,\n");
    EXPECT_EQ(answer_to({"pairs", "-", "--with", "kind"}, kinds), "a,b,a_kind,b_kind\n");
    EXPECT_EQ(answer_to({"nearest", "-", "--at", "0,0", "--at", "99,0", "--with", "kind"}, kinds),
              "place,id,distance,kind\n1,a,0,port\n2,far,1,\"x,y\"\n");
    EXPECT_EQ(answer_to({"query", "-", "--box", "0,0,1,1", "--circle", "3,4,0", "--with", "kind"}, kinds),
              "area,id,kind\n1,a,port\n2,b,\n");
    EXPECT_EQ(answer_to({"query", "-", "--box", "0,0,1,1", "--count", "--with", "kind"}, kinds), "1\n");
    const std::string walks = "t,id,x,y,speed\n1,b,6,0,first\n0,a,0,0,zero\n1,a,4,0,one\n2,a,5,0,two\n2,b,5,0,second\n"
                              "9,a,5,0,nine\n9,b,5,0,ninth\n";
    EXPECT_EQ(answer_to({"encounters", "-", "--distance", "2", "--gap", "1", "--with", "speed"}, walks),
              "a,b,from,to,closest,a_speed,b_speed\na,b,1,2,0,one,first\na,b,9,9,0,nine,ninth\n");
    EXPECT_EQ(answer_to({"query", "-", "--box", "0,-1,9,1", "--with", "speed", "--every", "1", "--bridge", "1"}, walks),
              "t,id,speed\n0,a,zero\n1,a,one\n1,b,first\n2,a,two\n2,b,second\n9,a,nine\n9,b,ninth\n");
}

TEST(attributes, stay_with_their_rows_where_others_are_left_out) {
    const std::string twice = "t,id,x,y,say\n5,b,1,1,late\n1,a,2,2,kept\n1,a,2,2,again\n1,c,3,3,\n0,c,3,3,first\n";
    EXPECT_EQ(answer_to(with(query_all, {"say"}), twice), "t,id,say\n0,c,first\n1,a,kept\n1,c,\n5,b,late\n");
    const std::string bad = "id,x,y,say\na,1,1,one\nb,no,1,two\na,2,2,three\nc,3,3,four\n";
    EXPECT_EQ(answer_to(with(query_all, {"say", "--skip-bad"}), bad), "id,say\na,one\nc,four\n");
}

TEST(attributes, have_names_that_differ_from_those_of_the_row) {
    const std::string kinds = "id,x,y,distance,id_,t\na,1,1,d,u,5\n";
    EXPECT_EQ(answer_to({"nearest", "-", "--at", "0,1", "--with", "distance,id_,id,x", "--t", "-"}, kinds),
              "id,distance,distance_,id_,id__,x\na,1,d,u,a,1\n");
    EXPECT_EQ(answer_to({"query", "-", "--box", "0,0,2,2", "--with", "t"}, kinds), "t,id,t_\n5,a,5\n");
    EXPECT_EQ(answer_to({"within", "-", "--distance", "2", "--with", "distance"}, kinds),
              "t,a,b,distance,a_distance,b_distance\n");
}

TEST(attributes, of_sumo_are_those_of_its_elements) {
    const std::string text = "<fcd-export><timestep time='0'><vehicle id='v' x='1' y='1' type='bus' speed='3.5'/>"
                             "<person id='p' x='1' y='1' edge='e&amp;1'/></timestep></fcd-export>";
    if (run_command({"pairs", "-"}, text).errors.find("expat") != std::string::npos) {
        GTEST_SKIP() << "the command reads no XML";
    }
    EXPECT_EQ(answer_to({"pairs", "-", "--with", "all"}, text),
              "t,a,b,a_type,a_speed,a_edge,b_type,b_speed,b_edge\n0,v,p,bus,3.5,,,,e&1\n");
    EXPECT_EQ(answer_to({"pairs", "-", "--with", "speed", "--format", "json"}, text),
              "[\n[0,\"v\",\"p\",3.5,null]\n]\n");
    expect_refused({"pairs", "-", "--with", "sped"},
                   R"(found "id", "x", "y", "type", "speed", "edge"; did you mean 'speed'?)", text);
    expect_refused({"query", "-", "--box", "0,0,1,1", "--with", "all"}, "found GPX",
                   "<gpx><wpt lon='1' lat='1'><name>w</name></wpt></gpx>");
}

// promise: command-rejects: A column that no file has is refused, with the names of those there are.
TEST(attributes, that_no_file_has_are_refused) {
    const scratch_folder folder;
    const std::string file = folder.write("a.csv", "id,x,y,name\na,0,0,one\n");
    const std::string other = folder.write(
        "b.geojson", R"({"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]},"properties":{"pop":1}})");
    expect_refused({"pairs", file, "--with", "nmae"},
                   file + R"(: wanted a column "nmae" (--with), found "id", "x", "y", "name"; did you mean 'name'?)");
    expect_refused({"join", file, other, "--with", "name,popu"},
                   "wanted a column \"popu\" (--with) here or in " + other +
                       R"(, found "name", "id", "x", "y", "pop"; did you mean 'pop'?)");
    EXPECT_EQ(answer_to({"join", file, other, "--with", "pop,name"}), "a,b,a_name,b_pop\na,1,one,1\n");
    expect_refused({"pairs", "-", "--with", "v"}, "1:10: wanted each column once, found \"v\" again", "id,x,y,v,v\n");
    EXPECT_EQ(answer_to({"pairs", "-"}, "id,x,y,v,v\n"), "a,b\n");
    EXPECT_EQ(answer_to(with(query_all, {"all"}), "id,x,y,,\na,1,1,u,\n"), "id,4,5\na,u,\n");
    expect_refused({"pairs", "-", "--with", "all"}, "1:9: wanted each column once, found another one without a name",
                   "id,x,y,,,4,5\n");
    for (const std::string wrong : {"", "name,", "name,name", ","}) {
        expect_refused({"pairs", file, "--with", wrong}, "--with: wanted ");
    }
    expect_refused({"pairs", file, "--with", "all", "--with", "name"}, "--with: wanted all alone");
    expect_refused({"pairs", file, "--with", "all", "--memory", "1M"}, "wanted one of --memory and --with");
    const std::string index = folder.path("a.quad");
    answer_to({"index", file, "-o", index});
    expect_refused({"pairs", index, "--with", "all"}, "found an index, which has ids alone");
}

TEST(attributes, of_geojson_may_be_long_and_are_refused_where_they_come_twice) {
    const auto feature = [](const std::string& properties) {
        return fmt::format(
            R"({{"type":"Feature","geometry":{{"type":"Point","coordinates":[0,0]}},"properties":{{{}}}}})",
            properties);
    };
    const words all = with(query_all, {"all"});
    const std::string most(200'000, 'm');
    EXPECT_EQ(answer_to(all, feature("\"v\":\"" + most + "\"")), "id,v\n1," + most + "\n");
    EXPECT_EQ(answer_to(all, feature("\"v\":[\"" + most + "\"]")), "id,v\n1,\"[\"\"" + most + "\"\"]\"\n");
    EXPECT_EQ(answer_to(all, feature("\"" + most + "\":1")), "id," + most + "\n1,1\n");
    const std::string deep = repeated("[", 70'000) + repeated("]", 70'000);
    EXPECT_EQ(answer_to(all, feature("\"v\":" + deep)), "id,v\n1," + deep + "\n");
    EXPECT_EQ(answer_to(with(query_all, {"v"}), feature("\"w\":\"" + most + "\",\"v\":1")), "id,v\n1,1\n");
    expect_refused(all, "without the character 0", feature(R"("v":"\u0000")"));
    expect_refused(all, "wanted each member once, found \"v\" again", feature(R"("v":1,"w":2,"v":3)"));
    std::string many = "\"p\":0";
    for (int each = 0; each < 10'000; ++each) {
        many += fmt::format(",\"p{}\":{}", each, each);
    }
    expect_refused(all, "wanted at most 10000 names of attributes", feature(many));
    EXPECT_EQ(answer_to(with(query_all, {"p9999"}), feature(many)), "id,p9999\n1,9999\n");
    const std::string two = feature(R"("v":["\u0000"])") + '\n' + feature("\"v\":8");
    EXPECT_EQ(answer_to(with(query_all, {"v", "--skip-bad"}), two), "id,v\n2,8\n");
}

} // namespace quadrille::test
