"""quadrille beside what Python users have: times in one run, in turn, after the answers have been compared.

    python3 bindings/python/bench.py [NUMBER OF THINGS] [THREADS]

A peer that is not installed is left out. Ratios are the peer's time by ours. SPDX-License-Identifier: MIT
"""

import importlib
import platform
import sys
import time
import warnings

import numpy as np

import quadrille


def installed(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"left out: {name} is not installed")
        return None


def best(*works):
    """The least time of each, run in turn until the runs have taken two seconds."""
    least = [float("inf")] * len(works)
    begin = time.perf_counter()
    while time.perf_counter() - begin < 2 or max(least) == float("inf"):
        for which, work in enumerate(works):
            before = time.perf_counter()
            work()
            least[which] = min(least[which], time.perf_counter() - before)
    return least


def row(what, ours, peers):
    """`peers` are (name, work) pairs, whose answers have been compared."""
    times = best(ours, *(work for _, work in peers))
    for (name, _), peer in zip(peers, times[1:]):
        print(f"{what:34} {times[0] * 1e3:9.2f} ms   {name:22} {peer * 1e3:10.2f} ms   {peer / times[0]:9.1f} x", flush=True)


def main():
    warnings.filterwarnings("ignore")  # of shapely's next version
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    threads = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(f"{count} things, {threads} threads; {platform.processor() or platform.machine()}, Python {platform.python_version()}")
    rng = np.random.default_rng(1)
    side = np.sqrt(count) * 2
    points = rng.random((count, 2)) * side
    boxes = np.concatenate([points, points + rng.random((count, 2)) * 1.5], axis=1)
    windows = np.concatenate([points[:10_000], points[:10_000] + 8], axis=1)
    tree = quadrille.Quadtree("point", np.float64, threads=threads)
    tree.assign(points)
    of_boxes = quadrille.Quadtree("box", np.float64, threads=threads)
    of_boxes.assign(boxes)
    pairs = of_boxes.count_pairs()

    if spatial := installed("scipy.spatial"):
        theirs = spatial.cKDTree(points)
        for k in (1, 8):
            distances, indices = tree.nearest(points, k)
            wanted = theirs.query(points, k)
            np.testing.assert_allclose(distances.reshape(wanted[0].shape), wanted[0])
            row(f"nearest {k} of all", lambda k=k: tree.nearest(points, k), [("cKDTree", lambda k=k: theirs.query(points, k))])
        assert len(tree.pairs(within=1)) == len(theirs.query_pairs(1, output_type="ndarray"))
        row("pairs within 1", lambda: tree.pairs(within=1), [("cKDTree", lambda: theirs.query_pairs(1, output_type="ndarray"))])
        counts = theirs.query_ball_point(points, 2, return_length=True)
        assert np.array_equal(tree.count(points, within=2), counts)
        row("count within 2 of all", lambda: tree.count(points, within=2),
            [("cKDTree", lambda: theirs.query_ball_point(points, 2, return_length=True))])
        row("build from points", lambda: tree.assign(points), [("cKDTree", lambda: spatial.cKDTree(points))])
    if neighbors := installed("sklearn.neighbors"):
        theirs_too = neighbors.KDTree(points)
        row("nearest 8 of all", lambda: tree.nearest(points, 8), [("sklearn KDTree", lambda: theirs_too.query(points, 8))])
    if shapely := installed("shapely.geometry"):
        strtree = importlib.import_module("shapely.strtree")
        shapes = [shapely.box(*box) for box in boxes.tolist()]
        asked = [shapely.box(*box) for box in windows.tolist()]
        theirs_of_boxes = strtree.STRtree(shapes)
        found = [len(theirs_of_boxes.query(one)) for one in asked[:200]]
        assert of_boxes.count(windows[:200]).tolist() == found
        row("10,000 windows", lambda: of_boxes.query(windows),
            [("shapely STRtree", lambda: [theirs_of_boxes.query(one) for one in asked])])
        row("build from boxes", lambda: of_boxes.assign(boxes), [("shapely STRtree", lambda: strtree.STRtree(shapes))])
    if rtree := installed("rtree"):
        some = min(count, 20_000)
        small = quadrille.Quadtree("box", np.float64, threads=threads)
        small.assign(boxes[:some])
        index = rtree.index.Index((i, tuple(box), None) for i, box in enumerate(boxes[:some].tolist()))

        def pairs_of_rtree():
            return sum(sum(1 for _ in index.intersection(tuple(box))) for box in boxes[:some].tolist())

        assert (pairs_of_rtree() - some) // 2 == small.count_pairs()
        row(f"all pairs of {some} boxes", small.pairs, [("rtree", pairs_of_rtree)])
    print(f"(of {count} boxes {pairs} pairs intersect)")


if __name__ == "__main__":
    main()
