// The interface of the compiled engine: a tree of shapes and indices that knows no values and no visitors.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_CORE_HPP
#define QUADRILLE_DETAIL_CORE_HPP

#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace quadrille::detail {

template <class Shape>
struct engine;

inline constexpr std::uint32_t no_index = 0xFFFF'FFFFU;

/// What the inlined loops read at every step, so that it costs them no call.
struct engine_head {
    std::uint64_t epoch = 0; ///< goes up with every change
    std::uint32_t size = 0;
    std::uint32_t index_limit = 0;
    const std::uint32_t* generations = nullptr; ///< one for each index; odd while alive
};

inline constexpr engine_head empty_head{};

/// One node waiting on a walk's stack is replaced by its four children and its big list: the deepest walk holds this many,
/// and one more for the rest of a chain.
inline constexpr int walk_depth = 4 * most_depth + 6;

/// Where a walk puts its answers; the visitor's loop drains it. A kernel writes whole blocks, so there is room beyond
/// `capacity` for the unused end of the last one.
template <class Answer, std::uint32_t Capacity>
struct answer_buffer {
    static constexpr std::uint32_t capacity = Capacity;
    static constexpr std::uint32_t overhang = 16;

    std::uint32_t count = 0;
    Answer answers[Capacity + overhang];
};

using hit_buffer = answer_buffer<std::uint32_t, 256>;
using pair_buffer = answer_buffer<index_pair, 512>;

/// A question about an area, half asked: the subtrees still to be visited. 1 kB on the caller's stack.
template <class Scalar>
struct query_walk {
    box<Scalar> area;
    int top = 0;
    std::uint32_t waiting[walk_depth];
    bool covered[walk_depth]; ///< lies wholly in the area: taken without a test
};

/// The bounds of subtrees, side by side for wide compares.
struct bounds_list {
    float x0[walk_depth + 16];
    float y0[walk_depth + 16];
    float x1[walk_depth + 16];
    float y1[walk_depth + 16];
};

/// The question "who touches whom", half asked. Buckets stand in one fixed order; what waits on `later` is all that comes
/// after the bucket at hand. 16 kB on the caller's stack, 22 kB in double.
template <class Scalar>
struct pair_walk {
    static constexpr std::uint32_t lanes = 256;

    int top = 0;
    std::uint32_t later[walk_depth];
    bounds_list later_bounds;

    bool gathering = false; ///< the bucket at hand still has to meet what waits on `meeting`
    int meeting_top = 0;
    std::uint32_t meeting[2 * walk_depth];
    box<float> own_bounds;

    std::uint32_t own = 0;    ///< the first lanes are the bucket's own …
    std::uint32_t filled = 0; ///< … the others belong to later ones
    std::uint32_t at = 0;     ///< the lane whose turn it is
    bool own_met = false;     ///< own lanes have met each other
    Scalar x0[lanes + 16];
    Scalar y0[lanes + 16];
    Scalar x1[lanes + 16];
    Scalar y1[lanes + 16];
    std::uint32_t index[lanes + 16];
};

/// A look at every cell, half done: the places still to be visited.
struct cell_walk {
    int top = 0;
    std::uint32_t waiting[walk_depth];
};

/// The engine, compiled once for each shape. It never throws. Without an item it owns no memory.
template <class Shape>
class core {
public:
    using scalar = typename Shape::scalar;

    explicit core(const options& wishes) noexcept;
    core(core&& other) noexcept;
    core& operator=(core&& other) noexcept;
    core(const core&) = delete;
    core& operator=(const core&) = delete;
    ~core();

    void swap(core& other) noexcept;

    const engine_head& head() const noexcept { return *head_; }
    refusal why() const noexcept { return why_; }

    // Change: false or a null index means refused, and `why()` tells the reason.

    /// Makes sure that one insert of `shape` cannot fail; returns the index that it will get, or `no_index`.
    std::uint32_t prepare_insert(const Shape& shape) noexcept;
    /// The insert itself; only straight after a `prepare_insert` of the same shape that was not refused.
    item commit_insert(const Shape& shape, std::uint32_t layers) noexcept;

    bool erase(item which) noexcept;
    bool move(item which, const Shape& shape) noexcept;
    sync_report move(std::span<const item> items, std::span<const Shape> shapes) noexcept;
    void clear() noexcept;
    bool reserve(std::uint32_t items) noexcept;
    bool refuse(refusal why) noexcept;

    /// Builds a tree of `shapes` aside, with indices 0 … n−1; `commit_assign` puts it in the place of the present one.
    sync_report prepare_assign(std::span<const Shape> shapes) noexcept;
    void commit_assign() noexcept;
    void drop_assign() noexcept;

    sync_report sync(std::span<const Shape> shapes) noexcept;
    /// A buffer of one shape per index that lives as long as the tree; empty when there is no memory for it.
    std::span<Shape> shape_buffer() noexcept;

    // Ask.

    void begin(query_walk<scalar>& walk, const box<scalar>& area) const noexcept;
    /// Answers the next part of the question. False when there was nothing more to answer.
    bool fill(query_walk<scalar>& walk, hit_buffer& found) const noexcept;

    void begin(pair_walk<scalar>& walk) const noexcept;
    bool fill(pair_walk<scalar>& walk, pair_buffer& found) const noexcept;

    // Look.

    Shape shape_at(std::uint32_t index) const noexcept; ///< `index` must be alive
    box<scalar> bounds() const noexcept;
    bool contains(item which) const noexcept;

    void begin(cell_walk& walk) const noexcept;
    bool next(cell_walk& walk, cell<scalar>& found) const noexcept;
    /// The leaf whose square holds `where`, and its items to walk through; false for a NaN and for an empty tree.
    bool find_cell(const point<scalar>& where, cell<scalar>& found, query_walk<scalar>& items) const noexcept;

    statistics stats() const noexcept;
    fault validate() const noexcept;

private:
    bool have_engine() noexcept;
    void move_checked(std::uint32_t index, const Shape& shape) noexcept;

    const engine_head* head_ = &empty_head; ///< the engine's head, where there is an engine
    engine<Shape>* engine_ = nullptr;
    options wishes_;
    refusal why_ = refusal::none;
};

} // namespace quadrille::detail

#endif
