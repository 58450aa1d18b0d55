// Bodies of quadtree.hpp: construction, copies and changes. They keep the values consistent with the compiled core.
// SPDX-License-Identifier: MIT

namespace quadrille {

// ---- Construction and copies ----------------------------------------------------------------------------------------

template <class Value, class Shape>
quadtree<Value, Shape>& quadtree<Value, Shape>::operator=(quadtree&& other) noexcept {
    quadtree(std::move(other)).swap(*this);
    return *this;
}

template <class Value, class Shape>
void quadtree<Value, Shape>::swap(quadtree& other) noexcept {
    core_.swap(other.core_);
    values_.swap(other.values_);
    std::swap(workspace_, other.workspace_);
    std::swap(copied_, other.copied_);
}

template <class Value, class Shape>
void quadtree<Value, Shape>::destroy_values() noexcept {
    if constexpr (!std::is_void_v<Value> && !std::is_trivially_destructible_v<Value>) {
        for (std::uint32_t index = 0; index < index_limit(); ++index) {
            if (alive(index)) {
                values_.destroy(index);
            }
        }
    }
}

template <class Value, class Shape>
bool quadtree<Value, Shape>::copy_from(const quadtree& other) noexcept(detail::copies_in_place<Value>)
    requires(std::is_void_v<Value> || std::copy_constructible<Value>)
{
    if (this == &other) {
        core_.reject(quadrille::error::none);
        return true;
    }
    if constexpr (detail::copies_in_place<Value>) {
        if (!core_.prepare_copy(other.core_)) {
            return false;
        }
        if (!values_.reserve(other.index_limit())) {
            return core_.reject(quadrille::error::no_memory);
        }
        if constexpr (!std::is_void_v<Value>) {
            for (std::uint32_t index = 0; index < other.index_limit(); ++index) {
                if (other.alive(index)) {
                    values_.construct(index, other.values_[index]);
                }
            }
        }
        core_.commit_copy(other.core_);
        return true;
    } else {
        return copy_aside(other);
    }
}

/// Copies all values to spare memory, and replaces nothing until all copies exist: a copy may throw or change a tree.
template <class Value, class Shape>
bool quadtree<Value, Shape>::copy_aside(const quadtree& other) {
    struct loan {
        quadtree& to;
        detail::copied_values<Value> fresh;

        explicit loan(quadtree& owner) noexcept : to(owner), fresh(std::move(owner.copied_)) {}
        ~loan() {
            fresh.drop();
            if (is_of_tree()) {
                to.copied_ = std::move(fresh);
            }
        }
        /// False if the copy of a value has given the tree another source of memory.
        bool is_of_tree() const noexcept { return fresh.source() == to.core_.chosen_options().memory; }
    } lent{*this};

    if (!lent.fresh.reserve(other.index_limit())) {
        return core_.reject(quadrille::error::no_memory);
    }
    const watch watching(other);
    const std::uint32_t limit = other.index_limit();
    for (std::uint32_t index = 0; index < limit; ++index) {
        if (other.alive(index)) {
            lent.fresh.construct(index, other.values_[index]);
            if (watching.sees_misuse()) {
                return core_.reject(quadrille::error::tree_changed);
            }
        }
    }
    if (!lent.is_of_tree()) {
        return core_.reject(quadrille::error::tree_changed);
    }
    if (!core_.prepare_copy(other.core_)) {
        return false;
    }
    destroy_values();
    core_.commit_copy(other.core_);
    lent.fresh.move_to(values_);
    return true;
}

// ---- Change ---------------------------------------------------------------------------------------------------------

template <class Value, class Shape>
item quadtree<Value, Shape>::insert(const Shape& shape, in_layers layers)
    requires std::is_void_v<Value>
{
    return core_.prepare_insert(shape) == detail::no_index ? item{} : core_.commit_insert(shape, layers.bits);
}

template <class Value, class Shape>
std::uint32_t quadtree<Value, Shape>::prepare_insert(const Shape& shape) noexcept {
    const std::uint32_t index = core_.prepare_insert(shape);
    if (index == detail::no_index || values_.reserve(std::size_t{index} + 1)) {
        return index;
    }
    core_.reject(quadrille::error::no_memory);
    return detail::no_index;
}

template <class Value, class Shape>
template <class Given>
    requires(!std::is_void_v<Value> && std::constructible_from<Value, Given &&>)
item quadtree<Value, Shape>::insert(const Shape& shape, Given&& value, in_layers layers) {
    const Shape stored = shape; // this copy is checked and stored: constructing the value may change the user's shape
    std::uint32_t index = prepare_insert(stored);
    if (index == detail::no_index) {
        return {};
    }
    if constexpr (std::same_as<Given, Value> || std::is_trivially_constructible_v<Value, Given&&>) {
        values_.construct(index, std::forward<Given>(value));
    } else {
        // The constructor is user code and may change this tree: the prepared place may then belong to another item.
        const watch watching(*this);
        Value made(std::forward<Given>(value));
        if (watching.sees_change() || error() != quadrille::error::none) { // a nested change was rejected
            index = prepare_insert(stored);
            if (index == detail::no_index) {
                return {};
            }
        }
        values_.construct(index, std::move(made));
    }
    return core_.commit_insert(stored, layers.bits);
}

template <class Value, class Shape>
change_report quadtree<Value, Shape>::prepare_insert(std::span<const Shape> shapes, in_layers layers) noexcept {
    change_report report = core_.prepare_insert(shapes, layers.bits);
    if (report && !shapes.empty() && !values_.reserve(core_.planned_limit())) {
        core_.drop_insert();
        core_.reject(quadrille::error::no_memory);
        report.error = quadrille::error::no_memory;
    }
    return report;
}

/// `construct(index, at)` constructs the value of the item that gets this index. It may throw, but must not use the
/// tree.
template <class Value, class Shape>
template <class Construct>
change_report quadtree<Value, Shape>::insert_planned(std::span<const Shape> shapes, detail::item_target items,
                                                     in_layers layers, Construct&& construct) {
    change_report report = prepare_insert(shapes, layers);
    if (!report || shapes.empty()) {
        return report;
    }
    struct half_done {
        quadtree& tree;
        detail::item_target& items;
        std::size_t taken = 0; // a number: gcc 12 at -O1 loses a struct's zeros if the call that returns it throws
        std::uint32_t built = 0;
        bool done = false;

        half_done(quadtree& owner, detail::item_target& to) noexcept : tree(owner), items(to) {}
        ~half_done() {
            if (done) {
                return;
            }
            while (built > 0) {
                tree.values_.destroy(tree.core_.planned_indices()[--built]);
            }
            items.return_buffer(taken);
            tree.core_.drop_insert();
        }
    } plan{*this, items};

    const std::span<const std::uint32_t> indices = core_.planned_indices();
    for (; plan.built < indices.size(); ++plan.built) {
        construct(indices[plan.built], plan.built);
    }
    // Last, since the values may be read from the vector that grows here.
    const std::span<item> fresh = items.take(shapes.size());
    plan.taken = fresh.size();
    plan.done = true;
    report.method = core_.commit_insert(fresh);
    return report;
}

template <class Value, class Shape>
template <class Values>
    requires detail::values_for<Values, Value>
change_report quadtree<Value, Shape>::insert(std::span<const Shape> shapes, Values&& values, detail::item_target items,
                                             in_layers layers) {
    using given = detail::given_by<Values>;
    if (std::span(values).size() != shapes.size() || !items.fits(shapes.size())) {
        core_.reject(quadrille::error::wrong_size);
        return {.error = quadrille::error::wrong_size};
    }
    if constexpr (std::is_rvalue_reference_v<given>) {
        items.reserve(shapes.size()); // may throw; later, moved-from values would be lost
    }
    // A constructor may change the range itself, so the range is read again for each value.
    const auto value_at = [&](std::uint32_t at) -> given { return static_cast<given>(std::span(values)[at]); };
    if constexpr (std::same_as<given, Value&&> || std::is_trivially_constructible_v<Value, given>) {
        return insert_planned(shapes, items, layers,
                              [&](std::uint32_t index, std::uint32_t at) { values_.construct(index, value_at(at)); });
    } else {
        // The constructors are user code and may change this tree and the arguments: all values are constructed first.
        change_report report = core_.check_insert(shapes);
        if (report && std::is_rvalue_reference_v<given>) {
            report = prepare_insert(shapes, layers); // checks the memory: rejected values must be unchanged
            if (report && !shapes.empty()) {
                core_.drop_insert();
            }
        }
        if (!report) {
            return report;
        }
        struct values_aside {
            detail::values<Value> room;
            std::uint32_t built = 0;

            explicit values_aside(const memory_source& from) noexcept : room(from) {}
            ~values_aside() {
                while (built > 0) {
                    room.destroy(--built);
                }
            }
        } made(core_.chosen_options().memory);
        if (!made.room.reserve(shapes.size())) {
            core_.reject(quadrille::error::no_memory);
            return {.error = quadrille::error::no_memory};
        }
        for (; made.built < shapes.size(); ++made.built) {
            made.room.construct(made.built, value_at(made.built));
        }
        return insert_planned(shapes, items, layers, [&](std::uint32_t index, std::uint32_t at) {
            values_.construct(index, std::move(made.room[at]));
        });
    }
}

template <class Value, class Shape>
change_report quadtree<Value, Shape>::insert(std::span<const Shape> shapes, detail::item_target items, in_layers layers)
    requires std::is_void_v<Value>
{
    if (!items.fits(shapes.size())) {
        core_.reject(quadrille::error::wrong_size);
        return {.error = quadrille::error::wrong_size};
    }
    return insert_planned(shapes, items, layers, [](std::uint32_t, std::uint32_t) {});
}

template <class Value, class Shape>
bool quadtree<Value, Shape>::erase(item which) noexcept {
    if (!core_.erase(which)) {
        return false;
    }
    values_.destroy(which.index);
    return true;
}

template <class Value, class Shape>
template <class Items>
    requires std::convertible_to<const Items&, std::span<const item>>
change_report quadtree<Value, Shape>::erase(const Items& items) noexcept {
    const std::span<const item> those = items;
    const change_report report = core_.erase(those);
    if constexpr (!std::is_void_v<Value> && !std::is_trivially_destructible_v<Value>) {
        for (std::size_t at = 0; report && at < those.size(); ++at) {
            values_.destroy(those[at].index);
        }
    }
    return report;
}

template <class Value, class Shape>
template <class Predicate>
std::uint32_t quadtree<Value, Shape>::erase_if(Predicate&& predicate) {
    static_assert(std::is_invocable_r_v<bool, Predicate&, hit>,
                  "erase_if calls its predicate with one hit: [](auto hit) { return true; }");
    std::uint32_t erased = 0;
    for (std::uint32_t index = 0; index < index_limit(); ++index) {
        if (!alive(index)) {
            continue;
        }
        const watch watching(*this);
        const bool doomed = predicate(hit(*this, index));
        if (watching.sees_misuse()) {
            break;
        }
        erased += doomed && erase(item_at(index)) ? 1U : 0U;
    }
    return erased;
}

template <class Value, class Shape>
void quadtree<Value, Shape>::clear() noexcept {
    destroy_values();
    core_.clear();
}

template <class Value, class Shape>
bool quadtree<Value, Shape>::reserve(std::uint32_t items) noexcept {
    return core_.reserve(items) && (values_.reserve(items) || core_.reject(quadrille::error::no_memory));
}

template <class Value, class Shape>
template <class Construct>
change_report
quadtree<Value, Shape>::assign_with(std::span<const Shape> shapes, std::size_t value_count, Construct&& construct) {
    if (value_count != shapes.size()) {
        core_.reject(quadrille::error::wrong_size);
        return {.error = quadrille::error::wrong_size};
    }
    change_report report = core_.prepare_assign(shapes);
    if (!report) {
        return report;
    }

    // Until all values exist, neither they nor the prepared tree replace anything.
    struct half_built {
        detail::core<Shape>& core;
        detail::values<Value> fresh;
        std::uint32_t built = 0;
        bool done = false;

        explicit half_built(detail::core<Shape>& owner) noexcept : core(owner), fresh(owner.chosen_options().memory) {}
        ~half_built() {
            if (done) {
                return;
            }
            while (built > 0) {
                fresh.destroy(--built);
            }
            core.drop_assign();
        }
    } plan{core_};

    if (!plan.fresh.reserve(shapes.size())) {
        core_.reject(quadrille::error::no_memory);
        return {.error = quadrille::error::no_memory};
    }
    const watch watching(*this);
    const std::uint64_t prepared = core_.prepared_assign();
    for (; plan.built < shapes.size(); ++plan.built) {
        construct(plan.fresh, plan.built);
    }
    if constexpr (!std::is_void_v<Value>) {
        if (plan.fresh.source() != core_.chosen_options().memory) {
            core_.reject(quadrille::error::tree_changed);
            return {.error = quadrille::error::tree_changed};
        }
    }
    if (watching.sees_change() || core_.prepared_assign() != prepared) {
        // A constructor has changed the tree. That change is replaced like everything else.
        report = core_.prepare_assign(shapes);
        if (!report) {
            return report;
        }
    }
    plan.done = true;
    destroy_values();
    core_.commit_assign();
    values_.swap(plan.fresh);
    return report;
}

template <class Value, class Shape>
change_report quadtree<Value, Shape>::assign(std::span<const Shape> shapes) noexcept
    requires std::is_void_v<Value>
{
    return assign_with(shapes, shapes.size(), [](detail::values<Value>&, std::uint32_t) {});
}

template <class Value, class Shape>
template <class Values>
    requires detail::values_for<Values, Value>
change_report quadtree<Value, Shape>::assign(std::span<const Shape> shapes, Values&& values) {
    return assign_with(shapes, std::span(values).size(), [&](detail::values<Value>& fresh, std::uint32_t index) {
        fresh.construct(index, static_cast<detail::given_by<Values>>(std::span(values)[index]));
    });
}

template <class Value, class Shape>
template <class ShapeOf>
    requires(!std::convertible_to<ShapeOf, std::span<const Shape>>)
change_report quadtree<Value, Shape>::sync(ShapeOf&& shape_of) {
    static_assert(
        requires(Shape shape) { shape = shape_of(std::declval<hit>()); },
        "sync takes a span of the tree's own shapes, or a function of a hit that returns one");
    // While `shape_of` is called no other call has the buffer, not even another sync of this tree.
    struct loan {
        detail::core<Shape>& from;
        detail::shape_buffer<Shape> buffer;

        explicit loan(detail::core<Shape>& lender) noexcept : from(lender) {}
        ~loan() { from.return_buffer(buffer); }
    } lent{core_};

    const std::uint32_t limit = index_limit();
    if (!core_.borrow_buffer(lent.buffer)) {
        core_.reject(quadrille::error::no_memory);
        return {.error = quadrille::error::no_memory};
    }
    const watch watching(*this);
    for (std::uint32_t index = 0; index < limit; ++index) {
        if (alive(index)) {
            Shape& taken = lent.buffer.shapes[index];
            taken = shape_of(hit(*this, index));
            core_.stored_image(taken, taken);
            if (watching.sees_misuse()) {
                core_.reject(quadrille::error::tree_changed);
                return {.error = quadrille::error::tree_changed};
            }
        }
    }
    return core_.sync(std::span<const Shape>(lent.buffer.shapes, limit));
}

} // namespace quadrille
