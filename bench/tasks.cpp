// The table of tasks and their defaults.
// SPDX-License-Identifier: MIT
#include "tasks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace quadrille::bench {
namespace {

constexpr const char* movers_meaning = "how many move; when left out, one in a hundred, and as many in all worlds";

} // namespace

const std::vector<task>& every_task() {
    static const std::vector<task> tasks = {
        {"tick", "every box moves, and every intersecting pair is reported", tick, {.threads = true}},
        {"tail", "the slowest ticks compared with the median, in turn with passes of stream", tail, {.length = 200}},
        {"soak",
         "the same over a long life of a small world",
         soak,
         {.counts = {1000}, .repeat = 1, .length = 100'000}},
        {"movers",
         "few boxes move among many, and every pair with one of them is reported",
         movers,
         {.counts = {100'000, 1'000'000}, .size_option = "--movers", .size_meaning = movers_meaning}},
        {"small",
         "ticks and windows in worlds so small that brute force is hard to beat",
         small,
         {.counts = {10, 100, 1000}, .keeps_counts = true, .asks = true}},
        {"query",
         "windows, the indices of all that intersects them collected",
         query,
         {.length_option = "--queries",
          .length = 1000,
          .size_option = "--window",
          .size_meaning = "sides of the windows; in a uniform world those left out find 2, 72 and 4,160",
          .sizes = {2, 16, 128},
          .asks = true}},
        {"count",
         "the same windows, how many intersect them",
         counting,
         {.length_option = "--queries",
          .length = 1000,
          .size_option = "--window",
          .size_meaning = "sides of the windows, as in query",
          .sizes = {2, 16, 128},
          .asks = true}},
        {"nearest",
         "the points nearest to a place",
         nearest,
         {.length_option = "--queries",
          .length = 1000,
          .size_option = "--nearest",
          .size_meaning = "how many of them",
          .sizes = {1, 8},
          .asks = true}},
        {"radius",
         "all points within a radius",
         radius,
         {.length_option = "--queries",
          .length = 1000,
          .size_option = "--radius",
          .size_meaning = "radii; in a uniform world that left out finds about 20",
          .sizes = {5},
          .asks = true}},
        {"within",
         "all pairs of points that are near each other, after 300 ticks",
         within,
         {.length_option = nullptr,
          .size_option = "--distance",
          .size_meaning = "how far apart they may be; with --scene boids, the pairs of boids that see each other",
          .sizes = {5},
          .lives = true}},
        {"ray",
         "everything that a ray hits",
         rays,
         {.length_option = "--queries",
          .length = 1000,
          .size_option = "--length",
          .size_meaning = "lengths of the rays; in a uniform world the default hits about 60",
          .sizes = {200},
          .asks = true}},
        {"many",
         "many windows, counts, places or rays in one call, and the same one by one",
         many,
         {.counts = {100'000, 1'000'000},
          .length_option = "--queries",
          .length = 1000,
          .size_option = "--questions",
          .size_meaning = "how many in a call",
          .sizes = {10, 1000, 100'000},
          .lives = true,
          .threads = true}},
        {"build", "everything at once, from nothing", build, {.length_option = nullptr, .threads = true}},
        {"insert", "one by one, from nothing", insert, {.length_option = nullptr}},
        {"clone", "a copy of everything", clone, {.length_option = nullptr}},
        {"circles",
         "one circle against so many: brute force, a tree built for it, a tree that is there",
         circles,
         {.counts = {1000, 3000, 10'000, 30'000, 100'000, 300'000, 1'000'000, 3'000'000, 5'000'000},
          .keeps_counts = true,
          .length_option = "--queries",
          .length = 1000,
          .size_option = "--radius",
          .size_meaning = "radii; in a uniform world that left out finds about 24",
          .sizes = {5}}},
    };
    return tasks;
}

std::string names_of_tasks() {
    std::vector<std::string_view> names;
    for (const task& one : every_task()) {
        names.emplace_back(one.name);
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

} // namespace quadrille::bench
