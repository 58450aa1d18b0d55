// quadrille-beside-rows FOLDER float|double: quadrille's rows of bench/beside, a line of JSON each.
// SPDX-License-Identifier: MIT
#include "rows.hpp"

#include <quadrille/config.hpp>
#include <quadrille/quadtree.hpp>

namespace {

using namespace quadrille;

template <class Shape>
struct ours {
    static constexpr const char* name = "quadrille";
    static constexpr const char* version() { return QUADRILLE_VERSION; }
    using shape = Shape;
    using scalar = typename Shape::scalar;
    static constexpr bool of_points = std::same_as<Shape, point<scalar>>;
    using answer = neighbor;

    quadtree<void, Shape> tree;

    void build(std::span<const Shape> items) { tree = {}, static_cast<void>(tree.assign(items)); }
    void move(std::span<const Shape> items) { static_cast<void>(tree.sync(items)); }
    void window(const box<scalar>& area, std::vector<std::uint32_t>& hits) const { tree.query(area, hits); }
    std::size_t count(const box<scalar>& area) const { return tree.count(area); }
    void nearest(const point<scalar>& place, std::span<neighbor> closest) const { tree.nearest(place, closest); }
    void pairs(std::vector<index_pair>& pairs) const { tree.pairs(pairs, {.distance = of_points ? 1.0 : 0.0}); }
};

template <class Scalar>
void both(const std::string& folder) {
    beside::rows<ours<box<Scalar>>>{folder};
    beside::rows<ours<point<Scalar>>>{folder};
}

} // namespace

int main(int count, char** words) { return beside::rows_of(count, words, both<float>, both<double>); }
