// The interface of the compiled engine: a tree of shapes and indices, without values and visitors.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_CORE_HPP
#define QUADRILLE_DETAIL_ENGINE_CORE_HPP

#include <quadrille/detail/base/task.hpp>
#include <quadrille/detail/engine/compiled_shapes.hpp>
#include <quadrille/detail/engine/image_walk.hpp>
#include <quadrille/detail/engine/order.hpp>
#include <quadrille/detail/engine/query.hpp>
#include <quadrille/detail/engine/shape_buffer.hpp>
#include <quadrille/detail/engine/watch.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

namespace quadrille::detail {

template <class Shape>
struct engine;
template <class Shape>
class saved_tree;
template <class Shape>
class batch_walks;
template <class Shape>
struct wrapping;

inline constexpr std::uint32_t no_index = 0xFFFF'FFFFU;

/// The part of the engine that inlined loops read at every step without a call.
struct engine_head {
    std::uint64_t identity = 0; ///< set once, when the engine is created
    std::uint64_t epoch = 0;    ///< incremented by every change
    std::uint32_t size = 0;
    std::uint32_t index_limit = 0;
    const std::uint32_t* generations = nullptr; ///< one for each index; odd while alive
    const void* wrapping = nullptr;             ///< the functions for the shape if the world wraps

    moment now() const noexcept { return {identity, epoch}; }
};

inline constexpr engine_head empty_head{};

/// The functions for a world that wraps; null for other worlds, and before there is an engine.
template <class Shape>
const wrapping<Shape>* wrapping_in(const engine_head& head) noexcept {
    return static_cast<const wrapping<Shape>*>(head.wrapping);
}

/// Opaque storage for the state of a walk between two calls of `fill_…`, mainly the pending subtrees. `begin_…`
/// constructs the state, which is trivially destructible. src/walk/states.hpp defines the state and asserts that it
/// fits.
template <std::size_t Bytes>
struct walk_room {
    alignas(std::uint64_t) unsigned char bytes[Bytes];
};

/// The buffer that a walk fills and the caller's loop reads. Kernels write whole blocks, so the end of the last block
/// may lie beyond `capacity`.
template <class Answer, std::uint32_t Capacity>
struct answer_buffer {
    static constexpr std::uint32_t capacity = Capacity;
    static constexpr std::uint32_t overhang = 16;

    std::uint32_t count = 0;
    shift from_there; ///< shift of all these answers: of items, of cast hits, or of the second items of pairs
    Answer answers[Capacity + overhang];
};

using hit_buffer = answer_buffer<std::uint32_t, 256>;
using pair_buffer = answer_buffer<index_pair, 512>;

/// The members of a query that a walk through the images of items changes.
template <class Shape>
struct asked_area {
    using scalar = typename Shape::scalar;
    struct cell_and_item_tests {
        coverage (*of_cell)(const area_query<Shape>& query, const box<float>& cell) noexcept;
        bool (*of_item)(const area_query<Shape>& query, const Shape& shape) noexcept;
    };

    area_form form;
    bool is_round;
    box<scalar> bounds;
    box<scalar> given; ///< the shape before it was moved into the period
    union {
        box<scalar> shape;         ///< a storable area; for a circle `min` is the center, and a corner is the radius
        cell_and_item_tests tests; ///< for other areas
    };
};

/// An area walk in progress: 2.2 kB on the caller's stack.
template <class Shape>
struct query_walk {
    area_query<Shape> query;
    box<typename Shape::scalar> area; ///< contains all answers
    int top = 0;                      ///< the number of pending subtrees
    std::uint32_t except = no_index;  ///< an item that the reader of the answers leaves out
    walk_room<1760> stack;

    image_walk images;
    asked_area<Shape> asked; ///< the query before the walk moved it to images
};

/// A query for pairs of one tree, or of two.
struct pair_query {
    pair_filter wanted;
    counters* counts = nullptr;
    bool is_join = false; ///< two trees; otherwise one tree, in which each pair is reported once
};

/// A pair walk in progress: 18 kB on the caller's stack, 29 kB for circles in double.
template <class Shape>
struct pair_walk {
    static constexpr std::size_t numbers_in_lane = is_circle<Shape> ? 7 : 4;
    static constexpr std::size_t bytes_in_lane = numbers_in_lane * sizeof(typename Shape::scalar) + 12;

    walk_room<10048 + 272 * bytes_in_lane> state;
};

/// A piece of a pair walk: from the bucket with the head `first`, or from the beginning, up to but excluding the bucket
/// with the head `end`, or to the end.
struct pair_piece {
    std::uint32_t first = no_index;
    std::uint32_t end = no_index;
};
inline constexpr std::uint32_t max_pair_pieces = 256;

/// The result of a user's predicate for an item.
enum class acceptance : std::uint8_t { no, yes, stop };

/// Two items and their squared distance, by which they are ordered, then by index.
struct close_answer {
    double distance2;
    std::uint32_t a;
    std::uint32_t b;

    friend constexpr auto operator<=>(const close_answer&, const close_answer&) = default;
};
using close_buffer = answer_buffer<close_answer, 256>;

/// The order of nearest items: by distance, then by index.
inline bool comes_before(const neighbor& one, const neighbor& other) noexcept {
    return one.distance2 < other.distance2 || (one.distance2 == other.distance2 && one.which.index < other.which.index);
}

/// The user's predicate, as the engine calls it. Without a function all items are accepted.
struct acceptor {
    acceptance (*decide)(void* context, std::uint32_t index) = nullptr;
    void* context = nullptr;
};

/// A query for nearest items.
template <class Scalar>
struct nearest_query {
    point<Scalar> where;
    nearest_filter wanted;
    counters* counts = nullptr;
    acceptance (*accept)(void* context, std::uint32_t index) = nullptr; ///< the predicate; null accepts all items
    void* context = nullptr;

    bool has_answer() const noexcept { return where.x == where.x && where.y == where.y && wanted.distance >= 0; }
};

/// A candidate of a range of nearest items: an item, or a subtree whose items are not closer than `distance2`.
struct nearest_candidate {
    double distance2;
    std::uint32_t what; ///< an index, or a subtree
    bool is_item;
    std::int8_t x = 0; ///< in a world that wraps: the image of the item or subtree
    std::int8_t y = 0;
    std::int8_t none = 0; ///< padding, so that all these bytes are written at once
};
using nearest_buffer = answer_buffer<nearest_candidate, 24>;

/// An item that a ray or a moving shape hits, and the fraction of its path.
struct cast_answer {
    std::uint32_t index;
    double fraction;
};
using cast_buffer = answer_buffer<cast_answer, 48>;

/// A walk along a ray or a moving shape's path, in progress. 4.5 kB on the caller's stack.
struct cast_walk {
    mover moving;
    std::uint32_t layers = all_layers;
    counters* counts = nullptr;
    double farthest = 1;   ///< hits beyond this fraction are not reported
    bool is_first = false; ///< finds only the closest hit
    std::uint32_t except = no_index;
    walk_room<4160> stack;

    image_walk images;
    mover path; ///< `moving` before the walk moved it to images
};

/// Cuts a walk that has begun into pieces, and returns their number; `pieces` has room for `max_pair_pieces`. The
/// answers of all pieces, in the order of the pieces, are those of the whole walk in the same order.
std::uint32_t cut_pairs(const void* begun, std::span<pair_piece> pieces) noexcept;
/// Limits a walk that has begun to one of its pieces.
void limit_pairs(void* begun, const pair_piece& to) noexcept;
/// From now on a walk by distances finds only pairs that are no farther apart than `distance`. `distance` is less than
/// before, but large enough that its square does not underflow.
void shorten_pairs(void* begun, double distance) noexcept;

/// The pending places of a visit of every cell.
struct cell_walk {
    walk_room<1400> stack;
};

/// A cell in a table of the caller's. Items are numbered in the order of the cells. The items of a subtree, the cell's
/// own first, are numbered from its first item up to the first item of the cell at `end`.
struct cell_record {
    box<float> bounds;        ///< contains everything filed in this cell and below, in all layers
    std::uint32_t place;      ///< the engine's number of the cell, until the next change
    std::uint32_t first_item; ///< of the items filed in this cell and below
    std::uint32_t end;        ///< the number after the last cell below; set by the caller
    std::int16_t depth;
    bool is_leaf;
};

static_assert(sizeof(cell_record) == 32, "half a cache line for each cell that a walk over the table passes");

/// Items as a structure of arrays, the layout of blocks: whole rows are copied, and loops over them are vectorized. The
/// buffer fits in the nearest cache.
template <class Shape>
struct item_buffer {
    using scalar = typename Shape::scalar;

    static constexpr std::uint32_t capacity = 512;
    static constexpr std::size_t rows = is_point<Shape> ? 2 : is_circle<Shape> ? 3 : 4;

    std::uint32_t count = 0;
    std::uint32_t indices[capacity];
    scalar row[rows][capacity]; ///< x, y; x, y, r; or x0, y0, x1, y1

    Shape shape(std::size_t at) const noexcept {
        if constexpr (is_point<Shape>) {
            return {row[0][at], row[1][at]};
        } else if constexpr (is_circle<Shape>) {
            return {{row[0][at], row[1][at]}, row[2][at]};
        } else {
            return {{row[0][at], row[1][at]}, {row[2][at], row[3][at]}};
        }
    }
};

/// A piece of a visit of every cell: a cell with everything below it, or only the cell.
struct cell_piece {
    std::uint32_t place;
    bool with_below;
    std::uint32_t cells = 0; ///< an upper limit of its number of cells; 0: not counted
    std::uint32_t items = 0; ///< the same for items
    std::uint32_t first_cell = 0;
    std::uint32_t first_item = 0;
};

/// The next cells of a visit of every cell, parents first, and their items. The items of a long bucket may span several
/// batches: the first items of a batch, up to the `first_item` of its first cell, belong to the cell before.
template <class Shape>
struct cell_batch {
    std::uint32_t layers;       ///< layers whose items are visited
    cell_record* cells;         ///< the caller's table, to which cells are appended
    std::uint32_t cell_count;   ///< cells in the table
    std::uint32_t cell_limit;   ///< capacity of the table
    std::uint32_t items_before; ///< items in earlier batches
    item_buffer<Shape> items;   ///< items of this batch
};

/// Functions that show the inside of a tree. Compiled separately from the verbs: programs that do not call them do not
/// contain them.
template <class Shape>
class observers {
public:
    using scalar = typename Shape::scalar;

    box<scalar> bounds() const noexcept;

    void begin_cells(cell_walk& walk) const noexcept;
    bool next(cell_walk& walk, cell<scalar>& found) const noexcept;
    /// Finds the next cells and their items. Leaves out cells without items in the batch's layers. Returns false when
    /// there are no more.
    bool fill_cells(cell_walk& walk, cell_batch<Shape>& into) const noexcept;
    /// Begins a visit by `fill_cells` of the items filed in the cell of a record.
    void begin_cell(cell_walk& walk, std::uint32_t place) const noexcept;
    /// `all_cells` is the visit of all cells as one piece. `cut` divides a piece into the cell alone and its quarters,
    /// in order, without those that have no items in these layers; it returns their number, 0 if the piece cannot be
    /// cut. `count_cells` sets upper limits of the cells and items of a piece.
    static cell_piece all_cells() noexcept;
    std::uint32_t cut(const cell_piece& piece, std::uint32_t layers, std::span<cell_piece, 5> into) const noexcept;
    void count_cells(cell_piece& piece, std::uint32_t layers) const noexcept;
    /// Begins a visit of a piece.
    void begin_piece(cell_walk& walk, const cell_piece& piece) const noexcept;
    /// The cell of a record.
    cell<scalar> cell_in(std::uint32_t place) const noexcept;
    /// Begins a walk through the items filed in the cell that was reported last.
    void begin_items(query_walk<Shape>& items, const cell_walk& at) const noexcept;
    /// Finds the leaf whose square contains `where`, and begins a walk through its items. Returns false for a NaN and
    /// for an empty tree.
    bool find_cell(const point<scalar>& where, cell<scalar>& found, query_walk<Shape>& items) const noexcept;

    statistics stats() const noexcept;
    fault validate() const noexcept;
    /// The same without checking the numbers of items in nodes, for a tree that is being loaded.
    fault validate_uncounted() const noexcept;

protected:
    explicit observers(const options& chosen) noexcept : options_(chosen) {}

    const engine_head* head_ = &empty_head; ///< the engine's head, if there is an engine
    engine<Shape>* engine_ = nullptr;
    task_runner tasks_; ///< stays with this object when trees are swapped
    options options_;
    quadrille::error error_ = error::none;
};

/// The engine, compiled once for each shape. It never throws. It allocates nothing before the first item.
template <class Shape>
class core : public observers<Shape> {
    static_assert(is_compiled<Shape>,
                  "macros chose other shapes of tree: define this one's, too, for every file of the program, as "
                  "-DQUADRILLE_SHAPE_POINT_DOUBLE for point<double>, or none of them, which chooses all");

public:
    using scalar = typename Shape::scalar;

    explicit core(const options& options, needed_library = {}) noexcept;
    core(core&& other) noexcept;
    core& operator=(core&& other) noexcept;
    core(const core&) = delete;
    core& operator=(const core&) = delete;
    ~core();

    void swap(core& other) noexcept;

    const engine_head& head() const noexcept { return *head_; }
    /// `assign` and `sync` run their tasks on this runner until it is replaced; without a function on the caller's
    /// thread.
    void run_with(const task_runner& with) noexcept { tasks_ = with; }
    /// Returns a runner for work on this number of items; an empty one if they are too few.
    task_runner runner_for(std::size_t items, const task_runner& with) const noexcept {
        return items < options_.min_parallel_items ? task_runner{} : with;
    }
    quadrille::error error() const noexcept { return error_; }

    // Functions that change the tree. False or a null index means rejected; `error()` is the reason.

    /// Allocates the memory that one insert of `shape` needs; returns the index that the item will get, or `no_index`.
    std::uint32_t prepare_insert(const Shape& shape) noexcept;
    /// Inserts, which cannot fail. Call it only directly after an accepted `prepare_insert` of the same shape.
    item commit_insert(const Shape& shape, std::uint32_t layers) noexcept;

    /// Checks whether this number of these shapes can be added.
    change_report check_insert(std::span<const Shape> shapes) noexcept;
    /// Prepares an insert of all these shapes, so that it cannot fail. If it is accepted and there are any shapes, the
    /// tree must not be used until `commit_insert` or `drop_insert`.
    change_report prepare_insert(std::span<const Shape> shapes, std::uint32_t layers) noexcept;
    /// The indices that the new items will get, and `index_limit` after the insert.
    std::span<const std::uint32_t> planned_indices() const noexcept;
    std::uint32_t planned_limit() const noexcept;
    /// Inserts; writes the handles to `items`, which must have the same length.
    update_method commit_insert(std::span<item> items) noexcept;
    void drop_insert() noexcept;

    bool erase(item which) noexcept;
    change_report erase(std::span<const item> items) noexcept;
    bool move(item which, const Shape& shape) noexcept;
    change_report move(std::span<const item> items, std::span<const Shape> shapes) noexcept;
    bool set_layers(item which, std::uint32_t layers) noexcept;
    void clear() noexcept;
    bool reserve(std::uint32_t items) noexcept;
    bool reject(quadrille::error reason) noexcept;

    /// Builds a tree of `shapes` in a spare store, with indices 0 … n−1; `commit_assign` makes it the present one.
    change_report prepare_assign(std::span<const Shape> shapes) noexcept;
    /// The number of the prepared assign. It changes, or is 0, when the spare store no longer holds that assign.
    std::uint64_t prepared_assign() const noexcept;
    void commit_assign() noexcept;
    void drop_assign() noexcept;

    /// Allocates the memory that a copy of `from` needs.
    bool prepare_copy(const core& from) noexcept;
    /// Copies, which cannot fail. Call it only directly after an accepted `prepare_copy` of the same tree.
    void commit_copy(const core& from) noexcept;

    change_report sync(std::span<const Shape> shapes) noexcept;
    /// Lends a buffer of one shape per index; returns false when memory runs out. The borrower owns the buffer until it
    /// returns it, regardless of changes of the tree.
    bool borrow_buffer(shape_buffer<Shape>& buffer) noexcept;
    void return_buffer(shape_buffer<Shape>& buffer) noexcept;

    // Queries.

    /// Begins the walk for `walk.query`; `walk.area` holds the bounds of its area. Everything that the query refers to
    /// must outlive the walk.
    void begin_query(query_walk<Shape>& walk) const noexcept;
    /// Finds the next answers. Returns false when there are no more.
    bool fill_query(query_walk<Shape>& walk, hit_buffer& found) const noexcept;

    /// `other` is the tree itself for pairs in one tree.
    void begin_pairs(pair_walk<Shape>& begun, const pair_query& query) const noexcept;
    bool fill_pairs(pair_walk<Shape>& walk, const core& other, pair_buffer& found) const noexcept;
    /// Prefetches the memory that queries for the items after `at` will read.
    void prefetch_items(std::span<const item> items, std::size_t at) const noexcept;

    /// Writes the nearest items to `found`, in order; returns their number, or 0 when the predicate returned `stop`.
    std::size_t nearest(const nearest_query<scalar>& query, std::span<neighbor> found) const noexcept;
    /// For ranges of nearest items: the first candidates, and the candidates in a subtree.
    void begin_nearest(const nearest_query<scalar>& query, nearest_buffer& found) const noexcept;
    void open(const nearest_query<scalar>& query, const nearest_candidate& subtree,
              nearest_buffer& found) const noexcept;

    void begin_cast(cast_walk& walk) const noexcept;
    bool fill_cast(cast_walk& walk, cast_buffer& found) const noexcept;

    // Functions that inspect the tree.

    Shape shape_at(std::uint32_t index) const noexcept; ///< `index` must be alive
    /// The stored form of a storable shape: the shape itself, or its image in `room` if the world wraps.
    const Shape& stored_image(const Shape& shape, Shape& room) const noexcept;
    std::uint32_t layers_at(std::uint32_t index) const noexcept; ///< the same
    code_grid grid() const noexcept;
    bool contains(item which) const noexcept;
    const options& chosen_options() const noexcept { return options_; }

private:
    friend saved_tree<Shape>;
    friend batch_walks<Shape>;
    friend wrapping<Shape>;

    using observers<Shape>::head_;
    using observers<Shape>::engine_;
    using observers<Shape>::tasks_;
    using observers<Shape>::options_;
    using observers<Shape>::error_;

    bool have_engine() noexcept;
    bool make_engine() noexcept;
    quadrille::error check(const Shape& shape) const noexcept;
    change_report check(std::span<const Shape> shapes) const noexcept;
    /// In a world that wraps, replaces shapes that can be stored by their stored images. There must be an engine.
    /// Returns false when memory runs out.
    bool bring_in(std::span<const Shape>& shapes) noexcept;
    void move_checked(std::uint32_t index, const Shape& shape) noexcept;
};

} // namespace quadrille::detail

#endif
