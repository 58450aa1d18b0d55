"""What calls return."""
# SPDX-License-Identifier: MIT

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._arrays import Floats, Indices, Offsets


class Report(NamedTuple):
    """How `sync` or `move` was made: method is "none", "refit", "reinsert" or "rebuild"."""

    method: str
    displaced: int  #: items outside their cells
    reinserted: int  #: how many of them got another cell


class Cells(NamedTuple):
    """The cells of a tree, parents before children; a row of each."""

    squares: Floats  #: (n, 4) min x, min y, max x, max y
    bounds: Floats  #: the same around all items of a cell and below; inverted where there are none
    depths: Indices  #: 0 at the root
    counts: Indices  #: items filed in the cell itself: in an inner cell those too wide for its children
    leaves: npt.NDArray[np.uint8]  #: 1 for a leaf


class Sums(NamedTuple):
    """Cells with items, parents before children, and sums over these.

    Below cell i are the cells i + 1 … ends[i] − 1: who takes the sum of cell i goes on at ends[i], who opens it at i + 1. The items of a cell
    and of all below it are items[first_items[i]:first_items[ends[i]]]."""

    ends: Indices
    first_items: Indices  #: (n + 1,)
    items: Indices  #: indices, cell after cell
    depths: Indices
    leaves: npt.NDArray[np.uint8]
    bounds: Floats  #: (n, 4) around all items of a cell and below
    weights: Floats
    centers: Floats  #: (n, 2) the mean of the items' centers by their weights; 0, 0 where these are 0


class Answers(NamedTuple):
    """Answers of one call of the native tree: None where there are none."""

    ends: Any
    a: Any
    b: Any
    a_generations: Any
    b_generations: Any
    measures: Any
    shifts: Any
    counts: Any
    pair_count: int


NO_ANSWERS = Answers(None, None, None, None, None, None, None, None, 0)


def offsets_of(found: Answers) -> Offsets:
    return np.concatenate([np.zeros(1, np.uint64), found.ends])


def pair_rows(found: Answers) -> Indices:
    if found.b is None:
        return np.empty((0, 2), np.uint32)
    return np.stack([found.a, found.b], axis=1)
