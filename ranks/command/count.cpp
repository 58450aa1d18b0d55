// `quadrille-ranks count`: counts in one process what a number of ranks would send each other.
// SPDX-License-Identifier: MIT
#include "count.hpp"

#include "cli/command/output.hpp"
#include "sent_lines.hpp"

#include <quadrille/geometry.hpp>
#include <quadrille/parts.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace quadrille::cli {

namespace {

box<double> widened(const box<float>& of) {
    return {{double(of.min.x), double(of.min.y)}, {double(of.max.x), double(of.max.y)}};
}

/// The ranks' parts and the owners of things, as a world over ranks has them, but without ranks.
class counted_ranks {
public:
    counted_ranks(std::span<const box<float>> boxes, std::uint32_t ranks, const period& wraps)
        : ranks_(ranks), wraps_(wraps), owners_(boxes.size()), has_message_(std::size_t{ranks} * ranks) {
        part(boxes);
        for (std::size_t which = 0; which < boxes.size(); ++which) {
            owners_[which] = parts_.part_at(widened(boxes[which]).min);
        }
    }

    void tick(std::span<const box<float>> boxes) {
        constexpr double most = 1.2; // the default of `world_options`
        if (heaviest() > most * std::max(1.0, after_parting_ / 1.09)) {
            part(boxes);
            ++sums_.parted;
        }
        std::fill(has_message_.begin(), has_message_.end(), std::uint8_t{0});
        std::uint64_t copies = 0;
        for (std::size_t which = 0; which < boxes.size(); ++which) {
            const box<double> bounds = widened(boxes[which]);
            const std::uint32_t before = owners_[which];
            const std::uint32_t owner = parts_.part_at(bounds.min);
            if (owner != before) {
                ++sums_.moved;
                send(before, owner);
            }
            if (parts_.sole_holder(bounds, 0) != owner || owner != before) {
                parts_.each_holder(bounds, 0, [&](std::uint32_t part) {
                    if (part != owner) {
                        ++copies;
                        send(before, part);
                    }
                });
            }
            owners_[which] = owner;
        }
        sums_.messages += std::accumulate(has_message_.begin(), has_message_.end(), std::uint64_t{0});
        sums_.halo += double(copies) / double(boxes.size());
        sums_.heaviest += heaviest();
    }

    const rank_sums& sums() const { return sums_; }

private:
    void part(std::span<const box<float>> boxes) {
        part_census census(std::size_t{1} << 17U);
        for (const box<float>& each : boxes) {
            census.add(widened(each).min);
        }
        parts_ = plane_parts(census, ranks_, wraps_);
        for (std::size_t which = 0; after_parting_ == 0 && which < boxes.size(); ++which) {
            owners_[which] = parts_.part_at(widened(boxes[which]).min);
        }
        after_parting_ = heaviest();
    }
    double heaviest() const {
        std::vector<std::uint64_t> counts(ranks_);
        for (const std::uint32_t owner : owners_) {
            ++counts[owner];
        }
        return double(*std::max_element(counts.begin(), counts.end())) * ranks_ / double(owners_.size());
    }
    /// Counts one record; a copy that a rank keeps for itself is not sent.
    void send(std::uint32_t from, std::uint32_t to) {
        if (from != to) {
            sums_.bytes += bytes_of_record;
            has_message_[std::size_t{from} * ranks_ + to] = 1;
        }
    }

    std::uint32_t ranks_;
    period wraps_;
    plane_parts parts_;
    std::vector<std::uint32_t> owners_; ///< by box
    std::vector<std::uint8_t> has_message_;
    double after_parting_ = 0;
    rank_sums sums_;
};

} // namespace

void count_ranks(const rank_count& wanted) {
    scenes::world<float> scene(wanted.scene, wanted.count, wanted.seed);
    counted_ranks ranks(scene.boxes(), wanted.ranks, scene.period());
    for (std::uint32_t tick = 0; tick < wanted.ticks; ++tick) {
        scene.step();
        ranks.tick(scene.boxes());
    }
    output out;
    out.print("world    scene {}, boxes {}, seed {}, ticks 1 to {}, ranks {}, counted in one process\n",
              to_string(wanted.scene), files::grouped(wanted.count), wanted.seed, wanted.ticks, wanted.ranks);
    print_sent(out, ranks.sums(), wanted.ticks, wanted.count, wanted.ranks);
    out.finish();
}

} // namespace quadrille::cli
