// What the C++ subjects of bench/beside share: they read a world, time each row, and print it as a line of JSON.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_ROWS_HPP
#define QUADRILLE_BENCH_ROWS_HPP

#include <quadrille/intersecting.hpp>
#include <quadrille/vocabulary.hpp>

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

namespace quadrille::beside {

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

inline double median(std::vector<double> times) {
    std::ranges::sort(times);
    return times[times.size() / 2];
}

/// The median of three, after one to warm up.
double measured(auto&& work) {
    work();
    return median({timed(work), timed(work), timed(work)});
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

constexpr std::uint32_t index_of(std::uint32_t hit) { return hit; }
constexpr std::uint32_t index_of(const neighbor& hit) { return hit.which.index; }

/// The rows of a subject with shapes of one kind: those of what it can do.
template <class Subject>
class rows {
    using shape = typename Subject::shape;
    using scalar = typename shape::scalar;
    static constexpr bool of_points = std::same_as<shape, point<scalar>>;

public:
    explicit rows(const std::string& folder)
        : folder_(folder), name_(of_points ? "points" : "boxes"), items_(read<shape>(folder + name_)) {
        print("build", measured([&] { subject_.build(items_); }), items_.size(), {.hits = items_.size()});
        for (const char* const size : {"2", "70", "4000"}) {
            windows(std::string("windows of ") + size, read<box<scalar>>(folder + name_ + size));
        }
        std::vector<index_pair> pairs;
        const double time = measured([&] { pairs.clear(), subject_.pairs(pairs); });
        answers found;
        found.add(pairs);
        print(of_points ? "pairs within 1" : "pairs", time, items_.size(), found);
        if constexpr (of_points && requires { typename Subject::answer; }) {
            nearest(1, read<point<scalar>>(folder + "places"));
            nearest(8, read<point<scalar>>(folder + "places"));
        }
        if constexpr (!of_points) {
            ticks(read<shape>(folder + "moves"));
        }
    }

private:
    void print(const std::string& row, double nanoseconds, std::size_t each, const answers& found) const {
        std::cout << R"({"subject": ")" << Subject::name << R"(", "version": ")" << Subject::version()
                  << R"(", "row": ")" << name_ << ": " << row << R"(", "ns": )"
                  << nanoseconds / static_cast<double>(each) << R"(, "answers": [)" << found.hits << ", ";
        (found.distances > 0 ? std::cout << found.distances : std::cout << found.hash) << "]}" << std::endl;
    }

    void windows(const std::string& row, const std::vector<box<scalar>>& areas) {
        std::vector<std::uint32_t> hits;
        answers found;
        if constexpr (requires { subject_.window(areas[0], hits); }) {
            const auto each_answered = [&](auto&& see) {
                for (std::size_t which = 0; which < areas.size(); ++which) {
                    hits.clear();
                    subject_.window(areas[which], hits);
                    see(which);
                }
            };
            const double time = measured([&] { each_answered([](std::size_t) {}); });
            each_answered([&](std::size_t which) {
                std::ranges::for_each(hits, [&](std::uint32_t hit) { found.add(which, hit + std::uint64_t{1}); });
            });
            print(row, time, areas.size(), found);
        }
        if constexpr (requires { subject_.count(areas[0]); }) {
            std::vector<std::size_t> counts(areas.size());
            const auto count = [&](const box<scalar>& area) { return subject_.count(area); };
            const double time = measured([&] { std::ranges::transform(areas, counts.begin(), count); });
            found = {};
            for (std::size_t which = 0; which < areas.size(); ++which) {
                found.add(which, counts[which], counts[which]);
            }
            print(row + ", counted", time, areas.size(), found);
        }
    }

    void nearest(std::size_t k, const std::vector<point<scalar>>& places) {
        std::vector<typename Subject::answer> closest(k * places.size());
        const double time = measured([&] {
            for (std::size_t which = 0; which < places.size(); ++which) {
                subject_.nearest(places[which], std::span(closest).subspan(which * k, k));
            }
        });
        answers found = {.hits = closest.size()};
        for (std::size_t which = 0; which < closest.size(); ++which) {
            found.distances += distance2(items_[index_of(closest[which])], places[which / k]);
        }
        print("nearest " + std::to_string(k), time, places.size(), found);
    }

    /// A subject that cannot move items is built again.
    void ticks(const std::vector<shape>& moves) {
        std::vector<index_pair> pairs;
        std::vector<double> times;
        answers found;
        for (auto from = moves.begin(); from != moves.end(); from += static_cast<std::ptrdiff_t>(items_.size())) {
            const std::span<const shape> moved(from, items_.size());
            times.push_back(timed([&] {
                if constexpr (requires { subject_.move(moved); }) {
                    subject_.move(moved);
                } else {
                    subject_.build(moved);
                }
                pairs.clear();
                subject_.pairs(pairs);
            }));
            found.add(pairs);
        }
        print("tick", median({times.begin() + 2, times.end()}), items_.size(), found);
    }

    std::string folder_;
    std::string name_;
    std::vector<shape> items_;
    Subject subject_;
};

/// The main function of a subject: calls one of two functions with the folder of a world.
int rows_of(int count, char** words, auto&& of_floats, auto&& of_doubles) {
    const std::string scalar = count == 3 ? words[2] : "";
    if (scalar != "float" && scalar != "double") {
        std::cerr << "usage: " << words[0] << " FOLDER float|double\n";
        return 2;
    }
    std::cout.precision(17);
    const std::string folder = std::string(words[1]) + "/";
    scalar == "float" ? of_floats(folder) : of_doubles(folder);
    return 0;
}

} // namespace quadrille::beside

#endif
