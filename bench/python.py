"""quadrille beside what Python users have: times in one run, in turn, after the answers have been compared.

    python3 bench/python.py [--size 100000] [--threads 1] [--scalar float32] [--seconds 2]

The package must be installed: `pip install ./bindings/python`. A peer that is not is left out. Peers calculate in double, of the
same numbers. Ratios are the peer's time by ours. SPDX-License-Identifier: MIT
"""

import argparse
import importlib
import platform
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


def best(seconds, works):
    """The least time of each, run in turn until the runs have taken so long."""
    least = [float("inf")] * len(works)
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds or max(least) == float("inf"):
        for which, work in enumerate(works):
            before = time.perf_counter()
            work()
            least[which] = min(least[which], time.perf_counter() - before)
    return least


def row(seconds, what, ours, peers):
    """`peers` are (name, work) pairs, whose answers have been compared."""
    times = best(seconds, [ours, *(work for _, work in peers)])
    for (name, _), peer in zip(peers, times[1:]):
        print(f"{what:34} {times[0] * 1e3:9.2f} ms   {name:22} {peer * 1e3:10.2f} ms   {peer / times[0]:9.1f} x", flush=True)


def main():
    warnings.filterwarnings("ignore")  # of shapely's next version
    wanted = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    wanted.add_argument("--size", type=int, default=100_000, help="how many things")
    wanted.add_argument("--threads", type=int, default=1, help="of quadrille; peers have one")
    wanted.add_argument("--scalar", choices=("float32", "float64"), default=None, help="of quadrille; both if it is not given")
    wanted.add_argument("--seconds", type=float, default=2, help="how long each row is measured")
    given = wanted.parse_args()
    print(f"{given.size} things, {given.threads} threads; {platform.processor() or platform.machine()}, Python {platform.python_version()}")
    for scalar in (given.scalar,) if given.scalar else ("float32", "float64"):
        print(scalar)
        measure(given.size, given.threads, np.dtype(scalar), given.seconds)


def measure(count, threads, scalar, seconds):
    rng = np.random.default_rng(1)
    side = np.sqrt(count) * 2
    points = (rng.random((count, 2)) * side).astype(scalar)
    boxes = np.concatenate([points, points + rng.random((count, 2)) * 1.5], axis=1).astype(scalar)
    windows = np.concatenate([points[:10_000], points[:10_000] + 8], axis=1)
    tree = quadrille.Quadtree("point", scalar, threads=threads)
    tree.assign(points)
    of_boxes = quadrille.Quadtree("box", scalar, threads=threads)
    of_boxes.assign(boxes)
    pairs = of_boxes.count_pairs()
    doubles = points.astype(np.float64)  # what peers calculate in

    if spatial := installed("scipy.spatial"):
        theirs = spatial.cKDTree(doubles)
        for k in (1, 8):
            distances, indices = tree.nearest(points, k)
            wanted = theirs.query(doubles, k)
            np.testing.assert_allclose(distances.reshape(wanted[0].shape), wanted[0], rtol=8 * np.finfo(scalar).eps)
            row(seconds, f"nearest {k} of all", lambda k=k: tree.nearest(points, k), [("cKDTree", lambda k=k: theirs.query(doubles, k))])
        assert len(tree.pairs(within=1)) == len(theirs.query_pairs(1, output_type="ndarray"))
        row(seconds, "pairs within 1", lambda: tree.pairs(within=1), [("cKDTree", lambda: theirs.query_pairs(1, output_type="ndarray"))])
        counts = theirs.query_ball_point(doubles, 2, return_length=True)
        assert np.array_equal(tree.count(points, within=2), counts)
        row(seconds, "count within 2 of all", lambda: tree.count(points, within=2),
            [("cKDTree", lambda: theirs.query_ball_point(doubles, 2, return_length=True))])
        row(seconds, "build from points", lambda: tree.assign(points), [("cKDTree", lambda: spatial.cKDTree(doubles))])
    if neighbors := installed("sklearn.neighbors"):
        theirs_too = neighbors.KDTree(doubles)
        row(seconds, "nearest 8 of all", lambda: tree.nearest(points, 8), [("sklearn KDTree", lambda: theirs_too.query(doubles, 8))])
    if shapely := installed("shapely.geometry"):
        strtree = importlib.import_module("shapely.strtree")
        shapes = [shapely.box(*box) for box in boxes.tolist()]
        asked = [shapely.box(*box) for box in windows.tolist()]
        theirs_of_boxes = strtree.STRtree(shapes)
        found = [len(theirs_of_boxes.query(one)) for one in asked[:200]]
        assert of_boxes.count(windows[:200]).tolist() == found
        row(seconds, "10,000 windows", lambda: of_boxes.query(windows),
            [("shapely STRtree", lambda: [theirs_of_boxes.query(one) for one in asked])])
        row(seconds, "build from boxes", lambda: of_boxes.assign(boxes), [("shapely STRtree", lambda: strtree.STRtree(shapes))])
    if rtree := installed("rtree"):
        some = min(count, 20_000)
        small = quadrille.Quadtree("box", scalar, threads=threads)
        small.assign(boxes[:some])
        index = rtree.index.Index((i, tuple(box), None) for i, box in enumerate(boxes[:some].tolist()))

        def pairs_of_rtree():
            return sum(sum(1 for _ in index.intersection(tuple(box))) for box in boxes[:some].tolist())

        assert (pairs_of_rtree() - some) // 2 == small.count_pairs()
        row(seconds, f"all pairs of {some} boxes", small.pairs, [("rtree", pairs_of_rtree)])
    print(f"(of {count} boxes {pairs} pairs intersect)")


if __name__ == "__main__":
    main()
