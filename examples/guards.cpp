// Guards: hundreds of questions in one call, answered as lists, as numbers, and to a visitor.
// SPDX-License-Identifier: MIT
// Prints: guard 0 sees 2 thieves, guard 399 sees 4
// Prints: the guards see 924 thieves together, as counted: 924
// Prints: guard 7 is nearest to thieves 110 and 29
// Prints: 337 shots hit
#include <quadrille/parallel.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <optional>
#include <vector>

int main() {
    quadrille::quadtree<void, quadrille::circle<float>> town; // of thieves
    for (int number = 0; number < 1000; ++number) {
        town.insert({{static_cast<float>(number * 37 % 100), static_cast<float>(number * 11 % 89)}, 0.5F});
    }
    std::vector<quadrille::circle<float>> views; // of guards
    std::vector<quadrille::point<float>> places;
    std::vector<quadrille::ray<float>> shots;
    for (int number = 0; number < 400; ++number) {
        const quadrille::point<float> place = {static_cast<float>(number * 53 % 100),
                                               static_cast<float>(number * 71 % 89)};
        views.push_back({place, 2});
        places.push_back(place);
        shots.push_back({place, {20, 10}});
    }
    // [lists
    quadrille::batch_workspace workspace; // keep it: then only the first calls allocate
    quadrille::answer_rows<quadrille::item> seen;
    town.query(views, workspace, seen); // what intersects each view
    std::printf("guard 0 sees %zu thieves, guard 399 sees %zu\n", seen[0].size(), seen[399].size());
    // lists]
    // [numbers
    std::vector<std::uint32_t> counts(views.size()); // one for each view
    town.count(views, counts);
    std::vector<quadrille::neighbor> closest(2 * places.size()); // two for each place
    town.nearest(places, 2, closest);
    std::vector<std::optional<quadrille::ray_hit<float>>> hits(shots.size());
    town.closest_hit(shots, hits);
    // numbers]
    // [visitor
    std::size_t together = 0;
    town.query(views, workspace, [&](std::size_t guard, auto thief) { // guards ascend, each with all its hits
        together += seen[guard].empty() || !town.contains(thief.item()) ? 0 : 1;
    });
    // visitor]
    // [threads
    quadrille::parallel::thread_pool pool(2); // or your job system, as a runner
    quadrille::parallel::query(pool, town, views, workspace, seen);
    // threads]
    std::printf("the guards see %zu thieves together, as counted: %u\n", together,
                std::accumulate(counts.begin(), counts.end(), 0U));
    std::printf("guard 7 is nearest to thieves %u and %u\n", closest[14].which.index, closest[15].which.index);
    std::printf("%d shots hit\n", int(std::ranges::count_if(hits, [](auto& one) { return one.has_value(); })));
}
