"""quadrille beside what Python users have: times in one run, in turn, after the answers have been compared.

    python3 bench/python.py [--size 100000] [--threads 1] [--scalar float32] [--seconds 2]

The package must be installed: `pip install ./bindings/python`. A peer that is not is left out. Peers calculate in double, of the
same numbers. Times are medians; ratios are the peer's time by ours. SPDX-License-Identifier: MIT
"""

import argparse
import importlib
import importlib.metadata
import platform
import statistics
import time
import warnings

import numpy as np

import quadrille


#: where the name of a package is not that of its import
DISTRIBUTIONS = {"sklearn": "scikit-learn"}


def installed(name):
    try:
        module = importlib.import_module(name)
        package = name.split(".")[0]
        print(f"{package} {importlib.metadata.version(DISTRIBUTIONS.get(package, package))}")
        return module
    except ImportError:
        print(f"left out: {name} is not installed")
        return None


def medians(seconds, works):
    """The median time of each, run in turn until the runs have taken so long."""
    times = [[] for _ in works]
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds or not times[-1]:
        for which, work in enumerate(works):
            before = time.perf_counter()
            work()
            times[which].append(time.perf_counter() - before)
    return [statistics.median(of) for of in times]


def row(seconds, what, ours, peers, calls=1):
    """`peers` are (name, work) pairs, whose answers have been compared; of many calls the time of one is printed."""
    times = medians(seconds, [ours, *(work for _, work in peers)])
    unit, scale = ("ms", 1e3) if calls == 1 else ("µs", 1e6 / calls)
    for (name, _), peer in zip(peers, times[1:]):
        ratio = f"{peer / times[0]:9.1f} x"
        print(f"{what:34} {times[0] * scale:9.2f} {unit}   {name:22} {peer * scale:10.2f} {unit}   {ratio}", flush=True)


def each(call, asked):
    """A work: the call for each of these arguments."""

    def work():
        for one in asked:
            call(one)

    return work


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
        measure_single_calls(given.size, given.threads, np.dtype(scalar), given.seconds)
    measure_drop_in(given.size, given.seconds)


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


def measure_single_calls(count, threads, scalar, seconds):
    """What games do: one call for each thing, with tuples of Python's floats."""
    rng = np.random.default_rng(2)
    side = np.sqrt(count) * 2
    points = (rng.random((count, 2)) * side).astype(scalar)
    places = [tuple(place) for place in (rng.random((1000, 2)) * side).astype(scalar).tolist()]
    windows = [(x, y, x + 4, y + 4) for x, y in places]
    tree = quadrille.Quadtree("point", scalar, threads=threads)
    handles = tree.insert(points)[: len(places)].tolist()
    ways = [[*map(tuple, points[: len(places)].tolist())], [(x + 0.125, y) for x, y in points[: len(places)].tolist()]]

    def come_and_go():
        for handle in [tree.insert(place) for place in places]:
            tree.erase(handle)

    def move():
        ways.reverse()
        for handle, place in zip(handles, ways[0]):
            tree.move(handle, place)

    if (shapely := installed("shapely")) and hasattr(shapely, "points"):  # Shapely 2
        strtree = shapely.STRtree(shapely.points(points))
        boxes, dots = [shapely.box(*window) for window in windows], [shapely.Point(place) for place in places]
        for place, dot, window, box in zip(places[:200], dots, windows, boxes):
            assert sorted(tree.query(window).tolist()) == sorted(strtree.query(box).tolist())
            assert tree.nearest(place)[1][0] == strtree.nearest(dot)
        for what, ours, peer in (
            ("one window", each(tree.query, windows), each(strtree.query, boxes)),
            ("one nearest", each(tree.nearest, places), each(strtree.nearest, dots)),
        ):
            row(seconds, what, ours, [("shapely STRtree", peer)], calls=len(places))
    if fast := installed("fastquadtree"):
        theirs = fast.QuadTree((-1, -1, side + 5, side + 5), 48, dtype="f32" if scalar == np.float32 else "f64")
        theirs.insert_many([tuple(point) for point in points.tolist()])
        for place, window in zip(places[:200], windows):
            assert sorted(tree.query(window).tolist()) == sorted(one[0] for one in theirs.query(window))
            _, x, y = theirs.nearest_neighbor(place)
            assert np.isclose(tree.nearest(place)[0][0], np.hypot(x - place[0], y - place[1]))
        their_ways = [*ways]

        def their_come_and_go():
            for item, (x, y) in [(theirs.insert(place), place) for place in places]:
                theirs.delete(item, x, y)

        def their_move():
            their_ways.reverse()
            for item, (place, before) in enumerate(zip(*their_ways)):
                theirs.update(item, *before, *place)

        for what, ours, peer in (
            ("one window", each(tree.query, windows), each(theirs.query, windows)),
            ("one nearest", each(tree.nearest, places), each(theirs.nearest_neighbor, places)),
            ("one insert and erase", come_and_go, their_come_and_go),
            ("one move", move, their_move),
        ):
            row(seconds, what, ours, [("fastquadtree", peer)], calls=len(places))


def measure_drop_in(count, seconds):
    """Each call of `quadrille.cKDTree` beside the same call of scipy's."""
    if not (spatial := installed("scipy.spatial")):
        return
    rng = np.random.default_rng(3)
    points, others = (rng.random((count, 2)) * np.sqrt(count) * 2 for _ in range(2))
    ours, our_other = quadrille.cKDTree(points), quadrille.cKDTree(others)
    theirs, their_other = spatial.cKDTree(points), spatial.cKDTree(others)
    places = [tuple(place) for place in others[:200].tolist()]
    radii = np.linspace(0.2, 6, 30)
    print("drop-in")
    for what, calls, call in (
        ("query k=1", 1, lambda tree, _: tree.query(others)[0]),
        ("query k=8", 1, lambda tree, _: tree.query(others, 8)[0]),
        ("query of one place", len(places), lambda tree, _: [tree.query(place)[0] for place in places]),
        ("query_ball_point", 1, lambda tree, _: tree.query_ball_point(others, 4).tolist()),
        ("query_ball_point, lengths", 1, lambda tree, _: tree.query_ball_point(others, 4, return_length=True)),
        ("query_ball_point of one place", len(places),
            lambda tree, _: [sorted(tree.query_ball_point(place, 4)) for place in places]),
        ("query_pairs, set", 1, lambda tree, _: tree.query_pairs(2)),
        ("query_pairs, ndarray", 1, lambda tree, _: tree.query_pairs(2, output_type="ndarray")),
        ("query_ball_tree", 1, lambda tree, other: tree.query_ball_tree(other, 4)),
        ("count_neighbors", 1, lambda tree, other: tree.count_neighbors(other, 2)),
        ("count_neighbors, 30 radii", 1, lambda tree, other: tree.count_neighbors(other, radii)),
        ("count_neighbors, about 300 each", 1, lambda tree, other: tree.count_neighbors(other, 20)),
        ("sparse_distance_matrix, coo", 1,
            lambda tree, other: tree.sparse_distance_matrix(other, 2, output_type="coo_matrix").sum(axis=0)),
    ):
        found, wanted = call(ours, our_other), call(theirs, their_other)
        assert same(found, wanted), what
        row(seconds, what, lambda: call(ours, our_other), [("cKDTree", lambda: call(theirs, their_other))], calls)


def same(found, wanted):
    """Whether two answers are equal; the order of pairs and of the indices in a list is left open."""
    if isinstance(wanted, list) and isinstance(wanted[0], list):
        return [sorted(one) for one in found] == [sorted(one) for one in wanted]
    if isinstance(wanted, np.ndarray) and wanted.dtype == np.int64 and wanted.shape[1:] == (2,):
        return sorted(map(tuple, found.tolist())) == sorted(map(tuple, wanted.tolist()))
    return found == wanted if isinstance(wanted, set) else np.allclose(found, wanted)


if __name__ == "__main__":
    main()
