// What the benchmark asks of a competitor, and the list of them all.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_SUBJECT_HPP
#define QUADRILLE_BENCH_SUBJECT_HPP

#include "scenes/scene.hpp"
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::bench {

using boxes = std::span<const box<float>>;
using world = scenes::world<float>;

/// One competitor, at its best usage. The boxes handed over stay where they are, unchanged, until the next `update`.
class subject {
public:
    subject() = default;
    subject(const subject&) = delete;
    subject& operator=(const subject&) = delete;
    virtual ~subject() = default;

    /// Why this world would take it minutes for each tick; empty when it would not. May leave the subject built.
    virtual std::string unfit(boxes) { return {}; }

    /// Once, before the first tick.
    virtual void build(boxes) = 0;

    /// Reads every item's new box and brings the index up to date; element i is item i. What is put off until `pairs`
    /// is timed all the same.
    virtual void update(boxes) = 0;

    /// Appends every touching pair once, in any order, as the positions of the two in `boxes`.
    virtual void pairs(std::vector<index_pair>& found) = 0;

    /// All memory of the index, if it can be told.
    virtual std::optional<std::size_t> bytes() const { return std::nullopt; }
};

/// A line of the list.
struct entry {
    std::string_view name;
    std::string_view what;
    bool answers; ///< false: it only moves boxes, and has no pairs to compare
    std::unique_ptr<subject> (*make)(const world& start);
};

/// All subjects that this program was built with; quadrille is the first.
std::span<const entry> every_subject() noexcept;
const entry* find_subject(std::string_view name) noexcept;

/// More box tests than this in one tick, and a subject is left out as unfit for the world.
inline constexpr double most_tests = 2e9;

std::string too_many_tests(double tests);

std::unique_ptr<subject> make_quadrille(const world& start);
std::unique_ptr<subject> make_brute(const world& start);
std::unique_ptr<subject> make_grid(const world& start);
std::unique_ptr<subject> make_grid_simd(const world& start);
std::unique_ptr<subject> make_boost_rtree(const world& start);
std::unique_ptr<subject> make_geos_strtree(const world& start);
std::unique_ptr<subject> make_geos_quadtree(const world& start);
std::unique_ptr<subject> make_box2d(const world& start);
std::unique_ptr<subject> make_classic(const world& start);
std::unique_ptr<subject> make_stream(const world& start);

} // namespace quadrille::bench

#endif
