// Aggregate: sums over the items of every cell, folded bottom-up, and a walk that takes a cell's sum or opens the cell.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_AGGREGATE_HPP
#define QUADRILLE_AGGREGATE_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/engine/insides.hpp>
#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille {

/// The default sum: the number of items, their weight, and the weighted center of their centers. Sums are in double:
/// finite as long as the sum of |weight × coordinate| is.
struct totals {
    std::uint64_t count = 0;
    double weight = 0;
    point<double> moment = {0, 0}; ///< the sum of weight × center

    /// {0, 0} where the weight is 0.
    point<double> center() const noexcept {
        return weight != 0 ? point<double>{moment.x / weight, moment.y / weight} : point<double>{0, 0};
    }
    totals& operator+=(const totals& other) noexcept {
        count += other.count;
        weight += other.weight;
        moment.x += other.moment.x;
        moment.y += other.moment.y;
        return *this;
    }
    friend bool operator==(const totals&, const totals&) = default;
};

/// The weight of an item by default.
struct weight_one {
    double operator()(const auto&) const noexcept { return 1; }
};

/// The totals of one item. `weight` is called with a hit, or with an index (`std::uint32_t`), and returns a number.
template <class Weight = weight_one>
struct totals_of {
    Weight weight;

    template <class Item>
    totals operator()(const Item& one) const {
        const auto own = static_cast<double>(weight_of(one));
        const point<double> center = one.center();
        return {1, own, {own * center.x, own * center.y}};
    }

private:
    template <class Item>
    auto weight_of(const Item& one) const {
        if constexpr (std::invocable<const Weight&, const Item&>) {
            return weight(one);
        } else {
            return weight(one.index());
        }
    }
};

template <class Weight>
totals_of(Weight) -> totals_of<Weight>;

/// The next step of a walk at a cell.
enum class descent : std::uint8_t {
    take, ///< uses its sum: its items and the cells below are skipped
    open, ///< its own items come next, then the cells below
    stop  ///< the walk ends
};

namespace detail {

/// The default way to add a term to a sum.
struct adding {
    template <class Sum, class Term>
    void operator()(Sum& sum, const Term& term) const {
        sum += term;
    }
};

struct parallel_fold;

} // namespace detail

template <class Tree, class Sum>
class aggregated_cell;

/// The cells of one state of a tree, numbered, and its items in the order of the cells; a user's array has the sum of
/// each cell at its number. For forces of far bodies (Barnes–Hut), densities, levels of detail, clusters at a zoom.
///
/// - Keep the object and the array from tick to tick: when they are large enough, a call allocates nothing. The object
///   takes 32 bytes per cell and 4 per item; a call takes 13 to 24 kB of the stack.
/// - Numbers are 0 … size()−1, parents before children: 0 is the root, and the cells below a cell have the numbers
///   after it, without a gap. Only cells with items in them have a number. Equal trees have equal numbers, also with
///   another filter, for cells that hold its items.
/// - It describes the tree as it was at the last `aggregate`. After a change of the tree (not of a value) a walk is
///   rejected.
/// - Threads: any number of walks at once.
template <storable Shape = box<float>>
class cell_numbering {
public:
    cell_numbering() = default;
    cell_numbering(const cell_numbering&) = default;
    cell_numbering& operator=(const cell_numbering&) = default;
    /// Takes the cells of `other`, and leaves it without cells.
    cell_numbering(cell_numbering&& other) noexcept { swap(other); }
    cell_numbering& operator=(cell_numbering&& other) noexcept {
        cell_numbering(std::move(other)).swap(*this);
        return *this;
    }
    ~cell_numbering() = default;
    /// Exchanges the cells of both.
    void swap(cell_numbering& other) noexcept {
        std::swap(state_, other.state_);
        std::swap(size_, other.size_);
        std::swap(item_count_, other.item_count_);
        cells_.swap(other.cells_);
        indices_.swap(other.indices_);
        pieces_.swap(other.pieces_);
        cut_pieces_.swap(other.cut_pieces_);
        std::swap(layers_, other.layers_);
    }

    /// Numbers the cells of `tree` and writes the sum of each to `sums`, which is resized to `size()`.
    ///
    /// - `sum += of(hit)` for each item filed in the cell, then `sum += sums[child]` for its children, in Morton order;
    ///   a sum begins as `Sum{}`. So each item is in the sums of all cells above it, once. `+=` must be associative. It
    ///   need not be commutative: items are added in the order of `items()`, which depends only on the tree's history.
    /// - Instead of `+=`, `combine(sum, term)` changes its first argument or returns the new sum. Terms are the results
    ///   of `of`, and sums.
    /// - `of(hit)` is called once for each item, in that order. `hit.center()` is its shape's center, in double. The
    ///   default counts: `totals_of{}`; with weights: `totals_of{[&](std::uint32_t index) { return mass[index]; }}`.
    /// - With a filter, items of other layers are left out, and also cells without any item of the filter's layers.
    ///
    /// O(n). The result is `tree_changed` if `of` or `combine` changes the tree, which is misuse. Then, and after an
    /// exception, there are no cells and no sums.
    template <class Tree, class Sum, class Of = totals_of<>>
    outcome aggregate(const Tree& tree, std::vector<Sum>& sums, const Of& of = {}, const filter& wanted = {}) {
        return fold(tree, sums, of, detail::adding{}, wanted);
    }
    template <class Tree, class Sum, class Of, class Combine>
        requires(!std::same_as<Combine, filter>)
    outcome aggregate(const Tree& tree, std::vector<Sum>& sums, const Of& of, const Combine& combine,
                      const filter& wanted = {}) {
        return fold(tree, sums, of, combine, wanted);
    }

    /// Walks from the root down: `on_cell(cell)`, called with an `aggregated_cell`, returns a `descent`. After `open`,
    /// `on_item(hit)` is called with each item filed in the cell itself (of a leaf all its items); it returns nothing
    /// or `flow`. So each item is passed to `on_item` once, or is in one sum that was taken.
    ///
    /// Neither may change the tree, as with visitors. The walk is rejected with `outcome::tree_changed`, before any
    /// call (checked builds assert), if the tree is not in the state of the last `aggregate`, or if `sums` does not
    /// have `size()` elements.
    template <class Tree, class Sums, class OnCell, class OnItem = detail::no_visitor>
    outcome walk(Tree& tree, const Sums& sums, OnCell&& on_cell, OnItem&& on_item = {}) const;

    /// The number of cells.
    std::uint32_t size() const noexcept { return size_; }

    /// The indices of all items, cell after cell: the items filed in a cell, then the items of its children.
    std::span<const std::uint32_t> items() const noexcept { return {indices_.data(), item_count_}; }

    /// Whether the tree is in the state of the last `aggregate`.
    template <class Tree>
    bool describes(const Tree& tree) const noexcept {
        return detail::insides::core(tree).head().now() == state_;
    }

private:
    template <class Tree, class Sum>
    friend class aggregated_cell;
    friend detail::parallel_fold;

    static constexpr std::uint32_t cells_at_once = 64; ///< filled, then aggregated

    template <class Tree, class Sum, class Of, class Combine>
    outcome fold(const Tree& tree, std::vector<Sum>& sums, const Of& of, const Combine& combine, const filter& wanted);

    /// Where the next cell and the next item go.
    struct fold_position {
        std::uint32_t cell = 0;
        std::uint32_t item = 0;
    };

    void forget(const filter& wanted) noexcept {
        state_ = {};
        size_ = 0;
        item_count_ = 0;
        layers_ = wanted.layers;
    }
    /// Folds the cells of a walk, from `at` on, which becomes the position after them. `room(cells)` makes room for
    /// more cells and returns the number of cells that fit. With `is_open` the one cell is not closed.
    template <class Tree, class Sum, class Of, class Combine, class Room>
    outcome fold_walk(const Tree& tree, detail::cell_walk& walk, std::vector<Sum>& sums, const Of& of,
                      const Combine& combine, fold_position& at, const Room& room, bool is_open);
    template <class Tree, class Sum>
    void finish(const Tree& tree, std::vector<Sum>& sums, const fold_position& end) {
        sums.resize(end.cell);
        cells_[end.cell].first_item = end.item;
        size_ = end.cell;
        item_count_ = end.item;
        state_ = detail::insides::core(tree).head().now();
    }

    template <class Tree, class Watching, class OnItem>
    outcome hand_out(Tree& tree, std::uint32_t number, const Watching& watching, OnItem& on_item) const;

    /// The items from this number on, up to the items of the cell `end`.
    std::span<const std::uint32_t> items_between(std::uint32_t number, std::uint32_t end) const noexcept {
        return items().subspan(cells_[number].first_item, cells_[end].first_item - cells_[number].first_item);
    }

    detail::moment state_;
    std::uint32_t size_ = 0;
    std::uint32_t item_count_ = 0;
    std::vector<detail::cell_record> cells_; ///< one more than `size_`: it ends the items of the last
    std::vector<std::uint32_t> indices_;
    std::vector<detail::cell_piece> pieces_; ///< of the last fold over a runner
    std::vector<detail::cell_piece> cut_pieces_;
    std::uint32_t layers_ = all_layers; ///< of the filter
};

/// A cell in a walk, with its sum. Valid until the visitor returns.
template <class Tree, class Sum>
class aggregated_cell {
public:
    using scalar = typename Tree::scalar;
    using cells = cell_numbering<typename Tree::shape_type>;

    aggregated_cell(const cells& of, const Tree& tree, const Sum& sum, std::uint32_t number) noexcept
        : of_(&of), tree_(&tree), sum_(&sum), number_(number) {}

    /// Its number; the cells below have higher numbers.
    std::uint32_t number() const noexcept { return number_; }
    /// One more than the last number of the cells below, which are number() + 1 … end() − 1.
    std::uint32_t end() const noexcept { return record().end; }
    /// The sum of all items that are aggregated here.
    const Sum& sum() const noexcept { return *sum_; }
    /// The number of items that are aggregated here.
    std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(items().size()); }
    /// The indices of the items that are aggregated here, in order.
    std::span<const std::uint32_t> items() const noexcept { return of_->items_between(number_, end()); }
    /// 0 at the root.
    int depth() const noexcept { return record().depth; }
    /// Whether it has no cells below.
    bool is_leaf() const noexcept { return record().is_leaf; }
    /// A box around all items here, in any layer; never too small. The items, and so the sum, are not limited to the
    /// cell's square: measure the distance of a place from this box, not from the square. Stored in float, as
    /// `cell::bounds`.
    box<scalar> bounds() const noexcept {
        const box<float>& around = record().bounds;
        return {{scalar(around.min.x), scalar(around.min.y)}, {scalar(around.max.x), scalar(around.max.y)}};
    }
    /// The longer side of the bounds: s in the opening criterion s / d < θ.
    double width() const noexcept {
        const box<float>& around = record().bounds;
        return (std::max)(double(around.max.x) - double(around.min.x), double(around.max.y) - double(around.min.y));
    }
    /// The cell as `cells` reports it, with its square. It is computed by a search: a few hundred nanoseconds.
    quadrille::cell<scalar> cell() const noexcept { return detail::insides::core(*tree_).cell_in(record().place); }

private:
    const detail::cell_record& record() const noexcept { return of_->cells_[number_]; }

    const cells* of_;
    const Tree* tree_;
    const Sum* sum_;
    std::uint32_t number_;
};

} // namespace quadrille

#include <quadrille/detail/aggregates/aggregate.ipp>

#endif
