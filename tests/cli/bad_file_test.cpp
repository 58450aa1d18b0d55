// Every kind of bad comma-separated text is rejected: status 2, the place and the reason, nothing on standard output.
// SPDX-License-Identifier: MIT
#include "command.hpp"

#include "scenes/random.hpp"

#include "cli/spill/spilled_layer.hpp"
#include "files/layer/layer.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace quadrille::test {

namespace {

using namespace std::string_literals;

struct bad_file {
    const char* name;
    std::string content;
    std::string place;
    std::string message;
};

void PrintTo(const bad_file& file, std::ostream* out) { *out << file.name; }

const std::string head = "id,x0,y0,x1,y1\n";
const std::string sized = "id,x,y,w,h\n";
const std::string dots_header = "id,x,y\n";
const std::string discs = "id,x,y,r\n";
const std::string tracks_header = "t,id,x,y\n";
const std::string wanted_columns =
    "wanted the columns id and x,y or x,y,r or x,y,w,h or x0,y0,x1,y1, and t where there are times";
const std::string wanted_first_line = "wanted a first line with" + wanted_columns.substr(wanted_columns.find(' '));

const std::string passed_over = "; --skip-bad passes over such rows";

const bad_file bad_files[] = {
    {"empty", "", "1:1", wanted_first_line + ", found an empty file"},
    {"blank_lines_alone", "\n  \n\r\n", "1:1", wanted_first_line + ", found an empty file"},
    {"byte_order_mark_alone", "\xEF\xBB\xBF", "1:1", wanted_first_line + ", found an empty file"},

    {"no_header", "7,0,0,1,1\n", "1:1",
     "wanted a first row with the names of columns, or --x 1 --y 2 and such for columns without names, found 5 fields "
     "without names"},
    {"duplicate_column", "id,x0,y0,x0,y1\n", "1:10", "wanted each column once, found \"x0\" again"},
    {"duplicate_column_with_spaces", "id, x0 ,y0,x1,y1,x0\n", "1:18", "wanted each column once, found \"x0\" again"},
    {"both_kinds", "id,x0,y0,x1,y1,w\n", "1:16", wanted_columns + ", found w beside x0; --w or --x0 says which"},
    {"both_kinds_size_first", "h,id,x0\n", "1:6", wanted_columns + ", found x0 beside h; --x0 or --h says which"},
    {"missing_corner", "id,x0,y0,x1\n0,0,0,1\n", "1:12",
     wanted_columns + ", found \"id\", \"x0\", \"y0\", \"x1\" without a column y1; --y1 says which"},
    {"missing_size", "w,y,x,id\n", "1:9",
     wanted_columns + ", found \"w\", \"y\", \"x\", \"id\" without a column h; --h says which"},
    {"id_alone", "id\n", "1:3", wanted_columns + ", found \"id\" without a column x; --x says which"},
    {"time_alone", "t\n", "1:2", wanted_columns + ", found \"t\" without a column x; --x says which"},
    {"half_a_point", "id,y,t\n", "1:7",
     wanted_columns + ", found \"id\", \"y\", \"t\" without a column x; --x says which"},
    {"radius_alone", "id,r\n", "1:5", wanted_columns + ", found \"id\", \"r\" without a column x; --x says which"},
    {"circle_with_width", "id,x,y,r,w\n", "1:10", wanted_columns + ", found w beside r; --w or --r says which"},
    {"corners_with_radius", "id,r,x0,y0,x1,y1\n", "1:6",
     wanted_columns + ", found x0 beside r; --x0 or --r says which"},
    {"point_with_corner", "id,x,y,x0\n", "1:8", wanted_columns + ", found x0 beside x; --x0 or --x says which"},
    {"two_times", "t,id,x,y,t\n", "1:10", "wanted each column once, found \"t\" again"},

    {"too_few_fields", head + "a,0,0,1,1\nb,0,0,1\n", "3:8", "wanted 5 fields, found 4"},
    {"too_many_fields", head + "a,0,0,1,1,9,9\n", "2:11", "wanted 5 fields, found 7"},
    {"comma_at_the_end", head + "a,0,0,1,1,\n", "2:11", "wanted 5 fields, found 6"},
    {"cut_short", head + "a,0,0,1,1\nb,0,", "3:5", "wanted 5 fields, found 3"},
    {"cut_short_at_a_number", head + "a,0,0,1,1\nb,0,0,1,", "3:9",
     "wanted a number for y1, found nothing" + passed_over},
    {"cut_short_in_quotes", head + "a,0,0,1,1\n\"b,0,0,1,1\nc,0,0,1,1\n", "3:1",
     "wanted a closing quote for this one, found the end of the file"},

    {"word", head + "a,0,zero,1,1\n", "2:5", "wanted a number for y0, found \"zero\""},
    {"long_word_of_two_bytes_each", head + "a,0,-" + repeated("\u00E4", 30) + ",1,1\n", "2:5",
     "wanted a number for y0, found \"-" + repeated("\u00E4", 19) + "\"…"},
    {"junk_after_number", head + "a,0,0,1,1m\n", "2:9", "wanted a number for y1, found \"1m\""},
    {"two_numbers", head + "a,0,0,1 2,1\n", "2:7", "wanted a number for x1, found \"1 2\""},
    {"hexadecimal", head + "a,0,0x10,1,1\n", "2:5", "wanted a number for y0, found \"0x10\""},
    {"no_number", head + "a,, ,1,1\n", "2:3", "wanted a number for x0, found nothing" + passed_over},
    {"spaces_for_number", head + "a,0,  ,1,1\n", "2:5", "wanted a number for y0, found nothing" + passed_over},
    {"minus_alone", head + "a,-,0,1,1\n", "2:3", "wanted a number for x0, found \"-\"" + passed_over},
    {"plus_minus", head + "a,+-1,0,1,1\n", "2:3", "wanted a number for x0, found \"+-1\""},
    {"exponent_cut_short", head + "a,0,0,1e,1\n", "2:7", "wanted a number for x1, found \"1e\""},
    {"nan", head + "a,0,0,nan,1\n", "2:7", "wanted a finite number for x1, found \"nan\"" + passed_over},
    {"infinity", head + "a,0,0,1,1\nb,-inf,0,1,1\n", "3:3", "wanted a finite number for x0, found \"-inf\""},
    {"too_large", head + "a,0,0,1e999,1\n", "2:7", "wanted a number for x1 that a double can hold, found \"1e999\""},
    {"too_small", head + "a,0,1e-999,1,1\n", "2:5", "wanted a number for y0 that a double can hold, found \"1e-999\""},
    {"bell", head + "a,\a,0,1,1\n", "2:3", "wanted a number for x0, found \"\\x07\""},
    {"long_word", head + "a," + std::string(50, 'x') + ",0,1,1\n", "2:3",
     "wanted a number for x0, found \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"…"},

    {"left_beyond_right", head + "a,5,0,3,1\n", "2:7", "wanted x1 to be at least x0 = 5, found 3"},
    {"bottom_beyond_top", head + "a,0,0.25,1,-1e-3\n", "2:12", "wanted y1 to be at least y0 = 0.25, found -0.001"},
    {"negative_width", sized + "a,0,0,-1,1\n", "2:7", "wanted w to be 0 or more, found -1"},
    {"negative_height", sized + "a,0,0,1,-0.5\n", "2:9", "wanted h to be 0 or more, found -0.5"},
    {"sum_too_large", sized + "a,1.5e308,0,1.5e308,1\n", "2:13",
     "wanted x + w to be a number that a double can hold, found 1.5e+308 + 1.5e+308"},

    {"point_without_y", dots_header + "a,1,\n", "2:5", "wanted a number for y, found nothing" + passed_over},
    {"point_at_infinity", dots_header + "a,1,inf\n", "2:5", "wanted a finite number for y, found \"inf\""},
    {"negative_radius", discs + "a,1,2,3\nb,1,2,-3\n", "3:7", "wanted r to be 0 or more, found -3"},
    {"radius_is_a_word", discs + "a,1,2,wide\n", "2:7", "wanted a number for r, found \"wide\""},
    {"circle_too_far_left", discs + "a,-2e150,2,3\n", "2:3",
     "wanted a circle within 1e150 of 0 on both axes, found -2e+150"},
    {"circle_too_high", discs + "a,0,2e150,3\n", "2:5", "wanted a circle within 1e150 of 0 on both axes, found 2e+150"},
    {"circle_too_wide", discs + "a,0,0,2e150\n", "2:7", "wanted a circle within 1e150 of 0 on both axes, found 2e+150"},
    {"time_is_a_word", tracks_header + "noon,a,0,0\n", "2:1",
     "wanted a time such as 2026-05-01T12:30:00Z or 12.5 for t (--t-format says another form), found \"noon\""},
    {"no_time", tracks_header + "0,a,0,0\n,a,0,0\n", "3:1", "wanted a number for t, found nothing" + passed_over},
    {"time_without_end", tracks_header + "inf,a,0,0\n", "2:1", "wanted a finite number for t, found \"inf\""},
    {"twice_at_a_time", tracks_header + "0,a,0,0\n1,a,0,0\n0,b,0,0\n1.0,a,5,5\n", "5:5",
     "wanted an id of its own, found \"a\", which line 3 has already at this t"},
    {"twice_at_zero", tracks_header + "0,a,0,0\n-0,a,0,1\n", "3:4",
     "wanted an id of its own, found \"a\", which line 2 has already at this t"},

    {"no_id", head + ",0,0,1,1\n", "2:1", "wanted an id, found nothing"},
    {"duplicate_id", head + "a,0,0,1,1\n\nb,0,0,1,1\na,0,0,1,1\n", "5:1",
     "wanted an id of its own, found \"a\", which line 2 has already (--id - takes the rows' numbers)"},
    {"duplicate_id_quoted", head + "\"a\nb\",0,0,1,1\nc,0,0,1,1\n\"a\nb\",0,0,1,1\n", "5:1",
     "wanted an id of its own, found \"a\\nb\", which line 2 has already (--id - takes the rows' numbers)"},
    {"bad_line_after_long_row", head + "\"a\nb\",0,0,1,1\nc,0,0,1,x\n", "4:9", "wanted a number for y1, found \"x\""},
    {"bad_field_after_line_break", head + "\"a\nb\",0,x,1,1\n", "3:6", "wanted a number for y0, found \"x\""},

    {"text_after_quote", head + "\"a\"b,0,0,1,1\n", "2:4",
     "wanted a comma or the line's end after the closing quote, found \"b,0,0,1,1\""},
    {"quote_within_field", head + "a\"b,0,0,1,1\n", "2:2",
     "wanted quotes around the whole field, or none, found \"a\\\"b\""},

    {"nul", head + "a,0,0\0,1,1\n"s, "2:6", "wanted UTF-8 text, found the byte 0x00"},
    {"binary", "\x7F"s + "ELF\x02\x01\x01\0\0\0\0"s, "1:8", "wanted UTF-8 text, found the byte 0x00"},
    {"nul_of_utf16", "\xFF\xFE" + "i\0d\0,\0x\0\0\0"s, "1:5", "wanted UTF-8 text, found the byte 0x00"},
    {"surrogate", head + "\xED\xA0\x80,0,0,1,1\n", "2:1", "wanted UTF-8 text, found the byte 0xED"},
    {"beyond_unicode", head + "\xF4\x90\x80\x80,0,0,1,1\n", "2:1", "wanted UTF-8 text, found the byte 0xF4"},
    {"cut_character", head + "é,0,0,1,1\n\xE6\xBC", "3:1", "wanted UTF-8 text, found the byte 0xE6"},
    {"latin1_below_utf8", head + "é,0,0,1,1\ncaf\xE9,0,0,1,1\n", "3:4", "wanted UTF-8 text, found the byte 0xE9"},
    {"latin1_behind_a_mark", "\xEF\xBB\xBF" + head + "caf\xE9,0,0,1,1\n", "2:4",
     "wanted UTF-8 text, found the byte 0xE9"},
    {"latin1_with_a_control_character", head + "caf\xE9\x81,0,0,1,1\n", "2:4",
     "wanted UTF-8 text, found the byte 0xE9"},
    {"columns_count_characters", head + "é漢𝄞,0,x,1,1\n", "2:7", "wanted a number for y0, found \"x\""},

    {"fault_behind_many_bytes", head + std::string(70'000, 'a') + ",0,0,1,x\n", "2:70008",
     "wanted a number for y1, found \"x\""},
    {"fault_behind_many_wide_characters", head + repeated("漢", 30'000) + ",0,0,1,x\n", "2:30008",
     "wanted a number for y1, found \"x\""},
    {"nul_behind_many_bytes", head + std::string(200'000, 'a') + "\0"s + std::string(200'000, 'a'), "2:200001",
     "wanted UTF-8 text, found the byte 0x00"},
};

class bad_files_test : public testing::TestWithParam<bad_file> {};

// promise: command-rejects
TEST_P(bad_files_test, is_rejected_with_place_and_reason) {
    const bad_file& file = GetParam();
    const result ended = run_command({"pairs", "-"}, file.content);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.output, "");
    EXPECT_EQ(ended.errors, "quadrille: (standard input):"s + file.place + ": " + file.message + "\n");
}

INSTANTIATE_TEST_SUITE_P(each, bad_files_test, testing::ValuesIn(bad_files),
                         [](const auto& file) { return std::string(file.param.name); });

TEST(bad_file, is_called_by_its_name) {
    const scratch_folder folder;
    const std::string path = folder.write("two words.csv", head + "a,0,0,1\n");
    for (const char* format : {"csv", "json"}) {
        const result ended = run_command({"pairs", path, "--format", format});
        EXPECT_EQ(ended.status, 2);
        EXPECT_EQ(ended.output, "");
        EXPECT_EQ(ended.errors, "quadrille: " + path + ":2:8: wanted 5 fields, found 4\n");
    }
}

TEST(bad_file, says_nothing_on_output_when_counting) {
    const result ended = run_command({"pairs", "--count", "-"}, head + "a,0,0,1,1\nb,0,0,1,1\nc");
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.output, "");
    EXPECT_EQ(ended.errors, "quadrille: (standard input):4:2: wanted 5 fields, found 1\n");
}

TEST(bad_file, may_be_missing_or_a_folder) {
    const scratch_folder folder;
    const result missing = run_command({"pairs", folder.path("missing.csv")});
    EXPECT_EQ(missing.status, 2);
    EXPECT_EQ(missing.output, "");
    EXPECT_EQ(missing.errors, "quadrille: " + folder.path("missing.csv") +
                                  ": wanted a file that can be read, found: No such file or directory\n");

    const result directory = run_command({"pairs", folder.path(".")});
    EXPECT_EQ(directory.status, 2);
    EXPECT_EQ(directory.output, "");
    EXPECT_EQ(directory.errors,
              "quadrille: " + folder.path(".") + ": wanted a file that can be read, found: Is a directory\n");
}

TEST(bad_file, without_an_end_is_given_up) {
    const result zeros = run_command({"pairs", "/dev/zero"});
    EXPECT_EQ(zeros.status, 2);
    EXPECT_EQ(zeros.errors, "quadrille: /dev/zero:1:1: wanted UTF-8 text, found the byte 0x00\n");
}

TEST(bad_file, with_a_quote_left_open_is_read_to_its_end) {
    std::string text = head + "\"a,0,0,1,1\n";
    for (int row = 0; row < 20'000; ++row) {
        text += "b,0,0,1,1\n";
    }
    const result ended = run_command({"pairs", "-"}, text);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.output, "");
    EXPECT_EQ(ended.errors,
              "quadrille: (standard input):2:1: wanted a closing quote for this one, found the end of the file\n");
}

// In the same process, because there are thousands: a file is either read or rejected, whatever its bytes.
// promise: command-rejects: Files cut or damaged at any byte are read or rejected.
TEST(bad_file, cut_or_damaged_at_any_byte_is_read_or_rejected) {
    const std::string whole = "\xEF\xBB\xBFx0,id,\"y0\",x1,y1\r\n-1.5e0,\"é \"\"q\"\"\n\",0,+2,3\r\n\r\n0,b,0,0,0\n";
    const scratch_folder folder;
    int rejected = 0;
    int read = 0;
    const auto attempt = [&](const std::string& content) {
        const std::string path = folder.write("damaged.csv", content);
        try {
            const files::layer shapes = files::read_layer(path, {.is_quiet = true});
            EXPECT_EQ(shapes.size(), shapes.ids.size());
            const auto all_storable = [](const auto& rows) {
                return std::all_of(rows.begin(), rows.end(), [](const auto& shape) { return is_storable(shape); });
            };
            EXPECT_TRUE(std::visit(all_storable, shapes.shapes));
            ++read;
        } catch (const files::bad_input& wrong) {
            EXPECT_TRUE(std::string_view(wrong.what()).starts_with(path + ":")) << wrong.what();
            ++rejected;
        }
    };
    attempt(whole);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        attempt(whole.substr(0, at));
        attempt(whole.substr(at));
        for (const char byte : "\0\",\r\n9-e \xC3\xA9"s) {
            std::string damaged = whole;
            damaged[at] = byte;
            attempt(damaged);
            attempt(whole.substr(0, at) + byte + whole.substr(at));
        }
    }
    EXPECT_GT(rejected, 100);
    EXPECT_GT(read, 100);
}

/// Ids in and out of order, the first repetition after any number of rows, and another mistake behind it: told is what comes first.
TEST(bad_file, with_a_repeated_id_anywhere_is_rejected_where_it_repeats) {
    const scratch_folder folder;
    scenes::random_source source(1);
    const auto below = [&](int most) { return static_cast<int>(source.unit() * most); };
    int repeated = 0;
    int rows_of_good_ones = 0;
    for (int turn = 0; turn < 1500; ++turn) {
        const bool has_times = turn % 3 == 0;
        const int ascending = below(turn % 2 == 0 ? 5 : 80);
        const int rows = ascending + below(60);
        const int mistake = below(4) == 0 ? below(rows + 1) : -1;
        const int names = turn % 5 == 0 ? 40 : 4000;
        std::string text = has_times ? "id,t,x,y\n" : "id,x,y\n";
        std::map<std::pair<std::string, int>, int> lines;
        std::string expected;
        for (int row = 0; row < rows; ++row) { // also behind what is wrong
            const int time = has_times ? below(3) : 0;
            const std::string id = std::to_string(row < ascending ? row * 3 : below(names));
            text += id + (has_times ? "," + std::to_string(time) : "") +
                    (row == mistake ? ",1,no\n" : fmt::format(",1,{}\n", row));
            const auto [first, is_new] = lines.try_emplace({id, time}, row + 2);
            if (!expected.empty()) {
                continue;
            }
            if (!is_new) {
                expected =
                    fmt::format(":{}:1: wanted an id of its own, found \"{}\", which line {} has already{}", row + 2,
                                id, first->second, has_times ? " at this t" : " (--id - takes the rows' numbers)");
                ++repeated;
            } else if (row == mistake) {
                expected = fmt::format(":{}:{}: wanted a number for y, found \"no\"", row + 2,
                                       id.size() + (has_times ? 6 : 4));
            }
        }
        text += "a line behind it\n";
        const std::string path = folder.write("ids.csv", text);
        expected =
            expected.empty() ? fmt::format(":{}:17: wanted {} fields, found 1", rows + 2, has_times ? 4 : 3) : expected;
        const auto expect_rejected = [&](const auto& read) {
            try {
                read();
                ADD_FAILURE() << "read:\n" << text;
            } catch (const files::bad_input& wrong) {
                EXPECT_EQ(wrong.what(), path + expected) << "turn " << turn;
            }
        };
        expect_rejected([&] { files::read_layer(path); });
        if (turn % 8 == 0) {
            cli::spill_file into("");
            expect_rejected([&] { cli::read_spilled(path, {}, into, ""); });
        }
        rows_of_good_ones += static_cast<int>(lines.size());
    }
    EXPECT_GT(repeated, 300);
    EXPECT_GT(rows_of_good_ones, 20'000);
}

TEST(bad_file, whose_name_is_no_text_is_named_in_quotes) {
    const std::string reason = ": wanted a file that can be read, found: No such file or directory\n";
    EXPECT_EQ(run_command({"pairs", "no \x1B[1mfile"}).errors, "quadrille: \"no \\x1b[1mfile\"" + reason);
    EXPECT_EQ(run_command({"pairs", "no\xFF"}).errors, "quadrille: \"no\\xff\"" + reason);
    EXPECT_EQ(run_command({"pairs", "größer.csv"}).errors, "quadrille: größer.csv" + reason);
    const result written = run_command({"index", "-", "-o", "no\n/out"}, "id,x,y\n");
    EXPECT_EQ(written.errors, "quadrille: \"no\\n/out\": cannot be written: No such file or directory\n");
}

} // namespace

} // namespace quadrille::test
