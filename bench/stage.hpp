// A world in motion, as its boxes or as points.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_STAGE_HPP
#define QUADRILLE_BENCH_STAGE_HPP

#include "subject.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace quadrille::bench {

class stage {
public:
    enum class items : std::uint8_t { extended, points };

    stage(world start, items seen_as) : world_(std::move(start)), seen_as_(seen_as) { look(); }

    void step() {
        world_.step();
        look();
    }

    /// Returns the boxes, or their centers as boxes without a size.
    boxes now() const noexcept { return seen_as_ == items::points ? boxes(points_) : world_.boxes(); }

    const world& present() const noexcept { return world_; }
    const box<float>& walls() const noexcept { return world_.walls(); }
    std::uint32_t count() const noexcept { return world_.count(); }

private:
    void look() {
        if (seen_as_ == items::points) {
            points_ = points_of(world_);
        }
    }

    world world_;
    items seen_as_;
    std::vector<box<float>> points_;
};

} // namespace quadrille::bench

#endif
