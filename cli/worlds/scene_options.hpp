// The options that select a scene.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_WORLDS_SCENE_OPTIONS_HPP
#define QUADRILLE_CLI_WORLDS_SCENE_OPTIONS_HPP

#include "cli/command/verb.hpp"

#include <scenes/scene.hpp>

#include <cstdint>
#include <string>

namespace quadrille::cli {

/// The options `--scene`, `--count` and `--seed`.
struct scene_options {
    std::string name; ///< if empty, none
    std::uint32_t count = 100'000;
    std::uint64_t seed = 1;

    scenes::kind kind() const; ///< uniform if none is selected
};

/// Adds these three; `where` says where the scenes are described. The initial values of `wanted` are the defaults.
void add_scene_options(verb& to, scene_options& wanted, std::uint64_t most, const std::string& where);

} // namespace quadrille::cli

#endif
