// The uniform grid, optimized as far as we can: the strongest competitor where boxes have one size.
// SPDX-License-Identifier: MIT
#include "cells.hpp"
#include "lanes.hpp"

#include <limits>
#include <numeric>

namespace quadrille::bench {
namespace {

/// Runs are short: most lanes of wider vectors would be empty.
using float_lanes = hn::CappedTag<float, 8>;
using index_lanes = hn::RebindToUnsigned<float_lanes>;

constexpr std::size_t prefetch_distance = 32; ///< items to prefetch
constexpr float scale = 2;

class grid_simd final : public subject, public ticking {
public:
    std::string unfit(boxes now) override {
        build(now);
        double tests = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            const std::uint32_t cell = cells_[i];
            const std::uint32_t below = cell + frame_.stride;
            tests += starts_[cell + 2] - static_cast<double>(i + 1) + starts_[below + 2] - starts_[below - 1];
        }
        return too_many_tests(tests);
    }

    void build(boxes now) override {
        count_ = now.size();
        const std::size_t room = count_ + prefetch_distance;
        index_.assign(room, 0);
        std::iota(index_.begin(), index_.begin() + static_cast<std::ptrdiff_t>(count_), 0U);
        staged_.assign(room, {});
        staged_cells_.assign(room, 0);
        staged_index_.assign(room, 0);
        cells_.assign(room, 0);
        for (auto* side : {&x0_, &y0_, &x1_, &y1_}) {
            side->assign(room, std::numeric_limits<float>::quiet_NaN());
        }
        frame_ = frame_of(now, scale, 8);
        update(now);
    }

    /// Items are read in the order of their old cells: if few items change cells, only the read of the new box is far
    /// away, and its address is known long before.
    void update(boxes now) override {
        if (!stage(now)) {
            frame_ = frame_of(now, scale, 8);
            stage(now);
        }
        starts_.assign(frame_.starts(), 0);
        for (std::size_t k = 0; k < count_; ++k) {
            ++starts_[staged_cells_[k]];
        }
        std::uint32_t sum = 0;
        for (std::uint32_t& start : starts_) {
            sum += start;
            start = sum;
        }
        std::swap(index_, staged_index_);
        for (std::size_t k = count_; k-- > 0;) {
            const box<float>& shape = staged_[k];
            const std::uint32_t place = --starts_[staged_cells_[k]];
            x0_[place] = shape.min.x;
            y0_[place] = shape.min.y;
            x1_[place] = shape.max.x;
            y1_[place] = shape.max.y;
            index_[place] = staged_index_[k];
            cells_[place] = staged_cells_[k];
        }
    }

    void pairs(std::vector<index_pair>& found) override {
        pair_buffer hits(found);
        index_pair* out = hits.begin();
        for (std::size_t i = 0; i < count_; ++i) {
            const std::uint32_t cell = cells_[i];
            const std::uint32_t below = cell + frame_.stride;
            out = append_intersecting_pairs(i, i + 1, starts_[cell + 2], hits, out);
            out = append_intersecting_pairs(i, starts_[below - 1], starts_[below + 2], hits, out);
        }
        hits.emptied(out);
    }

    std::optional<std::size_t> bytes() const override {
        return sizeof(box<float>) * (staged_.capacity() + x0_.capacity()) +
               sizeof(std::uint32_t) * (starts_.capacity() + 4 * index_.capacity());
    }

private:
    /// Reads the boxes and computes their cells. Returns false if a box has outgrown the cells.
    bool stage(boxes now) {
        const float_lanes floats;
        auto largest = hn::Zero(floats);
        for (std::size_t k = 0; k < count_; ++k) {
            __builtin_prefetch(&now[index_[k + prefetch_distance]]);
            staged_[k] = now[index_[k]];
        }
        for (std::size_t k = 0; k < count_; k += hn::Lanes(floats)) {
            hn::Vec<float_lanes> x0;
            hn::Vec<float_lanes> y0;
            hn::Vec<float_lanes> x1;
            hn::Vec<float_lanes> y1;
            hn::LoadInterleaved4(floats, &staged_[k].min.x, x0, y0, x1, y1);
            largest = hn::Max(largest, hn::Max(hn::Sub(x1, x0), hn::Sub(y1, y0)));
            hn::StoreU(cell_of(x0, y0), index_lanes(), &staged_cells_[k]);
        }
        return hn::GetLane(hn::MaxOfLanes(floats, largest)) <= frame_.largest;
    }

    /// Computes the same bits as `cell_frame::cell_of`.
    hn::Vec<index_lanes> cell_of(hn::Vec<float_lanes> x, hn::Vec<float_lanes> y) const {
        const float_lanes floats;
        const index_lanes indices;
        const hn::RebindToSigned<float_lanes> integers;
        const auto zero = hn::Zero(floats);
        const auto inverse = hn::Set(floats, frame_.inverse);
        const auto dx = hn::Mul(hn::Sub(x, hn::Set(floats, frame_.corner.x)), inverse);
        const auto dy = hn::Mul(hn::Sub(y, hn::Set(floats, frame_.corner.y)), inverse);
        const auto column = hn::Clamp(dx, zero, hn::Set(floats, frame_.last_column));
        const auto row = hn::Clamp(dy, zero, hn::Set(floats, frame_.last_row));
        const auto column_number = hn::BitCast(indices, hn::ConvertTo(integers, column));
        const auto row_number = hn::BitCast(indices, hn::ConvertTo(integers, row));
        const auto first = hn::Set(indices, frame_.stride + 1);
        return hn::Add(hn::Add(hn::Mul(row_number, hn::Set(indices, frame_.stride)), first), column_number);
    }

    index_pair* append_intersecting_pairs(std::size_t i, std::size_t first, std::size_t end, pair_buffer& hits,
                                          index_pair* out) const {
        const float_lanes floats;
        const index_lanes indices;
        const auto x0 = hn::Set(floats, x0_[i]);
        const auto y0 = hn::Set(floats, y0_[i]);
        const auto x1 = hn::Set(floats, x1_[i]);
        const auto y1 = hn::Set(floats, y1_[i]);
        const auto own = hn::Set(indices, index_[i]);
        // Testing an empty run costs less than an unpredictable branch that skips it.
        std::size_t j = first;
        do {
            const auto wide = hn::And(hn::Le(x0, hn::LoadU(floats, &x1_[j])), hn::Le(hn::LoadU(floats, &x0_[j]), x1));
            const auto high = hn::And(hn::Le(y0, hn::LoadU(floats, &y1_[j])), hn::Le(hn::LoadU(floats, &y0_[j]), y1));
            const auto hit = hn::And(hn::And(wide, high), hn::FirstN(floats, end - j));
            const auto mask = hn::RebindMask(indices, hit);
            const auto others = hn::Compress(hn::LoadU(indices, &index_[j]), mask);
            hn::StoreInterleaved2(own, others, indices, &out->a);
            out += hn::CountTrue(indices, mask);
            out = hits.with_room(out);
            j += hn::Lanes(floats);
        } while (j < end);
        return out;
    }

    cell_frame frame_;
    std::size_t count_ = 0;
    std::vector<std::uint32_t> starts_;
    std::vector<box<float>> staged_;
    std::vector<std::uint32_t> staged_cells_;
    std::vector<std::uint32_t> staged_index_;
    std::vector<std::uint32_t> cells_;
    std::vector<std::uint32_t> index_;
    std::vector<float> x0_;
    std::vector<float> y0_;
    std::vector<float> x1_;
    std::vector<float> y1_;
};

} // namespace

std::unique_ptr<subject> make_grid_simd(const world&) { return std::make_unique<grid_simd>(); }

} // namespace quadrille::bench
