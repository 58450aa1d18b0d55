// Sync: writes the new shapes of all items in place, and reinserts only the items that have left their cells.
// SPDX-License-Identifier: MIT
#include "change/reinsert.hpp"
#include "engine/wrapping.hpp"
#include "rebuild/rebuild.hpp"
#include "store/lanes.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <span>
#include <utility>

namespace quadrille::detail {
namespace {

/// The number of pieces, of at least `least` each, into which a tick cuts `count` shapes or blocks. The serial verb has
/// one piece.
inline std::uint32_t pieces_for(const task_runner& with, std::uint32_t count, std::uint32_t least) noexcept {
    return with.run == nullptr || count < 2 * least ? 1 : std::min(count / least, max_tick_pieces);
}
/// The beginning of a piece of `count` elements.
constexpr std::uint32_t begin_of(std::uint32_t piece, std::uint32_t pieces, std::uint32_t count) noexcept {
    return static_cast<std::uint32_t>(std::uint64_t{count} * piece / pieces);
}

/// Whether all these shapes can be stored. If some cannot, perhaps those of dead items, `check_all_storable` decides.
template <class Shape>
QUADRILLE_RARE bool are_storable(const engine<Shape>& owner, std::span<const Shape> shapes, const task_runner& with,
                                 std::uint32_t pieces) noexcept {
    std::atomic<bool> are_good{true};
    const auto count = static_cast<std::uint32_t>(shapes.size());
    run_tasks(with, pieces, [&](std::uint32_t piece) {
        const std::uint32_t first = begin_of(piece, pieces, count);
        const auto own = shapes.subspan(first, begin_of(piece + 1, pieces, count) - first);
        if (owner.kernels->first_unstorable(own) != own.size()) {
            are_good.store(false, std::memory_order_relaxed);
        }
    });
    return are_good.load(std::memory_order_relaxed);
}

/// The results of the pass over all buckets.
struct tally {
    std::uint32_t left = 0;
    std::uint32_t clamped = 0;
    std::uint32_t doubtful = 0; ///< items that left cells so narrow that they may still belong there
    bool is_due = false;        ///< an overfull leaf must be checked again

    void add(const tally& other) noexcept {
        left += other.left;
        clamped += other.clamped;
        doubtful += other.doubtful;
        is_due |= other.is_due;
    }
};

/// Writes the new shapes into the buckets whose head is one of these blocks, in memory order, which after a build is
/// the order of traversal. Measures the buckets, and notes the items that have left their homes: all of them, unless
/// memory runs out. Writes to nothing else, so that tasks may process different blocks at the same time.
template <class Shape>
QUADRILLE_APART tally update_buckets(engine<Shape>& owner, const tick_shapes<Shape>& shapes, displaced_items& displaced,
                                     std::uint32_t first, std::uint32_t end) noexcept {
    constexpr std::uint32_t prefetch_distance = 6;
    constexpr std::uint32_t ticks_between_looks = 8;
    const std::uint32_t longest_leaf = owner.options.leaf_capacity / lanes; // whole blocks
    store<Shape>& tree = owner.store;
    tally found;
    std::uint32_t noted = 0;
    for (std::uint32_t which = first; which < end; ++which) {
        if (which + prefetch_distance < end) {
            for (const std::uint32_t id : tree.blocks[which + prefetch_distance].id) {
                prefetch(shapes.by_index + id);
            }
            prefetch_node(tree.nodes[node_of(tree.links[which + prefetch_distance].owner)]);
        }
        const block_links& links = tree.links[which];
        const reference bucket = tree.at(links.owner);
        const bool is_head = links.length > 0 && head_of(bucket) == which;
        if (!is_head) {
            continue; // free, or updated with its chain
        }
        if (links.length > longest_leaf && is_overfull(tree, links.owner, owner.options.leaf_capacity)) {
            found.is_due |= count_down(tree, bucket, count_of(tree, bucket) / (2 * ticks_between_looks) + 1);
        }
        // Makes room for the whole bucket, so that the noted items do not depend on the previous capacity.
        displaced.ids.grow(noted + std::max(4U, links.length) * lanes + words_after, noted);
        const auto room = static_cast<std::uint32_t>(displaced.ids.capacity()) - noted;
        bucket_update own = owner.kernels->update_shapes(tree, links.owner, shapes, displaced.ids.data() + noted, room);
        node& above = tree.nodes[node_of(links.owner)];
        // Layers change only with the items, and are recorded then. A mask of several layers may contain too many after
        // an item was removed.
        const std::uint32_t layers = bounds_at(above, slot_of(links.owner)).layers;
        own.around.layers = std::has_single_bit(layers) ? layers : layers_of(tree, bucket);
        set_bounds(above, slot_of(links.owner), own.around);
        found.clamped += own.clamped;
        if (own.left > 0) {
            found.left += own.left;
            found.doubtful += tree.grid.is_narrow(tree.path_at(links.owner).depth) ? own.left : 0;
            noted = displaced.is_parted ? note_subtree(tree, displaced, noted, own.left, node_of(links.owner))
                                        : noted + std::min(own.left, room);
        }
    }
    displaced.count = noted;
    return found;
}

/// The same for all buckets, in pieces. Each piece notes its items in its own memory; in the order of pieces they are
/// those of a single pass.
template <class Shape>
QUADRILLE_RARE tally update_in_pieces(engine<Shape>& owner, const tick_shapes<Shape>& shapes,
                                      std::uint32_t pieces) noexcept {
    const bool is_parted = owner.displaced.is_parted;
    tally tallies[max_tick_pieces];
    const std::uint32_t count = owner.store.blocks_begun;
    run_tasks(owner.tasks, pieces, [&](std::uint32_t piece) {
        displaced_items& displaced = owner.displaced_in(piece);
        displaced.is_parted = is_parted;
        tallies[piece] = update_buckets(owner, shapes, displaced, begin_of(piece, pieces, count),
                                        begin_of(piece + 1, pieces, count));
    });
    tally found;
    for (std::uint32_t piece = 0; piece < pieces; ++piece) {
        found.add(tallies[piece]);
    }
    return found;
}

/// Recomputes the bounds of a node from its children.
template <class Shape>
QUADRILLE_APART void refit_node(store<Shape>& tree, std::uint32_t which) noexcept {
    const node& here = tree.nodes[which];
    set_bounds(tree.nodes[node_of(here.parent)], slot_of(here.parent), united_bounds(here));
}

/// Recomputes the bounds of all nodes below `top` and of itself, children first.
template <class Shape>
QUADRILLE_APART void refit_below(store<Shape>& tree, reference top) noexcept {
    each_node_upwards(tree, top, [&](std::uint32_t which) { refit_node(tree, which); });
}

/// Recomputes the bounds of all nodes from their children; with a runner those of each subtree as a task.
template <class Shape>
QUADRILLE_RARE void refit_in_subtrees(engine<Shape>& owner) noexcept {
    store<Shape>& tree = owner.store;
    tree_cut cut;
    cut_tree(tree, cut);
    run_tasks(owner.tasks, cut.subtrees(), [&](std::uint32_t subtree) { refit_below(tree, cut.top_of(subtree)); });
    while (cut.above > 0) {
        refit_node(tree, cut.found[--cut.above]);
    }
}
template <class Shape>
void refit_all(engine<Shape>& owner) noexcept {
    const reference root = owner.store.at(root_address);
    if (owner.tasks.run != nullptr && has_many_nodes(owner.store)) {
        refit_in_subtrees(owner);
    } else if (is_node(root)) {
        refit_below(owner.store, root);
    }
}

/// Gives all displaced items new cells, and recomputes the bounds of all cells. Splits overfull leaves if any is due.
template <class Shape>
reinserted reinsert_all(engine<Shape>& owner, std::uint32_t pieces, bool is_due) noexcept {
    reinserted done;
    if (owner.displaced.is_parted) {
        is_due |= reinsert_in_subtrees(owner, pieces, done);
    } else {
        for (std::uint32_t piece = 0; piece < pieces; ++piece) {
            displaced_items& displaced = owner.displaced_in(piece);
            if (displaced.count > 0) {
                reinsert(owner, owner.store, displaced.ids.data(), displaced.count, done);
            }
        }
    }
    refit_all(owner);
    if (is_due) {
        split_overfull(owner.store, owner.slots, owner.options.leaf_capacity,
                       [](const block_links& links) { return links.countdown == 0; });
    }
    return done;
}

/// The number of displaced items from which on a rebuild is cheaper.
constexpr std::uint32_t rebuild_at(std::uint32_t size) noexcept { return size / 4 + 16; }

} // namespace

template <class Shape>
QUADRILLE_RARE change_report core<Shape>::sync(std::span<const Shape> shapes) noexcept {
    if (shapes.size() != head_->index_limit) {
        reject(error::wrong_size);
        return {.error = error::wrong_size};
    }
    change_report report;
    constexpr std::uint32_t least_shapes = 1U << 14U;
    const task_runner tasks =
        runner_for(head_->size / 8, tasks_); // waking a thread takes as long as updating some thousands
    const std::uint32_t shape_pieces = pieces_for(tasks, head_->index_limit, least_shapes);
    tick_shapes<Shape> from{shapes.data(), &options_};
    if (const wrapping<Shape>* const by = wrapping_in<Shape>(*head_); by != nullptr) {
        report = by->check_tick(from, shapes, head_->generations);
    } else if (engine_ != nullptr &&
               !(shape_pieces > 1 ? are_storable(*engine_, shapes, tasks, shape_pieces)
                                  : engine_->kernels->first_unstorable(shapes) == shapes.size())) {
        report = check_all_storable(shapes, head_->generations);
    }
    error_ = report.error;
    if (!report || head_->size == 0) {
        return report;
    }

    engine<Shape>& owner = *engine_;
    owner.tasks = tasks;
    constexpr std::uint32_t least_blocks = 512;
    std::uint32_t pieces = pieces_for(tasks, owner.store.blocks_begun, least_blocks);
    pieces = pieces > 1 && owner.have_pieces() ? pieces : 1;
    owner.displaced.is_parted = has_many_nodes(owner.store) && number_subtrees(owner.store);
    const tally found = pieces > 1 ? update_in_pieces(owner, from, pieces)
                                   : update_buckets(owner, from, owner.displaced, 0, owner.store.blocks_begun);
    owner.store.clamped = found.clamped;
    report.displaced = found.left;
    ++owner.epoch;

    bool is_new = found.left - found.doubtful >= rebuild_at(owner.size) && rebuild(owner, false);
    if (!is_new) {
        const reinserted done = reinsert_all(owner, pieces, found.is_due);
        report.reinserted = done.moved;
        report.displaced -= done.stayed;
    }
    report.method = report.reinserted > 0 ? update_method::reinsert : update_method::refit;
    is_new |= settle(owner, report.reinserted, 1);
    if (is_new) {
        report.method = update_method::rebuild;
        report.reinserted = report.displaced;
    }
    owner.tasks = {};
    return report;
}

template <class Shape>
bool core<Shape>::borrow_buffer(shape_buffer<Shape>& buffer) noexcept {
    const std::uint32_t limit = head_->index_limit;
    if (limit == 0) {
        return true;
    }
    std::swap(buffer, engine_->shapes);
    if (buffer.capacity >= limit) {
        return true;
    }
    return buffer.allocate(options_.memory, limit + limit / 4 + 1) || buffer.allocate(options_.memory, limit);
}

template <class Shape>
void core<Shape>::return_buffer(shape_buffer<Shape>& buffer) noexcept {
    const bool is_own = engine_ != nullptr && buffer.from == engine_->options.memory;
    const bool is_in_proportion = is_own && buffer.capacity / 2 <= engine_->index_limit;
    if (is_in_proportion && buffer.capacity > engine_->shapes.capacity) {
        std::swap(buffer, engine_->shapes);
    }
    buffer.release();
}

} // namespace quadrille::detail
