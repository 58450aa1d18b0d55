// The list of competitors; those whose library was missing at build time are absent.
// SPDX-License-Identifier: MIT
#include "subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace quadrille::bench {
namespace {

constexpr std::array list = {
    entry{"quadrille", "this library: sync, pairs", true, make_quadrille},
    entry{"quadrille", "this library: a tree of points", true, make_quadrille_points},
    entry{"quadrille_double", "this library: sync, pairs, in double", true, make_quadrille_double},
    entry{"quadrille_double", "this library: a tree of points, in double", true, make_quadrille_points_double},
#ifdef QUADRILLE_BENCH_HIGHWAY
    entry{"brute", "every box against every later one, with vector instructions", true, make_brute},
    entry{"brute", "every point, with vector instructions", true, make_brute_points},
#endif
    entry{"grid", "uniform grid, cells as large as the largest box, counting sort, plain C++", true, make_grid},
#ifdef QUADRILLE_BENCH_HIGHWAY
    entry{"grid_simd", "the same grid with vector instructions", true, make_grid_simd},
#endif
    entry{"grid_lists", "uniform grid of linked lists, updated in place", true, make_grid_lists},
    entry{"boost_rtree", "Boost.Geometry rtree, rebuilt each tick", true, make_boost_rtree},
    entry{"boost_rtree", "Boost.Geometry rtree of points, packed", true, make_boost_points},
#ifdef QUADRILLE_BENCH_GEOS
    entry{"geos_strtree", "GEOS TemplateSTRtree, rebuilt each tick", true, make_geos_strtree},
    entry{"geos_quadtree", "GEOS Quadtree, filled again each tick", true, make_geos_quadtree},
#endif
#ifdef QUADRILLE_BENCH_BOX2D
    entry{"box2d", "Box2D 2.4 b2DynamicTree, MoveProxy", true, make_box2d},
#endif
#ifdef QUADRILLE_BENCH_NANOFLANN
    entry{"nanoflann", "nanoflann k-d tree of points", true, make_nanoflann},
#endif
    entry{"classic", "a pointer quadtree as in tutorials, filled again each tick", true, make_classic},
    entry{"stream", "only moving the boxes, no index: the floor", false, make_stream},
};

} // namespace

std::vector<box<float>> points_of(const world& start) {
    std::vector<box<float>> points;
    for (const box<float>& one : start.boxes()) {
        const point<float> middle = {(one.min.x + one.max.x) / 2, (one.min.y + one.max.y) / 2};
        points.push_back({middle, middle});
    }
    return points;
}

std::span<const entry> every_subject() noexcept { return list; }

std::string too_many_tests(double tests) {
    if (tests <= max_tests) {
        return {};
    }
    return fmt::format("{:.1e} box tests in each tick, {:.0e} is the limit", tests, max_tests);
}

} // namespace quadrille::bench
