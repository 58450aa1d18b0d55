// Boost.Geometry's R-tree in its best use: rebuilt each tick, queried in its own order, hits by output iterator.
// SPDX-License-Identifier: MIT
#include "../marks.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/register/box.hpp>
#include <boost/geometry/geometries/register/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

BOOST_GEOMETRY_REGISTER_POINT_2D(quadrille::point<float>, float, boost::geometry::cs::cartesian, x, y)
BOOST_GEOMETRY_REGISTER_BOX(quadrille::box<float>, quadrille::point<float>, min, max)

namespace quadrille::bench {
namespace {

namespace index = boost::geometry::index;

class boost_rtree final : public subject,
                          public ticking,
                          public moving,
                          public copying,
                          public inserting,
                          public answering<window>,
                          public answering<tally>,
                          public answering<line_of_sight> {
public:
    void build(boxes now) override { update(now); }

    void update(boxes now) override {
        filed_.resize(now.size());
        for (std::size_t i = 0; i < now.size(); ++i) {
            filed_[i] = {now[i], static_cast<std::uint32_t>(i)};
        }
        // The tree is emptied first, so that the new one gets warm memory.
        tree_.clear();
        tree_ = tree(filed_.begin(), filed_.end());
    }

    void pairs(std::vector<index_pair>& found) override {
        // In the tree's order, consecutive items find the same nodes in the cache.
        for (const filed& one : tree_) {
            tree_.query(index::intersects(one.first), boost::make_function_output_iterator([&](const filed& other) {
                            if (one.second < other.second) {
                                found.push_back({one.second, other.second});
                            }
                        }));
        }
    }

    void choose(numbers movers) override {
        movers_ = movers;
        marks_.choose(movers, filed_.size());
    }

    void move(boxes now) override {
        for (std::size_t k = 0; k < movers_.size(); ++k) {
            filed& one = filed_[movers_[k]];
            tree_.remove(one);
            one.first = now[k];
            tree_.insert(one);
        }
    }

    void pairs_of(std::vector<index_pair>& found) override {
        for (const std::uint32_t mover : movers_) {
            tree_.query(index::intersects(filed_[mover].first),
                        boost::make_function_output_iterator([&](const filed& other) {
                            if (marks_.reports(mover, other.second)) {
                                found.push_back({mover, other.second});
                            }
                        }));
        }
    }

    void insert(const box<float>& shape) override {
        filed_.emplace_back(shape, static_cast<std::uint32_t>(filed_.size()));
        tree_.insert(filed_.back());
    }

    void ask(const window& area, std::vector<std::uint32_t>& found) override {
        tree_.query(index::intersects(area),
                    boost::make_function_output_iterator([&](const filed& one) { found.push_back(one.second); }));
    }

    void ask(const tally& query, std::vector<std::uint32_t>& found) override {
        std::uint32_t count = 0;
        tree_.query(index::intersects(query.area),
                    boost::make_function_output_iterator([&](const filed&) { ++count; }));
        found.push_back(count);
    }

    void ask(const line_of_sight& ray, std::vector<std::uint32_t>& found) override {
        const point<float> end = {ray.origin.x + ray.translation.x, ray.origin.y + ray.translation.y};
        const boost::geometry::model::segment<point<float>> line(ray.origin, end);
        tree_.query(index::intersects(line),
                    boost::make_function_output_iterator([&](const filed& one) { found.push_back(one.second); }));
    }

    void copy_from(const subject& other) override { tree_ = dynamic_cast<const boost_rtree&>(other).tree_; }

private:
    using filed = std::pair<box<float>, std::uint32_t>;
    using tree = index::rtree<filed, index::quadratic<16>>; // packs as the other splits, moves and inserts fastest

    std::vector<filed> filed_;
    tree tree_;
    numbers movers_;
    marks marks_;
};

} // namespace

std::unique_ptr<subject> make_boost_rtree(const world&) { return std::make_unique<boost_rtree>(); }

} // namespace quadrille::bench
