// nanoflann's k-d tree of points; result sets of our own store only indices.
// SPDX-License-Identifier: MIT
#include "../rows.hpp"

#include <nanoflann.hpp>

#include <memory>

namespace {

using namespace quadrille;

template <class Scalar>
struct cloud {
    std::span<const point<Scalar>> points;

    std::size_t kdtree_get_point_count() const { return points.size(); }
    Scalar kdtree_get_pt(std::size_t i, std::size_t axis) const { return axis == 0 ? points[i].x : points[i].y; }
    bool kdtree_get_bbox(auto&) const { return false; }
};

/// Visits all hits within a distance.
template <class Scalar, class Visit>
struct collector {
    using DistanceType = Scalar;
    using IndexType = std::uint32_t;

    Scalar beyond2;
    const Visit& visit;

    std::size_t size() const { return 0; }
    bool empty() const { return true; }
    bool full() const { return true; }
    void sort() const {}
    Scalar worstDist() const { return beyond2; }
    bool addPoint(Scalar, std::uint32_t index) {
        visit(index);
        return true;
    }
};

template <class Scalar>
class kd_tree {
public:
    static constexpr const char* name = "nanoflann";
    static std::string version() {
#ifdef NANOFLANN_VERSION_STRING
        return NANOFLANN_VERSION_STRING;
#else
        constexpr int packed = NANOFLANN_VERSION; // a digit for each part
        return std::to_string(packed / 256) + "." + std::to_string(packed / 16 % 16) + "." +
               std::to_string(packed % 16);
#endif
    }
    using shape = point<Scalar>;
    using answer = std::uint32_t;

    void build(std::span<const shape> items) {
        cloud_.points = items;
        tree_ = std::make_unique<tree>(2, cloud_, nanoflann::KDTreeSingleIndexAdaptorParams(16));
        tree_->buildIndex();
    }

#if NANOFLANN_VERSION >= 0x180 // with windows
    void window(const box<Scalar>& area, std::vector<std::uint32_t>& hits) const {
        each_in(area, [&](std::uint32_t one) { hits.push_back(one); });
    }

    std::size_t count(const box<Scalar>& area) const {
        std::size_t hits = 0;
        each_in(area, [&](std::uint32_t) { ++hits; });
        return hits;
    }
#endif

    void nearest(const shape& place, std::span<std::uint32_t> closest) const {
        std::array<Scalar, 8> distances2;
        nanoflann::KNNResultSet<Scalar, std::uint32_t, std::uint32_t> results(
            static_cast<std::uint32_t>(closest.size()));
        results.init(closest.data(), distances2.data());
        tree_->findNeighbors(results, &place.x, {});
    }

    void pairs(std::vector<index_pair>& found) const {
        const auto each_of = [&](const std::vector<std::uint32_t>& in_order) {
            for (const std::uint32_t one : in_order) {
                const shape& own = cloud_.points[one];
                const auto report = [&](std::uint32_t other) {
                    if (one < other && are_within(own, cloud_.points[other], 1)) {
                        found.push_back({one, other});
                    }
                };
                collector<Scalar, decltype(report)> results{Scalar(1.00001), report}; // with what rounding may hide
                tree_->findNeighbors(results, &own.x, {});
            }
        };
        if constexpr (requires { tree_->vAcc_; }) {
            each_of(tree_->vAcc_);
        } else {
            each_of(tree_->vAcc);
        }
    }

private:
    using metric = nanoflann::L2_Simple_Adaptor<Scalar, cloud<Scalar>, Scalar, std::uint32_t>;
    using tree = nanoflann::KDTreeSingleIndexAdaptor<metric, cloud<Scalar>, 2, std::uint32_t>;

    template <class Visit>
    void each_in(const box<Scalar>& area, const Visit& visit) const {
        collector<Scalar, Visit> results{0, visit};
        static_cast<void>(tree_->findWithinBox(results, {{{area.min.x, area.max.x}, {area.min.y, area.max.y}}}));
    }

    cloud<Scalar> cloud_;
    std::unique_ptr<tree> tree_;
};

} // namespace

int main(int count, char** words) {
    const auto points_of = [](auto scalar) {
        return [](const std::string& folder) { beside::rows<kd_tree<decltype(scalar)>>{folder}; };
    };
    return beside::rows_of(count, words, points_of(0.0F), points_of(0.0));
}
