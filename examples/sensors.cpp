// Sensors: questions that are stored as values, and asked in every tick: alone, together, and over threads.
// SPDX-License-Identifier: MIT
// Prints: the door sees 2, the gate 0
// Prints: after the move the door sees 1, the gate 1
// Prints: an alarm by beam 1
#include <quadrille/parallel.hpp>

#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

int main() {
    quadrille::quadtree<void, quadrille::point<float>> people;
    const quadrille::item ann = people.insert({1, 1});
    people.insert({1.5F, 2});
    // [kept
    namespace question = quadrille::question;
    std::vector<question::query_within<quadrille::point<float>>> sensors = {{{1, 1}, 2.0},  // the door
                                                                            {{9, 9}, 2.0}}; // the gate
    quadrille::batch_workspace workspace;
    quadrille::answer_rows<> seen;
    people.ask(sensors, workspace, seen);
    // kept]
    std::printf("the door sees %zu, the gate %zu\n", seen[0].size(), seen[1].size());
    people.move(ann, {9, 8});
    // [threads
    quadrille::parallel::thread_pool pool(2);
    quadrille::parallel::ask(pool, people, sensors, workspace, seen);
    // threads]
    std::printf("after the move the door sees %zu, the gate %zu\n", seen[0].size(), seen[1].size());
    // [results
    using beam = question::raycast<float>;
    std::vector<question::any<beam>> beams = {{beam{{{0, 5}, {10, 0}}}}, {beam{{{9, 0}, {0, 10}}}}};
    bool alarms[2] = {};
    people.ask(beams, std::span(alarms));
    // results]
    for (std::size_t number = 0; number < 2; ++number) {
        if (alarms[number]) {
            std::printf("an alarm by beam %zu\n", number);
        }
    }
}
