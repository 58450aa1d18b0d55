// nanoflann's k-d tree of points; a result set of our own collects hits within a radius, and stores only indices.
// SPDX-License-Identifier: MIT
#include "../subject.hpp"

#include <nanoflann.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace quadrille::bench {
namespace {

constexpr std::size_t leaf_size = 16;
constexpr std::uint32_t max_nearest = 1024;

struct cloud {
    std::vector<point<float>> points;

    std::size_t kdtree_get_point_count() const { return points.size(); }
    float kdtree_get_pt(std::size_t i, std::size_t axis) const { return axis == 0 ? points[i].x : points[i].y; }
    template <class Box>
    bool kdtree_get_bbox(Box&) const {
        return false;
    }
};

class nanoflann_tree final : public subject,
                             public answering<nearest_to>,
                             public answering<neighborhood>,
                             public pairing {
public:
    void build(boxes now) override {
        cloud_.points.clear();
        for (const box<float>& one : now) {
            cloud_.points.push_back(one.min);
        }
        tree_ = std::make_unique<tree>(2, cloud_, nanoflann::KDTreeSingleIndexAdaptorParams(leaf_size));
        tree_->buildIndex();
    }

    void ask(const nearest_to& query, std::vector<std::uint32_t>& found) override {
        std::array<float, max_nearest> distances2;
        const std::size_t before = found.size();
        const std::uint32_t wanted = std::min(query.count, max_nearest);
        found.resize(before + wanted);
        nanoflann::KNNResultSet<float, std::uint32_t, std::uint32_t> results(wanted);
        results.init(found.data() + before, distances2.data());
        tree_->findNeighbors(results, &query.where.x, {});
        found.resize(before + results.size());
        put_right(query.where, found, before);
    }

    void ask(const neighborhood& area, std::vector<std::uint32_t>& found) override {
        each_within(area.center, area.radius, [&](std::uint32_t one) {
            if (intersects(area, cloud_.points[one])) {
                found.push_back(one);
            }
        });
    }

    void pairs_within(double distance, std::vector<index_pair>& found) override {
        for (const std::uint32_t one : tree_->vAcc) { // the tree's own order
            const point<float>& own = cloud_.points[one];
            each_within(own, static_cast<float>(distance), [&](std::uint32_t other) {
                if (one < other && are_within(own, cloud_.points[other], distance)) {
                    found.push_back({one, other});
                }
            });
        }
    }

    std::optional<std::size_t> bytes() const override {
        return tree_->usedMemory(*tree_) + sizeof(point<float>) * cloud_.points.capacity();
    }

private:
    /// Distances in float are a tenth faster than in double. Their rounding errors are corrected afterwards.
    using metric = nanoflann::L2_Simple_Adaptor<float, cloud, float, std::uint32_t>;
    using tree = nanoflann::KDTreeSingleIndexAdaptor<metric, cloud, 2, std::uint32_t>;

    template <class Visit>
    struct collector {
        using DistanceType = float;

        float beyond2;
        const Visit& visit;

        std::size_t size() const { return 0; }
        bool full() const { return true; }
        float worstDist() const { return beyond2; }
        bool addPoint(float, std::uint32_t index) {
            visit(index);
            return true;
        }
    };

    /// Visits the points within the radius, and those that may be within it but for rounding.
    template <class Visit>
    void each_within(const point<float>& where, float radius, const Visit& visit) const {
        constexpr float grace = 1.00001F;
        collector<Visit> results{radius * radius * grace, visit};
        tree_->findNeighbors(results, &where.x, {});
    }

    /// Sorts indices that are sorted except for nearly equal distances.
    void put_right(const point<float>& where, std::vector<std::uint32_t>& found, std::size_t first) const {
        const auto away2 = [&](std::uint32_t one) { return distance2(where, cloud_.points[one]); };
        for (std::size_t i = first + 1; i < found.size(); ++i) {
            for (std::size_t k = i; k > first && away2(found[k]) < away2(found[k - 1]); --k) {
                std::swap(found[k], found[k - 1]);
            }
        }
    }

    cloud cloud_;
    std::unique_ptr<tree> tree_; // an optional would prevent the tree from reporting its size
};

} // namespace

std::unique_ptr<subject> make_nanoflann(const world&) { return std::make_unique<nanoflann_tree>(); }

} // namespace quadrille::bench
