// A simple uniform grid: counting sort into one array, neighboring cells read as runs.
// SPDX-License-Identifier: MIT
#include "../pair_sink.hpp"
#include "cells.hpp"

namespace quadrille::bench {
namespace {

class grid final : public subject, public ticking, public copying, public answering<window>, public answering<tally> {
public:
    std::string unfit(boxes now) override {
        update(now);
        double tests = 0;
        for (std::size_t i = 0; i < filed_.size(); ++i) {
            const runs met = runs_of(i);
            tests += static_cast<double>(met.beside - i - 1) + static_cast<double>(met.below_end - met.below);
        }
        return too_many_tests(tests);
    }

    void build(boxes now) override { update(now); }

    void update(boxes now) override {
        frame_ = frame_of(now, 1, 8);
        starts_.assign(frame_.starts(), 0);
        cells_.resize(now.size());
        filed_.resize(now.size());
        for (std::size_t i = 0; i < now.size(); ++i) {
            cells_[i] = frame_.cell_of(now[i]);
            ++starts_[cells_[i]];
        }
        std::uint32_t sum = 0;
        for (std::uint32_t& start : starts_) {
            sum += start;
            start = sum;
        }
        // Counting down from a cell's end leaves its start.
        for (std::size_t i = now.size(); i-- > 0;) {
            filed_[--starts_[cells_[i]]] = {now[i], static_cast<std::uint32_t>(i), cells_[i]};
        }
    }

    void pairs(std::vector<index_pair>& found) override {
        pair_sink sink(found);
        for (std::size_t i = 0; i < filed_.size(); ++i) {
            const runs met = runs_of(i);
            append_intersecting_pairs(filed_[i], i + 1, met.beside, sink);
            append_intersecting_pairs(filed_[i], met.below, met.below_end, sink);
        }
    }

    /// In each row of cells, those that may contain hits are one run.
    void ask(const window& area, std::vector<std::uint32_t>& found) override {
        each_in(area, [&](std::uint32_t index) { found.push_back(index); });
    }
    void ask(const tally& query, std::vector<std::uint32_t>& found) override {
        std::uint32_t count = 0;
        each_in(query.area, [&](std::uint32_t) { ++count; });
        found.push_back(count);
    }
    template <class Use>
    void each_in(const window& area, const Use& use) const {
        const float reach = frame_.largest;
        const box<float> wider = {{area.min.x - reach, area.min.y - reach}, area.max};
        const std::uint32_t first = frame_.cell_of(wider);
        const std::uint32_t last_row = frame_.cell_of({{wider.min.x, area.max.y}, area.max});
        const std::uint32_t columns = frame_.cell_of({{area.max.x, wider.min.y}, area.max}) - first + 1;
        for (std::uint32_t cell = first; cell <= last_row; cell += frame_.stride) {
            for (std::size_t i = starts_[cell]; i < starts_[cell + columns]; ++i) {
                if (intersects(area, filed_[i].shape)) {
                    use(filed_[i].index);
                }
            }
        }
    }

    std::optional<std::size_t> bytes() const override {
        return sizeof(filed) * filed_.capacity() + sizeof(std::uint32_t) * (starts_.capacity() + cells_.capacity());
    }

    void copy_from(const subject& other) override {
        const auto& source = dynamic_cast<const grid&>(other);
        frame_ = source.frame_;
        starts_ = source.starts_;
        cells_ = source.cells_;
        filed_ = source.filed_;
    }

private:
    struct filed {
        box<float> shape;
        std::uint32_t index;
        std::uint32_t cell;
    };

    /// Row by row, an item is tested against two runs: the rest of its own cell with the next cell, and the three cells
    /// below.
    struct runs {
        std::size_t beside;
        std::size_t below;
        std::size_t below_end;
    };

    runs runs_of(std::size_t i) const {
        const std::uint32_t cell = filed_[i].cell;
        const std::uint32_t below = cell + frame_.stride;
        return {starts_[cell + 2], starts_[below - 1], starts_[below + 2]};
    }

    void append_intersecting_pairs(const filed& one, std::size_t first, std::size_t end, pair_sink& sink) const {
        for (std::size_t j = first; j < end; ++j) {
            const filed& other = filed_[j];
            const bool hit = (one.shape.min.x <= other.shape.max.x) & (other.shape.min.x <= one.shape.max.x) &
                             (one.shape.min.y <= other.shape.max.y) & (other.shape.min.y <= one.shape.max.y);
            sink.offer(one.index, other.index, hit);
        }
    }

    cell_frame frame_;
    std::vector<std::uint32_t> starts_;
    std::vector<std::uint32_t> cells_;
    std::vector<filed> filed_;
};

} // namespace

std::unique_ptr<subject> make_grid(const world&) { return std::make_unique<grid>(); }

} // namespace quadrille::bench
