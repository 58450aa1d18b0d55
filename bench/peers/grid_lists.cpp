// The uniform grid for few movers: each cell is a linked list, so a mover is removed and inserted in place.
// SPDX-License-Identifier: MIT
#include "../marks.hpp"
#include "cells.hpp"

#include <numeric>

namespace quadrille::bench {
namespace {

class grid_lists final : public subject, public moving {
public:
    void build(boxes now) override {
        // Movers do not grow, so the cells stay large enough.
        frame_ = frame_of(now, scale, 8);
        heads_.assign(frame_.starts(), nobody);
        place_of_.resize(now.size());
        filed_.assign(now.size(), {});
        std::vector<std::uint32_t> cells(now.size());
        std::vector<std::uint32_t> starts(frame_.starts() + 1);
        for (std::size_t i = 0; i < now.size(); ++i) {
            cells[i] = frame_.cell_of(now[i]);
            ++starts[cells[i] + 1];
        }
        // Items are inserted in the order of the cells, so a list is contiguous until items move.
        std::inclusive_scan(starts.begin(), starts.end(), starts.begin());
        for (std::size_t i = 0; i < now.size(); ++i) {
            const std::uint32_t place = starts[cells[i]]++;
            place_of_[i] = place;
            filed_[place] = {now[i], static_cast<std::uint32_t>(i), cells[i], nobody, nobody};
            link(place);
        }
    }

    void choose(numbers movers) override {
        movers_ = movers;
        marks_.choose(movers, filed_.size());
    }

    void move(boxes now) override {
        for (std::size_t k = 0; k < movers_.size(); ++k) {
            const std::uint32_t place = place_of_[movers_[k]];
            filed& one = filed_[place];
            one.shape = now[k];
            const std::uint32_t cell = frame_.cell_of(now[k]);
            if (cell != one.cell) {
                unlink(place);
                one.cell = cell;
                link(place);
            }
        }
    }

    void pairs_of(std::vector<index_pair>& found) override {
        for (const std::uint32_t mover : movers_) {
            const filed& one = filed_[place_of_[mover]];
            for (const std::uint32_t row : {one.cell - frame_.stride, one.cell, one.cell + frame_.stride}) {
                for (std::uint32_t cell = row - 1; cell <= row + 1; ++cell) {
                    append_intersecting_pairs(one, cell, found);
                }
            }
        }
    }

    std::optional<std::size_t> bytes() const override {
        return sizeof(filed) * filed_.capacity() + sizeof(std::uint32_t) * (heads_.capacity() + place_of_.capacity());
    }

private:
    static constexpr std::uint32_t nobody = UINT32_MAX;
    static constexpr float scale = 2;

    struct filed {
        box<float> shape;
        std::uint32_t index;
        std::uint32_t cell;
        std::uint32_t next;
        std::uint32_t previous;
    };
    static_assert(sizeof(filed) == 32, "two to a cache line");

    void link(std::uint32_t place) {
        filed& one = filed_[place];
        one.next = heads_[one.cell];
        one.previous = nobody;
        if (one.next != nobody) {
            filed_[one.next].previous = place;
        }
        heads_[one.cell] = place;
    }

    void unlink(std::uint32_t place) {
        const filed& one = filed_[place];
        (one.previous == nobody ? heads_[one.cell] : filed_[one.previous].next) = one.next;
        if (one.next != nobody) {
            filed_[one.next].previous = one.previous;
        }
    }

    void append_intersecting_pairs(const filed& one, std::uint32_t cell, std::vector<index_pair>& found) const {
        for (std::uint32_t place = heads_[cell]; place != nobody; place = filed_[place].next) {
            const filed& other = filed_[place];
            if (intersects(one.shape, other.shape) && marks_.reports(one.index, other.index)) {
                found.push_back({one.index, other.index});
            }
        }
    }

    cell_frame frame_;
    std::vector<std::uint32_t> heads_;
    std::vector<filed> filed_;
    std::vector<std::uint32_t> place_of_;
    numbers movers_;
    marks marks_;
};

} // namespace

std::unique_ptr<subject> make_grid_lists(const world&) { return std::make_unique<grid_lists>(); }

} // namespace quadrille::bench
