// The interface of the compiled engine: a tree of shapes and indices that knows no values and no visitors.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_CORE_HPP
#define QUADRILLE_DETAIL_CORE_HPP

#include <quadrille/detail/query.hpp>
#include <quadrille/detail/watch.hpp>
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
    std::uint64_t identity = 0; ///< drawn once, when the engine is made
    std::uint64_t epoch = 0;    ///< goes up with every change
    std::uint32_t size = 0;
    std::uint32_t index_limit = 0;
    const std::uint32_t* generations = nullptr; ///< one for each index; odd while alive

    moment now() const noexcept { return {identity, epoch}; }
};

inline constexpr engine_head empty_head{};

/// What a walk keeps between two buffers full, the subtrees that are still to be visited above all. What stands in it is the
/// engine's own business: `begin` makes it, `fill` reads it, and nothing need be destroyed.
template <std::size_t Bytes>
struct walk_room {
    alignas(std::uint64_t) unsigned char bytes[Bytes];
};

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

/// A query about an area, half asked: the subtrees still to be visited. 1 kB on the caller's stack.
template <class Shape>
struct query_walk {
    area_query<Shape> query;
    box<typename Shape::scalar> area; ///< around all answers
    int top = 0;                      ///< how many subtrees are still to be visited
    walk_room<672> stack;
};

/// What is asked of two trees, or of one with itself.
struct pair_query {
    pair_filter wanted;
    counters* counts = nullptr;
    bool is_join = false; ///< of two trees; else of one with itself, and each pair once
};

/// The query "who touches whom", or "who is near whom", half asked: 12 kB on the caller's stack, 23 kB for circles in double.
template <class Shape>
struct pair_walk {
    static constexpr std::size_t numbers_in_lane = is_circle<Shape> ? 7 : 4;
    static constexpr std::size_t bytes_in_lane = numbers_in_lane * sizeof(typename Shape::scalar) + 12;

    walk_room<4120 + 272 * bytes_in_lane> state;
};

/// What a user's predicate says of an item.
enum class acceptance : std::uint8_t { no, yes, stop };

/// The query "which are nearest".
template <class Scalar>
struct nearest_query {
    point<Scalar> where;
    nearest_filter wanted;
    counters* counts = nullptr;
    acceptance (*accept)(void* context, std::uint32_t index) = nullptr; ///< all of them, where it is null
    void* context = nullptr;
};

/// What the lazy walk to ever farther items has come upon: an item, or a subtree in which nothing is closer than this.
struct nearest_candidate {
    double distance2;
    std::uint32_t what; ///< an index, or a subtree
    bool is_item;
};
using nearest_buffer = answer_buffer<nearest_candidate, 24>;

/// An item that a ray or a moving shape meets, and where on the way.
struct cast_answer {
    std::uint32_t index;
    double fraction;
};
using cast_buffer = answer_buffer<cast_answer, 64>;

/// The query "what lies on the way", half asked. 2 kB on the caller's stack.
struct cast_walk {
    mover moving;
    filter wanted;
    counters* counts = nullptr;
    double farthest = 1;   ///< nothing beyond this fraction is asked for any more
    bool is_first = false; ///< what is met first is asked for, and nothing else
    walk_room<1616> stack;
};

/// A look at every cell, half done: the places still to be visited.
struct cell_walk {
    walk_room<544> stack;
};

/// Room for shapes that a tree keeps, and lends to one call at a time.
template <class Shape>
struct shape_buffer {
    Shape* shapes = nullptr;
    std::size_t capacity = 0;
};

/// The engine, compiled once for each shape. It never throws. Without an item it owns no memory.
template <class Shape>
class core {
public:
    using scalar = typename Shape::scalar;

    explicit core(const options& options) noexcept;
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

    /// Whether so many of these shapes may be added.
    change_report judge_insert(std::span<const Shape> shapes) noexcept;
    /// Makes sure that one insert of all these cannot fail. If it is not refused and there are any, then until `commit_insert` or
    /// `drop_insert` the tree must not be used.
    change_report prepare_insert(std::span<const Shape> shapes, std::uint32_t layers) noexcept;
    /// The indices that they will get, and the limit of all indices then.
    std::span<const std::uint32_t> planned_indices() const noexcept;
    std::uint32_t planned_limit() const noexcept;
    /// The insert itself; writes the handles to `items`, which are as many.
    update_method commit_insert(std::span<item> items) noexcept;
    void drop_insert() noexcept;

    bool erase(item which) noexcept;
    change_report erase(std::span<const item> items) noexcept;
    bool move(item which, const Shape& shape) noexcept;
    change_report move(std::span<const item> items, std::span<const Shape> shapes) noexcept;
    bool set_layers(item which, std::uint32_t layers) noexcept;
    void clear() noexcept;
    bool reserve(std::uint32_t items) noexcept;
    bool refuse(refusal why) noexcept;

    /// Builds a tree of `shapes` aside, with indices 0 … n−1; `commit_assign` puts it in the place of the present one.
    change_report prepare_assign(std::span<const Shape> shapes) noexcept;
    /// Which tree stands built aside: another number, or 0, when it is no longer the one that was prepared.
    std::uint64_t prepared_assign() const noexcept;
    void commit_assign() noexcept;
    void drop_assign() noexcept;

    /// Makes sure that a copy of `from` cannot fail.
    bool prepare_copy(const core& from) noexcept;
    /// The copy itself; only straight after a `prepare_copy` of the same tree that was not refused.
    void commit_copy(const core& from) noexcept;

    change_report sync(std::span<const Shape> shapes) noexcept;
    /// Lends a buffer of one shape per index; false when there is no memory for it. It is the borrower's until it is given
    /// back, whatever becomes of the tree in between.
    bool borrow_buffer(shape_buffer<Shape>& buffer) noexcept;
    void return_buffer(shape_buffer<Shape>& buffer) noexcept;

    // Ask.

    /// Begins what `walk.query` says about `walk.area`, the bounds of what it is about, which must last as long as the walk.
    void begin(query_walk<Shape>& walk) const noexcept;
    /// Answers the next part of the query. False when there was nothing more to answer.
    bool fill(query_walk<Shape>& walk, hit_buffer& found) const noexcept;

    /// `other` is the tree itself, where it is asked about itself.
    void begin(pair_walk<Shape>& begun, const pair_query& query) const noexcept;
    bool fill(pair_walk<Shape>& walk, const core& other, pair_buffer& found) const noexcept;
    /// Asks for the memory that queries about the items after `at` will read.
    void prefetch_items(std::span<const item> items, std::size_t at) const noexcept;

    /// The nearest into `found`, in order; returns how many. 0 when the predicate said `stop`.
    std::size_t nearest(const nearest_query<scalar>& query, std::span<neighbour> found) const noexcept;
    /// The lazy walk: where it begins, and what it finds in a subtree that it opens.
    void begin(const nearest_query<scalar>& query, nearest_buffer& found) const noexcept;
    void open(const nearest_query<scalar>& query, const nearest_candidate& subtree,
              nearest_buffer& found) const noexcept;

    void begin(cast_walk& walk) const noexcept;
    bool fill(cast_walk& walk, cast_buffer& found) const noexcept;

    // Look.

    Shape shape_at(std::uint32_t index) const noexcept;          ///< `index` must be alive
    std::uint32_t layers_at(std::uint32_t index) const noexcept; ///< likewise
    box<scalar> bounds() const noexcept;
    bool contains(item which) const noexcept;

    void begin(cell_walk& walk) const noexcept;
    bool next(cell_walk& walk, cell<scalar>& found) const noexcept;
    /// What is filed right at the cell that was told last.
    void begin(query_walk<Shape>& items, const cell_walk& at) const noexcept;
    /// The leaf whose square holds `where`, and its items to walk through; false for a NaN and for an empty tree.
    bool find_cell(const point<scalar>& where, cell<scalar>& found, query_walk<Shape>& items) const noexcept;

    statistics stats() const noexcept;
    fault validate() const noexcept;

private:
    bool have_engine() noexcept;
    void move_checked(std::uint32_t index, const Shape& shape) noexcept;

    const engine_head* head_ = &empty_head; ///< the engine's head, where there is an engine
    engine<Shape>* engine_ = nullptr;
    options options_;
    refusal why_ = refusal::none;
};

} // namespace quadrille::detail

#endif
