// Pieces of a pair walk for threads: runs of its buckets; and a shorter reach. Compiled once for all shapes.
// SPDX-License-Identifier: MIT
#include <quadrille/detail/engine/core.hpp>

#include "walk/states.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace quadrille::detail {

namespace {

/// A piece has at least this number of blocks, about 32 leaves, so that beginning it costs little compared with its
/// work.
constexpr std::uint32_t fewest_blocks = 64;
/// Few enough that a piece is worth a task, and enough that sixteen threads end at about the same time.
constexpr std::uint32_t wanted_pieces = 192;

std::uint32_t children_of(const node& here) noexcept {
    std::uint32_t there = 0;
    for (std::uint32_t slot = 0; slot < fan_out; ++slot) {
        there |= here.child[slot] != no_child ? 1U << slot : 0U;
    }
    return there;
}

/// Counts the blocks of buckets in the order of the walk.
class cutter {
public:
    cutter(const pair_order& walk, std::span<pair_piece> pieces) noexcept
        : walk_(walk), pieces_(pieces), quota_(std::max(fewest_blocks, walk.blocks / wanted_pieces)) {
        pieces_[0] = {};
    }

    std::uint32_t count() const noexcept { return count_; }

    /// Adds a bucket. A long bucket may be cut where its parts begin. If the walk is limited to layers, the parts
    /// depend on the lanes.
    void add(reference bucket) noexcept {
        std::uint32_t head = head_of(bucket);
        std::uint32_t rest = walk_.links[head].length;
        begin_if_full(head);
        while (!walk_.is_limited && rest > blocks_at_once && blocks_ + rest > quota_) {
            for (std::uint32_t taken = 0; taken < blocks_at_once; ++taken) {
                head = walk_.links[head].next;
            }
            rest -= blocks_at_once;
            blocks_ += blocks_at_once;
            begin_if_full(head);
        }
        blocks_ += rest;
    }

private:
    void begin_if_full(std::uint32_t head) noexcept {
        if (blocks_ >= quota_ && count_ < pieces_.size()) {
            pieces_[count_ - 1].end = head;
            pieces_[count_++] = {.first = head, .end = no_block};
            blocks_ = 0;
        }
    }

    const pair_order& walk_;
    std::span<pair_piece> pieces_;
    std::uint32_t quota_;
    std::uint32_t count_ = 1;
    std::uint32_t blocks_ = 0; ///< of the present piece
};

} // namespace

std::uint32_t cut_pairs(const void* begun, std::span<pair_piece> pieces) noexcept {
    const auto& walk = *static_cast<const pair_order*>(begun);
    cutter cut(walk, pieces);
    reference pending[walk_depth];
    int top = 0;
    if (walk.top > 0) {
        pending[top++] = walk.pending[0];
    }
    while (top > 0) {
        const reference next = pending[--top];
        if (is_node(next)) {
            const node& here = walk.nodes[next];
            each_pending(here, children_of(here), walk.query.wanted.layers,
                         [&](std::uint32_t slot) { pending[top++] = child_at(here, slot); });
        } else {
            cut.add(next);
        }
    }
    return cut.count();
}

void limit_pairs(void* begun, const pair_piece& to) noexcept {
    auto& walk = *static_cast<pair_order*>(begun);
    walk.end = to.end;
    if (to.first == no_block) {
        return;
    }
    // The slots on the path from the root to the bucket, the last first.
    address path[max_nodes_above + 2];
    int length = 0;
    for (address place = walk.links[to.first].owner; place != root_address; place = walk.nodes[node_of(place)].parent) {
        path[length++] = place;
    }
    walk.top -= length > 0 ? 1 : 0; // the root is a node
    while (length > 0) {
        const address place = path[--length];
        const node& here = walk.nodes[node_of(place)];
        bool is_later = true; // than the slot on the path
        each_pending(here, children_of(here), walk.query.wanted.layers, [&](std::uint32_t slot) {
            is_later = is_later && slot != slot_of(place);
            if (is_later) {
                push_slot(walk, here, slot);
            }
        });
        if (length == 0) {
            push_slot(walk, here, slot_of(place));
        }
    }
    if (head_of(walk.pending[walk.top - 1]) != to.first) {
        walk.pending[walk.top - 1] = make_bucket(to.first, lanes);
    }
}

void shorten_pairs(void* begun, double distance) noexcept {
    static_cast<pair_order*>(begun)->query.wanted.distance = distance;
}

} // namespace quadrille::detail
