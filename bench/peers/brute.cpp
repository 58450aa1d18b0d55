// Tests every box against every later one, with the widest vectors of the processor: the baseline of an index.
// SPDX-License-Identifier: MIT
#include "lanes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace quadrille::bench {
namespace {

constexpr std::size_t max_items = 20'000;

using float_lanes = hn::ScalableTag<float>;
using index_lanes = hn::RebindToUnsigned<float_lanes>;

class brute final : public subject,
                    public ticking,
                    public copying,
                    public inserting,
                    public answering<window>,
                    public answering<line_of_sight> {
public:
    std::string unfit(boxes now) override {
        return now.size() > max_items ? fmt::format("more than {} items", max_items) : std::string();
    }

    void build(boxes now) override {
        make_room(now.size());
        update(now);
    }

    void update(boxes now) override {
        const float_lanes floats;
        const std::size_t lanes = hn::Lanes(floats);
        std::size_t i = 0;
        for (; i + lanes <= now.size(); i += lanes) {
            hn::Vec<float_lanes> x0;
            hn::Vec<float_lanes> y0;
            hn::Vec<float_lanes> x1;
            hn::Vec<float_lanes> y1;
            hn::LoadInterleaved4(floats, &now[i].min.x, x0, y0, x1, y1);
            hn::StoreU(x0, floats, &x0_[i]);
            hn::StoreU(y0, floats, &y0_[i]);
            hn::StoreU(x1, floats, &x1_[i]);
            hn::StoreU(y1, floats, &y1_[i]);
        }
        for (; i < now.size(); ++i) {
            put(i, now[i]);
        }
    }

    void insert(const box<float>& shape) override {
        if (count_ + hn::Lanes(float_lanes()) >= x0_.size()) {
            make_room(2 * count_, count_);
        }
        put(count_++, shape);
    }

    void pairs(std::vector<index_pair>& found) override {
        const index_lanes indices;
        const std::size_t lanes = hn::Lanes(indices);
        pair_buffer hits(found);
        index_pair* out = hits.begin();
        for (std::size_t i = 0; i < count_; ++i) {
            const sides own = sides_of({{x0_[i], y0_[i]}, {x1_[i], y1_[i]}});
            const auto self = hn::Set(indices, static_cast<std::uint32_t>(i));
            for (std::size_t j = i + 1; j < count_; j += lanes) {
                const auto hit = intersecting(own, j);
                // Few vectors contain a hit, and the branch predictor expects none.
                if (!hn::AllFalse(indices, hit)) {
                    const auto others = hn::Compress(hn::Iota(indices, static_cast<std::uint32_t>(j)), hit);
                    hn::StoreInterleaved2(self, others, indices, &out->a);
                    out += hn::CountTrue(indices, hit);
                    out = hits.with_room(out);
                }
            }
        }
        hits.emptied(out);
    }

    void ask(const window& area, std::vector<std::uint32_t>& found) override {
        const index_lanes indices;
        const std::size_t lanes = hn::Lanes(indices);
        const sides wanted = sides_of(area);
        for (std::size_t j = 0; j < count_; j += lanes) {
            const auto hit = intersecting(wanted, j);
            if (!hn::AllFalse(indices, hit)) {
                std::array<std::uint32_t, max_lanes> several;
                hn::StoreU(hn::Compress(hn::Iota(indices, static_cast<std::uint32_t>(j)), hit), indices,
                           several.data());
                found.insert(found.end(), several.begin(),
                             several.begin() + static_cast<std::ptrdiff_t>(hn::CountTrue(indices, hit)));
            }
        }
    }

    /// Vectors find the boxes that the ray's bounds intersect; these few are tested one by one.
    void ask(const line_of_sight& ray, std::vector<std::uint32_t>& found) override {
        const point<float> end = {ray.origin.x + ray.translation.x, ray.origin.y + ray.translation.y};
        const std::size_t before = found.size();
        ask(bounds_of(segment<float>{ray.origin, end}), found);
        const auto is_missed = [&](std::uint32_t i) {
            return hit_fraction(ray, box<float>{{x0_[i], y0_[i]}, {x1_[i], y1_[i]}}) < 0;
        };
        const auto candidates = found.begin() + static_cast<std::ptrdiff_t>(before);
        found.erase(std::remove_if(candidates, found.end(), is_missed), found.end());
    }

    std::optional<std::size_t> bytes() const override { return 4 * sizeof(float) * x0_.capacity(); }

    void copy_from(const subject& other) override {
        const auto& source = dynamic_cast<const brute&>(other);
        count_ = source.count_;
        x0_ = source.x0_;
        y0_ = source.y0_;
        x1_ = source.x1_;
        y1_ = source.y1_;
    }

private:
    struct sides {
        hn::Vec<float_lanes> x0;
        hn::Vec<float_lanes> y0;
        hn::Vec<float_lanes> x1;
        hn::Vec<float_lanes> y1;
    };

    static sides sides_of(const box<float>& shape) {
        const float_lanes floats;
        return {hn::Set(floats, shape.min.x), hn::Set(floats, shape.min.y), hn::Set(floats, shape.max.x),
                hn::Set(floats, shape.max.y)};
    }

    /// Returns the boxes from `j` on that intersect the given one.
    hn::Mask<index_lanes> intersecting(const sides& own, std::size_t j) const {
        const float_lanes floats;
        const auto wide =
            hn::And(hn::Le(own.x0, hn::LoadU(floats, &x1_[j])), hn::Le(hn::LoadU(floats, &x0_[j]), own.x1));
        const auto high =
            hn::And(hn::Le(own.y0, hn::LoadU(floats, &y1_[j])), hn::Le(hn::LoadU(floats, &y0_[j]), own.y1));
        return hn::RebindMask(index_lanes(), hn::And(wide, high));
    }

    /// A NaN intersects nothing: so the last vector may extend beyond the end.
    void make_room(std::size_t count, std::size_t filled = 0) {
        count_ = filled > 0 ? filled : count;
        for (auto* side : {&x0_, &y0_, &x1_, &y1_}) {
            side->resize(filled);
            side->resize(count + 2 * max_lanes, std::numeric_limits<float>::quiet_NaN());
        }
    }

    void put(std::size_t i, const box<float>& shape) {
        x0_[i] = shape.min.x;
        y0_[i] = shape.min.y;
        x1_[i] = shape.max.x;
        y1_[i] = shape.max.y;
    }

    std::size_t count_ = 0;
    std::vector<float> x0_;
    std::vector<float> y0_;
    std::vector<float> x1_;
    std::vector<float> y1_;
};

} // namespace

std::unique_ptr<subject> make_brute(const world&) { return std::make_unique<brute>(); }

} // namespace quadrille::bench
