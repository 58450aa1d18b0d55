// Box2D 2.4's dynamic tree: moved proxy by proxy, with the margin that suits the boxes' size.
// SPDX-License-Identifier: MIT
#include "../subject.hpp"

#include <box2d/b2_dynamic_tree.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace quadrille::bench {
namespace {

constexpr std::size_t most_items = 200'000;

class box2d final : public subject {
public:
    std::string unfit(boxes now) override {
        return now.size() > most_items ? fmt::format("more than {} items, tens of seconds for a tick", most_items)
                                       : std::string();
    }

    void build(boxes now) override {
        scale_ = scale_for(now);
        proxies_.resize(now.size());
        for (std::size_t i = 0; i < now.size(); ++i) {
            // The number itself is the proxy's user data.
            proxies_[i] = tree_.CreateProxy(scaled(now[i]), reinterpret_cast<void*>(i));
        }
        now_ = now;
    }

    void update(boxes now) override {
        for (std::size_t i = 0; i < now.size(); ++i) {
            tree_.MoveProxy(proxies_[i], scaled(now[i]), b2Vec2(0, 0));
        }
        now_ = now;
    }

    void pairs(std::vector<index_pair>& found) override {
        // In the tree's order, neighbours in turn find the same nodes in the cache.
        in_order collector{tree_, order_};
        order_.clear();
        constexpr float far_off = std::numeric_limits<float>::max();
        b2AABB all;
        all.lowerBound.Set(-far_off, -far_off);
        all.upperBound.Set(far_off, far_off);
        tree_.Query(&collector, all);
        for (const std::size_t one : order_) {
            later_ones visitor{tree_, now_, one, found};
            tree_.Query(&visitor, scaled(now_[one]));
        }
    }

private:
    static std::size_t item_of(const b2DynamicTree& tree, int32 proxy) {
        return reinterpret_cast<std::uintptr_t>(tree.GetUserData(proxy));
    }

    struct in_order {
        const b2DynamicTree& tree;
        std::vector<std::size_t>& order;

        bool QueryCallback(int32 proxy) {
            order.push_back(item_of(tree, proxy));
            return true;
        }
    };

    /// The tree knows fat boxes; the boxes themselves decide.
    struct later_ones {
        const b2DynamicTree& tree;
        boxes now;
        std::size_t one;
        std::vector<index_pair>& found;

        bool QueryCallback(int32 proxy) {
            const std::size_t other = item_of(tree, proxy);
            if (one < other && touches(now[one], now[other])) {
                found.push_back({static_cast<std::uint32_t>(one), static_cast<std::uint32_t>(other)});
            }
            return true;
        }
    };

    /// The margin is a constant of the library, so the world is scaled until it is `margin` of the median side; by a
    /// power of two, which rounds nothing.
    static float scale_for(boxes now) {
        constexpr float margin = 0.1F;
        std::vector<float> sides;
        for (std::size_t i = 0; i < now.size(); i += now.size() / 256 + 1) {
            sides.push_back(std::max(now[i].max.x - now[i].min.x, now[i].max.y - now[i].min.y));
        }
        const auto median = sides.begin() + static_cast<std::ptrdiff_t>(sides.size() / 2);
        std::nth_element(sides.begin(), median, sides.end());
        return *median > 0 ? std::exp2(std::round(std::log2(b2_aabbExtension / (margin * *median)))) : 1;
    }

    b2AABB scaled(const box<float>& shape) const {
        b2AABB fit;
        fit.lowerBound.Set(scale_ * shape.min.x, scale_ * shape.min.y);
        fit.upperBound.Set(scale_ * shape.max.x, scale_ * shape.max.y);
        return fit;
    }

    b2DynamicTree tree_;
    std::vector<int32> proxies_;
    std::vector<std::size_t> order_;
    boxes now_;
    float scale_ = 1;
};

} // namespace

std::unique_ptr<subject> make_box2d(const world&) { return std::make_unique<box2d>(); }

} // namespace quadrille::bench
