// From one tree to a cluster: the same loop over the ranks of MPI. Link to quadrille::ranks; mpirun -n 2 cluster
// SPDX-License-Identifier: MIT
//
// Prints: 40000 things, pairs found and no thing lost: yes
#include <quadrille/ranks.hpp>

#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

using namespace quadrille;

// [value
struct motion { // trivially copyable: it goes where its thing goes
    float x;
    float y;
};
// value]

int main(int count, char** words) {
    MPI_Init(&count, &words);
    { // the world must end before MPI does
        // [begin
        ranks::world<motion> world(MPI_COMM_WORLD);
        std::vector<box<float>> shapes; // of each rank its own; any rank may have any, or none
        std::vector<motion> motions;
        for (std::uint32_t number = 0; world.rank() == 0 && number < 40'000; ++number) {
            const auto x = static_cast<float>(number % 200);
            const auto y = static_cast<float>(number) / 200;
            shapes.push_back({{x, y}, {x + 0.9F, y + 0.9F}});
            motions.push_back({number % 3 == 0 ? 0.3F : -0.2F, number % 5 == 0 ? 0.2F : -0.1F});
        }
        ranks::report done = world.assign(std::span(std::as_const(shapes)), std::span(std::as_const(motions)));
        // begin]

        // [tick
        std::uint64_t pairs = 0;
        for (int tick = 0; tick < 10 && done; ++tick) {
            done = world.sync([](auto hit) { // of what this rank owns; what leaves its part goes to its new owner
                const motion by = hit.value().value;
                const box<float> was = hit.shape();
                return box<float>{{was.min.x + by.x, was.min.y + by.y}, {was.max.x + by.x, was.max.y + by.y}};
            });
            done = done ? world.pairs([&](auto, auto) { ++pairs; }) : done; // each pair on one rank
        }
        // tick]
        // [ask
        std::vector<std::uint64_t> counts; // each rank asks what it wants to know, about the whole world
        done = done ? world.count(std::vector{box<float>{{-100, -100}, {400, 400}}}, counts) : done;
        // ask]
        if (world.rank() == 0) {
            std::printf("%llu things, pairs found and no thing lost: %s\n",
                        static_cast<unsigned long long>(world.total()),
                        done && pairs > 0 && counts[0] == world.total() ? "yes" : to_string(done).c_str());
        }
    }
    MPI_Finalize();
}
