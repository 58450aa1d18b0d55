"""The world in Python: circles that move, who touches whom, who is near.

SPDX-License-Identifier: MIT
"""
import numpy as np

# [tick
import quadrille

rng = np.random.default_rng(1)
circles = np.column_stack([rng.random((1000, 2)) * 100, np.full(1000, 0.6)]).astype(np.float32)
ways = (rng.random((1000, 2)) - 0.5).astype(np.float32)

world = quadrille.Quadtree("circle", np.float32)  # float64 unless you say so
world.assign(circles)
for tick in range(10):
    circles[:, :2] += ways
    world.sync(circles)  # read where it is
    pairs = world.pairs()  # (m, 2): the indices of each pair that touches, once
    ways[pairs.ravel()] *= -1
# tick]
print(f"{len(pairs)} pairs touch")

# [ask
distances, indices = world.nearest([[50, 50], [0, 0]], k=3)  # as scipy's cKDTree.query
offsets, found = world.query([[40, 40, 60, 60], [0, 0, 9, 9]])  # those of window i: found[offsets[i]:offsets[i + 1]]
ahead, fractions = world.closest_hit([[50, 50]], [[30, 0]])  # what a line meets first
near = world.pairs(within=1.5)  # pairs no farther apart
# ask]
print(f"nearest to the middle: {indices[0].tolist()}; {len(near)} pairs within 1.5; a line meets {ahead[0]}")

# [scipy
from quadrille import cKDTree  # instead of: from scipy.spatial import cKDTree

tree = cKDTree(circles[:, :2])
distances, indices = tree.query([[50, 50]], k=3)
# scipy]
print(f"nearest center: {indices[0, 0]}, {distances[0, 0]:.3f} away")
