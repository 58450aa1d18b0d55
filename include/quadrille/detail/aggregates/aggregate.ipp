// The bodies of aggregate.hpp: aggregated items, the folding of a walk's cells into sums, and walks over the sums.
// SPDX-License-Identifier: MIT
namespace quadrille {
namespace detail {

inline double middle(float low, float high) noexcept { return (double(low) + double(high)) * 0.5; }
inline double middle(double low, double high) noexcept {
    return low * 0.5 + high * 0.5; // halved before they are added: no overflow
}

/// An item as `aggregate` reports it: a hit that holds its shape.
template <class Tree>
class aggregated_hit : public hit<Tree> {
public:
    using shape_type = typename Tree::shape_type;

    aggregated_hit(Tree& tree, std::uint32_t index, const shape_type& shape) noexcept
        : hit<Tree>(tree, index), shape_(shape) {}

    const shape_type& shape() const noexcept { return shape_; }
    /// The center of the shape.
    point<double> center() const noexcept {
        if constexpr (is_point<shape_type>) {
            return {double(shape_.x), double(shape_.y)};
        } else if constexpr (is_circle<shape_type>) {
            return {double(shape_.center.x), double(shape_.center.y)};
        } else {
            return {middle(shape_.min.x, shape_.max.x), middle(shape_.min.y, shape_.max.y)};
        }
    }

private:
    shape_type shape_;
};

/// The centers of a cell's own items are added to this number of sums in turn, which compilers keep in the lanes of
/// registers.
inline constexpr std::size_t center_sums = 4;

template <class Shape>
point<double> center_of(const item_buffer<Shape>& items, std::size_t at) noexcept {
    if constexpr (is_box<Shape>) {
        return {middle(items.row[0][at], items.row[2][at]), middle(items.row[1][at], items.row[3][at])};
    } else {
        return {double(items.row[0][at]), double(items.row[1][at])};
    }
}

/// Adds the centers of these items; the first center goes to the first sum.
template <class Shape>
void add_centers(const item_buffer<Shape>& items, std::size_t first, std::size_t end, double (&x)[center_sums],
                 double (&y)[center_sums]) noexcept {
    std::size_t at = first;
    for (; at + center_sums <= end; at += center_sums) {
        QUADRILLE_ROLLED
        for (std::size_t sum = 0; sum < center_sums; ++sum) {
            x[sum] += center_of(items, at + sum).x;
            y[sum] += center_of(items, at + sum).y;
        }
    }
    for (std::size_t sum = 0; at < end; ++sum, ++at) {
        x[sum] += center_of(items, at).x;
        y[sum] += center_of(items, at).y;
    }
}

inline totals totals_from(std::uint32_t count, const double (&x)[center_sums],
                          const double (&y)[center_sums]) noexcept {
    return {count, double(count), {(x[0] + x[1]) + (x[2] + x[3]), (y[0] + y[1]) + (y[2] + y[3])}};
}

/// The totals of items that all lie in one batch.
template <class Shape>
totals totals_of_items(const item_buffer<Shape>& items, std::uint32_t first, std::uint32_t end) noexcept {
    double x[center_sums] = {};
    double y[center_sums] = {};
    add_centers(items, first, end, x, y);
    return totals_from(end - first, x, y);
}

/// The same for items in several batches, wherever the batches begin.
template <class Shape>
struct totals_in_batches {
    double x[center_sums] = {};
    double y[center_sums] = {};
    std::uint32_t count = 0;

    QUADRILLE_APART void add(const item_buffer<Shape>& items, std::uint32_t first, std::uint32_t end) noexcept {
        for (; first < end && count % center_sums != 0; ++first, ++count) {
            x[count % center_sums] += center_of(items, first).x;
            y[count % center_sums] += center_of(items, first).y;
        }
        add_centers(items, first, end, x, y);
        count += end - first;
    }
    totals all() const noexcept { return totals_from(count, x, y); }
};

/// Adds a term to a sum: `combine` changes its first argument, or returns the new sum.
template <class Sum, class Term, class Combine>
void add_term(Sum& sum, const Term& term, const Combine& combine) {
    if constexpr (std::is_void_v<std::invoke_result_t<const Combine&, Sum&, const Term&>>) {
        combine(sum, term);
    } else {
        sum = combine(std::as_const(sum), term);
    }
}

/// Adds items to the sum of their cell; `sum()` returns a reference to that sum.
template <class Tree, class Sum, class Of, class Combine>
struct item_adder {
    using items = item_buffer<typename Tree::shape_type>;

    const Tree& tree;
    const Of& of;
    const Combine& combine;
    const watch_of<Tree>& watching;

    /// False when a call has changed the tree.
    template <class SumOfCell>
    bool add(const items& from, std::uint32_t first, std::uint32_t end, bool, const SumOfCell& sum) const {
        if (first == end) {
            return true;
        }
        Sum whole = std::move(sum());
        for (std::uint32_t at = first; at < end; ++at) {
            const aggregated_hit<const Tree> one(tree, from.indices[at], from.shape(at));
            add_term(whole, of(one), combine);
            if (watching.sees_misuse()) {
                return false;
            }
        }
        sum() = std::move(whole);
        return true;
    }
};

/// The default, which calls no user code: it has loops of its own.
template <class Tree>
struct item_adder<Tree, totals, totals_of<>, adding> {
    using items = item_buffer<typename Tree::shape_type>;

    item_adder(const Tree&, const totals_of<>&, const adding&, const watch_of<Tree>&) noexcept {}

    /// `is_rest` is true if no more items of the cell follow.
    template <class SumOfCell>
    bool add(const items& from, std::uint32_t first, std::uint32_t end, bool is_rest, const SumOfCell& sum) noexcept {
        if (from_before_.count > 0 || !is_rest) {
            from_before_.add(from, first, end);
            if (is_rest) {
                sum() += std::exchange(from_before_, {}).all();
            }
        } else if (first < end) {
            sum() += totals_of_items(from, first, end);
        }
        return true;
    }

private:
    totals_in_batches<typename Tree::shape_type> from_before_{};
};

/// Folds the cells of a walk into sums, beginning at a cell and an item.
template <class Tree, class Sum, class Of, class Combine>
class walk_folder {
public:
    using shape_type = typename Tree::shape_type;

    walk_folder(const Tree& tree, std::uint32_t layers, std::vector<cell_record>& cells,
                std::vector<std::uint32_t>& indices, std::vector<Sum>& sums, const Of& of, const Combine& combine,
                std::uint32_t cell, std::uint32_t item)
        : tree_(tree), cells_(cells), indices_(indices), sums_(sums), combine_(combine), watching_(tree),
          adder_{tree, of, combine, watching_}, size_(cell), position_(item) {
        batch_.layers = layers;
        batch_.items_before = item;
    }

    std::uint32_t next_cell() const noexcept { return size_; }
    std::uint32_t next_item() const noexcept { return position_; }

    template <class Room>
    outcome fold(cell_walk& walk, const Room& room, bool is_open) {
        for (;;) {
            const std::uint32_t first = size_;
            batch_.cell_limit = room(size_);
            batch_.cells = cells_.data();
            batch_.cell_count = size_;
            if (!insides::core(tree_).fill_cells(walk, batch_)) {
                break;
            }
            std::copy_n(batch_.items.indices, batch_.items.count, indices_.data() + batch_.items_before);
            if (!open_cells(first) || !add_items(batch_.items_before + batch_.items.count, false)) {
                return outcome::tree_changed;
            }
            batch_.items_before = position_;
        }
        batch_.items.count = 0;
        const bool is_unchanged = add_items(position_, true) && (is_open || close(0));
        return is_unchanged ? outcome::complete : outcome::tree_changed;
    }

private:
    // Each returns false when a call has changed the tree.

    /// Opens the cells of the batch, from number `next` on.
    bool open_cells(std::uint32_t next) {
        for (; next < batch_.cell_count; ++next) {
            const cell_record here = cells_[next];
            first_depth_ = first_depth_ < 0 ? here.depth : first_depth_;
            if (!add_items(here.first_item, true) || !close(here.depth - first_depth_)) {
                return false;
            }
            sums_[size_] = Sum{};
            cells_[size_] = here;
            open_[depth_++] = size_++;
        }
        return true;
    }
    /// Adds the items up to this position to the present cell; `is_rest` is true if no more items of the cell follow.
    bool add_items(std::uint32_t end, bool is_rest) {
        const std::uint32_t before = batch_.items_before;
        const auto sum = [&]() -> Sum& { return sums_[open_[depth_ - 1]]; };
        const bool is_unchanged = adder_.add(batch_.items, position_ - before, end - before, is_rest, sum);
        position_ = end;
        return is_unchanged;
    }
    /// Closes the open cells from this depth on and adds each sum to that of the cell above. A cell without items
    /// releases its number, which is the last one.
    bool close(int from) {
        while (depth_ > from) {
            const std::uint32_t number = open_[--depth_];
            cells_[number].end = size_;
            if (cells_[number].first_item == position_) {
                size_ = number;
            } else if (depth_ > 0) {
                add_term(sums_[open_[depth_ - 1]], std::as_const(sums_[number]), combine_);
                if (watching_.sees_misuse()) {
                    return false;
                }
            }
        }
        return true;
    }

    const Tree& tree_;
    std::vector<cell_record>& cells_;
    std::vector<std::uint32_t>& indices_;
    std::vector<Sum>& sums_;
    const Combine& combine_;
    const watch_of<Tree> watching_;
    item_adder<Tree, Sum, Of, Combine> adder_;
    cell_batch<shape_type> batch_;
    std::uint32_t size_;
    std::uint32_t position_;            // of the next item
    std::uint32_t open_[max_depth + 1]; // the present cell and those above it, by depth below the first cell
    int first_depth_ = -1;
    int depth_ = 0; // number of open cells
};

/// Removes the sums when a fold is not complete or an exception ends it.
template <class Sum>
struct sums_of_fold {
    explicit sums_of_fold(std::vector<Sum>& of) noexcept : sums(of) {}
    sums_of_fold(const sums_of_fold&) = delete;
    sums_of_fold& operator=(const sums_of_fold&) = delete;
    ~sums_of_fold() {
        if (!is_complete) {
            sums.clear();
        }
    }

    std::vector<Sum>& sums;
    bool is_complete = false;
};

} // namespace detail

template <storable Shape>
template <class Tree, class Sum, class Of, class Combine>
outcome cell_numbering<Shape>::fold(const Tree& tree, std::vector<Sum>& sums, const Of& of, const Combine& combine,
                                    const filter& wanted) {
    static_assert(std::same_as<typename Tree::shape_type, Shape>, "these cells are for trees of another shape");
    forget(wanted);
    sums.clear();
    detail::sums_of_fold<Sum> folded(sums);
    indices_.resize((std::max)(indices_.size(), std::size_t{tree.size()}));
    detail::cell_walk walk;
    detail::insides::core(tree).begin_cells(walk);
    fold_position at;
    const auto room = [&](std::uint32_t cells) {
        const std::uint32_t limit = cells + cells_at_once;
        cells_.resize((std::max)(cells_.size(), std::size_t{limit} + 1));
        sums.resize((std::max)(sums.size(), std::size_t{limit}));
        return limit;
    };
    const outcome end = fold_walk(tree, walk, sums, of, combine, at, room, false);
    folded.is_complete = end == outcome::complete;
    if (folded.is_complete) {
        finish(tree, sums, at);
    }
    return end;
}

template <storable Shape>
template <class Tree, class Sum, class Of, class Combine, class Room>
outcome cell_numbering<Shape>::fold_walk(const Tree& tree, detail::cell_walk& walk, std::vector<Sum>& sums,
                                         const Of& of, const Combine& combine, fold_position& at, const Room& room,
                                         bool is_open) {
    detail::walk_folder<Tree, Sum, Of, Combine> folder(tree, layers_, cells_, indices_, sums, of, combine, at.cell,
                                                       at.item);
    const outcome end = folder.fold(walk, room, is_open);
    at = {folder.next_cell(), folder.next_item()};
    return end;
}

template <storable Shape>
template <class Tree, class Sums, class OnCell, class OnItem>
outcome cell_numbering<Shape>::walk(Tree& tree, const Sums& sums, OnCell&& on_cell, OnItem&& on_item) const {
    static_assert(std::same_as<typename Tree::shape_type, Shape>, "these cells are for trees of another shape");
    using sum_type = std::remove_cvref_t<decltype(sums[0])>;
    using cell_type = aggregated_cell<std::remove_const_t<Tree>, sum_type>;
    static_assert(std::same_as<std::invoke_result_t<OnCell&, cell_type>, descent>,
                  "the visitor of a cell returns quadrille::descent");
    const bool is_valid = describes(tree) && sums.size() == size_;
    QUADRILLE_ASSERT(is_valid, "the tree has changed since its cells were aggregated, or these are not the sums");
    if (!is_valid) {
        return outcome::tree_changed;
    }
    const detail::watch_of<Tree> watching(tree);
    for (std::uint32_t number = 0; number < size_;) {
        const descent decision = on_cell(cell_type(*this, tree, sums[number], number));
        if (watching.sees_misuse()) {
            return outcome::tree_changed;
        }
        if (decision == descent::stop) {
            return outcome::stopped;
        }
        if (decision == descent::take) {
            number = cells_[number].end;
            continue;
        }
        if constexpr (!std::same_as<std::remove_cvref_t<OnItem>, detail::no_visitor>) {
            const outcome end = hand_out(tree, number, watching, on_item);
            if (end != outcome::complete) {
                return end;
            }
        }
        ++number;
    }
    return outcome::complete;
}

template <storable Shape>
template <class Tree, class Watching, class OnItem>
outcome
cell_numbering<Shape>::hand_out(Tree& tree, std::uint32_t number, const Watching& watching, OnItem& on_item) const {
    if (cells_[number].first_item == cells_[number + 1].first_item) {
        return outcome::complete;
    }
    const auto& core = detail::insides::core(tree);
    detail::cell_walk walk;
    core.begin_cell(walk, cells_[number].place);
    detail::cell_batch<Shape> batch;
    batch.layers = layers_;
    batch.cell_count = batch.cell_limit = 0;
    while (core.fill_cells(walk, batch)) {
        for (std::uint32_t at = 0; at < batch.items.count; ++at) {
            const detail::aggregated_hit<Tree> one(tree, batch.items.indices[at], batch.items.shape(at));
            const outcome end = watching.after(detail::invoke_visitor(on_item, one));
            if (end != outcome::complete) {
                return end;
            }
        }
    }
    return outcome::complete;
}

} // namespace quadrille
