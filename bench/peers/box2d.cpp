// Box2D 2.4's dynamic tree: moved proxy by proxy, with the margin that suits the size of the boxes.
// SPDX-License-Identifier: MIT
#include "../marks.hpp"
#include "../morton_order.hpp"

#include <box2d/b2_dynamic_tree.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace quadrille::bench {
namespace {

constexpr std::size_t max_items = 200'000;

class box2d final : public subject,
                    public ticking,
                    public moving,
                    public inserting,
                    public answering<window>,
                    public answering<line_of_sight> {
public:
    std::string unfit(boxes now) override {
        return now.size() > max_items ? fmt::format("more than {} items, tens of seconds for a tick", max_items)
                                      : std::string();
    }

    explicit box2d(const world& start) : scale_(scale_for(start.boxes())) {}

    void build(boxes now) override {
        tree_.emplace();
        now_.assign(now.begin(), now.end());
        proxies_.resize(now.size());
        for (const std::uint32_t i : in_morton_order(now)) {
            proxies_[i] = proxy_for(i);
        }
    }

    void insert(const box<float>& shape) override {
        now_.push_back(shape);
        proxies_.push_back(proxy_for(now_.size() - 1));
    }

    void update(boxes now) override {
        for (std::size_t i = 0; i < now.size(); ++i) {
            tree_->MoveProxy(proxies_[i], scaled(now[i]), b2Vec2(0, 0));
        }
        std::copy(now.begin(), now.end(), now_.begin());
    }

    void pairs(std::vector<index_pair>& found) override {
        // In the tree's order, consecutive items find the same nodes in the cache.
        in_order collector{*tree_, order_};
        order_.clear();
        constexpr float far_off = std::numeric_limits<float>::max();
        b2AABB all;
        all.lowerBound.Set(-far_off, -far_off);
        all.upperBound.Set(far_off, far_off);
        tree_->Query(&collector, all);
        for (const std::size_t one : order_) {
            later_items visitor{*tree_, now_, one, found};
            tree_->Query(&visitor, scaled(now_[one]));
        }
    }

    void choose(numbers movers) override {
        movers_ = movers;
        marks_.choose(movers, now_.size());
    }

    void move(boxes now) override {
        for (std::size_t k = 0; k < movers_.size(); ++k) {
            tree_->MoveProxy(proxies_[movers_[k]], scaled(now[k]), b2Vec2(0, 0));
            now_[movers_[k]] = now[k];
        }
    }

    void pairs_of(std::vector<index_pair>& found) override {
        for (const std::uint32_t mover : movers_) {
            const box<float>& shape = now_[mover];
            const auto report = [&](std::uint32_t other) {
                if (intersects(shape, now_[other]) && marks_.reports(mover, other)) {
                    found.push_back({mover, other});
                }
            };
            for_all_in(shape, report);
        }
    }

    void ask(const line_of_sight& ray, std::vector<std::uint32_t>& found) override {
        struct {
            const b2DynamicTree& tree;
            const std::vector<box<float>>& now;
            const line_of_sight& ray;
            std::vector<std::uint32_t>& found;

            float RayCastCallback(const b2RayCastInput& input, int32 proxy) const {
                const auto one = static_cast<std::uint32_t>(item_of(tree, proxy));
                if (hit_fraction(ray, now[one]) >= 0) {
                    found.push_back(one);
                }
                return input.maxFraction;
            }
        } callback{*tree_, now_, ray, found};
        b2RayCastInput input;
        input.p1.Set(scale_ * ray.origin.x, scale_ * ray.origin.y);
        input.p2 = input.p1 + b2Vec2(scale_ * ray.translation.x, scale_ * ray.translation.y);
        input.maxFraction = 1;
        tree_->RayCast(&callback, input);
    }

    void ask(const window& area, std::vector<std::uint32_t>& found) override {
        for_all_in(area, [&](std::uint32_t one) {
            if (intersects(area, now_[one])) {
                found.push_back(one);
            }
        });
    }

private:
    /// The number itself is the proxy's user data.
    int32 proxy_for(std::size_t i) { return tree_->CreateProxy(scaled(now_[i]), reinterpret_cast<void*>(i)); }

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

    /// The tree stores enlarged boxes, so the original boxes are tested.
    struct later_items {
        const b2DynamicTree& tree;
        boxes now;
        std::size_t one;
        std::vector<index_pair>& found;

        bool QueryCallback(int32 proxy) {
            const std::size_t other = item_of(tree, proxy);
            if (one < other && intersects(now[one], now[other])) {
                found.push_back({static_cast<std::uint32_t>(one), static_cast<std::uint32_t>(other)});
            }
            return true;
        }
    };

    /// The tree returns candidates; their boxes are tested.
    template <class Visit>
    void for_all_in(const box<float>& area, const Visit& visit) const {
        struct {
            const b2DynamicTree& tree;
            const Visit& visit;
            bool QueryCallback(int32 proxy) const {
                visit(static_cast<std::uint32_t>(item_of(tree, proxy)));
                return true;
            }
        } const callback{*tree_, visit};
        tree_->Query(&callback, scaled(area));
    }

    /// The margin is a constant of the library, so the world is scaled until the constant is `margin` of the median
    /// side; by a power of two, which causes no rounding.
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

    std::optional<b2DynamicTree> tree_;
    std::vector<int32> proxies_;
    std::vector<std::size_t> order_;
    std::vector<box<float>> now_;
    numbers movers_;
    marks marks_;
    float scale_;
};

} // namespace

std::unique_ptr<subject> make_box2d(const world& start) { return std::make_unique<box2d>(start); }

} // namespace quadrille::bench
