"""The calls of `scipy.spatial.KDTree` that most programs make, so that one import changes."""
# SPDX-License-Identifier: MIT

from __future__ import annotations

import importlib
from typing import Any, Iterator, Optional, Sized, Tuple, Union, cast

import numpy as np
import numpy.typing as npt

from . import _quadrille
from ._answers import NO_ANSWERS, Answers, pair_rows
from ._arrays import ALL_LAYERS, shown
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
        if type(k) is int and k > 0 and distance_upper_bound == np.inf:
            one = _quadrille.nearest_one(self.tree._native, x, k, np.inf, ALL_LAYERS, 0)
            if one is not None and len(cast(Sized, x)) == 2 and one[0][-1] != np.inf:
                return (float(one[0][0]), int(one[1][0])) if k == 1 else one
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
            distances[~found] = np.inf
        indices[distances == np.inf] = self.n  # also where the squares are infinite: they are not less than any bound
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
        if isinstance(r, (float, int)) and not return_sorted and not return_length:
            one = _quadrille.query_within_one(self.tree._native, x, abs(r), ALL_LAYERS, 0)
            if one is not None and len(cast(Sized, x)) == 2:
                return one.tolist()
        places = _places(x)
        shape = places.shape[:-1]
        rows = places.reshape(-1, 2)
        sorts = bool(return_sorted) or (return_sorted is None and shape != ())
        found = np.zeros(len(rows), dtype=np.int64) if return_length else _objects([[] for _ in rows])
        for radius, those in _equal_radii(r, shape):
            if return_length:
                found[those] = self.tree.count(rows[those], within=radius)
            else:
                found[those] = _objects(self._lists(rows[those], radius, sorts))
        return found.reshape(shape)[()] if shape == () else found.reshape(shape)

    def query_pairs(self, r: float, p: float = 2, eps: float = 0, output_type: str = "set") -> Any:
        """The pairs (i, j), i < j, no farther apart than r: a set, or with output_type="ndarray" an array of (m, 2)."""
        _demand_euclidean(p)
        if output_type not in ("set", "ndarray"):
            raise ValueError(f"wanted 'set' or 'ndarray', found {output_type!r}")
        found = self._pairs(None, r)
        if found.b is None:
            return set() if output_type == "set" else np.empty((0, 2), np.int64)
        if output_type == "set":
            return _quadrille.pair_set(found.a, found.b, self.n)
        ordered = np.empty((len(found.a), 2), np.int64)
        np.minimum(found.a, found.b, out=ordered[:, 0])
        np.maximum(found.a, found.b, out=ordered[:, 1])
        return ordered

    def query_ball_tree(self, other: KDTree, r: float, p: float = 2, eps: float = 0) -> Any:
        """For each point the list of the points of another tree no farther than r."""
        _demand_euclidean(p)
        self._demand_same_world(other)
        return [[] for _ in self.data] if np.isnan(r) else other._lists(self.data, abs(r), False)

    def count_neighbors(self, other: KDTree, r: npt.ArrayLike, p: float = 2) -> Any:
        """How many pairs of a point of this tree and one of another are no farther apart than r, or than each r."""
        _demand_euclidean(p)
        self._demand_same_world(other)
        radii = np.abs(np.asarray(r, dtype=np.float64))
        each = np.unique(radii[~np.isnan(radii)])
        if len(each) < 4:
            found = np.array([self._count(other, float(one)) for one in each], np.int64)
        else:
            found = self._counts(other, each)
        counts = np.append(found, 0)[np.searchsorted(each, radii)]  # of NaN, which comes last, 0
        return int(counts) if radii.ndim == 0 else counts

    def sparse_distance_matrix(
        self, other: KDTree, max_distance: float, p: float = 2, output_type: str = "dok_matrix"
    ) -> Any:
        """The distances of the pairs no farther apart than `max_distance`, as scipy's matrices, a dict or an array of records."""
        _demand_euclidean(p)
        pairs = pair_rows(self._pairs(other, max_distance)).astype(np.int64)
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

    def _lists(self, places: npt.NDArray[np.float64], radius: float, sorts: bool) -> list[list[int]]:
        """Of each place the points no farther than a radius."""
        offsets, indices = self.tree.query_within(places, radius)
        return _quadrille.lists_of(offsets[1:], indices, self.n, sorts)

    def _demand_same_world(self, other: KDTree) -> None:
        if other.tree.period != self.tree.period:
            raise ValueError("wanted two trees of worlds with the same period and origin")

    def _pairs(self, other: Optional[KDTree], r: float) -> Answers:
        """As scipy, which squares it: a distance below 0 is as one above, and none are within NaN."""
        if np.isnan(r):
            return NO_ANSWERS
        verb = "pairs" if other is None else "join"
        return self.tree._ask(verb, other=None if other is None else other.tree, distance=abs(r))

    def _count(self, other: KDTree, radius: float) -> int:
        """Pairs are counted one by one where there are few, else the points around each point."""
        some = self.data[:: self.n // 64 + 1]
        if np.sum(other.tree.count(some, within=radius)) < 16 * len(some):
            return self.tree.count_pairs(radius, other.tree)
        return int(np.sum(other.tree.count(self.data, within=radius), dtype=np.int64))

    def _counts(self, other: KDTree, radii: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
        """Of ascending radii: all pairs within the last are found, and their distances compared with each."""
        with np.errstate(over="ignore", under="ignore"):
            squares, period = radii * radii, self.tree.period
        counts = np.zeros(len(radii), np.int64)
        first, some, most = 0, 256, 1 << 20  # pairs at once
        while first < self.n:
            places = self.data[first : first + some]
            offsets, indices = other.tree.query_within(places, float(radii[-1]))
            _quadrille.count_distances(places, offsets[1:], indices, other.data, squares, period, counts)
            first += len(places)
            some = max(1, min(1 << 16, most * len(places) // (len(indices) + 1)))
        return np.cumsum(counts)

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


def _objects(lists: list[list[int]]) -> npt.NDArray[np.object_]:
    objects = np.empty(len(lists), dtype=object)
    objects[:] = lists
    return objects


def _equal_radii(r: npt.ArrayLike, shape: Tuple[int, ...]) -> Iterator[Tuple[float, Any]]:
    """Each radius that is a number, and the places that have it."""
    radii = np.abs(np.asarray(r, dtype=np.float64))
    if radii.ndim == 0:
        if not np.isnan(radii):
            yield float(radii), slice(None)
        return
    each = np.broadcast_to(radii, shape).reshape(-1)
    for radius in np.unique(each[~np.isnan(each)]):
        yield float(radius), np.flatnonzero(each == radius)


def _demand_euclidean(p: float) -> None:
    if p != 2:
        raise ValueError(f"wanted Euclidean distances, p = 2, found p = {p}")
