// Boost.Geometry's R-tree of points, packed.
// SPDX-License-Identifier: MIT
#include "../subject.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include <algorithm>

namespace quadrille::bench {
namespace {

namespace index = boost::geometry::index;

class boost_points final : public subject,
                           public answering<nearest_to>,
                           public answering<neighborhood>,
                           public pairing {
public:
    void build(boxes now) override {
        std::vector<filed> all;
        all.reserve(now.size());
        for (const box<float>& one : now) {
            all.emplace_back(place(one.min.x, one.min.y), static_cast<std::uint32_t>(all.size()));
        }
        tree_ = tree(all.begin(), all.end());
    }

    void ask(const nearest_to& query, std::vector<std::uint32_t>& found) override {
        // Boost returns the nearest in no order; sorting them takes less time than its sorted iterator.
        nearest_.clear();
        tree_.query(index::nearest(place(query.where.x, query.where.y), query.count),
                    boost::make_function_output_iterator([&](const filed& one) {
                        const point<float> where = {one.first.x(), one.first.y()};
                        nearest_.emplace_back(distance2(query.where, where), one.second);
                    }));
        std::sort(nearest_.begin(), nearest_.end());
        for (const auto& [distance, which] : nearest_) {
            found.push_back(which);
        }
    }

    void ask(const neighborhood& area, std::vector<std::uint32_t>& found) override {
        each_around(area, [&](const point<float>& where, std::uint32_t one) {
            if (intersects(area, where)) {
                found.push_back(one);
            }
        });
    }

    void pairs_within(double distance, std::vector<index_pair>& found) override {
        for (const filed& one : tree_) {
            const point<float> own = {one.first.x(), one.first.y()};
            each_around({own, static_cast<float>(distance)}, [&](const point<float>& where, std::uint32_t other) {
                if (one.second < other && are_within(own, where, distance)) {
                    found.push_back({one.second, other});
                }
            });
        }
    }

private:
    using place = boost::geometry::model::d2::point_xy<float>;
    using rectangle = boost::geometry::model::box<place>;
    using filed = std::pair<place, std::uint32_t>;
    using tree = index::rtree<filed, index::quadratic<16>>;

    /// Visits the points in the square around a circle.
    template <class Visit>
    void each_around(const circle<float>& area, const Visit& visit) const {
        const box<float> around = bounds_of(area);
        tree_.query(index::intersects(rectangle({around.min.x, around.min.y}, {around.max.x, around.max.y})),
                    boost::make_function_output_iterator(
                        [&](const filed& one) { visit({one.first.x(), one.first.y()}, one.second); }));
    }

    tree tree_;
    std::vector<std::pair<double, std::uint32_t>> nearest_;
};

} // namespace

std::unique_ptr<subject> make_boost_points(const world&) { return std::make_unique<boost_points>(); }

} // namespace quadrille::bench
