// Boost.Geometry's R-tree, packed; pairs by queries in its own order, hits by output iterator.
// SPDX-License-Identifier: MIT
#include "../rows.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/register/box.hpp>
#include <boost/geometry/geometries/register/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <boost/version.hpp>

BOOST_GEOMETRY_REGISTER_POINT_2D(quadrille::point<float>, float, boost::geometry::cs::cartesian, x, y)
BOOST_GEOMETRY_REGISTER_POINT_2D(quadrille::point<double>, double, boost::geometry::cs::cartesian, x, y)
BOOST_GEOMETRY_REGISTER_BOX(quadrille::box<float>, quadrille::point<float>, min, max)
BOOST_GEOMETRY_REGISTER_BOX(quadrille::box<double>, quadrille::point<double>, min, max)

namespace {

using namespace quadrille;
namespace index = boost::geometry::index;

template <class Shape>
class boost_rtree {
public:
    static constexpr const char* name = "boost";
    static constexpr const char* version() { return BOOST_LIB_VERSION; }
    using shape = Shape;
    using answer = std::uint32_t;
    using area = box<typename Shape::scalar>;

    void build(std::span<const Shape> items) {
        filed_.resize(items.size());
        for (std::size_t i = 0; i < items.size(); ++i) {
            filed_[i] = {items[i], static_cast<std::uint32_t>(i)};
        }
        tree_.clear(); // so that the new one gets warm memory
        tree_ = tree(filed_.begin(), filed_.end());
    }

    void window(const area& where, std::vector<std::uint32_t>& hits) const {
        each(index::intersects(where), [&](const filed& one) { hits.push_back(one.second); });
    }

    std::size_t count(const area& where) const {
        std::size_t hits = 0;
        each(index::intersects(where), [&](const filed&) { ++hits; });
        return hits;
    }

    void nearest(const Shape& place, std::span<std::uint32_t> closest) const {
        auto next = closest.begin();
        each(index::nearest(place, static_cast<unsigned>(closest.size())),
             [&](const filed& one) { *next++ = one.second; });
    }

    void pairs(std::vector<index_pair>& found) const {
        for (const filed& one : tree_) { // in this order, consecutive items find the same nodes in the cache
            if constexpr (std::same_as<Shape, area>) {
                each(index::intersects(one.first), [&](const filed& other) {
                    if (one.second < other.second) {
                        found.push_back({one.second, other.second});
                    }
                });
            } else {
                const auto [x, y] = one.first;
                each(index::intersects(area{{x - 1, y - 1}, {x + 1, y + 1}}), [&](const filed& other) {
                    if (one.second < other.second && are_within(one.first, other.first, 1)) {
                        found.push_back({one.second, other.second});
                    }
                });
            }
        }
    }

private:
    using filed = std::pair<Shape, std::uint32_t>;
    using tree = index::rtree<filed, index::quadratic<16>>; // packs as those of other splits

    void each(const auto& predicate, const auto& visit) const {
        tree_.query(predicate, boost::make_function_output_iterator(visit));
    }

    std::vector<filed> filed_;
    tree tree_;
};

template <class Scalar>
void both(const std::string& folder) {
    beside::rows<boost_rtree<box<Scalar>>>{folder};
    beside::rows<boost_rtree<point<Scalar>>>{folder};
}

} // namespace

int main(int count, char** words) { return beside::rows_of(count, words, both<float>, both<double>); }
