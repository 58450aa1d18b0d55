// quadrille-beside-rows FOLDER float|double: quadrille's rows of bench/beside, a line of JSON each.
// SPDX-License-Identifier: MIT
#include <quadrille/config.hpp>
#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace quadrille;

struct answers {
    std::uint64_t hits = 0;
    std::uint64_t hash = 0; ///< a sum, so that the order does not matter
    double distances = 0;   ///< the hash of the nearest, which may be others at equal distances

    void add(std::size_t question, std::uint64_t hit, std::uint64_t count = 1) {
        hits += count;
        hash += (question % 1024 + 1) * hit;
    }
    void add(const std::vector<index_pair>& pairs) {
        for (const index_pair pair : pairs) {
            add(0, (pair.a + std::uint64_t{1}) * (pair.b + std::uint64_t{1}) % 1'000'003);
        }
    }
};

double timed(auto&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> times) {
    std::ranges::sort(times);
    return times[times.size() / 2];
}

/// The median of three, after one to warm up.
double measured(auto&& work) {
    work();
    return median({timed(work), timed(work), timed(work)});
}

void print(const std::string& row, double nanoseconds, std::size_t each, const answers& found) {
    std::cout << R"({"subject": "quadrille", "version": ")" << QUADRILLE_VERSION << R"(", "row": ")" << row
              << R"(", "ns": )" << nanoseconds / static_cast<double>(each) << R"(, "answers": [)" << found.hits << ", ";
    (found.distances > 0 ? std::cout << found.distances : std::cout << found.hash) << "]}" << std::endl;
}

/// An array of a world, which has doubles.
template <class Shape>
std::vector<Shape> read(const std::string& path) {
    std::ifstream file(path + ".f64", std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    std::vector<Shape> shapes;
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(Shape) / sizeof(typename Shape::scalar) * sizeof(double)) {
        const auto number = [&](std::size_t which) {
            double value = 0;
            std::memcpy(&value, bytes.data() + at + which * sizeof value, sizeof value);
            return static_cast<typename Shape::scalar>(value);
        };
        if constexpr (std::same_as<Shape, point<typename Shape::scalar>>) {
            shapes.push_back({number(0), number(1)});
        } else {
            shapes.push_back({{number(0), number(1)}, {number(2), number(3)}});
        }
    }
    return shapes;
}

template <class Shape>
void windows(const quadtree<void, Shape>& tree, const std::string& row,
             const std::vector<box<typename Shape::scalar>>& areas) {
    std::vector<std::uint32_t> hits;
    answers found;
    const auto each_answered = [&](auto&& see) {
        for (std::size_t which = 0; which < areas.size(); ++which) {
            hits.clear();
            tree.query(areas[which], hits);
            see(which);
        }
    };
    const double time = measured([&] { each_answered([](std::size_t) {}); });
    each_answered([&](std::size_t which) {
        std::ranges::for_each(hits, [&](std::uint32_t hit) { found.add(which, hit + std::uint64_t{1}); });
    });
    print(row, time, areas.size(), found);
    std::vector<std::uint32_t> counts(areas.size());
    const auto count = [&](const auto& area) { return tree.count(area); };
    const double counting = measured([&] { std::ranges::transform(areas, counts.begin(), count); });
    found = {};
    for (std::size_t which = 0; which < areas.size(); ++which) {
        found.add(which, counts[which], counts[which]);
    }
    print(row + ", counted", counting, areas.size(), found);
}

template <class Scalar>
void nearest(const quadtree<void, point<Scalar>>& tree, std::size_t k, const std::vector<point<Scalar>>& places) {
    std::vector<neighbor> near(k * places.size());
    const double time = measured([&] {
        for (std::size_t which = 0; which < places.size(); ++which) {
            tree.nearest(places[which], std::span(near).subspan(which * k, k));
        }
    });
    answers found = {.hits = near.size()};
    std::ranges::for_each(near, [&](const neighbor& one) { found.distances += one.distance2; });
    print("points: nearest " + std::to_string(k), time, places.size(), found);
}

template <class Scalar>
void ticks(quadtree<void, box<Scalar>>& tree, const std::vector<box<Scalar>>& moves) {
    std::vector<index_pair> pairs;
    std::vector<double> times;
    answers found;
    for (auto from = moves.begin(); from != moves.end(); from += tree.size()) {
        times.push_back(timed([&] {
            static_cast<void>(tree.sync(std::span(from, tree.size())));
            pairs.clear();
            tree.pairs(pairs);
        }));
        found.add(pairs);
    }
    print("boxes: tick", median({times.begin() + 2, times.end()}), tree.size(), found);
}

template <class Shape>
quadtree<void, Shape> rows(const std::string& folder, const std::string& name, double distance) {
    const std::vector<Shape> items = read<Shape>(folder + name);
    quadtree<void, Shape> tree;
    const double time = measured([&] { tree = {}, static_cast<void>(tree.assign(items)); });
    print(name + ": build", time, items.size(), {.hits = tree.size()});
    for (const char* const size : {"2", "70", "4000"}) {
        windows(tree, name + ": windows of " + size, read<box<typename Shape::scalar>>(folder + name + size));
    }
    std::vector<index_pair> pairs;
    const double pairing = measured([&] { pairs.clear(), tree.pairs(pairs, {.distance = distance}); });
    answers found;
    found.add(pairs);
    print(name + (distance > 0 ? ": pairs within 1" : ": pairs"), pairing, items.size(), found);
    return tree;
}

template <class Scalar>
void all_rows(const std::string& folder) {
    auto boxes = rows<box<Scalar>>(folder, "boxes", 0);
    ticks(boxes, read<box<Scalar>>(folder + "moves"));
    const auto points = rows<point<Scalar>>(folder, "points", 1);
    for (const std::size_t k : {1U, 8U}) {
        nearest(points, k, read<point<Scalar>>(folder + "places"));
    }
}

} // namespace

int main(int count, char** words) {
    const std::string scalar = count == 3 ? words[2] : "";
    if (scalar != "float" && scalar != "double") {
        std::cerr << "usage: quadrille-beside-rows FOLDER float|double\n";
        return 2;
    }
    std::cout.precision(17);
    (scalar == "float" ? all_rows<float> : all_rows<double>)(std::string(words[1]) + "/");
}
