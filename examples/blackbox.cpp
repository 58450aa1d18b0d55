// A black box: records the life of a world for a bug report; a crash cuts the recording short; a replay runs it again.
// SPDX-License-Identifier: MIT
// Prints: 3 ticks recorded
// Prints: replayed: 12 operations, equal answers; cut short
#include <quadrille/quadtree.hpp>
#include <quadrille/recording.hpp>
#include <quadrille/replay.hpp>

#include <cstdio>
#include <sstream>

namespace q = quadrille;

void play(q::quadtree<int>& world, std::stringstream& file) {
    // [record
    // A std::ofstream, opened with std::ios::binary, will do as well.
    q::recording box(world, [&](std::span<const std::byte> chunk) {
        return bool(file.write(reinterpret_cast<const char*>(chunk.data()), std::ssize(chunk)).flush());
    });
    // The tree's own verbs, asked of the recording:
    const q::item ship = box.insert({{0, 0}, {2, 1}}, 7);
    box.insert({{5, 0}, {6, 1}}, 8);
    for (float x = 1; x < 4; ++x) {
        box.move(ship, {{x, 0}, {x + 2, 1}});
        box.pairs([](auto a, auto b) { a.value() += b.value(); });
        box.tick(); // what was recorded so far is in the file now
    }
    // record]
    std::printf("%d ticks recorded\n", 3);
}

int main() {
    q::quadtree<int> world;
    std::stringstream file;
    play(world, file);
    std::string bytes = file.str();
    bytes.resize(bytes.size() - 3); // as if the program had crashed

    // [replay
    q::quadtree<> again;
    const q::replay_report report = q::replay(again, std::as_bytes(std::span(bytes)));
    std::printf("replayed: %d operations, %s answers; %s\n", int(report.operations),
                report.different == 0 ? "equal" : "other", to_string(report.stream.error));
    // replay]
    return report.different == 0 ? 0 : 1;
}
