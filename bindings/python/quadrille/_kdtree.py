"""The calls of `scipy.spatial.KDTree` that most programs make, so that one import changes."""
# SPDX-License-Identifier: MIT

from __future__ import annotations

import importlib
from typing import Any, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._arrays import shown
from ._tree import Quadtree


class KDTree:
    """Points of the plane, with the calls of `scipy.spatial.KDTree` and `cKDTree` for Euclidean distances (p = 2).

    data : (n, 2) points; read as float64
    leafsize : items in a leaf; the usual one suits nearly all
    compact_nodes, copy_data, balanced_tree : as scipy has them; here they change nothing
    boxsize : after how far the world repeats itself, one number or two; 0 where it does not. Points are in 0 … boxsize, as scipy wants.

    >>> tree = KDTree([[0, 0], [3, 4], [6, 8]])
    >>> tree.query([0, 0], k=2)
    (array([0., 5.]), array([0, 1]))
    >>> sorted(tree.query_pairs(5))
    [(0, 1), (1, 2)]
    """

    def __init__(
        self,
        data: npt.ArrayLike,
        leafsize: int = 48,
        compact_nodes: bool = True,
        copy_data: bool = False,
        balanced_tree: bool = True,
        boxsize: Optional[npt.ArrayLike] = None,
    ) -> None:
        self.data = np.array(data, dtype=np.float64)
        if self.data.ndim != 2 or self.data.shape[1] != 2:
            raise ValueError(f"wanted points of the plane, of the shape (n, 2), found {self.data.shape}")
        self.n, self.m = self.data.shape
        self.leafsize = leafsize
        if leafsize < 1:
            raise ValueError(f"wanted a leafsize of 1 or more, found {leafsize}")
        size = np.broadcast_to(np.asarray(0 if boxsize is None else boxsize, dtype=np.float64), 2)
        size = np.where(size < 0, 0, size)  # as scipy: not periodic
        outside = ((self.data < 0) | (self.data >= size)) & (size > 0)
        if outside.any():
            raise ValueError(f"wanted points in 0 … boxsize, found {self.data[np.argmax(outside.any(axis=1))].tolist()}")
        self.boxsize = None if boxsize is None else size
        self.tree = Quadtree("point", np.float64, period=(float(size[0]), float(size[1])), leaf_capacity=leafsize)
        self.tree.assign(self.data)

    def query(
        self,
        x: npt.ArrayLike,
        k: Union[int, npt.ArrayLike] = 1,
        eps: float = 0,
        p: float = 2,
        distance_upper_bound: float = np.inf,
        workers: int = 1,
    ) -> Tuple[Any, Any]:
        """The k nearest points to each place: (distances, indices). As scipy: their squared distances are less than the
        square of `distance_upper_bound`; where there are fewer the distance is infinite and the index n. Answers are exact,
        whatever `eps` allows."""
        _demand_euclidean(p)
        places = _places(x)
        given = np.asarray(k)
        if given.dtype.kind not in "ui" or given.size == 0 or given.min() < 1:
            raise ValueError(f"wanted a k of 1 or more, or a list of these, found {shown(k)}")
        ranks = None if given.ndim == 0 else given
        most = int(given.max())
        upper2 = float(distance_upper_bound) * float(distance_upper_bound)
        # As scipy squares are compared; those of very small and very large lengths are not numbers to search by.
        reach = max(abs(float(distance_upper_bound)), 1e-140) if upper2 < 1e300 else np.inf
        distances, indices = self.tree.nearest(places.reshape(-1, 2), most, distance=reach)
        if upper2 != np.inf:
            found = indices < self.n
            between2 = self._distances2(places.reshape(-1, 2)[np.nonzero(found)[0]], self.data[indices[found]])
            found[found] = between2 < upper2
            distances[~found], indices[~found] = np.inf, self.n
        if ranks is not None:
            distances, indices = distances[:, ranks - 1], indices[:, ranks - 1]
        elif most == 1:
            distances, indices = distances[:, 0], indices[:, 0]
        shape = places.shape[:-1] + distances.shape[1:]
        distances, indices = distances.reshape(shape), indices.reshape(shape)
        return (float(distances), int(indices)) if shape == () else (distances, indices)

    def query_ball_point(
        self,
        x: npt.ArrayLike,
        r: npt.ArrayLike,
        p: float = 2,
        eps: float = 0,
        workers: int = 1,
        return_sorted: Optional[bool] = None,
        return_length: bool = False,
    ) -> Any:
        """The points no farther than r from each place: a list of indices, or an array of lists; with `return_length` how many."""
        _demand_euclidean(p)
        places = _places(x)
        shape = places.shape[:-1]
        radii = np.abs(np.broadcast_to(np.asarray(r, dtype=np.float64), shape).reshape(-1))
        rows = places.reshape(-1, 2)
        lists = np.empty(len(rows), dtype=object)
        lists[:] = [[] for _ in rows]  # of a radius that is NaN
        lengths = np.zeros(len(rows), dtype=np.int64)
        for radius in np.unique(radii[radii >= 0]):
            those = np.flatnonzero(radii == radius)
            if return_length:
                lengths[those] = self.tree.count(rows[those], within=float(radius))
                continue
            offsets, indices = self.tree.query_within(rows[those], float(radius))
            for which, one in enumerate(those):
                found = indices[int(offsets[which]) : int(offsets[which + 1])]
                is_sorted = return_sorted or (return_sorted is None and shape != ())
                lists[one] = (np.sort(found) if is_sorted else found).tolist()
        all_of = lengths if return_length else lists
        return all_of.reshape(shape)[()] if shape == () else all_of.reshape(shape)

    def query_pairs(self, r: float, p: float = 2, eps: float = 0, output_type: str = "set") -> Any:
        """The pairs (i, j), i < j, no farther apart than r: a set, or with output_type="ndarray" an array of (m, 2)."""
        _demand_euclidean(p)
        if output_type not in ("set", "ndarray"):
            raise ValueError(f"wanted 'set' or 'ndarray', found {output_type!r}")
        pairs = np.sort(self._joined(None, r).astype(np.int64), axis=1)
        return pairs if output_type == "ndarray" else set(map(tuple, pairs.tolist()))

    def query_ball_tree(self, other: KDTree, r: float, p: float = 2, eps: float = 0) -> Any:
        """For each point the list of the points of another tree no farther than r."""
        _demand_euclidean(p)
        lists: list[list[int]] = [[] for _ in range(self.n)]
        for a, b in self._joined(other, r).tolist():
            lists[a].append(b)
        return lists

    def count_neighbors(self, other: KDTree, r: npt.ArrayLike, p: float = 2) -> Any:
        """How many pairs of a point of this tree and one of another are no farther apart than r, or than each r."""
        _demand_euclidean(p)
        radii = np.asarray(r, dtype=np.float64)
        each = np.abs(radii).reshape(-1)
        found = [self.tree.count_pairs(float(one), other.tree) if one >= 0 else 0 for one in each]
        counts = np.array(found, dtype=np.int64)
        return int(counts[0]) if radii.ndim == 0 else counts.reshape(radii.shape)

    def sparse_distance_matrix(
        self, other: KDTree, max_distance: float, p: float = 2, output_type: str = "dok_matrix"
    ) -> Any:
        """The distances of the pairs no farther apart than `max_distance`, as scipy's matrices, a dict or an array of records."""
        _demand_euclidean(p)
        pairs = self._joined(other, max_distance).astype(np.int64)
        distances = np.sqrt(self._distances2(self.data[pairs[:, 0]], other.data[pairs[:, 1]]))
        if output_type == "ndarray":
            records = np.empty(len(pairs), dtype=[("i", np.intp), ("j", np.intp), ("v", np.float64)])
            records["i"], records["j"], records["v"] = pairs[:, 0], pairs[:, 1], distances
            return records
        if output_type == "dict":
            return {(i, j): v for (i, j), v in zip(map(tuple, pairs.tolist()), distances.tolist())}
        sparse = importlib.import_module("scipy.sparse")
        matrix = sparse.coo_matrix((distances, (pairs[:, 0], pairs[:, 1])), shape=(self.n, other.n))
        if output_type == "coo_matrix":
            return matrix
        if output_type == "dok_matrix":
            return matrix.todok()
        raise ValueError(f"wanted 'dok_matrix', 'coo_matrix', 'dict' or 'ndarray', found {output_type!r}")

    def _joined(self, other: Optional[KDTree], r: float) -> npt.NDArray[np.uint32]:
        """As scipy, which squares it: a distance below 0 is as one above, and none are within NaN."""
        if np.isnan(r):
            return np.empty((0, 2), np.uint32)
        return self.tree.pairs(abs(r)) if other is None else self.tree.join(other.tree, abs(r))

    def _distances2(self, ours: npt.NDArray[np.float64], theirs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The squared distances of the rows, by scipy's formula."""
        between = ours - theirs
        if self.boxsize is not None:
            size = np.where(self.boxsize > 0, self.boxsize, np.inf)
            periods = np.where(np.isfinite(size), size, 0)
            between = np.where(periods > 0, between - periods * np.round(between / size), between)
        squares: npt.NDArray[np.float64] = between * between
        return squares[:, 0] + squares[:, 1]


cKDTree = KDTree


def _places(x: npt.ArrayLike) -> npt.NDArray[np.float64]:
    places = np.asarray(x, dtype=np.float64)
    if places.ndim == 0 or places.shape[-1] != 2:
        raise ValueError(f"wanted places of the plane, of the shape (…, 2), found {places.shape}")
    return places


def _demand_euclidean(p: float) -> None:
    if p != 2:
        raise ValueError(f"wanted Euclidean distances, p = 2, found p = {p}")
