// Draws the frames of a film.
// SPDX-License-Identifier: MIT
#include "film.hpp"

#include "cli/answers/trees.hpp"
#include "cli/command/whole_file.hpp"
#include "cli/drawing/animation.hpp"
#include "cli/pictures/named_shapes.hpp"
#include "cli/pictures/picture.hpp"
#include "files/bytes/interrupt.hpp"
#include "files/bytes/progress.hpp"
#include "files/layer/changes.hpp"
#include "files/text/errors.hpp"

#include <scenes/scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <variant>

namespace quadrille::cli {

namespace {

/// A film in the making: frames at a fixed rate; each is shown until the next one that differs.
class shooting {
public:
    explicit shooting(const film_options& wanted)
        : wanted_(wanted), film_(wanted.looks.size.value_or(usual_film), wanted.quality),
          bar_(wanted.frames(), "frames") {}

    void add(std::uint64_t frame, picture& shown) {
        canvas sheet(picture_format::png, shown.size());
        shown.place_names(sheet);
        shown.draw(sheet);
        film_.add(sheet.pixels(), time_of(frame));
        go_on(frame);
    }
    /// Continues without a change at this frame.
    void go_on(std::uint64_t frame) {
        files::demand_no_signal();
        bar_.show(frame + 1);
    }
    std::string finish() { return film_.file(time_of(wanted_.frames())); }

private:
    int time_of(std::uint64_t frame) const { return static_cast<int>(frame * 1000 / wanted_.rate); }

    const film_options& wanted_;
    animation film_;
    files::progress bar_;
};

std::string film_of_scene(const film_options& wanted) {
    scenes::world<double> world(wanted.scene.kind(), wanted.scene.count, wanted.scene.seed);
    options how = wanted.looks.tree;
    how.period = wanted.input.wraps ? wanted.input.wraps : world.period();
    files::tree_of<box<double>> tree(how);
    pool threads(wanted.threads);
    fill(threads, tree, world.boxes());
    shooting film(wanted);
    const std::string name(to_string(wanted.scene.kind()));
    for (std::uint64_t frame = 0; frame < wanted.frames(); ++frame) {
        for (std::uint64_t tick = 0; tick < wanted.speed && frame > 0; ++tick) {
            world.step();
            if (const change_report report = parallel::sync(threads, tree, world.boxes()); !report) {
                throw files::failure(fmt::format("sync was rejected: {}", to_string(report.error)));
            }
        }
        const box<double> walls = in_one_period(world.walls(), tree.period());
        picture shown(wanted.looks, united(walls, extent_of(wanted.looks.asked)), 1);
        shown.add(threads, name, tree, [](std::uint32_t index) { return fmt::format("{}", index + 1); });
        shown.add_note(fmt::format("tick {}", world.ticks()));
        film.add(frame, shown);
    }
    return film.finish();
}

std::string film_of_file(const film_options& wanted) {
    const files::layer input = read_shown(wanted.file, wanted.input, wanted.looks);
    demand_names({&input, 1}, wanted.looks);
    if (!input.times_of_events.empty()) {
        files::demand_times(input);
    }
    if (!input.has_times || input.moments.empty()) {
        throw files::bad_input(fmt::format("{}: wanted shapes with times, in a column t, found {}", input.name,
                                           input.has_times ? "none" : "no times"));
    }
    const std::string name = std::filesystem::path(input.name).filename().string();
    // The times are halved, because their difference could exceed the range of double.
    const double begin = input.moments.front().t / 2;
    const double span = input.moments.back().t / 2 - begin;
    const auto count = static_cast<double>(input.moments.size());
    shooting film(wanted);
    pool threads(wanted.threads);
    std::visit(
        [&]<class Shape>(const std::vector<Shape>& rows) {
            box<double> world = empty_box<double>();
            for (const Shape& each : rows) {
                world = united(world, bounds_of(each));
            }
            world = united(in_one_period(world, input.wraps), extent_of(wanted.looks.asked));
            scenery<Shape> shapes(threads, input, rows, wanted.looks.tree);
            std::size_t next = 0;
            for (std::uint64_t frame = 0; frame < wanted.frames(); ++frame) {
                // The last moment lasts as long as the other moments do on average.
                const double share = static_cast<double>(frame) / static_cast<double>(wanted.frames()) *
                                     (count / std::max(1.0, count - 1));
                const std::size_t before = next;
                while (next < input.moments.size() && input.moments[next].t / 2 - begin <= share * span) {
                    ++next;
                }
                if (next == before) {
                    film.go_on(frame);
                    continue;
                }
                const files::moment& now = input.moments[next - 1];
                shapes.go_to(now);
                picture shown(wanted.looks, world, 1);
                shown.add(threads, name, shapes.tree(), names_of(input, now, wanted.looks));
                shown.add_note(fmt::format("t = {}", now.t));
                film.add(frame, shown);
            }
        },
        input.shapes);
    return film.finish();
}

} // namespace

void make_film(const film_options& wanted) {
    if (!wanted.out.ends_with(".webp") || wanted.out.size() == std::string_view(".webp").size()) {
        throw files::bad_input(
            fmt::format("--output: wanted a name that ends in .webp, found {}", files::shown(wanted.out)));
    }
    if (wanted.file.empty() == wanted.scene.name.empty()) {
        throw files::bad_input(fmt::format("wanted a file or --scene, found {} (see quadrille film --help)",
                                           wanted.file.empty() ? "none" : "both"));
    }
    if (wanted.file.empty() && !wanted.looks.labels.value_or("").empty()) {
        throw files::bad_input(
            fmt::format("--labels: wanted no column with --scene, whose boxes have numbers; found {} (see "
                        "quadrille film --help)",
                        files::shown(*wanted.looks.labels)));
    }
    if (!wanted.file.empty() && !wanted.of_scenes.empty()) {
        throw files::bad_input(fmt::format(
            "{}: wanted with --scene alone, found with a file (see quadrille film --help)", wanted.of_scenes.front()));
    }
    demand_places(wanted.looks.asked, "film");
    const files::interrupt watched;
    const std::string bytes = wanted.file.empty() ? film_of_scene(wanted) : film_of_file(wanted);
    whole_file out(wanted.out);
    out.write(std::as_bytes(std::span(bytes)));
    out.finish();
}

} // namespace quadrille::cli
