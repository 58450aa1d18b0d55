// nanoflann's k-d tree of points; hits within a radius are taken by a result set of our own, which keeps indices alone.
// SPDX-License-Identifier: MIT
#include "../subject.hpp"

#include <nanoflann.hpp>

#include <array>
#include <cmath>
#include <limits>

namespace quadrille::bench {
namespace {

constexpr std::size_t leaf_size = 16;
constexpr std::uint32_t most_nearest = 1024;

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
                             public answering<neighbourhood>,
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

    void ask(const nearest_to& question, std::vector<std::uint32_t>& found) override {
        std::array<double, most_nearest> distances2;
        const std::size_t before = found.size();
        const std::uint32_t wanted = std::min(question.count, most_nearest);
        found.resize(before + wanted);
        nanoflann::KNNResultSet<double, std::uint32_t, std::uint32_t> results(wanted);
        results.init(found.data() + before, distances2.data());
        tree_->findNeighbors(results, &question.where.x, {});
        found.resize(before + results.size());
    }

    void ask(const neighbourhood& area, std::vector<std::uint32_t>& found) override {
        const double radius = static_cast<double>(area.radius);
        each_within(area.center, radius, [&](std::uint32_t one) { found.push_back(one); });
    }

    void pairs_within(double distance, std::vector<index_pair>& found) override {
        for (const std::uint32_t one : tree_->vAcc) { // the tree's own order
            each_within(cloud_.points[one], distance, [&](std::uint32_t other) {
                if (one < other) {
                    found.push_back({one, other});
                }
            });
        }
    }

    std::optional<std::size_t> bytes() const override {
        return tree_->usedMemory(*tree_) + sizeof(point<float>) * cloud_.points.capacity();
    }

private:
    /// With double distances its answers are the right ones to the last digit, and it takes no longer.
    using metric = nanoflann::L2_Simple_Adaptor<float, cloud, double, std::uint32_t>;
    using tree = nanoflann::KDTreeSingleIndexAdaptor<metric, cloud, 2, std::uint32_t>;

    template <class Visit>
    struct collector {
        using DistanceType = double;

        double beyond2;
        const Visit& visit;

        std::size_t size() const { return 0; }
        bool full() const { return true; }
        double worstDist() const { return beyond2; }
        bool addPoint(double, std::uint32_t index) {
            visit(index);
            return true;
        }
    };

    /// The tree looks for less than it is told, and the edge belongs to the circle.
    template <class Visit>
    void each_within(const point<float>& where, double radius, const Visit& visit) const {
        collector<Visit> results{std::nextafter(radius * radius, std::numeric_limits<double>::infinity()), visit};
        tree_->findNeighbors(results, &where.x, {});
    }

    cloud cloud_;
    std::unique_ptr<tree> tree_; // an optional would keep it from telling its size
};

} // namespace

std::unique_ptr<subject> make_nanoflann(const world&) { return std::make_unique<nanoflann_tree>(); }

} // namespace quadrille::bench
