// `quadrille draw`: what is in the picture and in its legend, of few shapes and of many; what is rejected, and how.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"
#include "tests/cli/pictures/read_back.hpp"

#include "cli/drawing/scale.hpp"
#include "cli/drawing/view.hpp"

#include <cairo.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

using draw = in_a_folder;

/// A decoded PNG.
class decoded_picture {
public:
    explicit decoded_picture(const std::string& path)
        : sheet_(cairo_image_surface_create_from_png(path.c_str()), cairo_surface_destroy) {
        EXPECT_EQ(cairo_surface_status(sheet_.get()), CAIRO_STATUS_SUCCESS) << path;
    }

    int width() const { return cairo_image_surface_get_width(sheet_.get()); }
    int height() const { return cairo_image_surface_get_height(sheet_.get()); }
    std::uint32_t at(int x, int y) const {
        const unsigned char* const row =
            cairo_image_surface_get_data(sheet_.get()) + y * cairo_image_surface_get_stride(sheet_.get());
        return reinterpret_cast<const std::uint32_t*>(row)[x] & 0xFFFFFFU;
    }
    /// "red", "orange", "blue", "gray" or "paper": the color of an answer, of another shape, or of none.
    std::string color_at(int x, int y) const {
        const auto red = static_cast<int>(at(x, y) >> 16U & 255U);
        const auto green = static_cast<int>(at(x, y) >> 8U & 255U);
        const auto blue = static_cast<int>(at(x, y) & 255U);
        return red > blue + 60         ? (green > blue + 40 ? "orange" : "red")
               : blue > red + 60       ? "blue"
               : red + green > 2 * 235 ? "paper"
                                       : "gray";
    }

private:
    std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> sheet_;
};

/// Draws `text`, from 0 to 10 on both axes, on 212 × 212 pixels: 20 pixels to a unit, and 6 around.
decoded_picture drawn(const scratch_folder& folder, std::string_view text, const words& options = {}) {
    const std::string out = folder.path("out.png");
    const words asked = {"draw",      folder.write("shapes", text),
                         "-o",        out,
                         "--size",    "212x212",
                         "--view",    "0,0,10,10",
                         "--no-axes", "--no-legend",
                         "--no-cells"};
    EXPECT_EQ(output_of(with(asked, options)), "");
    return decoded_picture(out);
}

int x_of(double world) { return static_cast<int>(6 + 20 * world); }
int y_of(double world) { return static_cast<int>(206 - 20 * world); }

/// Places of the world, and what is seen there.
struct seen_place {
    double x;
    double y;
    const char* color;
};
void expect_colors(const decoded_picture& shown, const std::vector<seen_place>& places) {
    for (const auto& [x, y, color] : places) {
        EXPECT_EQ(shown.color_at(x_of(x), y_of(y)), color) << x << ' ' << y;
    }
}

constexpr const char* four_boxes = "id,x0,y0,x1,y1\na,1,1,3,3\nb,2,2,4,4\nc,6,6,8,8\nd,7,1,9,3\n";

// promise: command-pictures
TEST_F(draw, shows_shapes_where_they_are) {
    const decoded_picture plain = drawn(folder, four_boxes);
    EXPECT_EQ(plain.width(), 212);
    EXPECT_EQ(plain.height(), 212);
    expect_colors(plain, {{1.5, 1.5, "gray"}, {3.5, 3.5, "gray"}, {7, 7, "gray"}, {8, 2, "gray"}});
    expect_colors(plain, {{0.5, 0.5, "paper"}, {5, 5, "paper"}, {8, 5, "paper"}, {9.5, 2, "paper"}});
    expect_colors(drawn(folder, four_boxes, {"--y-down"}), {{8, 10 - 2, "gray"}, {8, 1.5, "paper"}});
}

// promise: command-pictures
TEST_F(draw, shows_answers_in_colors) {
    expect_colors(drawn(folder, four_boxes, {"--pairs"}), {{1.5, 1.5, "blue"}, {3.5, 3.5, "blue"}, {7, 7, "gray"}});
    for (const auto& [option, area] : {std::pair("--box", "5,5,6.5,6.5"), std::pair("--circle", "5,5,2"),
                                       std::pair("--polygon", "5,5,6.5,5,6.5,6.5,5,6.5")}) {
        SCOPED_TRACE(option);
        expect_colors(drawn(folder, four_boxes, {option, area}), {{7.5, 7.5, "red"}, {1.5, 1.5, "gray"}});
    }
    expect_colors(drawn(folder, four_boxes, {"--at", "9,0", "-k", "1"}), {{7.5, 2.5, "orange"}, {7, 7, "gray"}});
    // An answer in the area shows as that.
    expect_colors(drawn(folder, four_boxes, {"--pairs", "--at", "9,0", "--box", "1,1,1,1"}),
                  {{1.5, 1.5, "red"}, {3.5, 3.5, "blue"}, {7.5, 2.5, "orange"}});
}

// promise: command-pictures: `draw` shows the nearest of each place, and pairs within a distance, with lines.
TEST_F(draw, shows_answers_with_lines) {
    const char* const three = "id,x,y\na,2,5\nb,6,5\nc,6,9.5\n";
    expect_colors(drawn(folder, three, {"--within", "4"}), {{4, 5, "blue"}, {6, 7, "paper"}});
    for (const char* const option : {"--at", "--nearest"}) {
        expect_colors(drawn(folder, three, {option, "2,9", option, "9,5", "-k", "1"}),
                      {{2, 7, "orange"}, {7.5, 5, "orange"}, {4, 5, "paper"}});
    }
}

// promise: command-pictures: A world that wraps is shown once, what is at a seam on both sides of it.
TEST_F(draw, shows_both_sides_of_a_seam) {
    const char* const over_the_edge = "id,x0,y0,x1,y1\na,29,4,31,6\nb,15,4,16,6\n"; // 20 too far, and 10
    const auto looks_right = [](const decoded_picture& shown) {
        expect_colors(shown, {{0.5, 5, "gray"}, {5.5, 5, "gray"}, {9.5, 5, "gray"}});
        expect_colors(shown, {{1.5, 5, "paper"}, {4.5, 5, "paper"}, {6.5, 5, "paper"}, {8.5, 5, "paper"}});
    };
    looks_right(drawn(folder, over_the_edge, {"--period", "10,0"}));
    const std::string out = folder.path("whole.png");
    answer_to({"draw", folder.write("shapes", over_the_edge), "-o", out, "--size", "212x212", "--no-axes",
               "--no-legend", "--no-cells", "--period", "10,10"});
    looks_right(decoded_picture(out));

    const char* const two = "id,x,y\na,1,5\nb,9,5\n";
    expect_colors(drawn(folder, two, {"--within", "2.5", "--period", "10,0"}), // not the long way round
                  {{0.5, 5, "blue"}, {9.5, 5, "blue"}, {5, 5, "paper"}});
    expect_colors(drawn(folder, two, {"--at", "2,5", "-k", "2", "--period", "10,0"}),
                  {{0.5, 5, "orange"}, {5, 5, "paper"}});
}

/// Links and counts of pairs do not depend on who finds them.
// promise: command-threads
TEST_F(draw, of_pairs_by_several_threads_is_the_same_picture) {
    std::string text = "id,x,y\n";
    for (int row = 0; row < 20'000; ++row) {
        text += std::to_string(row) + ',' + std::to_string(row % 141) + ',' + std::to_string(row * 37 % 143) + '\n';
    }
    const std::string file = folder.write("shapes", text);
    const std::string out = folder.path("out.svg");
    for (const words& options : {words{"--pairs"}, words{"--within", "1"}}) {
        const auto picture_by = [&](const char* threads) {
            answer_to(with({"draw", file, "-o", out, "-j", threads}, options));
            return content_of(out);
        };
        const std::string alone = picture_by("1");
        for (const char* const threads : {"2", "3", "7"}) {
            EXPECT_TRUE(picture_by(threads) == alone) << options[0] << ' ' << threads;
        }
    }
}

// promise: command-pictures
TEST_F(draw, shows_the_last_moment_or_that_of_a_time) {
    const char* const moving = "t,id,x,y,r\n3,a,8,8,1\n1,a,2,2,1\n2,a,5,5,1\n";
    expect_colors(drawn(folder, moving), {{8, 8, "gray"}, {5, 5, "paper"}});
    expect_colors(drawn(folder, moving, {"--time", "2.5"}), {{5, 5, "gray"}});
    expect_colors(drawn(folder, moving, {"--time", "0"}), {{2, 2, "paper"}});
}

// ---- Words ----------------------------------------------------------------------------------------------------------

std::string svg_of(const scratch_folder& folder, std::string_view text, const words& options = {}) {
    const std::string out = folder.path("out.svg");
    answer_to(with({"draw", folder.write("shapes", text), "-o", out}, options));
    return content_of(out);
}

// promise: command-pictures: The legend of a picture counts; the same shapes give the same bytes.
TEST_F(draw, counts_in_the_legend) {
    const std::string svg =
        svg_of(folder, four_boxes, {"--pairs", "--box", "5,5,7,7", "--at", "0,0", "--title", "Four <boxes> & more"});
    EXPECT_EQ(text_in(svg, "title"), "Four &lt;boxes&gt; &amp; more");
    EXPECT_EQ(legend_in(svg), "shapes: 4 boxes\n1 intersects the area\n1 nearest to the place\n1 "
                              "pair that intersects, of 2 shapes\n1 cell of the tree");
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    const std::string zoomed = svg_of(folder, four_boxes, {"--within", "0.5", "--view", "0,0,4,4", "--no-cells"});
    EXPECT_EQ(legend_in(zoomed), "shapes: 4 boxes, 2 in sight\n1 pair within 0.5, of 2 shapes");
}

// promise: command-pictures: The legend of a picture counts; the same shapes give the same bytes.
TEST_F(draw, of_the_same_shapes_gives_the_same_bytes) {
    const std::string file = folder.write("shapes", four_boxes);
    for (const char* const ending : {"svg", "png", "pdf", "PNG"}) {
        const std::string one = folder.path("one.") + ending;
        const std::string other = folder.path("other.") + ending;
        answer_to({"draw", file, "-o", one});
        answer_to({"draw", file, "--output", other});
        EXPECT_FALSE(content_of(one).empty());
        EXPECT_EQ(content_of(one), content_of(other)) << ending;
    }
    EXPECT_TRUE(content_of(folder.path("one.pdf")).starts_with("%PDF-"));
    EXPECT_TRUE(content_of(folder.path("one.PNG")).starts_with("\x89PNG"));
}

TEST_F(draw, takes_several_files_and_an_index) {
    const std::string index = folder.path("boxes.quad");
    answer_to({"index", "-", "-o", index}, four_boxes);
    const std::string out = folder.path("out.svg");
    const auto legend_of = [&](const words& more, std::string_view input = {}) {
        answer_to(with({"draw", index, "-o", out}, more), input);
        return legend_in(content_of(out));
    };
    EXPECT_EQ(legend_of({"-", "--no-cells"}, "id,x,y,r\na,5,5,1\n"), "boxes.quad: 4 boxes\n(standard input): 1 circle");
    // An index has trees; one with other leaves is built where that is asked for.
    EXPECT_TRUE(contains(legend_of({}), "\n1 cell of the tree"));
    EXPECT_FALSE(contains(legend_of({"--leaf-capacity", "1"}), "\n1 cell of the tree"));
}

// promise: command-pictures: `draw` takes worlds of any size, and makes a small picture of many shapes.
TEST_F(draw, of_many_shapes_is_a_small_picture) {
    std::string text = "id,x,y,w,h\nlarge,5,5,90,90\n";
    for (int number = 0; number < 50'000; ++number) {
        text += std::to_string(number) + ',' + std::to_string(number % 250 * 0.4) + ',' +
                std::to_string(number / 250 * 0.5) + ",0.1,0.1\n";
    }
    const std::string svg = svg_of(folder, text);
    EXPECT_LT(svg.size(), 300'000U);
    EXPECT_TRUE(legend_in(svg).starts_with("shapes: 50,001 boxes, drawn as densities: centers in cells of side 0."))
        << legend_in(svg);
    const std::string out = folder.path("out.png");
    answer_to({"draw", folder.path("shapes"), "-o", out, "--circle", "50,50,5", "--size", "500x500", "--no-axes",
               "--no-legend"});
    const decoded_picture dense(out);
    EXPECT_EQ(dense.color_at(250, 250), "red");
    EXPECT_EQ(dense.color_at(100, 250), "gray");
}

// ---- The limits -----------------------------------------------------------------------------------------------------

// promise: command-pictures: `draw` takes worlds of any size, and makes a small picture of many shapes.
TEST_F(draw, takes_worlds_of_any_size) {
    for (const char* const text :
         {"id,x,y\n", "id,x,y\na,3,4\n", "id,x,y\na,3,4\nb,3,4\n", "id,x,y\na,1e17,1\nb,1e17,2\n",
          "id,x,y\na,5e-324,0\nb,0,0\n", "id,x0,y0,x1,y1\na,-1.7e308,-1.7e308,1.7e308,1.7e308\nb,0,0,1,1\n",
          "id,x0,y0,x1,y1\na,1e30,0,1e30,1\nb,0,0,1,1\n", "id,x,y,r\na,0,0,1e150\n",
          "id,x,y,w,h\na,0,0,1e9,0\nb,0,0,0,1\n"}) {
        for (const char* const size : {"16x16", "300x200", "16x900", "200x121"}) {
            const std::string out = folder.path("out.png");
            answer_to({"draw", folder.write("shapes", text), "-o", out, "--size", size, "--circle", "1,1,1e6", "--box",
                       "-inf,-inf,inf,2", "--polygon", "0,0,1e200,0,0,1e200", "--pairs", "--at", "1e300,0"});
            EXPECT_GT(decoded_picture(out).width(), 15) << text;
        }
    }
    answer_to({"draw", folder.write("shapes", "id,x,y\na,3,4\n"), "-o", folder.path("own.png")});
    const decoded_picture own(folder.path("own.png"));
    EXPECT_LT(own.height() * 4, own.width() * 3) << "a world without extent is flatter than the highest";
    // A circle so large that the picture sees its edge alone, as a straight line.
    expect_colors(drawn(folder, "id,x,y,r\na,-1e9,5,1000000005\n"),
                  {{4.5, 8, "gray"}, {4.5, 2, "gray"}, {5.5, 5, "paper"}});
    // One that the picture is deep inside of, and one that is far from it.
    expect_colors(drawn(folder, "id,x,y,r\na,5,5,1e9\n"), {{5, 5, "gray"}});
    expect_colors(drawn(folder, "id,x,y,r\na,-2e9,5,1e9\n"), {{5, 5, "paper"}});
    // A polygon that goes far out of it on every side but one.
    const decoded_picture cut = drawn(folder, "id,x,y\na,100,100\n", {"--polygon", "-1e9,2,1e9,2,1e9,1e9,-1e9,1e9"});
    const decoded_picture none = drawn(folder, "id,x,y\na,100,100\n");
    EXPECT_EQ(cut.at(x_of(5), y_of(1)), none.at(x_of(5), y_of(1)));
    EXPECT_NE(cut.at(x_of(5), y_of(2)), none.at(x_of(5), y_of(2))) << "its edge";
    // A circle that is far from it, with a box that is not.
    const decoded_picture corner = drawn(folder, "id,x,y\na,100,100\n", {"--circle", "-8e8,-8e8,1e9"});
    EXPECT_EQ(corner.at(x_of(5), y_of(5)), none.at(x_of(5), y_of(5)));
}

TEST_F(draw, cuts_a_legend_that_is_wider_than_the_picture) {
    const std::string out = folder.path("out.png");
    const std::string name = repeated("\u00E4", 80); // of two bytes each
    answer_to({"draw", folder.write(name, four_boxes), "-o", out, "--size", "300x200"});
    const decoded_picture picture(out);
    int inked = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            inked += x < picture.width() - 4 && picture.color_at(x, y) != "paper" ? 1 : 0;
            ASSERT_TRUE(x < picture.width() - 4 || picture.color_at(x, y) == "paper") << x << ' ' << y;
        }
    }
    EXPECT_GT(inked, 100);
}

// promise: command-rejects: What cannot be drawn or filmed is rejected with a reason; a film that is interrupted
//     leaves no file.
// promise: command-rejects: What would be ignored is rejected: an option with one value that is given twice, or that
//     has no effect on this file.
TEST_F(draw, rejects_what_it_cannot_draw) {
    const std::string file = folder.write("shapes", four_boxes);
    const std::string out = folder.path("out.png");
    const words drawing = {file, "-o", out};
    const std::pair<words, std::string> all[] = {
        {{file, "-o", folder.path("out.jpg")}, "--output: wanted a name that ends in .png, .svg or .pdf, found "},
        {{file, "-o", ".png"}, "wanted a name that ends in .png"},
        {{file}, "--output"},
        {{"-o", out}, "FILE"},
        {with(drawing, {"--size", "0x10"}),
         "--size: wanted width and height in pixels, 16 to 8192 each, such as 960x640; found \"0x10\""},
        {with(drawing, {"--size", "99999x10"}), "--size: wanted width and height"},
        {with(drawing, {"--size", "960"}), "--size: wanted width and height"},
        {with(drawing, {"--view", "0,0,0,1"}), "--view: wanted a box with an area"},
        {with(drawing, {"--view", "0,0,inf,1"}), "--view: wanted a box with an area"},
        {with(drawing, {"--box", "1,2,3"}), "--box: wanted four numbers x0,y0,x1,y1, found \"1,2,3\""},
        {with(drawing, {"--at", "1"}), "--at: wanted two numbers x,y, found \"1\""},
        {with(drawing, {"--title", "\xFF"}), "--title: wanted UTF-8 text"},
        {with(drawing, {"--time", "5"}), "--time: wanted a file with times (a column t), found none"},
        {with(drawing, {"-k", "3"}), "-k: wanted with --at, found without"},
        {with(drawing, {"--size", "99x99", "--size", "98x98"}), "--size: wanted once, found 2 times"},
        {with(drawing, {"--pairs", "--within", "2"}), "--within"},
        {with(drawing, {"--time", "soon"}), "--time: wanted a number, found \"soon\""},
        {{"-", "-", "-o", out}, "wanted at most one file from standard input"},
        {{folder.path("none.csv"), "-o", out}, "none.csv"},
        {{folder.write("bad", "id,x,y\na,nan,1\n"), "-o", out}, "wanted a finite number for x, found \"nan\""},
    };
    for (const auto& [more, reason] : all) {
        expect_refused(with({"draw"}, more), reason);
        EXPECT_FALSE(std::filesystem::exists(out)) << reason;
    }
    const result unwritten = run_command({"draw", file, "-o", folder.path("no/such/out.png")});
    EXPECT_EQ(unwritten.status, 1);
    EXPECT_TRUE(contains(unwritten.errors, "cannot be written: No such file or directory"));
}

// ---- Its parts ------------------------------------------------------------------------------------------------------

TEST_F(draw, scales_are_round) {
    std::string round;
    for (const double most : {1.0, 1.99, 2.0, 4.9, 99.0, 100.0, 0.03, 3e-7, 7e30, 0.1}) {
        round += cli::round_down(most).text() + ' ';
    }
    EXPECT_EQ(round, "1 1 2 2 50 100 0.02 2e-7 5e30 0.1 ");
    EXPECT_EQ(cli::round_down(std::nextafter(1e15, 0)).text(), "5e14") << "its logarithm is that of 1e15";

    const auto labels = [](double low, double high, cli::round_number step) {
        std::string all;
        for (const cli::tick& each : cli::ticks_between(low, high, step)) {
            all += each.label + ' ';
        }
        return all;
    };
    EXPECT_EQ(labels(-1, 1, {5, -1}), "-1.0 -0.5 0 0.5 1.0 ");
    EXPECT_EQ(labels(99, 141, {2, 1}), "100 120 140 ");
    EXPECT_EQ(labels(0, 2e9, {1, 9}), "0 1e+09 2e+09 ");
    EXPECT_EQ(labels(1e9, 1e9 + 1, {1, 0}), "1.000000000e+09 1.000000001e+09 ");
    EXPECT_EQ(labels(0, 1, {1, -9}), "") << "a billion";
}

TEST_F(draw, views_have_pixels_for_all_numbers) {
    const cli::frame plot{10, 20, 300, 200};
    constexpr double most = std::numeric_limits<double>::max();
    for (const box<double>& world :
         {box<double>{{0, 0}, {1, 1}}, box<double>{{-most, -most}, {most, most}}, box<double>{{5, 5}, {5, 5}},
          box<double>{{1e30, -3}, {1e30, 4}}, empty_box<double>(), box<double>{{0, 0}, {5e-324, 0}}}) {
        const cli::view seen(world, plot, false, cli::grain::fine);
        EXPECT_GT(seen.unit(), 0);
        for (const double number :
             {-most, -1e30, -1.0, 0.0, 1.0, 1e30, most, std::numeric_limits<double>::infinity()}) {
            EXPECT_LE(std::abs(seen.x(number)), 1e6);
            EXPECT_LE(std::abs(seen.y(number)), 1e6);
        }
        EXPECT_LE(std::abs(seen.x(std::numeric_limits<double>::quiet_NaN())), 1e6);
        if (world.min.x <= world.max.x) {
            EXPECT_GE(seen.x(world.min.x), 10);
            EXPECT_LE(seen.x(world.max.x), 310);
            EXPECT_GE(seen.y(world.max.y), 20);
            EXPECT_LE(seen.y(world.min.y), 220);
        }
    }
}

} // namespace

} // namespace quadrille::test
