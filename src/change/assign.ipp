// Assign and reserve: `assign` replaces all items at once; `reserve` allocates memory in advance.
// SPDX-License-Identifier: MIT
#include "engine/wrapping.hpp"
#include "grid/list_pieces.hpp"
#include "rebuild/rebuild.hpp"
#include "store/lanes.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>

namespace quadrille::detail {
namespace {

/// The reasons why an assign fails: shapes that cannot be stored, or indices without generations left.
enum obstacle : std::uint32_t { unstorable_shape = 1, spent_index = 2 };

template <class Shape>
std::uint32_t
find_obstacles(const engine<Shape>* owner, std::span<const Shape> shapes, const task_runner& tasks) noexcept {
    const kernels<Shape>& by = owner != nullptr ? *owner->kernels : *pick_kernels<Shape>();
    const list_pieces pieces(static_cast<std::uint32_t>(shapes.size()));
    std::atomic<std::uint32_t> found{0};
    run_tasks(tasks, pieces.count(), [&, pieces](std::uint32_t piece) {
        const std::uint32_t begin = pieces.begin(piece);
        const std::uint32_t end = pieces.end(piece);
        std::uint32_t own =
            by.first_unstorable(shapes.subspan(begin, end - begin)) < end - begin ? unstorable_shape : 0U;
        for (std::uint32_t index = begin; owner != nullptr && index < end && index < owner->slots.known; ++index) {
            own |= owner->slots.is_spent(index) ? spent_index : 0U;
        }
        found.fetch_or(own, std::memory_order_relaxed);
    });
    return found.load(std::memory_order_relaxed);
}

} // namespace

template <class Shape>
QUADRILLE_RARE change_report core<Shape>::prepare_assign(std::span<const Shape> shapes) noexcept {
    const auto rejected = [&](quadrille::error reason) {
        reject(reason);
        return change_report{.error = reason};
    };
    if (shapes.size() > options_.max_items) {
        return rejected(error::full);
    }
    const task_runner tasks = runner_for(shapes.size(), tasks_);
    const std::uint32_t obstacles = find_obstacles(engine_, shapes, tasks);
    change_report report;
    if ((obstacles & unstorable_shape) != 0 || options_.period) {
        report = check(shapes);
    }
    error_ = report.error;
    if (!report) {
        return report;
    }
    const auto count = static_cast<std::uint32_t>(shapes.size());
    if (!have_engine()) {
        return rejected(error::no_memory);
    }
    if ((obstacles & spent_index) != 0) {
        return rejected(error::full);
    }
    if (!bring_in(shapes)) {
        return rejected(error::no_memory);
    }
    const bool has_slots = engine_->slots.reserve(count);
    engine_->generations = engine_->slots.generation.data();
    ++engine_->assigns;
    if (!has_slots || !build_from(engine_->spare, engine_->assigned_location, shapes, options_, tasks)) {
        engine_->release_spare();
        return rejected(error::no_memory);
    }
    engine_->assigned = count;
    report.method = update_method::rebuild;
    return report;
}

template <class Shape>
void core<Shape>::commit_assign() noexcept {
    clear();
    engine<Shape>& owner = *engine_;
    owner.store.swap(owner.spare);
    const list_pieces pieces(owner.assigned);
    run_tasks(runner_for(owner.assigned, tasks_), pieces.count(), [&owner, pieces](std::uint32_t piece) {
        const std::uint32_t begin = pieces.begin(piece);
        const std::uint32_t end = pieces.end(piece);
        const std::uint32_t* const from = owner.assigned_location.data();
        std::copy(from + begin, from + end, owner.slots.location.data() + begin);
        owner.slots.births(begin, end);
    });
    owner.size = owner.assigned;
    owner.index_limit = owner.assigned;
    owner.changes = 0;
    owner.settled_size = owner.size;
    owner.reserved_blocks = 0;
    owner.release_spare();
}

template <class Shape>
std::uint64_t core<Shape>::prepared_assign() const noexcept {
    return engine_ == nullptr ? 0 : engine_->assigns;
}

template <class Shape>
void core<Shape>::drop_assign() noexcept {
    if (engine_ != nullptr) {
        engine_->release_spare();
    }
}

template <class Shape>
QUADRILLE_RARE bool core<Shape>::reserve(std::uint32_t items) noexcept {
    error_ = error::none;
    if (items > options_.max_items) {
        return reject(error::full);
    }
    if (!have_engine()) {
        return reject(error::no_memory);
    }
    // One block per twelve items, the usual fill of leaves that split at 48.
    engine<Shape>& owner = *engine_;
    const std::uint32_t blocks = items / 12 + 8;
    const std::uint32_t used = owner.store.blocks_in_use();
    const std::uint32_t nodes = owner.store.nodes_in_use();
    const bool has_room = owner.slots.reserve(items) && (blocks <= used || owner.store.ensure_blocks(blocks - used)) &&
                          (nodes_for(blocks) <= nodes || owner.store.ensure_nodes(nodes_for(blocks) - nodes));
    owner.generations = owner.slots.generation.data();
    owner.reserved_blocks = has_room ? std::max(owner.reserved_blocks, blocks) : owner.reserved_blocks;
    owner.epoch += has_room ? 1 : 0;
    return has_room || reject(error::no_memory);
}

} // namespace quadrille::detail
