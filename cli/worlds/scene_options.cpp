// Chooses a scene by name, count and seed.
// SPDX-License-Identifier: MIT
#include "scene_options.hpp"

#include <limits>
#include <string>
#include <vector>

namespace quadrille::cli {

scenes::kind scene_options::kind() const { return scenes::kind_from(name).value_or(scenes::kind::uniform); }

void add_scene_options(verb& to, scene_options& wanted, std::uint64_t most, const std::string& where) {
    std::vector<std::string> names;
    names.reserve(scenes::every_kind.size());
    for (const scenes::kind each : scenes::every_kind) {
        names.emplace_back(to_string(each));
    }
    constexpr auto max_seed = std::numeric_limits<std::uint64_t>::max();
    to.options.push_back(files::one_of(names, "--scene", wanted.name, "The kind of world: see " + where));
    to.options.push_back(
        files::whole_number(1, most, "--count", wanted.count, "How many boxes, 1 to " + std::to_string(most)));
    to.options.push_back(files::whole_number(0, max_seed, "--seed", wanted.seed,
                                             "The same number gives the same random world, 0 or more"));
}

} // namespace quadrille::cli
