// Writes a scene, or a file with times, as an animation.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_FILMS_FILM_HPP
#define QUADRILLE_CLI_FILMS_FILM_HPP

#include "cli/command/pool.hpp"
#include "cli/input/input.hpp"
#include "cli/pictures/look.hpp"
#include "cli/worlds/scene_options.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::cli {

inline constexpr pixel_size usual_film{640, 360};

struct film_options {
    std::string file;
    scene_options scene;
    std::string out;
    input_options input;
    look looks;
    std::uint64_t seconds = 10;
    std::uint64_t rate = 15;
    std::uint64_t speed = 1;
    int quality = 100;
    std::vector<std::string> of_scenes; ///< given options that apply only to scenes
    pool_options threads;

    std::uint64_t frames() const { return seconds * rate; }
};

/// Writes the film.
void make_film(const film_options& wanted);

} // namespace quadrille::cli

#endif
