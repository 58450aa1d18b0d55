// OrthoTree's static hierarchy of boxes, which answers faster than its quadtrees do.
// SPDX-License-Identifier: MIT
#include "../rows.hpp"

#include <cmath>
#include <limits>
#include <optional>

#define static_assert(...) // compilers before C++23 reject static_assert(false) in branches that are not compiled
#include <orthotree/bvh.h>
#undef static_assert

namespace {

using namespace quadrille;

template <class Shape>
class orthotree {
    using scalar = typename Shape::scalar;
    static constexpr bool of_points = std::same_as<Shape, point<scalar>>;
    using place = OrthoTree::PointND<2, scalar>;
    using bounds = OrthoTree::BoundingBoxND<2, scalar>;
    using filed = std::conditional_t<of_points, place, bounds>;
    using tree =
        std::conditional_t<of_points, OrthoTree::StaticBVHPointND<2, scalar>, OrthoTree::StaticBVHBoxND<2, scalar>>;

public:
    static constexpr const char* name = "orthotree";
    static constexpr const char* version() { return QUADRILLE_CHECKOUT; }
    using shape = Shape;
    using answer = std::uint32_t;

    void build(std::span<const Shape> items) {
        filed_.resize(items.size());
        std::ranges::transform(items, filed_.begin(), [](const Shape& one) { return of(one); });
        tree_.emplace(filed_);
    }

    void window(const box<scalar>& area, std::vector<std::uint32_t>& hits) const {
        const auto found = within(area);
        hits.assign(found.begin(), found.end());
    }

    std::size_t count(const box<scalar>& area) const { return within(area).size(); }

    void nearest(const Shape& at, std::span<std::uint32_t> closest) const {
        std::ranges::copy(tree_->GetNearestNeighbors(of(at), closest.size(), filed_), closest.begin());
    }

    void pairs(std::vector<index_pair>& found) const {
        if constexpr (of_points) {
            for (std::uint32_t one = 0; one < filed_.size(); ++one) {
                const auto [x, y] = filed_[one];
                for (const auto other : within({{x - 1, y - 1}, {x + 1, y + 1}})) {
                    const auto [x2, y2] = filed_[other];
                    if (one < other && are_within(Shape{x, y}, Shape{x2, y2}, 1)) {
                        found.push_back({one, static_cast<std::uint32_t>(other)});
                    }
                }
            }
        } else {
            for (const auto& [one, other] : tree_->CollisionDetection(filed_, 0)) {
                found.push_back({static_cast<std::uint32_t>(one), static_cast<std::uint32_t>(other)});
            }
        }
    }

private:
    static place of(const point<scalar>& one) { return {one.x, one.y}; }

    /// OrthoTree does not report boxes that only touch, so the upper bounds of all boxes are the next numbers.
    static bounds of(const box<scalar>& one) {
        constexpr scalar most = std::numeric_limits<scalar>::max();
        return {of(one.min), {std::nextafter(one.max.x, most), std::nextafter(one.max.y, most)}};
    }

    auto within(const box<scalar>& area) const {
        const bounds range = of_points ? bounds{of(area.min), of(area.max)} : of(area);
        return tree_->RangeSearch(range, filed_, OrthoTree::RangeSearchMode::Overlap, 0);
    }

    std::vector<filed> filed_;
    std::optional<tree> tree_;
};

template <class Scalar>
void both(const std::string& folder) {
    beside::rows<orthotree<box<Scalar>>>{folder};
    beside::rows<orthotree<point<Scalar>>>{folder};
}

} // namespace

int main(int count, char** words) { return beside::rows_of(count, words, both<float>, both<double>); }
