// Box2D's dynamic tree, of 2.4 or of 3: moved proxy by proxy, with a margin; its candidates are tested.
// SPDX-License-Identifier: MIT
#include "../../morton_order.hpp"
#include "../rows.hpp"

#if __has_include(<box2d/collision.h>)
#include <box2d/collision.h>
#else
#include <box2d/b2_dynamic_tree.h>
#include <box2d/b2_settings.h>
#endif

#include <cmath>
#include <limits>
#include <memory>

namespace {

using namespace quadrille;

constexpr float margin = 0.1F; // of the median side
using boxes = std::span<const box<float>>;

#if __has_include(<box2d/collision.h>)
class tree {
public:
    static std::string version() {
        const b2Version one = b2GetVersion();
        return std::to_string(one.major) + "." + std::to_string(one.minor) + "." + std::to_string(one.revision);
    }

    tree(boxes items, float side) : margin_(margin * side), proxies_(items.size()), wide_(items.size()) {}
    tree(const tree&) = delete;
    tree& operator=(const tree&) = delete;
    ~tree() { b2DynamicTree_Destroy(&tree_); }

    void add(std::size_t one, const box<float>& shape) {
        wide_[one] = shape;
        proxies_[one] = b2DynamicTree_CreateProxy(&tree_, of(shape), 1, one);
    }

    /// As a step of Box2D does it: proxies that leave their boxes grow, then the changed part is built again.
    void move(boxes now) {
        for (std::size_t one = 0; one < now.size(); ++one) {
            const auto& [min, max] = now[one];
            const auto& [low, high] = wide_[one];
            if (min.x < low.x || min.y < low.y || max.x > high.x || max.y > high.y) {
                wide_[one] = {{min.x - margin_, min.y - margin_}, {max.x + margin_, max.y + margin_}};
                b2DynamicTree_EnlargeProxy(&tree_, proxies_[one], of(wide_[one]));
            }
        }
        b2DynamicTree_Rebuild(&tree_, false);
    }

    template <class Visit>
    void each(const box<float>& area, const Visit& visit) const {
        const auto see = [](int, std::uint64_t one, void* context) {
            (*static_cast<const Visit*>(context))(static_cast<std::uint32_t>(one));
            return true;
        };
        b2DynamicTree_QueryAll(&tree_, of(area), see, const_cast<Visit*>(&visit));
    }

private:
    static b2AABB of(const box<float>& shape) { return {{shape.min.x, shape.min.y}, {shape.max.x, shape.max.y}}; }

    float margin_;
    std::vector<int> proxies_;
    std::vector<box<float>> wide_;
    b2DynamicTree tree_ = b2DynamicTree_Create(16);
};
#else
class tree {
public:
    static std::string version() {
        const auto& [major, minor, revision] = b2_version;
        return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(revision);
    }

    /// The margin is a constant of the library, so the world is scaled; by a power of two, which causes no rounding.
    tree(boxes items, float side)
        : scale_(std::exp2(std::round(std::log2(b2_aabbExtension / (margin * side))))), proxies_(items.size()) {}

    /// The number itself is the proxy's user data.
    void add(std::size_t one, const box<float>& shape) {
        proxies_[one] = tree_.CreateProxy(scaled(shape), reinterpret_cast<void*>(one));
    }

    void move(boxes now) {
        for (std::size_t one = 0; one < now.size(); ++one) {
            tree_.MoveProxy(proxies_[one], scaled(now[one]), b2Vec2(0, 0));
        }
    }

    template <class Visit>
    void each(const box<float>& area, const Visit& visit) const {
        struct {
            const b2DynamicTree& tree;
            const Visit& visit;
            bool QueryCallback(int32 proxy) const {
                visit(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(tree.GetUserData(proxy))));
                return true;
            }
        } const callback{tree_, visit};
        tree_.Query(&callback, scaled(area));
    }

private:
    b2AABB scaled(const box<float>& shape) const {
        b2AABB fit;
        fit.lowerBound.Set(scale_ * shape.min.x, scale_ * shape.min.y);
        fit.upperBound.Set(scale_ * shape.max.x, scale_ * shape.max.y);
        return fit;
    }

    float scale_;
    std::vector<int32> proxies_;
    b2DynamicTree tree_;
};
#endif

class box2d {
public:
    static constexpr const char* name = "box2d";
    static std::string version() { return tree::version(); }
    using shape = box<float>;

    void build(boxes items) {
        std::vector<float> sides(items.size());
        std::ranges::transform(items, sides.begin(), [](const shape& one) { return one.max.x - one.min.x; });
        std::ranges::nth_element(sides, sides.begin() + static_cast<std::ptrdiff_t>(sides.size() / 2));
        tree_ = std::make_unique<tree>(items, std::max(sides[sides.size() / 2], 1e-30F));
        for (const std::uint32_t one : bench::in_morton_order(items)) {
            tree_->add(one, items[one]);
        }
        now_ = items;
    }

    void move(boxes items) {
        tree_->move(items);
        now_ = items;
    }

    void window(const shape& area, std::vector<std::uint32_t>& hits) const {
        each(area, [&](std::uint32_t one) { hits.push_back(one); });
    }

    std::size_t count(const shape& area) const {
        std::size_t hits = 0;
        each(area, [&](std::uint32_t) { ++hits; });
        return hits;
    }

    void pairs(std::vector<index_pair>& found) {
        constexpr float far_off = std::numeric_limits<float>::max() / 1024;
        order_.clear(); // that of the tree, in which consecutive items find the same nodes in the cache
        tree_->each({{-far_off, -far_off}, {far_off, far_off}}, [&](std::uint32_t one) { order_.push_back(one); });
        for (const std::uint32_t one : order_) {
            each(now_[one], [&](std::uint32_t other) {
                if (one < other) {
                    found.push_back({one, other});
                }
            });
        }
    }

private:
    void each(const shape& area, const auto& visit) const {
        tree_->each(area, [&](std::uint32_t one) {
            if (intersects(area, now_[one])) {
                visit(one);
            }
        });
    }

    std::unique_ptr<tree> tree_;
    boxes now_;
    std::vector<std::uint32_t> order_;
};

} // namespace

int main(int count, char** words) {
    const auto of_floats = [](const std::string& folder) { beside::rows<box2d>{folder}; };
    return beside::rows_of(count, words, of_floats, [](const std::string&) {});
}
