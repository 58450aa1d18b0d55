// The interfaces of a competitor, one for each ability, and the list of competitors.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_SUBJECT_HPP
#define QUADRILLE_BENCH_SUBJECT_HPP

#include "scenes/scene.hpp"
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::bench {

using boxes = std::span<const box<float>>;
using numbers = std::span<const std::uint32_t>;
using world = scenes::world<float>;

/// One competitor, in its best use. Every competitor can be built, and may have the abilities below; a task includes
/// the competitors that have its ability.
class subject {
public:
    subject() = default;
    subject(const subject&) = delete;
    subject& operator=(const subject&) = delete;
    virtual ~subject() = default;

    /// Replaces everything; element i is item i. The boxes keep their addresses and values until the next build or
    /// change.
    virtual void build(boxes) = 0;

    /// Returns the memory of the index, if it is known.
    virtual std::optional<std::size_t> bytes() const { return std::nullopt; }
};

/// The ability to update for a world in which everything may move.
class ticking {
public:
    virtual ~ticking() = default;

    /// Returns why the subject would need minutes for each tick of this world; empty if it would not. May leave the
    /// subject built.
    virtual std::string unfit(boxes) { return {}; }

    /// Reads every item's new box and updates the index. If work is postponed until `pairs`, it is timed there.
    virtual void update(boxes) = 0;

    /// Appends every intersecting pair once, in any order, as the positions of the two in the boxes.
    virtual void pairs(std::vector<index_pair>& found) = 0;

    /// Appends the pairs that `pairs` has found, if the subject keeps them in a list of its own. Not timed.
    virtual void gather(std::vector<index_pair>&) {}

    /// Returns how many items the last update moved to other cells, if that is known.
    virtual std::optional<std::size_t> filed_anew() const { return std::nullopt; }
};

/// The ability to be updated in place: the index depends on its history.
class living {
public:
    virtual ~living() = default;

    /// Gives every item a new shape.
    virtual void live(boxes now) = 0;
};

/// The ability to be copied as a whole.
class copying {
public:
    virtual ~copying() = default;

    /// Becomes a copy of another subject of its kind, in the memory that it has.
    virtual void copy_from(const subject& other) = 0;
};

/// The ability to update for a few movers among many resting items.
class moving {
public:
    virtual ~moving() = default;

    /// Sets the items that move from now on, in the order in which their boxes will come. Not timed: a user has this
    /// list.
    virtual void choose(numbers movers) = 0;

    /// Gives the chosen items new boxes.
    virtual void move(boxes now) = 0;

    /// Appends every intersecting pair with at least one chosen item, once, in any order.
    virtual void pairs_of(std::vector<index_pair>& found) = 0;
};

/// The ability to take items one by one; they are numbered in sequence.
class inserting {
public:
    virtual ~inserting() = default;
    virtual void insert(const box<float>& shape) = 0;
};

/// The ability to answer one kind of query: the numbers of the found items are appended to `found`.
template <class Query>
class answering {
public:
    virtual ~answering() = default;
    virtual void ask(const Query& query, std::vector<std::uint32_t>& found) = 0;
};

/// The ability to answer many queries in one call: a row for each, with the numbers of the found items.
template <class Query>
class answering_many {
public:
    virtual ~answering_many() = default;
    virtual void ask_all(std::span<const Query> queries, answer_rows<std::uint32_t>& found) = 0;
};

/// A query for everything that intersects the box, in any order.
using window = box<float>;

/// A query for how many items intersect a window: one number.
struct tally {
    window area;
};

/// A query for everything that the ray hits, in any order.
using line_of_sight = ray<float>;

/// A query for all points in the circle, in any order.
using neighborhood = circle<float>;

/// A query for the points nearest to a place, by ascending distance.
struct nearest_to {
    point<float> where;
    std::uint32_t count;
};

/// The ability to find the points that are near each other.
class pairing {
public:
    virtual ~pairing() = default;

    /// Returns why the subject would need minutes for this number of points; empty if it would not.
    virtual std::string too_many(std::size_t) const { return {}; }

    /// Appends every pair of points that are no farther apart than `distance`, once, in any order.
    virtual void pairs_within(double distance, std::vector<index_pair>& found) = 0;
};

/// A line of the list. A name that is listed twice is one competitor with two builds, for example for boxes and for
/// points; no two of them have the same ability.
struct entry {
    std::string_view name;
    std::string_view what;
    bool answers; ///< false: it only moves boxes, and has no pairs to compare
    std::unique_ptr<subject> (*make)(const world& start);
    std::uint32_t threads = 1;
};

/// Returns the centers of a world's boxes, as boxes without a size.
std::vector<box<float>> points_of(const world& start);

/// Returns all subjects in this build; quadrille is the first.
std::span<const entry> every_subject() noexcept;

/// A subject that would need more box tests than this in one tick is excluded from the world.
inline constexpr double max_tests = 2e9;

/// Returns this library on 2, 4, 8 or 16 threads.
const entry& quadrille_on(std::uint32_t threads) noexcept;

std::string too_many_tests(double tests);

std::unique_ptr<subject> make_quadrille(const world& start);
std::unique_ptr<subject> make_quadrille_double(const world& start);
std::unique_ptr<subject> make_brute(const world& start);
std::unique_ptr<subject> make_grid(const world& start);
std::unique_ptr<subject> make_grid_simd(const world& start);
std::unique_ptr<subject> make_grid_lists(const world& start);
std::unique_ptr<subject> make_boost_rtree(const world& start);
std::unique_ptr<subject> make_geos_strtree(const world& start);
std::unique_ptr<subject> make_geos_quadtree(const world& start);
std::unique_ptr<subject> make_box2d(const world& start);
std::unique_ptr<subject> make_classic(const world& start);
std::unique_ptr<subject> make_stream(const world& start);

// For worlds of points: subjects are built from boxes that have no size.

std::unique_ptr<subject> make_quadrille_points(const world& start);
std::unique_ptr<subject> make_quadrille_points_double(const world& start);
std::unique_ptr<subject> make_brute_points(const world& start);
std::unique_ptr<subject> make_boost_points(const world& start);
std::unique_ptr<subject> make_nanoflann(const world& start);

} // namespace quadrille::bench

#endif
