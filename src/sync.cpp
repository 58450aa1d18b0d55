// Sync: every item's new shape at once: written in place, and new cells only for those that left theirs.
// SPDX-License-Identifier: MIT
#include "build.hpp"
#include "judge.hpp"
#include "relocate.hpp"

#include <bit>

namespace quadrille::detail {
namespace {

/// One pass over all buckets, depth first: shapes are streamed in, bounds measured, leavers noted. Children before parents, so
/// that every bound is final when its parent reads it.
template <class Shape>
class refresher {
public:
    using scalar = typename Shape::scalar;

    refresher(engine<Shape>& owner, const Shape* shapes, std::uint32_t noted_most) noexcept
        : own_(owner), within_(owner.store), shapes_(shapes), noted_most_(noted_most) {}

    std::uint32_t left() const noexcept { return left_; }
    std::uint32_t noted() const noexcept { return left_ < noted_most_ ? left_ : noted_most_; }
    std::uint32_t clamped() const noexcept { return clamped_; }

    void run() noexcept {
        const reference root = within_.at(root_address);
        if (!is_node(root)) {
            refresh_bucket(root_address);
            return;
        }
        enter(root);
        while (top_ > 0) {
            step& now = path_[top_ - 1];
            if (now.slot == 4) {
                const node& done = within_.nodes[now.which];
                set_bounds(within_.nodes[node_of(done.parent)], slot_of(done.parent), united_bounds(done));
                --top_;
                continue;
            }
            const reference child = within_.nodes[now.which].child[now.slot++];
            if (is_node(child)) {
                enter(child);
            }
        }
    }

private:
    struct step {
        std::uint32_t which;
        std::uint32_t slot;
    };

    void enter(std::uint32_t which) noexcept {
        path_[top_++] = {which, 0};
        for (std::uint32_t slot = 0; slot <= wide_slot; ++slot) {
            if (is_bucket(within_.at(make_address(which, slot)))) {
                refresh_bucket(make_address(which, slot));
            }
        }
    }

    void refresh_bucket(address place) noexcept {
        const reference bucket = within_.at(place);
        if (bucket == no_child) {
            return;
        }
        const cell_path path = within_.path_at(place);
        const auto house = within_.grid.template home_at<scalar>(path, slot_of(place) == wide_slot);
        const bool at_border = !std::isfinite(house.x0) || !std::isfinite(house.y0) || !std::isfinite(house.x1) ||
                               !std::isfinite(house.y1);
        measured around;
        each_block(within_, bucket, [&](std::uint32_t which, std::uint32_t live) {
            block<Shape>& here = within_.blocks[which];
            const std::uint32_t left = plain::refresh(here, live, shapes_, house);
            note(here, left);
            const measured part = plain::measure(here);
            around.add(part.x0, part.y0, part.x1, part.y1, part.layers);
            // Who stands outside the grid has left its cell, unless that lies on the border.
            for (std::uint32_t lane = 0; (at_border || left != 0) && lane < live; ++lane) {
                clamped_ += within_.grid.is_outside(read_lane(here, lane).shape) ? 1U : 0U;
            }
        });
        set_bounds(within_.nodes[node_of(place)], slot_of(place), around);
    }

    void note(const block<Shape>& here, std::uint32_t left) noexcept {
        for (; left != 0; left &= left - 1) {
            if (left_ < noted_most_) {
                own_.leavers[left_] = here.id[std::countr_zero(left)];
            }
            ++left_;
        }
    }

    engine<Shape>& own_;
    store<Shape>& within_;
    const Shape* shapes_;
    std::uint32_t noted_most_;
    std::uint32_t left_ = 0;
    std::uint32_t clamped_ = 0;
    int top_ = 0;
    step path_[most_depth + 1];
};

/// How many may leave before it is cheaper to build anew.
constexpr std::uint32_t rebuild_at(std::uint32_t size) noexcept { return size / 4 + 16; }

} // namespace

template <class Shape>
sync_report core<Shape>::sync(std::span<const Shape> shapes) noexcept {
    if (shapes.size() != head_->index_limit) {
        refuse(refusal::wrong_size);
        return {.why = refusal::wrong_size};
    }
    sync_report report =
        judge_all(shapes, [&](std::uint32_t index) { return engine_->is_alive(index); });
    why_ = report.why;
    if (!report || head_->size == 0) {
        return report;
    }

    engine<Shape>& own = *engine_;
    const std::uint32_t limit = rebuild_at(own.size);
    if (own.leavers.capacity() < limit) {
        own.leavers.grow(limit, 0); // without memory, those beyond the capacity stay where they are this time
    }
    const auto noted_most = static_cast<std::uint32_t>(std::min<std::size_t>(own.leavers.capacity(), limit));
    refresher<Shape> pass(own, shapes.data(), noted_most);
    pass.run();
    ++own.epoch;
    own.store.clamped = pass.clamped();
    report.left = pass.left();

    report.way = sync_way::refresh;
    if (pass.left() >= limit && rebuild(own, false)) {
        report.way = sync_way::rebuild;
        report.moved = report.left;
        return report;
    }
    for (std::uint32_t leaver = 0; leaver < pass.noted(); ++leaver) {
        report.moved += relocate(own.store, own.slots, own.leavers[leaver], wishes_.leaf_capacity) ? 1U : 0U;
    }
    report.way = report.moved > 0 ? sync_way::rehome : sync_way::refresh;
    if (settle(own)) {
        report.way = sync_way::rebuild;
        report.moved = report.left;
    }
    return report;
}

template <class Shape>
std::span<Shape> core<Shape>::shape_buffer() noexcept {
    const std::uint32_t limit = head_->index_limit;
    if (limit == 0 || !engine_->shapes.grow(limit, 0)) {
        return {};
    }
    return {engine_->shapes.data(), limit};
}

template sync_report core<box<float>>::sync(std::span<const box<float>>) noexcept;
template sync_report core<box<double>>::sync(std::span<const box<double>>) noexcept;
template std::span<box<float>> core<box<float>>::shape_buffer() noexcept;
template std::span<box<double>> core<box<double>>::shape_buffer() noexcept;

} // namespace quadrille::detail
