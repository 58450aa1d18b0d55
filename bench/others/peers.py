"""The rows of a Python peer, asked in bulk: `peers.py NAME FOLDER double` prints a line of JSON for each, `float` none.

SPDX-License-Identifier: MIT
"""

import importlib.metadata
import json
import sys

import numpy as np
from clock import measured, seconds

name, folder, scalar = sys.argv[1:]


def upper(a, b):
    return a[a < b], b[a < b]


class shapely:
    """Geometries are made before a tree is built, except in a tick."""

    shapes = ("boxes", "points")

    def __init__(self):
        import shapely
        self.box, self.point, self.tree = shapely.box, shapely.points, shapely.STRtree

    def made(self, items):
        return self.box(*items.T) if items.shape[1] == 4 else self.point(items)

    def built(self, shapes):
        tree = self.tree(shapes)
        tree.query(self.point(0, 0))  # GEOS builds when it is first asked
        return tree

    def windows(self, tree, windows):
        return tree.query(windows)

    def hits(self, found, count):
        return np.bincount(found[0], minlength=count), found[1][np.argsort(found[0], kind="stable")]

    def nearest(self, tree, places, k):
        return tree.nearest(places) if k == 1 else None

    def pairs(self, tree, shapes):
        return upper(*tree.query(shapes))


class scipy:
    """Windows are squares: all within half a side in the maximum norm."""

    shapes = ("points",)

    def __init__(self):
        from scipy.spatial import cKDTree
        self.built = cKDTree

    def made(self, items):
        return items if items.shape[1] == 2 else ((items[:, :2] + items[:, 2:]) / 2, (items[0, 2] - items[0, 0]) / 2)

    def windows(self, tree, windows):
        return tree.query_ball_point(*windows, p=np.inf, return_sorted=False)

    def hits(self, found, count):
        return [len(row) for row in found], np.concatenate([np.array(row, dtype=np.int64) for row in found])

    def counts(self, tree, windows):
        return tree.query_ball_point(*windows, p=np.inf, return_length=True)

    def nearest(self, tree, places, k):
        return tree.query(places, k)[1]

    def pairs(self, tree, shapes):
        return tree.query_pairs(1, output_type="ndarray").T


class rtree:
    """Arrays of numpy in one call."""

    shapes = ("boxes", "points")

    def __init__(self):
        from rtree.index import Index
        self.index = Index

    def made(self, items):
        return items[:, :2], items[:, -2:]

    def built(self, shapes):
        return self.index((np.arange(len(shapes[0])), *shapes))

    def windows(self, tree, windows):
        return tree.intersection_v(*windows)

    def hits(self, found, count):
        return found[1].astype(np.int64), found[0]

    def nearest(self, tree, places, k):
        return tree.nearest_v(*places, num_results=k, strict=True)[0]

    def pairs(self, tree, shapes):
        hits, counts = tree.intersection_v(*shapes)
        return upper(np.repeat(np.arange(len(counts)), counts.astype(np.int64)), hits)


def rows(peer, shape):
    def read(what, width):
        return np.fromfile(f"{folder}/{what}.f64").reshape(-1, width)

    def say(row, time, each, count, hash):
        version, answers = importlib.metadata.version(name), [int(count), np.asarray(hash).item()]
        line = {"subject": name, "version": version, "row": f"{shape}: {row}", "ns": time / each * 1e9}
        print(json.dumps(line | {"answers": answers}))

    def weight(count):
        return np.arange(count) % 1024 + 1

    def pair_answers(a, b):
        return np.array([len(a), ((a + 1) * (b + 1) % 1_000_003).sum()])

    items = read(shape, 4 if shape == "boxes" else 2)
    shapes = peer.made(items)
    time, tree = measured(lambda: peer.built(shapes))
    say("build", time, len(items), len(items), 0)
    for size in (2, 70, 4000):
        count = len(windows := read(f"{shape}{size}", 4))
        asked = peer.made(windows)
        time, found = measured(lambda: peer.windows(tree, asked))
        counts, hits = peer.hits(found, count)
        say(f"windows of {size}", time, count, len(hits), (np.repeat(weight(count), counts) * (hits + 1)).sum())
        if hasattr(peer, "counts"):
            time, counts = measured(lambda: peer.counts(tree, asked))
            say(f"windows of {size}, counted", time, count, counts.sum(), (weight(count) * counts).sum())
    places = read("places", 2)
    asked = peer.made(places)
    for k in (1, 8) if shape == "points" else ():
        time, found = measured(lambda: peer.nearest(tree, asked, k))
        if found is not None:
            apart = items[found.reshape(-1)] - np.repeat(places, k, axis=0)
            say(f"nearest {k}", time, len(places), found.size, (apart**2).sum())
    if shape == "boxes" or name == "scipy":
        time, found = measured(lambda: peer.pairs(tree, shapes))
        say("pairs" if shape == "boxes" else "pairs within 1", time, len(items), *pair_answers(*found))
    if shape == "boxes":
        times, total = [], 0
        for boxes in read("moves", 4).reshape(-1, len(items), 4):
            time, found = seconds(lambda: peer.pairs(peer.built(moved := peer.made(boxes)), moved))
            times.append(time)
            total += pair_answers(*found)
        say("tick", sorted(times[2:])[len(times) // 2 - 1], len(items), *total)


if scalar == "double":
    peer = globals()[name]()
    for shape in peer.shapes:
        rows(peer, shape)
