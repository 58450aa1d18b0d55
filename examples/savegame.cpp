// Saves and loads a game: the same mobs, handles and answers. Functions write and read the values.
// SPDX-License-Identifier: MIT
// Prints: loaded: 2 mobs, the ogre where it was
// Prints: not loaded: a checksum differs
#include <quadrille/load.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/save.hpp>

#include <cstdio>
#include <optional>
#include <sstream>
#include <string>

// [values
struct mob {
    std::string name;
    int health = 0;
};
void write_mob(const mob& one, quadrille::byte_writer& out) {
    out.text(one.name);
    out.number(one.health);
}
std::optional<mob> read_mob(quadrille::byte_reader& in) {
    mob one;
    if (!in.text(one.name) || !in.number(one.health) || one.health > 100) {
        return std::nullopt; // the file is then rejected
    }
    return one;
}
// values]

int main() {
    quadrille::quadtree<mob> world;
    const quadrille::item ogre = world.insert({{0, 0}, {2, 2}}, mob{"ogre", 90});
    world.insert({{1, 1}, {3, 3}}, mob{"elf", 30});
    // [save
    std::vector<std::byte> bytes;
    quadrille::save(world, bytes, write_mob); // or to a function that takes spans of bytes, such as:
    std::stringstream file;                   // a std::ofstream will do as well
    const auto to_file = [&](std::span<const std::byte> chunk) {
        return bool(file.write(reinterpret_cast<const char*>(chunk.data()), std::ssize(chunk)));
    };
    quadrille::save(world, to_file, write_mob);
    // save]
    // [load
    quadrille::quadtree<mob> loaded;
    const auto from_file = [&](std::span<std::byte> chunk) {
        return file.read(reinterpret_cast<char*>(chunk.data()), std::ssize(chunk)).gcount(); // 0 at the end
    };
    if (const quadrille::load_report report = quadrille::load(loaded, from_file, read_mob); !report) {
        std::printf("not loaded: %s, at byte %zu\n", to_string(report.error), std::size_t(report.at));
        return 1; // `loaded` is as it was before
    }
    // load]
    std::printf("loaded: %u mobs, the %s where it was\n", loaded.size(), loaded.value(ogre)->name.c_str());
    bytes[100] ^= std::byte{1};
    std::printf("not loaded: %s\n", to_string(quadrille::load(loaded, bytes, read_mob).error));
}
