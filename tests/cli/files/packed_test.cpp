// Files of gzip and zstd are read as what they were made of, however they come; damaged and shortened ones are rejected.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <cstdlib>
#include <string>
#include <string_view>

namespace quadrille::test {

namespace {

using namespace std::string_literals;

/// The bytes that a program makes of a text; none where there is no such program.
std::string packed(const std::string& program, const std::string& text) {
    const scratch_folder folder;
    const std::string from = folder.write("text", text);
    const std::string to = folder.path("packed");
    const int status = std::system((program + " -c <" + from + " >" + to + " 2>/dev/null").c_str());
    return status == 0 ? content_of(to) : std::string();
}

/// UTF-16 of code units, the lower byte first or last, behind a mark that says so.
std::string utf16_of(std::u16string_view text, bool is_big_endian) {
    std::string bytes = is_big_endian ? "\xFE\xFF" : "\xFF\xFE";
    for (const char16_t unit : text) {
        const char high = static_cast<char>(unit >> 8U);
        const char low = static_cast<char>(unit & 0xFFU);
        bytes.append({is_big_endian ? high : low, is_big_endian ? low : high});
    }
    return bytes;
}

const std::string two_places = "id,x,y\na,1,0\nb,2,0\n";
const std::string answer = "id,distance\na,1\nb,2\n";

result nearest_in(const std::string& file, const std::string& input = {}) {
    return run_command({"nearest", file, "--at", "0,0", "-k", "9", "--quiet"}, input);
}

void expect_rejected(const std::string& bytes, const std::string& wanted) {
    const result ended = nearest_in("-", bytes);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.output, "");
    EXPECT_TRUE(ended.errors.starts_with("quadrille: (standard input): wanted " + wanted)) << ended.errors;
}

class packed_files : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        if (pack(two_places).empty()) {
            GTEST_SKIP() << "there is no program " << GetParam();
        }
        if (const result found = nearest_in("-", pack(two_places));
            found.errors.find("built without") != std::string::npos) {
            EXPECT_EQ(found.status, 1);
            EXPECT_TRUE(contains(found.errors, program() == "gzip" ? "zlib1g-dev" : "libzstd-dev"));
            GTEST_SKIP() << found.errors;
        }
    }

    static std::string program() { return GetParam(); }
    static std::string pack(const std::string& text) { return packed(program(), text); }

    static void expect_answer(const std::string& bytes) {
        const scratch_folder folder;
        for (const result& found : {nearest_in("-", bytes), nearest_in(folder.write("file.csv", bytes))}) {
            EXPECT_EQ(found.status, 0) << found.errors;
            EXPECT_EQ(found.output, answer);
            EXPECT_EQ(found.errors, "");
        }
    }
    static void expect_damage(const std::string& bytes, const std::string& found) {
        expect_rejected(bytes, "a whole file of " + program() + ", found " + found);
    }
};

TEST_P(packed_files, are_read_whatever_they_hold) {
    const scratch_folder folder;
    const std::string index = folder.path("index");
    ASSERT_EQ(run_command({"index", "-", "-o", index}, two_places).status, 0);
    for (const std::string& text :
         {two_places,
          std::string(R"({"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,0]}})"
                      "\n"
                      R"({"type":"Feature","id":"b","geometry":{"type":"Point","coordinates":[2,0]}})"
                      "\n"),
          content_of(index), utf16_of(u"id,x,y\na,1,0\nb,2,0\n", false), utf16_of(u"id,x,y\na,1,0\nb,2,0\n", true)}) {
        expect_answer(pack(text));
    }
    expect_answer(pack("id,x,y\na,1,") + pack("0\n") + pack("") + pack("b,2,0\n")); // several behind one another
    const std::string file = folder.write("places", pack(utf16_of(u"id,x,y\na,1,0\nb,1,0\n", false)));
    EXPECT_EQ(run_command({"pairs", file, "--memory", "1M"}).output, "a,b\na,b\n");
    const std::string about = run_command({"info", file}).output;
    EXPECT_TRUE(contains(about, "compressed by " + program()));
    EXPECT_TRUE(contains(about, "encoding UTF-16"));
    // Places of what is wrong are those in the text.
    expect_refused_as({"pairs", "-"}, "quadrille: (standard input):4:3: wanted a number for x, found \"nowhere\"\n",
                      pack(two_places + "c,nowhere,0\n"));
}

TEST_P(packed_files, that_end_early_or_are_damaged_are_rejected) {
    std::string rows = "id,x,y\n";
    for (int row = 0; row < 30'000; ++row) {
        rows += std::to_string(row) + "," + std::to_string(row * 7919 % 10'007) + ",0\n";
    }
    for (const std::string& whole : {pack(two_places), pack(rows), pack(two_places) + pack("c,3,0\n")}) {
        expect_damage(whole.substr(0, 4), "its end after 4 bytes");
        expect_damage(whole.substr(0, whole.size() / 2), "its end after");
        expect_damage(whole.substr(0, whole.size() - 1), "its end after");
    }
    std::string damaged = pack(two_places);
    damaged[damaged.size() - 5] = static_cast<char>(damaged[damaged.size() - 5] ^ 0x55);
    expect_damage(damaged, "damage near byte ");
    expect_damage(pack(two_places) + "something else", "damage near byte ");
}

TEST_P(packed_files, that_are_much_larger_when_unpacked_are_read) {
    const std::string text = "id,x,y\na,1,0\n" + std::string(1'000'000, '\n') + "b,2,0\n";
    const std::string bytes = pack(text);
    EXPECT_LT(bytes.size(), text.size() / 400);
    expect_answer(bytes);
}

INSTANTIATE_TEST_SUITE_P(each, packed_files, testing::Values("gzip", "zstd"),
                         [](const auto& of) { return std::string(of.param); });

TEST(text_of_utf16, is_read_as_any_other) {
    const scratch_folder folder;
    for (const bool is_big_endian : {false, true}) {
        const std::string table = utf16_of(u"id\tx\ty\r\né漢𝄞\t1\t0\r\nb\t2\t0\r\n", is_big_endian);
        const std::string file = folder.write("unicode.txt", table);
        for (const result& found : {nearest_in("-", table), nearest_in(file)}) {
            EXPECT_EQ(found.status, 0) << found.errors;
            EXPECT_EQ(found.output, "id,distance\né漢𝄞,1\nb,2\n");
        }
        EXPECT_TRUE(contains(run_command({"info", file}).output, "encoding UTF-16"));
        std::u16string large = u"id,x,y\n";
        for (int row = 0; row < 20'000; ++row) {
            const std::string digits = std::to_string(row);
            const std::u16string wide(digits.begin(), digits.end());
            large += u"ü𝄞" + wide + u"," + wide + u",1\n"; // at odd places in chunks, too
        }
        const std::string packed_file = folder.write("large.csv", utf16_of(large, is_big_endian));
        EXPECT_EQ(run_command({"query", packed_file, "--box", "19999,1,19999,1"}).output, "id\nü𝄞19999\n");
        for (const words& how : {words{}, words{"--memory", "1M"}}) {
            EXPECT_EQ(run_command(with({"within", packed_file, "--distance", "1", "--count"}, how)).output, "19999\n");
        }
        const std::string feature = utf16_of(u"{\"type\":\"Point\",\"coordinates\":[1,0]}", is_big_endian);
        EXPECT_EQ(nearest_in("-", feature).output, "id,distance\n1,1\n");
    }
    EXPECT_EQ(nearest_in("-", utf16_of(u"", false)).status, 2) << "an empty file";
    const std::string walk = utf16_of(
        u"<?xml version=\"1.0\" encoding=\"UTF-16\"?><gpx><wpt lat=\"0\" lon=\"1\"><name>ä</name></wpt></gpx>", false);
    const result found = nearest_in("-", walk);
    EXPECT_TRUE(found.output == "id,distance\nä,1\n" || found.errors.find("built without") != std::string::npos)
        << found.errors;
    EXPECT_EQ(run_command({"query", "-", "--box", "0,0,9,9"}, utf16_of(u"id,x,y\na,1,1\n", true)).errors,
              "quadrille: (standard input): text of UTF-16\n");
}

TEST(text_of_utf16, that_is_damaged_is_rejected) {
    const std::string whole = utf16_of(u"id,x,y\na,1,0\n", false);
    const std::string wanted = "a whole file of UTF-16, found ";
    expect_rejected(whole + "b", wanted + "its end after 29 bytes");
    expect_rejected(whole + "\x34\xD8"s, wanted + "its end after 30 bytes");
    expect_rejected(whole + "\x34\xD8"s + whole, wanted + "damage near byte");
    expect_rejected(whole + "\x1E\xDD"s + whole, wanted + "damage near byte");
}

TEST(files_of_other_programs, are_named) {
    const std::string wanted = "a file that is not compressed, or is by gzip or zstd, found ";
    expect_rejected("BZh91AY&SY\x01"s, wanted + "a file of bzip2\n");
    expect_rejected("\xFD"
                    "7zXZ\0\0"s,
                    wanted + "a file of xz\n");
    expect_rejected("PK\x03\x04\x14"s, wanted + "a zip archive\n");
}

} // namespace

} // namespace quadrille::test
