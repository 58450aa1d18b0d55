// `quadrille film`: writes a scene, or a file with times, as an animation.
// SPDX-License-Identifier: MIT
#include "cli/films/film.hpp"
#include "cli/command/verbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace quadrille::cli {

namespace {

constexpr int longest_film_side = 4096;
constexpr std::uint64_t max_filmed = 10'000'000;
constexpr std::uint64_t max_seconds = 3'600;
constexpr std::uint64_t max_rate = 60;
constexpr std::uint64_t max_speed = 1'000;

constexpr const char* film_answers =
    R"(Draws many pictures, as quadrille draw does, of a world that moves: a scene of quadrille run,
or a file with times. The first time of the file is the beginning of the film, the last time
is its end. OUT is an animated WebP, which browsers show as a picture; after its end it begins
again. OUT is always complete. In a terminal a bar shows the progress.

A world that wraps is shown once: the scene torus, or with --period. Who leaves it on one side
comes in on the other.

--labels writes the ids beside the shapes, or the text of a column, as in quadrille draw; the
boxes of a scene have the numbers 1, 2, and so on.

A film is smaller with fewer shapes, frames per second and pixels. A film of densities is also
smaller with less --quality.

Example: quadrille film --scene boids --count 300 --pairs --seconds 5 -o boids.webp)";

} // namespace

verb film_verb() {
    const auto wanted = std::make_shared<film_options>();
    wanted->looks.size = usual_film;
    wanted->looks.finest = grain::whole;
    wanted->scene.count = 500;
    const auto count = [](const char* name, auto& number, std::uint64_t least, std::uint64_t most, const char* about) {
        return files::whole_number(least, most, name, number, fmt::format("{}, {} to {}", about, least, most));
    };
    verb film = {"film",
                 "Film a scene, or a file with times, as an animated WebP",
                 {files::text("FILE", "", wanted->file, "Shapes with times; - means standard input")}};
    add_scene_options(film, wanted->scene, max_filmed, "the list in quadrille help run");
    for (files::option& each : film.options) {
        if (each.name == "--count" || each.name == "--seed") {
            each = files::noted(each, wanted->of_scenes);
        }
    }
    film.options.insert(
        film.options.end(),
        {files::required(files::text("-o,--output", "OUT", wanted->out, "The film, which is written")),
         count("--seconds", wanted->seconds, 1, max_seconds, "How many seconds it has"),
         count("--fps", wanted->rate, 1, max_rate, "Frames per second"),
         files::noted(count("--speed", wanted->speed, 1, max_speed, "Ticks of the scene from one frame to the next"),
                      wanted->of_scenes),
         count("--quality", wanted->quality, 0, 100,
               "How exact colors are; a film of densities is smaller with less")});
    add_look_options(film, wanted->looks, longest_film_side);
    const std::size_t own = film.options.size();
    add_input_options(film, wanted->input);
    film.options.erase(
        std::remove_if(film.options.begin() + static_cast<std::ptrdiff_t>(own), film.options.end(),
                       [](const files::option& each) { return each.name == "--fps"; }), // belongs to the film
        film.options.end());
    add_period_option(film, wanted->input.wraps);
    add_pool_options(film, wanted->threads);
    film.help = help_with_files(film_answers);
    film.work = [wanted] { make_film(*wanted); };
    return film;
}

} // namespace quadrille::cli
