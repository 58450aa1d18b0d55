// The bodies of the changes of a world over ranks.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RANKS_CHANGE_IPP
#define QUADRILLE_DETAIL_RANKS_CHANGE_IPP

#include <algorithm>
#include <cmath>
#include <utility>

namespace quadrille::ranks {

namespace detail {

/// The number of worlds of this process so far, or more.
inline std::uint64_t worlds_so_far = 0;

inline call call_of_options(const options& how) {
    return call("world")
        .with(std::uint64_t(how.leaf_capacity))
        .with(std::uint64_t(how.max_depth))
        .with(how.min_cell_side)
        .with(std::uint64_t(how.max_items))
        .with(std::uint64_t(how.max_generations))
        .with(how.period.width())
        .with(how.period.height())
        .with(how.origin.x)
        .with(how.origin.y);
}

template <class Shape>
box<double> bounds_in_double(const Shape& of) noexcept {
    const auto bounds = bounds_of(of);
    return {{double(bounds.min.x), double(bounds.min.y)}, {double(bounds.max.x), double(bounds.max.y)}};
}

/// An area for the tree: everything, with its cells, that is not in one part alone.
template <class Scalar>
struct outside_of {
    const plane_parts& parts;
    std::uint32_t part;
    double width;
    box<Scalar> all;

    box<Scalar> bounds() const noexcept { return all; }
    bool may_intersect(const box<float>& cell) const noexcept { return reaches_out(cell); }
    template <class Shape>
    bool intersects(const Shape& shape) const noexcept {
        return reaches_out(bounds_of(shape));
    }

private:
    template <class Other>
    bool reaches_out(const box<Other>& bounds) const noexcept {
        return parts.sole_holder(bounds_in_double(bounds), width) != part;
    }
};

/// Returns the plane; on an axis that wraps one period, which contains all stored shapes.
template <class Scalar>
box<Scalar> everywhere(const options& how) noexcept {
    constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();
    box<Scalar> all{{-infinity, -infinity}, {infinity, infinity}};
    if (how.period.width() > 0) {
        all.min.x = static_cast<Scalar>(how.origin.x);
        all.max.x = static_cast<Scalar>(how.origin.x + how.period.width());
    }
    if (how.period.height() > 0) {
        all.min.y = static_cast<Scalar>(how.origin.y);
        all.max.y = static_cast<Scalar>(how.origin.y + how.period.height());
    }
    return all;
}

/// Writes a thing, with the length of its value if functions of the user write it: so they read neither more nor less.
template <class Value>
void write_thing(const thing<Value>& one, parcel_writer& to) {
    to.plain(one.id);
    if constexpr (is_packed_by_user<Value>) {
        std::vector<std::byte> bytes;
        parcel_writer parcel(bytes);
        packing<Value>::write(one.value, parcel);
        to.plain(std::uint64_t(bytes.size()));
        to.bytes(bytes);
    } else if constexpr (!std::is_void_v<Value>) {
        packing<Value>::write(one.value, to);
    }
}
template <class Value>
std::optional<thing<Value>> read_thing(parcel_reader& from) {
    std::uint64_t id = 0;
    from.plain(id);
    if constexpr (std::is_void_v<Value>) {
        return from.is_there() ? std::optional(thing<Value>{id, -1}) : std::nullopt;
    } else {
        std::uint64_t length = sizeof(Value);
        if constexpr (is_packed_by_user<Value>) {
            from.plain(length);
        }
        parcel_reader own = from.part(length);
        std::optional<Value> value = packing<Value>::read(own);
        const bool is_whole = value && own.is_there() && own.rest() == 0 && from.is_there();
        return is_whole ? std::optional(thing<Value>{id, -1, std::move(*value)}) : std::nullopt;
    }
}

/// Things that travel: moved to their owner, or lent.
template <class Value, class Shape>
struct travelers {
    std::vector<Shape> shapes;
    std::vector<std::uint32_t> layers;
    std::vector<thing<Value>> things;

    template <class Hit>
    static void write(const Hit& hit, std::uint32_t layers, parcel_writer& to) {
        to.plain(hit.shape());
        to.plain(layers);
        write_thing(hit.value(), to);
    }
    /// Reads one more thing; returns false if the bytes are invalid. `owner_of(shape)` is the rank that owns it.
    template <class OwnerOf>
    bool read(parcel_reader& from, const OwnerOf& owner_of) {
        Shape shape{};
        std::uint32_t in_layers = 0;
        from.plain(shape);
        from.plain(in_layers);
        std::optional<thing<Value>> one = read_thing<Value>(from);
        if (!one) {
            return false;
        }
        one->owner = owner_of(shape);
        shapes.push_back(shape);
        layers.push_back(in_layers);
        things.push_back(std::move(*one));
        return true;
    }
    /// Fills a tree with these things alone.
    template <class Tree>
    change_report fill(Tree& tree) {
        const change_report filled = tree.assign(shapes, std::move(things));
        for (std::uint32_t index = 0; filled && index < layers.size(); ++index) {
            give_layers(tree, tree.item_at(index), index);
        }
        return filled;
    }
    /// Sets the layers of the thing at this place.
    template <class Tree>
    void give_layers(Tree& tree, item which, std::size_t at) const {
        if (layers[at] != all_layers) {
            tree.set_layers(which, layers[at]);
        }
    }
};

} // namespace detail

template <class Value, storable Shape>
world<Value, Shape>::world(MPI_Comm communicator, const world_options& how)
    : how_(how), link_(communicator), own_(how.tree), halo_(how.tree), number_(detail::worlds_so_far + 1),
      outlines_(how.tree) {
    const detail::call verb =
        detail::call_of_options(how.tree).with(how.balance_above).with(std::uint64_t(how.weigh_pairs));
    status_ = link_.agree(verb, {}, &number_);
    detail::worlds_so_far = number_;
    if (status_.what == trouble::different_calls) {
        status_.what = trouble::different_worlds;
        link_.bar(status_);
    }
}

template <class Value, storable Shape>
report world<Value, Shape>::told(const change_report& of) const noexcept {
    if (of) {
        return {};
    }
    const bool is_memory = of.error == error::no_memory;
    return {.what = is_memory ? trouble::no_memory : trouble::rejected,
            .error = of.error,
            .rank = link_.rank(),
            .first_rejected = of.first_rejected};
}

// ---- Parting the plane ----------------------------------------------------------------------------------------------

template <class Value, storable Shape>
bool world<Value, Shape>::is_out_of_balance(std::uint64_t heaviest, std::uint64_t all) const noexcept {
    constexpr double least_worse = 1.1; // relative to the imbalance after the last division
    const double of_mean = all == 0 ? 0 : double(heaviest) * link_.size() / double(all);
    return how_.balance_above > 0 && of_mean > how_.balance_above && of_mean > least_worse * after_balance_;
}

template <class Value, storable Shape>
template <class WeightOf>
report world<Value, Shape>::part_anew(plane_parts& parts, const WeightOf& weight_of) {
    constexpr std::size_t samples_of_all = 65'536;
    constexpr std::size_t fewest = 256;
    std::vector<part_census::sample> all;
    std::vector<part_census::sample> mine;
    const report counted = link_.attempt([&] {
        part_census census((std::max)(samples_of_all / std::size_t(link_.size()), fewest));
        own_.each([&](auto hit) { census.add(detail::bounds_in_double(hit.shape()).min, double(weight_of(hit))); });
        mine.assign(census.samples().begin(), census.samples().end());
        return report{};
    });
    if (const report ready = link_.agree(detail::call("census"), counted); !ready) {
        return ready;
    }
    if (const report gathered = link_.gather(std::span<const part_census::sample>(mine), all); !gathered) {
        return gathered;
    }
    const report parted = link_.attempt([&] {
        part_census census((std::max)(2 * samples_of_all, all.size() + 1));
        for (const part_census::sample& each : all) {
            census.add(each.where, each.weight);
        }
        parts = plane_parts(census, std::uint32_t(link_.size()), how_.tree.period, how_.tree.origin);
        return report{};
    });
    const report done = link_.agree(detail::call("parts"), parted);
    link_.sent().balanced += done ? 1 : 0;
    return done;
}

/// Notes how even the weights are after the plane was divided.
template <class Value, storable Shape>
report world<Value, Shape>::note_balance() {
    std::uint64_t heaviest = load();
    std::uint64_t all = 0;
    if (const report weighed = link_.agree(detail::call("weighed"), {}, &heaviest); !weighed) {
        return weighed;
    }
    const report counted = link_.sum(load(), all);
    after_balance_ = all == 0 ? 0 : double(heaviest) * link_.size() / double(all);
    return counted;
}

template <class Value, storable Shape>
template <class WeightOf>
report world<Value, Shape>::balance_by(const WeightOf& weight_of) {
    if (const report begun = link_.agree(detail::call("balance")); !begun) {
        return kept(begun);
    }
    plane_parts parts;
    if (const report parted = part_anew(parts, weight_of); !parted) {
        return kept(parted);
    }
    const report settled = settle(parts, wanted_width_);
    if (!settled) {
        return kept(settled);
    }
    put_in_order();
    return kept(note_balance());
}
template <class Value, storable Shape>
report world<Value, Shape>::balance() {
    return balance_by([&](const auto& hit) { return weight_by_options(hit.index()); });
}
template <class Value, storable Shape>
template <class WeightOf>
report world<Value, Shape>::balance(WeightOf&& weight_of) {
    return balance_by(weight_of);
}

// ---- Things come and go ---------------------------------------------------------------------------------------------

template <class Value, storable Shape>
void world<Value, Shape>::note_shape(std::uint32_t index, const Shape& shape, bool is_shared) {
    shapes_[index] = shape;
    shared_[index] = is_shared ? 1 : 0;
}

/// Writes the things that move and those that are lent to the parcels, and marks the things that other ranks hold, too.
template <class Value, storable Shape>
report world<Value, Shape>::send_off(const plane_parts& parts, double width, parcels& out, std::vector<item>& leaving) {
    const auto own_part = std::uint32_t(link_.rank());
    const detail::outside_of<scalar> outside{parts, own_part, (std::max)(width, 0.0),
                                             detail::everywhere<scalar>(how_.tree)};
    out.resize(std::size_t(link_.size()));
    shared_.assign(own_.index_limit(), 0);
    std::uint64_t lent = 0;
    const auto write = [&](std::uint32_t part, passage how, const auto& hit) {
        parcel_writer to(out[part]);
        to.plain(how);
        detail::travelers<Value, Shape>::write(hit, own_.layers(hit.item()), to);
    };
    own_.query(outside, [&](auto hit) {
        const box<double> bounds = detail::bounds_in_double(hit.shape());
        const std::uint32_t owner = parts.part_at(bounds.min);
        if (owner != own_part) {
            leaving.push_back(hit.item());
            write(owner, passage::moves, hit);
        }
        if (width < 0) {
            return;
        }
        shared_[hit.index()] = 1;
        parts.each_holder(bounds, width, [&](std::uint32_t part) {
            if (part != owner) { // after the thing has left, this rank may still hold a copy
                write(part, passage::is_lent, hit);
                ++lent;
            }
        });
    });
    link_.sent().lent += lent;
    return {};
}

/// Moves every thing to its owner in these parts, and copies of it to all ranks that hold it; with a negative width
/// there are no copies.
template <class Value, storable Shape>
report world<Value, Shape>::settle(const plane_parts& parts, double width) {
    parcels out;
    parcels in;
    std::vector<item> leaving;
    const report ready = link_.attempt([&] { return send_off(parts, width, out, leaving); });
    // The copies on other ranks count as invalid until everything has succeeded.
    has_outlines_ = false;
    halo_width_ = -1;
    if (const report sent = link_.exchange(ready, out, in); !sent) {
        return sent;
    }
    std::vector<item> added;
    tree_type halo(how_.tree);
    plane_parts next_parts;
    const report read = link_.attempt([&]() -> report {
        detail::travelers<Value, Shape> moved;
        detail::travelers<Value, Shape> lent;
        const auto own_rank = [&](const Shape&) { return link_.rank(); };
        const auto owner_of = [&](const Shape& shape) {
            return std::int32_t(parts.part_at(detail::bounds_in_double(shape).min));
        };
        for (int from = 0; from < link_.size(); ++from) {
            parcel_reader records(in[std::size_t(from)]);
            while (records.rest() > 0) {
                passage how{};
                records.plain(how);
                if (!(how == passage::moves ? moved.read(records, own_rank) : lent.read(records, owner_of))) {
                    return {.what = trouble::values, .rank = link_.rank()};
                }
            }
            in[std::size_t(from)] = {};
        }
        next_parts = parts;
        if (const report copied = told(lent.fill(halo)); !copied) {
            return copied;
        }
        const std::size_t room = own_.index_limit() + moved.shapes.size();
        shapes_.reserve(room);
        shared_.reserve(room);
        partners_of_.reserve(room);
        added.reserve(moved.shapes.size());
        if (const report arrived = told(own_.insert(moved.shapes, std::move(moved.things), added)); !arrived) {
            return arrived;
        }
        shapes_.resize(own_.index_limit());
        shared_.resize(own_.index_limit());
        partners_of_.resize(own_.index_limit());
        for (std::size_t at = 0; at < added.size(); ++at) {
            const box<double> bounds = detail::bounds_in_double(moved.shapes[at]);
            const bool is_shared = parts.sole_holder(bounds, (std::max)(width, 0.0)) != std::uint32_t(link_.rank());
            note_shape(added[at].index, moved.shapes[at], is_shared);
            partners_of_[added[at].index] = 0;
            moved.give_layers(own_, added[at], at);
        }
        return {};
    });
    if (const report all = link_.agree(detail::call("arrived"), read); !all) {
        own_.erase(added);
        return all;
    }
    own_.erase(leaving);
    link_.sent().moved += leaving.size();
    std::swap(parts_, next_parts);
    halo_.swap(halo);
    halo_width_ = width;
    return {};
}

/// After many changes: gives things indices without gaps in the order of the tree's memory, so that arrays by index are
/// read almost sequentially. If there is no memory for it, nothing changes.
template <class Value, storable Shape>
void world<Value, Shape>::put_in_order() noexcept {
    partners_of_.clear(); // they are no longer known
    partners_ = 0;
    using one = thing<Value>;
    if constexpr (std::is_nothrow_move_constructible_v<one> && std::is_nothrow_move_assignable_v<one>) {
        const report done = link_.attempt([&]() -> report {
            std::vector<std::uint32_t> order;
            std::vector<one> things;
            std::vector<Shape> given;
            std::vector<Shape> stored;
            std::vector<std::uint32_t> layers;
            std::vector<std::uint8_t> shared;
            own_.suggested_order(order);
            things.reserve(order.size());
            for (const std::uint32_t index : order) {
                given.push_back(shapes_[index]);
                stored.push_back(*own_.shape(own_.item_at(index)));
                layers.push_back(own_.layers(own_.item_at(index)));
                shared.push_back(shared_[index]);
            }
            tree_type ordered(how_.tree);
            for (const std::uint32_t index : order) {
                things.push_back(std::move(*own_.value(own_.item_at(index))));
            }
            if (!ordered.assign(stored, std::move(things))) {
                for (std::size_t at = 0; at < order.size(); ++at) {
                    // NOLINTNEXTLINE(bugprone-use-after-move): things of a rejected change are unchanged
                    *own_.value(own_.item_at(order[at])) = std::move(things[at]);
                }
                return {};
            }
            for (std::uint32_t index = 0; index < layers.size(); ++index) {
                if (layers[index] != all_layers) {
                    ordered.set_layers(ordered.item_at(index), layers[index]);
                }
            }
            own_.swap(ordered);
            shapes_.swap(given);
            shared_.swap(shared);
            return {};
        });
        static_cast<void>(done);
    }
}

// ---- The changes ----------------------------------------------------------------------------------------------------

/// Adds things to the own tree, whichever rank will own them.
template <class Value, storable Shape>
template <class Make>
report world<Value, Shape>::add_here(std::span<const Shape> shapes, const Make& make, std::uint64_t first,
                                     std::vector<item>& added) {
    std::vector<thing<Value>> things;
    things.reserve(shapes.size());
    for (std::size_t at = 0; at < shapes.size(); ++at) {
        things.push_back(make(at));
        things.back().id = first + at;
        things.back().owner = link_.rank();
    }
    const std::size_t room = own_.index_limit() + shapes.size();
    shapes_.reserve(room);
    added.reserve(shapes.size());
    if (const report done = told(own_.insert(shapes, std::move(things), added)); !done) {
        return done;
    }
    shapes_.resize(own_.index_limit());
    for (std::size_t at = 0; at < added.size(); ++at) {
        shapes_[added[at].index] = shapes[at];
    }
    return {};
}

template <class Value, storable Shape>
template <class Make>
report world<Value, Shape>::assign_things(std::span<const Shape> shapes, const Make& make, std::size_t values) {
    const bool fits = values == no_values || values == shapes.size();
    const report given =
        fits ? report{} : report{.what = trouble::rejected, .error = error::wrong_size, .rank = link_.rank()};
    if (const report begun = link_.agree(detail::call("assign"), given); !begun) {
        return kept(begun);
    }
    std::uint64_t all = 0;
    std::uint64_t before = 0;
    if (const report counted = link_.sum(shapes.size(), all, &before); !counted) {
        return kept(counted);
    }
    return replace_all(
        [&] {
            std::vector<item> added;
            return add_here(shapes, make, before, added);
        },
        all, all);
}

/// Replaces all things by those that `fill` adds to the own tree, which is emptied before.
template <class Value, storable Shape>
template <class Fill>
report world<Value, Shape>::replace_all(const Fill& fill, std::uint64_t total, std::uint64_t next_id) {
    tree_type old(how_.tree);
    std::vector<Shape> old_shapes;
    old.swap(own_);
    old_shapes.swap(shapes_);
    report done = link_.agree(detail::call("filled"), link_.attempt(fill));
    plane_parts parts;
    if (done) {
        done = part_anew(parts, [](const auto&) { return 1; });
    }
    if (done) {
        done = settle(parts, -1);
    }
    if (!done) {
        old.swap(own_);
        old_shapes.swap(shapes_);
        has_outlines_ = false;
        halo_width_ = -1;
        return kept(done);
    }
    put_in_order();
    wanted_width_ = -1;
    total_ = total;
    next_id_ = next_id;
    return kept(note_balance());
}

template <class Value, storable Shape>
template <class Make>
report world<Value, Shape>::insert_things(std::span<const Shape> shapes, const Make& make, std::size_t values,
                                          std::uint64_t* first_id) {
    const report given = values == shapes.size()
                             ? report{}
                             : report{.what = trouble::rejected, .error = error::wrong_size, .rank = link_.rank()};
    if (const report begun = link_.agree(detail::call("insert"), given); !begun) {
        return kept(begun);
    }
    std::uint64_t all = 0;
    std::uint64_t before = 0;
    if (const report counted = link_.sum(shapes.size(), all, &before); !counted) {
        return kept(counted);
    }
    std::vector<item> added;
    report done = link_.agree(detail::call("inserted"),
                              link_.attempt([&] { return add_here(shapes, make, next_id_ + before, added); }));
    plane_parts parts;
    const bool is_first = total_ == 0; // until now there were no things by which to divide the plane
    if (done && is_first) {
        done = part_anew(parts, [](const auto&) { return 1; });
    }
    if (done) {
        done = settle(is_first ? parts : parts_, -1);
    }
    if (!done) {
        own_.erase(added);
        return kept(done);
    }
    if (first_id != nullptr) {
        *first_id = next_id_ + before;
    }
    total_ += all;
    next_id_ += all;
    return kept(done);
}

/// Reports which rank gave an id that does not exist, or one that was given before, and its position.
template <class Value, storable Shape>
report world<Value, Shape>::reject_absent(std::span<const std::uint64_t> ids, const std::vector<std::uint64_t>& all,
                                          const std::vector<item>& mine) {
    std::vector<std::uint64_t> here;
    std::vector<std::uint64_t> alive;
    const report noted = link_.attempt([&] {
        for (const item each : mine) {
            here.push_back(own_.value(each)->id);
        }
        return report{};
    });
    if (const report ready = link_.agree(detail::call("noted"), noted); !ready) {
        return ready;
    }
    if (const report gathered = link_.gather(std::span<const std::uint64_t>(here), alive); !gathered) {
        return gathered;
    }
    std::sort(alive.begin(), alive.end());
    const auto is_bad = [&](std::uint64_t id) {
        const auto [first, last] = std::equal_range(all.begin(), all.end(), id);
        return last - first > 1 || !std::binary_search(alive.begin(), alive.end(), id);
    };
    const auto bad = std::find_if(ids.begin(), ids.end(), is_bad);
    return link_.agree(detail::call("absent"), bad == ids.end()
                                                   ? report{}
                                                   : report{.what = trouble::rejected,
                                                            .error = error::no_item,
                                                            .rank = link_.rank(),
                                                            .first_rejected = std::uint32_t(bad - ids.begin())});
}

template <class Value, storable Shape>
report world<Value, Shape>::erase(std::span<const std::uint64_t> ids) {
    if (const report begun = link_.agree(detail::call("erase")); !begun) {
        return kept(begun);
    }
    std::vector<std::uint64_t> all;
    if (const report gathered = link_.gather(ids, all); !gathered) {
        return kept(gathered);
    }
    std::vector<item> mine;
    std::vector<std::uint8_t> is_here;
    bool are_different = true;
    const report sought = link_.attempt([&] {
        std::sort(all.begin(), all.end());
        are_different = std::adjacent_find(all.begin(), all.end()) == all.end();
        if (!all.empty()) {
            own_.each([&](auto hit) {
                if (std::binary_search(all.begin(), all.end(), hit.value().id)) {
                    mine.push_back(hit.item());
                }
            });
        }
        return report{};
    });
    if (const report looked = link_.agree(detail::call("sought"), sought); !looked) {
        return kept(looked);
    }
    std::uint64_t here = 0;
    if (const report counted = link_.sum(mine.size(), here); !counted) {
        return kept(counted);
    }
    if (here != all.size() || !are_different) {
        return kept(reject_absent(ids, all, mine));
    }
    own_.erase(mine);
    total_ -= all.size();
    halo_width_ = -1;
    has_outlines_ = false;
    return kept({});
}

template <class Value, storable Shape>
report world<Value, Shape>::sync(std::span<const Shape> shapes) {
    std::uint64_t heaviest = load();
    std::vector<Shape>& before = shapes_before_; // kept until everything has succeeded, to restore the other things
    bool is_changed = false;
    const report changed = link_.attempt([&] {
        before.assign(shapes.begin(), shapes.end());
        const report synced = told(own_.sync(shapes));
        is_changed = bool(synced);
        return synced;
    });
    if (is_changed) {
        before.swap(shapes_);
    }
    report done = link_.agree(detail::call("sync"), changed, &heaviest);
    std::uint64_t all = total_;
    if (done && how_.weigh_pairs) {
        done = link_.sum(load(), all);
    }
    plane_parts parts;
    const bool is_uneven = done && is_out_of_balance(heaviest, all);
    if (is_uneven) {
        done = part_anew(parts, [&](const auto& hit) { return weight_by_options(hit.index()); });
    }
    if (done) {
        done = settle(is_uneven ? parts : parts_, wanted_width_);
    }
    if (!done) {
        if (is_changed) {
            shapes_.swap(before);
            shapes_.resize(own_.index_limit());
            own_.sync(shapes_);
        }
        halo_width_ = -1;
        has_outlines_ = false;
        return kept(done);
    }
    wanted_width_ = -1;
    if (is_uneven) {
        put_in_order();
        done = note_balance();
    }
    return kept(done);
}

template <class Value, storable Shape>
template <class ShapeOf>
    requires(!std::convertible_to<ShapeOf, std::span<const Shape>>)
report world<Value, Shape>::sync(ShapeOf&& shape_of) {
    std::vector<Shape> shapes;
    const report made = link_.attempt([&] {
        shapes.resize(own_.index_limit());
        own_.each([&](auto hit) { shapes[hit.index()] = shape_of(hit); });
        return report{};
    });
    if (const report ready = link_.agree(detail::call("shapes"), made); !ready) {
        return kept(ready);
    }
    return sync(std::span<const Shape>(shapes));
}

} // namespace quadrille::ranks

#endif
