// Tests every point, with the widest vectors of the processor.
// SPDX-License-Identifier: MIT
#include "lanes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace quadrille::bench {
namespace {

constexpr std::size_t max_items = 20'000;

using float_lanes = hn::ScalableTag<float>;

class brute_points final : public subject,
                           public answering<nearest_to>,
                           public answering<neighborhood>,
                           public pairing {
public:
    void build(boxes now) override {
        count_ = now.size();
        for (auto* axis : {&x_, &y_}) {
            axis->assign(count_ + max_lanes, std::numeric_limits<float>::quiet_NaN());
        }
        for (std::size_t i = 0; i < count_; ++i) {
            x_[i] = now[i].min.x;
            y_[i] = now[i].min.y;
        }
    }

    /// Keeps a sorted list of the best so far; candidates are nearer than its last one, by distances that are slightly
    /// too short.
    void ask(const nearest_to& query, std::vector<std::uint32_t>& found) override {
        best_.clear();
        each_within(query.where, std::numeric_limits<float>::infinity(), [&](std::uint32_t one) {
            const std::pair candidate(distance2(query.where, point<float>{x_[one], y_[one]}), one);
            if (best_.size() == query.count) {
                if (!(candidate < best_.back())) {
                    return static_cast<float>(best_.back().first);
                }
                best_.pop_back();
            }
            best_.insert(std::upper_bound(best_.begin(), best_.end(), candidate), candidate);
            return best_.size() < query.count ? std::numeric_limits<float>::infinity()
                                              : static_cast<float>(best_.back().first);
        });
        for (const auto& [distance, which] : best_) {
            found.push_back(which);
        }
    }

    void ask(const neighborhood& area, std::vector<std::uint32_t>& found) override {
        const float radius2 = area.radius * area.radius;
        each_within(area.center, radius2, [&](std::uint32_t one) {
            if (intersects(area, point<float>{x_[one], y_[one]})) {
                found.push_back(one);
            }
            return radius2;
        });
    }

    std::string too_many(std::size_t count) const override {
        return count > max_items ? fmt::format("more than {} items", max_items) : std::string();
    }

    void pairs_within(double distance, std::vector<index_pair>& found) override {
        const auto radius2 = static_cast<float>(distance * distance);
        for (std::uint32_t one = 0; one < count_; ++one) {
            const point<float> own = {x_[one], y_[one]};
            each_within(
                own, radius2,
                [&](std::uint32_t other) {
                    if (one < other && are_within(own, point<float>{x_[other], y_[other]}, distance)) {
                        found.push_back({one, other});
                    }
                    return radius2;
                },
                one + 1);
        }
    }

    std::optional<std::size_t> bytes() const override { return 2 * sizeof(float) * x_.capacity(); }

private:
    /// Visits every point from `first` on that may be near enough; `visit(index)` returns the squared limit for the
    /// next points.
    template <class Visit>
    void each_within(const point<float>& where, float radius2, const Visit& visit, std::size_t first = 0) const {
        constexpr float grace = 1.00001F; ///< more than the rounding errors
        const float_lanes floats;
        const std::size_t lanes = hn::Lanes(floats);
        const auto x = hn::Set(floats, where.x);
        const auto y = hn::Set(floats, where.y);
        for (std::size_t i = first; i < count_; i += lanes) {
            const auto dx = hn::Sub(hn::LoadU(floats, &x_[i]), x);
            const auto dy = hn::Sub(hn::LoadU(floats, &y_[i]), y);
            const auto away2 = hn::MulAdd(dx, dx, hn::Mul(dy, dy));
            const auto is_near = hn::Le(away2, hn::Set(floats, radius2 * grace));
            if (!hn::AllFalse(floats, is_near)) {
                std::array<std::uint32_t, max_lanes> several;
                const hn::RebindToUnsigned<float_lanes> indices;
                const auto mask = hn::RebindMask(indices, is_near);
                hn::StoreU(hn::Compress(hn::Iota(indices, static_cast<std::uint32_t>(i)), mask), indices,
                           several.data());
                for (std::size_t k = 0; k < hn::CountTrue(indices, mask); ++k) {
                    radius2 = visit(several[k]);
                }
            }
        }
    }

    std::size_t count_ = 0;
    std::vector<float> x_;
    std::vector<float> y_;
    std::vector<std::pair<double, std::uint32_t>> best_;
};

} // namespace

std::unique_ptr<subject> make_brute_points(const world&) { return std::make_unique<brute_points>(); }

} // namespace quadrille::bench
