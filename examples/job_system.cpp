// Every core: changes and queries over a job system of your own, which a runner of a few lines wraps.
// SPDX-License-Identifier: MIT
// Prints: the same pairs in the same order
// Prints: as many in each piece
#include <quadrille/parallel.hpp>

#include <cstdio>
#include <functional>
#include <future>

struct job_system { // stands for the one that your program has
    std::vector<std::future<void>> jobs;
    void submit(const std::function<void()>& job) { jobs.push_back(std::async(std::launch::async, job)); }
    void wait() { jobs.clear(); } // the destructor of such a future waits
};

// [runner
struct job_runner {
    job_system& jobs;

    void run(std::uint32_t count, const quadrille::parallel::task& each) {
        for (std::uint32_t number = 0; number < count; ++number) {
            jobs.submit([each, number] { each(number); });
        }
        jobs.wait();
    }
};
// runner]

int main() {
    namespace parallel = quadrille::parallel;
    std::vector<quadrille::box<float>> boxes;
    for (std::uint32_t number = 0; number < 20'000; ++number) {
        const quadrille::point<float> at = {float(number * 2654435761U >> 12U), float(number * 2246822519U >> 12U)};
        boxes.push_back({at, {at.x + 8192, at.y + 8192}});
    }
    // [pool
    parallel::thread_pool pool(2); // two threads, the caller's included
    quadrille::quadtree<> world;
    parallel::assign(pool, world, boxes);
    parallel::answer_pieces<quadrille::index_pair> found; // keep it for its memory
    parallel::sync(pool, world, boxes);                   // at each tick
    parallel::pairs(pool, world, found);                  // then: for (auto [a, b] : found)
    // pool]
    job_system jobs;
    // [order
    std::vector<quadrille::index_pair> seen;
    const auto visit = [&](auto a, auto b) { seen.push_back({a.index(), b.index()}); };
    parallel::pairs(job_runner{jobs}, world, parallel::in_order(visit));
    // order]
    std::puts(std::equal(seen.begin(), seen.end(), found.begin()) ? "the same pairs in the same order" : "others");
    // [pieces
    std::vector<std::uint64_t> counts(parallel::max_pieces);
    const auto visitor_of = [&](std::uint32_t piece) { return [&own = counts[piece]](auto, auto) { ++own; }; };
    parallel::pairs(job_runner{jobs}, world, parallel::per_piece(visitor_of));
    // pieces]
    const bool same = counts[0] == found.pieces()[0].size() && counts[1] == found.pieces()[1].size();
    std::puts(same ? "as many in each piece" : "not as many");
}
