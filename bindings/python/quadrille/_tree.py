"""The quadtree, over arrays. SPDX-License-Identifier: MIT"""

from __future__ import annotations

import copy
import importlib
import operator
import os
import tempfile
from typing import Any, Literal, NamedTuple, Optional, Sequence, Tuple, TypeVar, Union, cast

import numpy as np
import numpy.typing as npt

from . import _quadrille
from ._shapely import are_geometries, areas_of, geometries_of, rows_of

Shape = Literal["point", "circle", "box"]
Form = Literal["box", "circle", "point", "segment", "polygon"]
Relation = Literal["intersecting", "inside", "containing"]

Numbers = npt.NDArray[Any]
Indices = npt.NDArray[np.uint32]
Offsets = npt.NDArray[np.uint64]
Items = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]

ALL_LAYERS = 0xFFFF_FFFF
_SHAPES = {"point": (0, 2), "circle": (1, 3), "box": (2, 4)}
_FORMS = {"box": (0, 4), "circle": (1, 3), "point": (2, 2), "segment": (3, 4), "polygon": (4, 2)}
_FORM_OF_COLUMNS = {2: "point", 3: "circle", 4: "box"}
_ALL, _COUNT, _ANY, _FIRST = range(4)


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


class _Answers(NamedTuple):
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


class Quadtree:
    """Items on the plane, each a point, a circle or a box, that can be asked by place.

    shape : "point" (x, y), "circle" (x, y, radius) or "box" (min x, min y, max x, max y)
    dtype : numpy.float64, or numpy.float32, which takes half of the memory, of all shapes and places
    period : (width, height) after which the world repeats itself; 0 where it does not
    origin : where a period begins
    leaf_capacity, max_depth, min_cell_side, max_items : options of the tree; the usual ones suit nearly all worlds
    threads : how many threads work on one call; 0 for one for each processor core. Answers are the same for any number.

    Shapes and places are arrays of (n, 2), (n, 3) or (n, 4) numbers, or what numpy makes one of. Arrays of the tree's dtype in C order
    are read where they are, without the interpreter's lock: no other thread may write them meanwhile. Others are copied, and rounded to the
    dtype. One place may be given as a row of (k,) numbers; then there is
    one answer instead of many.

    Shapes are closed: what only touches intersects, too. Answers are exact for the shapes as they are stored, and complete (squares of
    distances are those of doubles: infinite beyond 1e154, 0 below 1e-162). Shapes and
    places that are NaN, and boxes to store or to move that are inverted, raise ValueError with the number of the row, and so do distances
    below 0; then nothing has changed. A box with min > max is empty as an area: every verb finds nothing.

    While one thread changes a tree, another one that asks it gets RuntimeError, and the other way round. Any number may ask at once: the
    interpreter's lock is released. Ctrl-C ends a long call.

    >>> tree = Quadtree("point", dtype=np.float64, period=(360, 0))
    >>> tree.assign([[1, 0], [359, 0], [180, 0]])
    >>> tree.pairs(within=2).tolist()
    [[1, 0]]
    >>> tree
    Quadtree('point', dtype=float64, period=(360.0, 0.0)): 3 items in (1, 0) … (359, 0)
    """

    def __init__(
        self,
        shape: Shape = "box",
        dtype: npt.DTypeLike = np.float64,
        *,
        period: Tuple[float, float] = (0, 0),
        origin: Tuple[float, float] = (0, 0),
        leaf_capacity: int = 48,
        max_depth: int = 32,
        min_cell_side: float = 0,
        max_items: int = 1 << 30,
        threads: int = 0,
    ) -> None:
        if shape not in _SHAPES:
            raise ValueError(f"wanted the shape 'point', 'circle' or 'box', found {shape!r}")
        scalar = np.dtype(dtype)
        if scalar not in (np.dtype(np.float32), np.dtype(np.float64)):
            raise ValueError(f"wanted the dtype float32 or float64, found {scalar}")
        self._shape: Shape = shape
        self._dtype = scalar
        self._native = _quadrille.Tree(
            _SHAPES[shape][0],
            int(scalar == np.dtype(np.float64)),
            (float(period[0]), float(period[1])),
            (float(origin[0]), float(origin[1])),
            _whole(leaf_capacity, "leaf_capacity"),
            _whole(max_depth, "max_depth", 2**31 - 1),
            _number(min_cell_side, "min_cell_side"),
            _whole(max_items, "max_items"),
            _whole(threads, "threads"),
        )

    # ---- Change: all or nothing ---------------------------------------------------------------------------------------

    def assign(self, shapes: npt.ArrayLike) -> None:
        """Replaces the content: row i gets index i, in all layers. O(n)."""
        self._native.assign(self._shapes(shapes))

    def sync(self, shapes: npt.ArrayLike) -> Report:
        """Row i is the new shape of index i, for all indices below `index_limit`. Rows of erased indices are not read. O(n)."""
        rows = self._shapes(shapes)
        if len(rows) != self.index_limit:
            raise ValueError(f"wanted one row for each index below index_limit, {self.index_limit}, found {len(rows)}")
        return Report(*self._native.sync(rows))

    def insert(self, shapes: npt.ArrayLike, layers: int = ALL_LAYERS) -> Items:
        """Adds items in these layers (bit i is layer i), and returns their handles, numbers of 64 bits: (n,) uint64.

        A handle is valid until its item is erased; its lower 32 bits are the index."""
        return self._native.insert(self._shapes(shapes), _whole(layers, "layers"))

    def erase(self, items: npt.ArrayLike) -> None:
        """Erases items by their handles; KeyError if there is none of one."""
        self._native.erase(self._handles(items))

    def move(self, items: npt.ArrayLike, shapes: npt.ArrayLike) -> Report:
        """Gives items, by their handles, new shapes."""
        handles = self._handles(items)
        rows = self._shapes(shapes)
        if len(rows) != len(handles):
            raise ValueError(f"wanted as many shapes as items, {len(handles)}, found {len(rows)}")
        return Report(*self._native.move(handles, rows))

    def set_layers(self, items: npt.ArrayLike, layers: npt.ArrayLike) -> None:
        """Gives items, by their handles, new layers: one number for all, or one for each."""
        handles = self._handles(items)
        given = np.asarray(layers)
        if given.dtype.kind not in "ui" or (given.size > 0 and (given.min() < 0 or given.max() > ALL_LAYERS)):
            raise ValueError(f"wanted layers as whole numbers of 0 … {ALL_LAYERS}, found {layers!r}")
        bits = np.ascontiguousarray(np.broadcast_to(given, handles.shape), dtype=np.uint32)
        self._native.set_layers(handles, bits)

    def clear(self) -> None:
        """Erases all items, and keeps the memory."""
        self._native.clear()

    def reserve(self, items: int) -> None:
        """Makes room for so many items."""
        self._native.reserve(_whole(items, "items"))

    # ---- Inspect ------------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self._native.size()

    def __repr__(self) -> str:
        low_x, low_y, high_x, high_y = self.bounds
        where = f" in ({low_x:g}, {low_y:g}) … ({high_x:g}, {high_y:g})" if len(self) > 0 else ""
        width, height = self.period
        period = f", period=({width}, {height})" if width > 0 or height > 0 else ""
        return f"Quadtree({self._shape!r}, dtype={self._dtype}{period}): {len(self)} items{where}"

    @property
    def shape(self) -> Shape:
        """"point", "circle" or "box"."""
        return self._shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """numpy.float32 or numpy.float64."""
        return self._dtype

    @property
    def period(self) -> Tuple[float, float]:
        """After how far the world repeats itself; 0 where it does not."""
        return self._native.period()

    @property
    def bounds(self) -> Tuple[float, float, float, float]:
        """min x, min y, max x, max y around all items, never too small; inverted when there are none."""
        return self._native.bounds()

    @property
    def index_limit(self) -> int:
        """One more than the highest index in use: the number of rows of `sync`."""
        return self._native.index_limit()

    @property
    def shapes(self) -> Numbers:
        """A copy of all shapes, by index; NaN where there is no item."""
        all_shapes = np.empty((self.index_limit, _SHAPES[self._shape][1]), self._dtype)
        self._native.shapes(all_shapes)
        return all_shapes

    @property
    def items(self) -> Items:
        """The handles of all items, by index; those of erased indices are none of an item."""
        return self._native.items()

    def contains(self, items: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Whether there is an item of each handle."""
        return self._native.contains(self._handles(items))

    def layers(self, items: npt.ArrayLike) -> Indices:
        """The layers of items, by their handles; 0 where there is none."""
        return self._native.layers(self._handles(items))

    @property
    def threads(self) -> int:
        """How many threads work on one call. To be set while nothing else happens; 0 for as many as there are processor cores."""
        return self._native.threads()

    @threads.setter
    def threads(self, threads: int) -> None:
        self._native.set_threads(_whole(threads, "threads"))

    @property
    def stats(self) -> dict[str, Any]:
        """Counts of items, cells and blocks, the bytes of memory that are held, and the set of instructions that runs."""
        return self._native.stats()

    @property
    def counters(self) -> dict[str, int]:
        """The work of all questions so far: cells and blocks opened, items tested (lanes), answers, pairs tested."""
        return self._native.work()

    def reset_counters(self) -> None:
        """Sets the counters to 0."""
        self._native.reset_work()

    def validate(self) -> None:
        """Raises AssertionError if an invariant of the data structure is broken. O(n)."""
        broken = self._native.validate()
        if broken is not None:
            raise AssertionError(broken)

    # ---- Ask about areas ----------------------------------------------------------------------------------------------

    def query(
        self,
        areas: npt.ArrayLike,
        *,
        form: Optional[Form] = None,
        relation: Relation = "intersecting",
        layers: int = ALL_LAYERS,
        without: int = 0,
    ) -> Union[Indices, Tuple[Offsets, Indices]]:
        """The items that intersect each area.

        areas : (n, 4) boxes, (n, 3) circles, (n, 2) points; with form="segment" (n, 4) from and to; with form="polygon" a list of n
            convex polygons, each (v, 2)
        relation : "inside" for items that lie inside of the area, "containing" for those that contain all of it
        layers : items in any of these layers; with all, which is usual, also items in no layer
        without : a handle of an item that is left out

        Returns (offsets, indices): those of area i are indices[offsets[i]:offsets[i + 1]]. For one area, a row of (k,) numbers, its
        indices alone. O(log n + answers) each."""
        found, is_one = self._about(areas, "query", form, relation=relation, layers=layers, without=without)
        return cast(Indices, found.a) if is_one else (_offsets(found), cast(Indices, found.a))

    def query_within(
        self,
        areas: npt.ArrayLike,
        distance: float,
        *,
        form: Optional[Form] = None,
        layers: int = ALL_LAYERS,
        without: int = 0,
    ) -> Union[Indices, Tuple[Offsets, Indices]]:
        """The items no farther than a distance from each area, as `query` returns them."""
        found, is_one = self._about(areas, "query_within", form, distance=distance, layers=layers, without=without)
        return cast(Indices, found.a) if is_one else (_offsets(found), cast(Indices, found.a))

    def count(
        self,
        areas: npt.ArrayLike,
        *,
        within: Optional[float] = None,
        form: Optional[Form] = None,
        relation: Relation = "intersecting",
        layers: int = ALL_LAYERS,
    ) -> Union[int, Indices]:
        """How many items `query` finds, or with a distance `query_within`: (n,) numbers, or one."""
        counts, is_one = self._results(_COUNT, areas, within, form, relation, layers)
        return int(counts[0]) if is_one else counts

    def any(
        self,
        areas: npt.ArrayLike,
        *,
        within: Optional[float] = None,
        form: Optional[Form] = None,
        relation: Relation = "intersecting",
        layers: int = ALL_LAYERS,
    ) -> Union[bool, npt.NDArray[np.bool_]]:
        """Whether `query` finds any item, or with a distance `query_within`: (n,) truths, or one."""
        counts, is_one = self._results(_ANY, areas, within, form, relation, layers)
        return bool(counts[0]) if is_one else counts.astype(np.bool_)

    # ---- Ask about what is near ----------------------------------------------------------------------------------------

    def nearest(
        self,
        places: npt.ArrayLike,
        k: int = 1,
        *,
        distance: float = np.inf,
        form: Optional[Form] = None,
        layers: int = ALL_LAYERS,
        without: int = 0,
    ) -> Tuple[Floats, npt.NDArray[np.int64]]:
        """The k items nearest to each place, no farther than a distance, as `scipy.spatial.KDTree.query` returns them. Places are points, and
        those of 3 numbers circles, of 4 boxes, unless `form` says otherwise.

        Returns (distances, indices), each (n, k), for one place (k,); by ascending distance, then index. Where there are fewer items the
        distance is infinite and the index is `len(tree)`, or for a tree with erased items `index_limit`."""
        k = _whole(k, "k", 2**31)
        about, is_one = self._areas(places, form)
        distances = np.empty((about["count"], k))
        indices = np.empty((about["count"], k), dtype=np.int64)
        into = {"distances": distances, "indices": indices}
        self._ask("nearest", k=k, distance=distance, layers=layers, without=without, **about, **into)
        return (distances[0], indices[0]) if is_one else (distances, indices)

    def closest_pairs(
        self,
        k: int,
        other: Optional[Quadtree] = None,
        *,
        within: float = np.inf,
        layers: int = ALL_LAYERS,
        partners: int = ALL_LAYERS,
    ) -> Tuple[Floats, Indices]:
        """The k closest pairs, of this tree or of it and another one of the same shape and dtype: (distances, pairs), (m,) and (m, 2), by
        ascending distance."""
        found = self._ask("closest_pairs", other=other, k=k, distance=within, layers=layers, partners=partners)
        return np.sqrt(found.measures), _pairs(found)

    # ---- Ask about pairs -----------------------------------------------------------------------------------------------

    def pairs(self, within: float = 0, *, layers: int = ALL_LAYERS, partners: int = ALL_LAYERS) -> Indices:
        """The pairs of items that intersect, or are no farther apart than a distance: (m, 2) indices, each pair once.

        layers, partners : one of the two is in any of these layers, the other in any of those"""
        return _pairs(self._ask("pairs", distance=within, layers=layers, partners=partners))

    def pairs_of(
        self, items: npt.ArrayLike, within: float = 0, *, layers: int = ALL_LAYERS, partners: int = ALL_LAYERS
    ) -> Indices:
        """The same with at least one of these items, by their handles."""
        handles = self._handles(items)
        found = self._ask("pairs_of", items=handles, count=len(handles), distance=within, layers=layers, partners=partners)
        return _pairs(found)

    def join(
        self, other: Quadtree, within: float = 0, *, layers: int = ALL_LAYERS, partners: int = ALL_LAYERS
    ) -> Indices:
        """The pairs of an item of this tree and one of another, of any shape and dtype: (m, 2) indices."""
        if other is None:
            raise TypeError("wanted another Quadtree, found None")
        return _pairs(self._ask("join", other=other, distance=within, layers=layers, partners=partners))

    def count_pairs(self, within: float = 0, other: Optional[Quadtree] = None) -> int:
        """How many pairs `pairs` or `join` finds."""
        found = self._ask("pairs" if other is None else "join", what=_COUNT, other=other, distance=within)
        return found.pair_count

    def intersecting(
        self, items: npt.ArrayLike, *, layers: int = ALL_LAYERS, without: int = 0
    ) -> Tuple[Offsets, Indices]:
        """The other items that intersect each of these, by their handles; as `query` returns them."""
        handles = self._handles(items)
        found = self._ask("intersecting", items=handles, count=len(handles), layers=layers, without=without)
        return _offsets(found), cast(Indices, found.a)

    # ---- Ask along paths ------------------------------------------------------------------------------------------------

    def raycast(
        self, origins: npt.ArrayLike, ways: npt.ArrayLike, *, layers: int = ALL_LAYERS, without: int = 0
    ) -> Tuple[Offsets, Indices, Floats]:
        """The items that the line from each origin by its way meets, (n, 2) and (n, 2): (offsets, indices, fractions of the way), in no
        order."""
        return self.cast(origins, ways, layers=layers, without=without, _verb="raycast")

    def closest_hit(
        self, origins: npt.ArrayLike, ways: npt.ArrayLike, *, layers: int = ALL_LAYERS, without: int = 0
    ) -> Tuple[Any, Any]:
        """What each of these lines meets first: (indices, fractions), (n,) each, for one line two numbers; index −1 and an infinite
        fraction for nothing."""
        return self.closest_cast(origins, ways, layers=layers, without=without, _verb="raycast")

    def cast(
        self,
        shapes: npt.ArrayLike,
        ways: npt.ArrayLike,
        *,
        layers: int = ALL_LAYERS,
        without: int = 0,
        _verb: str = "cast",
    ) -> Tuple[Offsets, Indices, Floats]:
        """The same for points, circles or boxes that move by their ways."""
        found, _ = self._along(_verb, _ALL, shapes, ways, layers, without)
        return _offsets(found), cast(Indices, found.a), cast(Floats, found.measures)

    def closest_cast(
        self,
        shapes: npt.ArrayLike,
        ways: npt.ArrayLike,
        *,
        layers: int = ALL_LAYERS,
        without: int = 0,
        _verb: str = "cast",
    ) -> Tuple[Any, Any]:
        """What each of these meets first, as `closest_hit` returns it."""
        found, is_one = self._along(_verb, _FIRST, shapes, ways, layers, without)
        has_hit = np.diff(_offsets(found)).astype(np.bool_)
        indices = np.full(len(has_hit), -1, dtype=np.int64)
        fractions = np.full(len(has_hit), np.inf)
        indices[has_hit] = found.a
        fractions[has_hit] = found.measures
        return (int(indices[0]), float(fractions[0])) if is_one else (indices, fractions)

    # ---- Cells, and what is visible --------------------------------------------------------------------------------------

    def cells(self) -> Cells:
        """The cells of the tree, parents before children. O(cells)."""
        return Cells(*self._native.cells())

    def aggregate(self, weights: Optional[npt.ArrayLike] = None, *, layers: int = ALL_LAYERS) -> Sums:
        """Sums over the items of every cell that has any: for forces of far bodies, densities, levels of detail.

        weights : (index_limit,) numbers, by index; 1 without. O(n).

        >>> tree = Quadtree("point", np.float64)
        >>> tree.assign([[0, 0], [0, 4], [3, 0]])
        >>> sums = tree.aggregate([1, 1, 2])
        >>> sums.weights[0], sums.centers[0].tolist()    # of the root
        (4.0, [1.5, 1.0])
        """
        given = None if weights is None else np.ascontiguousarray(weights, np.float64)
        if given is not None and given.ndim != 1:
            raise ValueError(f"wanted weights of the shape (n,), found {given.shape}")
        return Sums(*self._native.aggregate(given, _whole(layers, "layers")))

    def look(
        self,
        views: npt.ArrayLike,
        *,
        facings: Optional[npt.ArrayLike] = None,
        half_angles: Optional[npt.ArrayLike] = None,
        walls: Optional[npt.ArrayLike] = None,
        layers: int = ALL_LAYERS,
    ) -> Union[Floats, Tuple[Offsets, Floats]]:
        """All places that are visible from each view among walls, as polygons: within the square of half side `reach` around it.

        views : (n, 3) numbers x, y, reach
        facings, half_angles : (n, 2) directions and (n,) angles in radians, of cones; without, in all directions
        walls : by index (index_limit, 4) segments inside the items' bounds; without, the boxes of the tree

        Returns (offsets, vertices): those of view i are vertices[offsets[i]:offsets[i + 1]], (v, 2), counter-clockwise where y is upwards.
        For one view, a row of (3,) numbers, its vertices alone. O(m log m) for m walls in reach."""
        given = np.asarray(views, dtype=self._dtype)
        is_one = given.ndim == 1 and given.size > 0
        rows = self._rows(given[np.newaxis] if is_one else given, 3, "views")
        by = None if facings is None else self._as_many(self._rows(np.atleast_2d(np.asarray(facings)), 2, "facings"), rows)
        angles = None if half_angles is None else self._as_many(np.ascontiguousarray(np.atleast_1d(half_angles), self._dtype), rows)
        if (by is None) != (angles is None):
            raise ValueError("wanted facings and half_angles, or none of them, found one of them")
        if angles is not None and angles.ndim != 1:
            raise ValueError(f"wanted half_angles of the shape (n,), found {angles.shape}")
        ends, vertices = self._native.look(rows, by, angles, self._walls(walls), _whole(layers, "layers"))
        return cast(Floats, vertices) if is_one else (np.concatenate([np.zeros(1, np.uint64), ends]), vertices)

    def sees(
        self, lines: npt.ArrayLike, *, walls: Optional[npt.ArrayLike] = None, layers: int = ALL_LAYERS
    ) -> Union[bool, npt.NDArray[np.bool_]]:
        """Whether the end of each line, (n, 4) numbers from x, from y, to x, to y, is visible from its beginning among walls (as in `look`):
        (n,) truths, or one. O(log n + items near the line) each."""
        given = np.asarray(lines, dtype=self._dtype)
        is_one = given.ndim == 1 and given.size > 0
        rows = self._rows(given[np.newaxis] if is_one else given, 4, "lines")
        seen = self._native.see(rows, self._walls(walls), _whole(layers, "layers")).astype(np.bool_)
        return bool(seen[0]) if is_one else seen

    # ---- Keep ----------------------------------------------------------------------------------------------------------

    def copy(self) -> Quadtree:
        """A tree with the same items, handles, layers and options."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._shape = self._shape
        other._dtype = self._dtype
        other._native = self._native.clone()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Quadtree:
        return deep_copy(self, memo)

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the tree to a file, whole or not at all; C++, C and Python read it on every machine."""
        final = os.path.realpath(os.fsdecode(path))
        if os.path.isdir(final):
            raise IsADirectoryError(f"wanted the name of a file, found a folder: {final}")
        new = tempfile.NamedTemporaryFile(dir=os.path.dirname(final), prefix=".quadrille-", delete=False)
        try:
            with new:
                new.write(self._native.save())
            os.chmod(new.name, _mode_for(final))
            os.replace(new.name, final)
        except BaseException:
            os.unlink(new.name)
            raise

    @classmethod
    def load(
        cls, path: Union[str, os.PathLike[str]], shape: Shape = "box", dtype: npt.DTypeLike = np.float64
    ) -> Quadtree:
        """Reads what `save` wrote of such a tree; ValueError if the file is damaged or another one."""
        tree = cls(shape, dtype)
        with open(path, "rb") as file:
            tree._native.load(file.read())
        return tree

    def __getstate__(self) -> dict[str, Any]:
        own = {name: value for name, value in self.__dict__.items() if name not in ("_native", "_shape", "_dtype")}
        saved = self._native.save()
        return {"shape": self._shape, "dtype": self._dtype.str, "threads": self.threads, "saved": saved, "own": own}

    def __setstate__(self, state: dict[str, Any]) -> None:
        if "_native" in self.__dict__:
            raise TypeError("wanted a tree that has not been made yet, as unpickling makes it, found one with items of its own")
        Quadtree.__init__(self, state["shape"], state["dtype"], threads=state["threads"])
        self._native.load(state["saved"])
        self.__dict__.update(state["own"])

    # ---- Shapely and GeoPandas --------------------------------------------------------------------------------------------

    def geometries(self) -> npt.NDArray[Any]:
        """The shapes as geometries of Shapely, by index: points, boxes, or for circles polygons; None where there is no item."""
        return geometries_of(self._shape, self.shapes)

    def to_geopandas(self, crs: Any = None) -> Any:
        """A GeoDataFrame of `geometries`; its index is that of the items."""
        geopandas = importlib.import_module("geopandas")
        all_shapes = self.geometries()
        is_there = np.array([one is not None for one in all_shapes], np.bool_)
        return geopandas.GeoDataFrame(geometry=all_shapes[is_there], index=np.flatnonzero(is_there), crs=crs)

    # ---- A picture ------------------------------------------------------------------------------------------------------

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Draws the shapes into axes of matplotlib, and returns these; `style` goes to its collection."""
        pyplot = importlib.import_module("matplotlib.pyplot")
        patch = importlib.import_module("matplotlib.patches")
        axes = pyplot.gca() if ax is None else ax
        shapes = self.shapes[~np.isnan(self.shapes[:, 0])]
        if self._shape == "point":
            axes.scatter(shapes[:, 0], shapes[:, 1], **{"s": 4, **style})
        else:
            patches: Sequence[Any] = (
                [patch.Circle((x, y), r) for x, y, r in shapes]
                if self._shape == "circle"
                else [patch.Rectangle((a, b), c - a, d - b) for a, b, c, d in shapes]
            )
            usual = {"facecolor": "none", "edgecolor": "C0"}
            collections = importlib.import_module("matplotlib.collections")
            axes.add_collection(collections.PatchCollection(patches, **{**usual, **style}))
            axes.autoscale_view()
        axes.set_aspect("equal")
        return axes

    # ---- Arrays ---------------------------------------------------------------------------------------------------------

    def _shapes(self, shapes: Any) -> Numbers:
        """Of geometries their bounds, centers or places."""
        columns = _SHAPES[self._shape][1]
        return self._rows(rows_of(shapes, self._shape) if are_geometries(shapes) else shapes, columns, "shapes")

    def _walls(self, walls: Optional[npt.ArrayLike]) -> Optional[Numbers]:
        return None if walls is None else self._rows(walls, 4, "walls")

    @staticmethod
    def _as_many(given: Numbers, rows: Numbers) -> Numbers:
        if len(given) != len(rows):
            raise ValueError(f"wanted one of each for each of {len(rows)} views, found {len(given)}")
        return given

    def _rows(self, numbers: npt.ArrayLike, columns: int, name: str) -> Numbers:
        """As the native tree reads them; without a copy if that is what they are."""
        rows = np.ascontiguousarray(numbers, dtype=self._dtype)
        if rows.size == 0 and rows.ndim <= 2 and len(rows) == 0:
            return rows.reshape(0, columns)
        if rows.ndim != 2 or rows.shape[1] != columns:
            raise ValueError(f"wanted {name} of the shape (n, {columns}), found {rows.shape}")
        return rows

    @staticmethod
    def _demand_sound(rows: Numbers, form: Form, name: str) -> None:
        bad = np.isnan(rows).any(axis=1)
        if bad.any():
            raise ValueError(f"wanted {name} that are numbers, found NaN in row {int(np.argmax(bad))}")
        what = "x, y and a radius of 0 or more"
        if form == "circle":
            bad = rows[:, 2] < 0
        elif form == "box" and name != "areas":  # an area with min > max is empty
            bad = (rows[:, 0] > rows[:, 2]) | (rows[:, 1] > rows[:, 3])
            what = "min x, min y, max x, max y"
        if bad.any():
            row = int(np.argmax(bad))
            raise ValueError(f"wanted {name} of {what}, found {rows[row].tolist()} in row {row}")

    @staticmethod
    def _handles(items: npt.ArrayLike) -> Items:
        handles = np.atleast_1d(np.asarray(items))
        if handles.size == 0:
            return np.empty(0, np.uint64)
        if handles.dtype.kind not in "ui" or handles.ndim != 1:
            raise ValueError(f"wanted handles of the shape (n,) and the dtype uint64, found {handles.shape} {handles.dtype}")
        return np.ascontiguousarray(handles, dtype=np.uint64)

    def _places(
        self, places: Any, form: Optional[Form], name: str
    ) -> Tuple[Form, Numbers, Optional[npt.NDArray[np.uint64]], bool]:
        """The form, all numbers, the ends of polygons, and whether one place was given as a row."""
        if form is not None and form not in _FORMS:
            raise ValueError(f"wanted the form 'box', 'circle', 'point', 'segment' or 'polygon', found {form!r}")
        if are_geometries(places):
            known, places = areas_of(places)
            form = known if form is None else form
        if form == "polygon":
            is_one = len(places) > 0 and np.ndim(places[0]) == 1 and np.size(places[0]) == 2
            polygons = [self._rows(each, 2, "vertices") for each in ([places] if is_one else places)]
            vertices = np.concatenate([np.empty((0, 2), self._dtype), *polygons])
            self._demand_sound(vertices, form, "vertices")
            return form, vertices, np.cumsum([len(each) for each in polygons], dtype=np.uint64), is_one
        rows = np.asarray(places, dtype=self._dtype)
        is_one = rows.ndim == 1 and rows.size > 0
        if is_one:
            rows = rows[np.newaxis]
        if form is None:
            columns = rows.shape[1] if rows.ndim == 2 else 4
            if columns not in _FORM_OF_COLUMNS:
                raise ValueError(f"wanted {name} of 2, 3 or 4 columns: points, circles or boxes; found {rows.shape}")
            form = cast(Form, _FORM_OF_COLUMNS[columns])
        rows = self._rows(rows, _FORMS[form][1], name)
        self._demand_sound(rows, form, name)
        return form, rows, None, is_one

    def _about(
        self,
        areas: npt.ArrayLike,
        verb: str,
        form: Optional[Form],
        *,
        relation: Relation = "intersecting",
        what: int = _ALL,
        distance: Optional[float] = None,
        layers: int = ALL_LAYERS,
        without: int = 0,
    ) -> Tuple[_Answers, bool]:
        about, is_one = self._areas(areas, form, relation)
        return self._ask(verb, what=what, distance=distance, layers=layers, without=without, **about), is_one

    def _areas(
        self, areas: npt.ArrayLike, form: Optional[Form], relation: Relation = "intersecting"
    ) -> Tuple[dict[str, Any], bool]:
        """What `_request` is told of areas, and whether one was given as a row."""
        relations = {"intersecting": None, "inside": 0, "containing": 1}
        if relation not in relations:
            raise ValueError(f"wanted the relation 'intersecting', 'inside' or 'containing', found {relation!r}")
        known, places, ends, is_one = self._places(areas, form, "areas")
        count = len(places) if ends is None else len(ends)
        about = {"form": known, "how": relations[relation], "count": count, "places": places, "vertex_ends": ends}
        return about, is_one

    def _contact_request(
        self, other: Optional[Quadtree], within: float, layers: int, partners: int
    ) -> Tuple[_quadrille.Tree, _quadrille.Request]:
        verb = "pairs" if other is None else "join"
        return self._native, self._request(verb, other=other, distance=within, layers=layers, partners=partners)

    def _visit_request(
        self, areas: npt.ArrayLike, within: Optional[float], form: Optional[Form], layers: int
    ) -> Tuple[_quadrille.Tree, _quadrille.Request]:
        about, _ = self._areas(areas, form)
        verb = "query" if within is None else "query_within"
        return self._native, self._request(verb, distance=within, layers=layers, **about)

    def _results(
        self,
        what: int,
        areas: npt.ArrayLike,
        within: Optional[float],
        form: Optional[Form],
        relation: Relation,
        layers: int,
    ) -> Tuple[Indices, bool]:
        verb = "query" if within is None else "query_within"
        found, is_one = self._about(areas, verb, form, relation=relation, what=what, distance=within, layers=layers)
        return cast(Indices, found.counts), is_one

    def _along(
        self, verb: str, what: int, shapes: npt.ArrayLike, ways: npt.ArrayLike, layers: int, without: int
    ) -> Tuple[_Answers, bool]:
        form, places, _, is_one = self._places(shapes, "point" if verb == "raycast" else None, "shapes")
        by = self._rows(np.atleast_2d(np.asarray(ways, dtype=self._dtype)), 2, "ways")
        self._demand_sound(by, "point", "ways")
        if len(by) != len(places):
            raise ValueError(f"wanted as many ways as shapes, {len(places)}, found {len(by)}")
        found = self._ask(
            verb, what=what, form=form, count=len(places), places=places, ways=by, layers=layers, without=without
        )
        return found, is_one

    def _ask(self, verb: str, **asked: Any) -> _Answers:
        return _Answers(*self._native.ask(self._request(verb, **asked)))

    @staticmethod
    def _request(
        verb: str,
        *,
        what: int = _ALL,
        form: Form = "box",
        how: Optional[int] = None,
        count: int = 1,
        places: Optional[Numbers] = None,
        vertex_ends: Optional[npt.NDArray[np.uint64]] = None,
        ways: Optional[Numbers] = None,
        items: Optional[Items] = None,
        other: Optional[Quadtree] = None,
        distance: Optional[float] = None,
        k: int = 1,
        layers: int = ALL_LAYERS,
        partners: int = ALL_LAYERS,
        without: int = 0,
        distances: Optional[Floats] = None,
        indices: Optional[npt.NDArray[np.int64]] = None,
    ) -> _quadrille.Request:
        return _quadrille.Request(
            verb,
            what,
            _FORMS[form][0],
            how,
            count,
            places,
            vertex_ends,
            ways,
            items,
            _native_of(other),
            None if distance is None else _distance(distance),
            _whole(k, "k", 2**64 - 1),
            _whole(layers, "layers"),
            _whole(partners, "partners"),
            _whole(without, "without, the handle of an item,", 2**64 - 1),
            False,
            distances,
            indices,
        )


Copied = TypeVar("Copied")


def deep_copy(one: Copied, memo: dict[int, Any]) -> Copied:
    """A copy of the native part, and of what subclasses have beside it deep ones."""
    other = copy.copy(one)
    memo[id(one)] = other
    for name, value in other.__dict__.items():
        if name != "_native":
            other.__dict__[name] = copy.deepcopy(value, memo)
    return other


def _whole(value: Any, name: str, most: int = 0xFFFF_FFFF) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"wanted {name} as a whole number, found {value!r}") from None
    if not 0 <= number <= most:
        raise ValueError(f"wanted {name} as a whole number of 0 … {most}, found {value!r}")
    return number


def _number(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"wanted {name} as a number, found {value!r}") from None


def _distance(value: Any) -> float:
    number = _number(value, "a distance")
    if not number >= 0:
        raise ValueError(f"wanted a distance of 0 or more, found {value!r}")
    return number


def _native_of(other: Optional[Quadtree]) -> Optional[_quadrille.Tree]:
    if other is None or isinstance(other, Quadtree):
        return None if other is None else other._native
    raise TypeError(f"wanted another Quadtree, found {type(other).__name__}")


def _mode_for(path: str) -> int:
    """Of the file that is there, else what a new one gets."""
    try:
        return os.stat(path).st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _offsets(found: _Answers) -> Offsets:
    return np.concatenate([np.zeros(1, np.uint64), found.ends])


def _pairs(found: _Answers) -> Indices:
    if found.b is None:
        return np.empty((0, 2), np.uint32)
    return np.stack([found.a, found.b], axis=1)
