"""Answers by a full scan, in float64."""
# SPDX-License-Identifier: MIT

import numpy as np


def boxes_of(shapes):
    """The bounds of shapes, and how far beyond a middle they reach: of circles a point and a radius."""
    shapes = np.asarray(shapes, dtype=np.float64)
    columns = shapes.shape[1]
    if columns == 4:
        return shapes, np.zeros(len(shapes))
    center = shapes[:, :2]
    radius = shapes[:, 2] if columns == 3 else np.zeros(len(shapes))
    return np.concatenate([center, center], axis=1), radius


def distances(a, b):
    """Between each shape of a and each of b: (n, m)."""
    (a_box, a_radius), (b_box, b_radius) = boxes_of(a), boxes_of(b)
    gap_x = np.maximum(0, np.maximum(a_box[:, None, 0] - b_box[None, :, 2], b_box[None, :, 0] - a_box[:, None, 2]))
    gap_y = np.maximum(0, np.maximum(a_box[:, None, 1] - b_box[None, :, 3], b_box[None, :, 1] - a_box[:, None, 3]))
    return np.maximum(0, np.hypot(gap_x, gap_y) - a_radius[:, None] - b_radius[None, :])


def pairs_within(shapes, distance):
    """The set of pairs (i, j), i < j."""
    near = distances(shapes, shapes) <= distance
    return {(int(i), int(j)) for i, j in zip(*np.nonzero(np.triu(near, 1)))}
