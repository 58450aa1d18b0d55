// The bodies of quadtree.hpp: values beside the compiled core, and the loops that call visitors.
// SPDX-License-Identifier: MIT

namespace quadrille {

// ---- Life ------------------------------------------------------------------------------------------------------------

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

// ---- Change ----------------------------------------------------------------------------------------------------------

template <class Value, class Shape>
item quadtree<Value, Shape>::insert(const Shape& shape)
    requires std::is_void_v<Value>
{
    return core_.prepare_insert(shape) == detail::no_index ? item{} : core_.commit_insert(shape, ~0U);
}

template <class Value, class Shape>
template <class Given>
    requires(!std::is_void_v<Value> && std::constructible_from<Value, Given &&>)
item quadtree<Value, Shape>::insert(const Shape& shape, Given&& value) {
    const std::uint32_t index = core_.prepare_insert(shape);
    if (index == detail::no_index) {
        return {};
    }
    if (!values_.reserve(std::size_t{index} + 1)) {
        core_.refuse(quadrille::refusal::no_memory);
        return {};
    }
    values_.construct(index, std::forward<Given>(value));
    return core_.commit_insert(shape, ~0U);
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
template <class Predicate>
std::uint32_t quadtree<Value, Shape>::erase_if(Predicate&& predicate) {
    std::uint32_t erased = 0;
    for (std::uint32_t index = 0; index < index_limit(); ++index) {
        if (!alive(index)) {
            continue;
        }
        const std::uint64_t epoch = core_.head().epoch;
        const bool doomed = predicate(hit(*this, index));
        if (changed_since(epoch)) {
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
    return core_.reserve(items) && (values_.reserve(items) || core_.refuse(quadrille::refusal::no_memory));
}

template <class Value, class Shape>
template <class Construct>
sync_report
quadtree<Value, Shape>::assign_with(std::span<const Shape> shapes, std::size_t value_count, Construct&& construct) {
    if (value_count != shapes.size()) {
        core_.refuse(quadrille::refusal::wrong_size);
        return {.why = quadrille::refusal::wrong_size};
    }
    sync_report report = core_.prepare_assign(shapes);
    if (!report) {
        return report;
    }

    // Until all values stand, neither they nor the tree built aside have replaced anything.
    struct half_built {
        detail::core<Shape>& core;
        detail::values<Value> fresh;
        std::uint32_t built = 0;
        bool done = false;

        explicit half_built(detail::core<Shape>& owner) noexcept : core(owner) {}
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
        core_.refuse(quadrille::refusal::no_memory);
        return {.why = quadrille::refusal::no_memory};
    }
    for (; plan.built < shapes.size(); ++plan.built) {
        construct(plan.fresh, plan.built);
    }
    plan.done = true;
    destroy_values();
    core_.commit_assign();
    values_.swap(plan.fresh);
    return report;
}

template <class Value, class Shape>
sync_report quadtree<Value, Shape>::assign(std::span<const Shape> shapes) noexcept
    requires std::is_void_v<Value>
{
    return assign_with(shapes, shapes.size(), [](detail::values<Value>&, std::uint32_t) {});
}

template <class Value, class Shape>
template <class Given>
    requires(!std::is_void_v<Value> && std::constructible_from<Value, const Given&>)
sync_report quadtree<Value, Shape>::assign(std::span<const Shape> shapes, std::span<const Given> values) {
    return assign_with(shapes, values.size(), [&](detail::values<Value>& fresh, std::uint32_t index) {
        fresh.construct(index, values[index]);
    });
}

template <class Value, class Shape>
template <class Given>
    requires(!std::is_void_v<Value> && std::constructible_from<Value, Given &&>)
sync_report quadtree<Value, Shape>::assign(std::span<const Shape> shapes, std::vector<Given>&& values) {
    return assign_with(shapes, values.size(), [&](detail::values<Value>& fresh, std::uint32_t index) {
        fresh.construct(index, std::move(values[index]));
    });
}

template <class Value, class Shape>
template <class ShapeOf>
    requires(!std::convertible_to<ShapeOf, std::span<const Shape>>)
sync_report quadtree<Value, Shape>::sync(ShapeOf&& shape_of) {
    const std::span<Shape> shapes = core_.shape_buffer();
    if (shapes.size() != index_limit()) {
        core_.refuse(quadrille::refusal::no_memory);
        return {.why = quadrille::refusal::no_memory};
    }
    const std::uint64_t epoch = core_.head().epoch;
    for (std::uint32_t index = 0; index < shapes.size(); ++index) {
        if (alive(index)) {
            shapes[index] = shape_of(hit(*this, index));
            if (changed_since(epoch)) {
                core_.refuse(quadrille::refusal::wrong_size);
                return {.why = quadrille::refusal::wrong_size};
            }
        }
    }
    return core_.sync(shapes);
}

// ---- Ask -------------------------------------------------------------------------------------------------------------

template <class Value, class Shape>
bool quadtree<Value, Shape>::changed_since(std::uint64_t epoch) const {
    const bool changed = core_.head().epoch != epoch;
    QUADRILLE_ASSERT(!changed, "a visitor must not change the tree that calls it");
    return changed;
}

template <class Value, class Shape>
template <class Self, class Visitor>
outcome quadtree<Value, Shape>::drain(Self& self, detail::query_walk<scalar>& walk,
                                      const detail::question<Shape>* asked, Visitor& visitor) {
    detail::hit_buffer found;
    const std::uint64_t epoch = self.core_.head().epoch;
    while (self.core_.fill(walk, asked, found)) {
        for (std::uint32_t answer = 0; answer < found.count; ++answer) {
            const flow wish = detail::tell(visitor, detail::hit<Self>(self, found.answers[answer]));
            if (self.changed_since(epoch)) {
                return outcome::changed;
            }
            if (wish == flow::stop) {
                return outcome::stopped;
            }
        }
    }
    return outcome::complete;
}

template <class Value, class Shape>
template <class Area>
const detail::question<Shape>* quadtree<Value, Shape>::begin(detail::query_walk<scalar>& walk,
                                                             detail::question<Shape>& asked, const Area& area,
                                                             const limits& within) const noexcept {
    if constexpr (std::same_as<Area, point<scalar>>) {
        return core_.begin(walk, asked, bounds_of(area), within);
    } else if constexpr (detail::plain_area<Area, scalar>) {
        return core_.begin(walk, asked, area, within);
    } else {
        using question = detail::question<Shape>;
        asked.form = detail::area_form::tested;
        asked.layers = within.layers;
        asked.counts = within.counts;
        asked.own_area = &area;
        asked.of_cell = [](const question& about, const box<float>& cell) noexcept {
            return static_cast<const Area*>(about.own_area)->may_touch(cell) ? detail::verdict::touched
                                                                             : detail::verdict::outside;
        };
        asked.of_item = [](const question& about, const Shape& shape) noexcept -> bool {
            return static_cast<const Area*>(about.own_area)->touches(shape);
        };
        core_.begin_asked(walk, asked, area.bounds());
        return &asked;
    }
}

template <class Value, class Shape>
template <class Self, class Area, class Visitor>
outcome quadtree<Value, Shape>::drain_query(Self& self, const Area& area, const limits& within, Visitor& visitor) {
    detail::query_walk<scalar> walk;
    detail::question<Shape> asked;
    return drain(self, walk, self.begin(walk, asked, area, within), visitor);
}

template <class Value, class Shape>
template <class Self, class Visitor>
outcome quadtree<Value, Shape>::drain_touching(Self& self, item which, const limits& within, Visitor& visitor) {
    if (!self.contains(which)) {
        return outcome::complete;
    }
    auto other = [&](detail::hit<Self> found) {
        if (found.index() == which.index) {
            detail::uncount_answer(within.counts);
            return flow::next;
        }
        return detail::tell(visitor, found);
    };
    return drain_query(self, self.stored_shape(which.index), within, other);
}

template <class Value, class Shape>
bool quadtree<Value, Shape>::take_pairs(detail::pair_walk<Shape>& walk, const pair_limits& within,
                                        detail::pair_buffer& found) const noexcept {
    const bool has_more = core_.fill(walk, found);
    if (within.layers != all_layers || within.partners != all_layers) {
        core_.keep_wanted(within, found);
    }
    if (within.counts != nullptr) {
        within.counts->answers += found.count;
    }
    return has_more;
}

template <class Value, class Shape>
template <class Self, class Visitor>
outcome quadtree<Value, Shape>::drain_pairs(Self& self, const pair_limits& within, Visitor& visitor) {
    detail::pair_walk<Shape> walk;
    detail::pair_buffer found;
    self.core_.begin(walk);
    const std::uint64_t epoch = self.core_.head().epoch;
    while (self.take_pairs(walk, within, found)) {
        for (std::uint32_t answer = 0; answer < found.count; ++answer) {
            const index_pair touching = found.answers[answer];
            const flow wish =
                detail::tell(visitor, detail::hit<Self>(self, touching.a), detail::hit<Self>(self, touching.b));
            if (self.changed_since(epoch)) {
                return outcome::changed;
            }
            if (wish == flow::stop) {
                return outcome::stopped;
            }
        }
    }
    return outcome::complete;
}

template <class Value, class Shape>
template <class Self, class Visitor>
outcome quadtree<Value, Shape>::drain_pairs_of(Self& self, std::span<const item> items, pair_workspace& workspace,
                                               const pair_limits& within, Visitor& visitor) {
    // Who has been asked already has told all its pairs; marks are taken back on every way out.
    struct marks {
        pair_workspace& workspace;
        std::span<const item> items;
        std::uint32_t limit;
        std::size_t asked = 0;

        ~marks() {
            for (const item& one : items.first(asked)) {
                if (one.index < limit) {
                    workspace.unmark(one.index);
                }
            }
        }
    };
    marks taken{workspace, items, self.index_limit()};
    workspace.prepare(taken.limit);
    const bool is_all = within.layers == all_layers && within.partners == all_layers;
    for (const item& one : items) {
        ++taken.asked;
        if (!self.contains(one) || !workspace.mark(one.index)) {
            continue;
        }
        const std::uint32_t layers = is_all ? all_layers : self.core_.layers_at(one.index);
        auto other = [&](detail::hit<Self> found) {
            if (workspace.is_marked(found.index()) ||
                !(is_all || is_wanted_pair(layers, self.core_.layers_at(found.index()), within))) {
                detail::uncount_answer(within.counts);
                return flow::next;
            }
            return detail::tell(visitor, detail::hit<Self>(self, one.index), found);
        };
        const limits beside = {.layers = wanted_beside(layers, within), .counts = within.counts};
        const outcome end = drain_query(self, self.stored_shape(one.index), beside, other);
        if (end != outcome::complete) {
            return end;
        }
    }
    return outcome::complete;
}

template <class Value, class Shape>
void quadtree<Value, Shape>::pairs_of(std::span<const item> items, pair_workspace& workspace,
                                      std::vector<index_pair>& found, const pair_limits& within) const {
    pairs_of(items, workspace, [&](const_hit a, const_hit b) { found.push_back({a.index(), b.index()}); }, within);
}

template <class Value, class Shape>
template <class Area>
    requires detail::area_for<Area, Shape>
void quadtree<Value, Shape>::query(const Area& area, std::vector<std::uint32_t>& found, const limits& within) const {
    detail::query_walk<scalar> walk;
    detail::question<Shape> asked;
    detail::hit_buffer part;
    const auto* const about = begin(walk, asked, area, within);
    while (core_.fill(walk, about, part)) {
        found.insert(found.end(), part.answers, part.answers + part.count);
    }
}

template <class Value, class Shape>
template <class Area>
    requires detail::area_for<Area, Shape>
void quadtree<Value, Shape>::query(const Area& area, std::vector<item>& found, const limits& within) const {
    query(area, [&](const_hit touched) { found.push_back(touched.item()); }, within);
}

template <class Value, class Shape>
template <class Area>
    requires detail::area_for<Area, Shape>
bool quadtree<Value, Shape>::any(const Area& area, const limits& within) const noexcept {
    detail::query_walk<scalar> walk;
    detail::question<Shape> asked;
    detail::hit_buffer found;
    return core_.fill(walk, begin(walk, asked, area, within), found);
}

template <class Value, class Shape>
template <class Area>
    requires detail::area_for<Area, Shape>
std::uint32_t quadtree<Value, Shape>::count(const Area& area, const limits& within) const noexcept {
    detail::query_walk<scalar> walk;
    detail::question<Shape> asked;
    detail::hit_buffer found;
    const auto* const about = begin(walk, asked, area, within);
    std::uint32_t total = 0;
    while (core_.fill(walk, about, found)) {
        total += found.count;
    }
    return total;
}

template <class Value, class Shape>
void quadtree<Value, Shape>::pairs(std::vector<index_pair>& found, const pair_limits& within) const {
    detail::pair_walk<Shape> walk;
    detail::pair_buffer part;
    core_.begin(walk);
    while (take_pairs(walk, within, part)) {
        found.insert(found.end(), part.answers, part.answers + part.count);
    }
}

template <class Value, class Shape>
void quadtree<Value, Shape>::pairs(std::vector<item_pair>& found, const pair_limits& within) const {
    pairs([&](const_hit a, const_hit b) { found.push_back({a.item(), b.item()}); }, within);
}

template <class Value, class Shape>
item quadtree<Value, Shape>::find(const Shape& shape) const {
    return first_at(shape, [](std::uint32_t) { return true; });
}

template <class Value, class Shape>
template <class Sought>
    requires detail::comparable_values<Value, Sought>
item quadtree<Value, Shape>::find(const Shape& shape, const Sought& value) const {
    return first_at(shape, [&](std::uint32_t index) { return stored_value(index) == value; });
}

/// Things of one shape share all its places: one place will do to look for them.
template <class Value, class Shape>
template <class Fits>
item quadtree<Value, Shape>::first_at(const Shape& shape, Fits&& fits) const {
    std::uint32_t first = detail::no_index;
    const auto compare = [&](const_hit found) {
        if (found.index() < first && found.shape() == shape && fits(found.index())) {
            first = found.index();
        }
    };
    drain_query(*this, detail::core_box(shape).min, {}, compare);
    return item_at(first);
}

// ---- Look ------------------------------------------------------------------------------------------------------------

template <class Value, class Shape>
std::optional<Shape> quadtree<Value, Shape>::shape(item which) const noexcept {
    return contains(which) ? std::optional<Shape>(stored_shape(which.index)) : std::nullopt;
}

template <class Value, class Shape>
item quadtree<Value, Shape>::item_at(std::uint32_t index) const noexcept {
    return index < index_limit() && alive(index) ? item{index, core_.head().generations[index]} : item{};
}

template <class Value, class Shape>
template <class Self, class Visitor>
outcome quadtree<Value, Shape>::visit_each(Self& self, Visitor& visitor) {
    const std::uint64_t epoch = self.core_.head().epoch;
    for (std::uint32_t index = 0; index < self.index_limit(); ++index) {
        if (!self.alive(index)) {
            continue;
        }
        const flow wish = detail::tell(visitor, detail::hit<Self>(self, index));
        if (self.changed_since(epoch)) {
            return outcome::changed;
        }
        if (wish == flow::stop) {
            return outcome::stopped;
        }
    }
    return outcome::complete;
}

template <class Value, class Shape>
void quadtree<Value, Shape>::suggested_order(std::vector<std::uint32_t>& order) const {
    // A subtree that lies in the area is taken whole, in the order of the walk; and so is the tree, here.
    constexpr scalar far_off = std::numeric_limits<scalar>::infinity();
    query(box<scalar>{{-far_off, -far_off}, {far_off, far_off}}, order);
}

template <class Value, class Shape>
template <detail::visitor Visitor>
outcome quadtree<Value, Shape>::cells(Visitor&& visitor) const {
    detail::cell_walk walk;
    cell<scalar> found;
    core_.begin(walk);
    const std::uint64_t epoch = core_.head().epoch;
    while (core_.next(walk, found)) {
        const flow wish = detail::tell(visitor, std::as_const(found));
        if (changed_since(epoch)) {
            return outcome::changed;
        }
        if (wish == flow::stop) {
            return outcome::stopped;
        }
    }
    return outcome::complete;
}

template <class Value, class Shape>
std::optional<cell<typename quadtree<Value, Shape>::scalar>>
quadtree<Value, Shape>::cell_at(const point<scalar>& where) const noexcept {
    cell<scalar> found;
    detail::query_walk<scalar> items;
    return core_.find_cell(where, found, items) ? std::optional(found) : std::nullopt;
}

template <class Value, class Shape>
template <detail::visitor Visitor>
std::optional<cell<typename quadtree<Value, Shape>::scalar>>
quadtree<Value, Shape>::cell_at(const point<scalar>& where, Visitor&& visitor) const {
    cell<scalar> found;
    detail::query_walk<scalar> items;
    if (!core_.find_cell(where, found, items)) {
        return std::nullopt;
    }
    drain(*this, items, nullptr, visitor);
    return found;
}

} // namespace quadrille
