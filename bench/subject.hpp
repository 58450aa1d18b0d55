// The interfaces of a competitor, one per ability, and the list of competitors.
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

/// One competitor, used in the best way. Apart from being built it may have the abilities below; a
/// task includes the competitors that have its ability.
class subject {
public:
    subject() = default;
    subject(const subject&) = delete;
    subject& operator=(const subject&) = delete;
    virtual ~subject() = default;

    /// Replaces everything; element i is item i. The boxes stay where they are, unchanged, until the next build or change.
    virtual void build(boxes) = 0;

    /// All memory of the index, if known.
    virtual std::optional<std::size_t> bytes() const { return std::nullopt; }
};

/// Is updated for a world in which everything may move.
class ticking {
public:
    virtual ~ticking() = default;

    /// Why this world would take it minutes for each tick; empty when it would not. May leave the subject built.
    virtual std::string unfit(boxes) { return {}; }

    /// Reads every item's new box and updates the index. Work that is postponed until `pairs` is timed there.
    virtual void update(boxes) = 0;

    /// Appends every intersecting pair once, in any order, as the positions of the two in the boxes.
    virtual void pairs(std::vector<index_pair>& found) = 0;

    /// Appends the pairs that `pairs` has found, where it keeps them in a list of its own. Not timed.
    virtual void gather(std::vector<index_pair>&) {}

    /// How many items the last update moved to other cells, if known.
    virtual std::optional<std::size_t> filed_anew() const { return std::nullopt; }
};

/// Is updated in place: its index depends on its history.
class living {
public:
    virtual ~living() = default;

    /// Every item gets a new shape.
    virtual void live(boxes now) = 0;
};

/// Can be copied whole.
class copying {
public:
    virtual ~copying() = default;

    /// Becomes a copy of another one of its kind, in the memory that it has.
    virtual void copy_from(const subject& other) = 0;
};

/// Is updated for few movers among many resting items.
class moving {
public:
    virtual ~moving() = default;

    /// The items that move from now on, in the order in which their boxes will come. Not timed: it is the list that a user has.
    virtual void choose(numbers movers) = 0;

    /// The chosen get new boxes.
    virtual void move(boxes now) = 0;

    /// Appends every intersecting pair of which one at least is among the chosen, once, in any order.
    virtual void pairs_of(std::vector<index_pair>& found) = 0;
};

/// Takes items one by one: the next gets the next number.
class inserting {
public:
    virtual ~inserting() = default;
    virtual void insert(const box<float>& shape) = 0;
};

/// Answers one kind of query with the numbers of the items found, appended to `found`.
template <class Query>
class answering {
public:
    virtual ~answering() = default;
    virtual void ask(const Query& query, std::vector<std::uint32_t>& found) = 0;
};

/// Answers many queries in one call: a row for each, with the numbers of the items found.
template <class Query>
class answering_many {
public:
    virtual ~answering_many() = default;
    virtual void ask_all(std::span<const Query> queries, answer_rows<std::uint32_t>& found) = 0;
};

/// Everything that intersects it, in any order.
using window = box<float>;

/// How many intersect a window: one number.
struct tally {
    window area;
};

/// Everything that it hits, in any order.
using line_of_sight = ray<float>;

/// All points in it, in any order.
using neighborhood = circle<float>;

/// The points nearest to a place, ascending by their distance.
struct nearest_to {
    point<float> where;
    std::uint32_t count;
};

/// Finds the points that are near each other.
class pairing {
public:
    virtual ~pairing() = default;

    /// Why this number would take it minutes; empty when it would not.
    virtual std::string too_many(std::size_t) const { return {}; }

    /// Appends every pair of points that are no farther apart, once, in any order.
    virtual void pairs_within(double distance, std::vector<index_pair>& found) = 0;
};

/// A line of the list. A name that is listed twice is one competitor with two builds, say for boxes and for points; no two
/// of them have the same ability.
struct entry {
    std::string_view name;
    std::string_view what;
    bool answers; ///< false: it only moves boxes, and has no pairs to compare
    std::unique_ptr<subject> (*make)(const world& start);
    std::uint32_t threads = 1;
};

/// The middles of a world's boxes, as boxes without a size.
std::vector<box<float>> points_of(const world& start);

/// All subjects that this program was built with; quadrille is the first.
std::span<const entry> every_subject() noexcept;

/// A subject that would need more box tests than this in one tick is excluded from the world.
inline constexpr double max_tests = 2e9;

/// This library on 2, 4, 8 or 16 threads.
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

// For worlds of points. The boxes that they are built from have no size.

std::unique_ptr<subject> make_quadrille_points(const world& start);
std::unique_ptr<subject> make_quadrille_points_double(const world& start);
std::unique_ptr<subject> make_brute_points(const world& start);
std::unique_ptr<subject> make_boost_points(const world& start);
std::unique_ptr<subject> make_nanoflann(const world& start);

} // namespace quadrille::bench

#endif
