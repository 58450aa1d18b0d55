"""The quadtree, over arrays."""
# SPDX-License-Identifier: MIT

from __future__ import annotations

import copy
import importlib
import os
import tempfile
from typing import Any, Optional, Sequence, Tuple, TypeVar, Union, cast, overload

import numpy as np
import numpy.typing as npt

from . import _quadrille
from ._answers import Cells, Report, Sums
from ._arrays import (
    ALL_LAYERS,
    SHAPES,
    Floats,
    Indices,
    Items,
    Numbers,
    Offsets,
    Row,
    Shape,
    as_handles,
    as_number,
    as_rows,
    as_whole_number,
    shown,
)
from ._questions import Questions
from ._shapely import are_geometries, geometries_of, rows_of


class Quadtree(Questions):
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
    one answer instead of many. `query`, `query_within`, `nearest`, `insert`, `erase` and `move` read one tuple, list or
    row of floats and ints without making arrays of it.

    Shapes are closed: what only touches intersects, too. Answers are exact for the shapes as they are stored, and complete (squares of
    distances are those of doubles: infinite beyond 1e154, 0 below 1e-162). Shapes and
    places that are NaN, and boxes to store or to move that are inverted, raise ValueError with the number of the row, and so do distances
    below 0; then nothing has changed. A box with min > max is empty as an area: every verb finds nothing.

    While one thread changes a tree, another one that asks it gets RuntimeError, and the other way round. Any number may ask at once: the
    interpreter's lock is released, but not by `insert`, `erase` and `move` of one and `nearest` of up to 64 items for one
    place, which take less time than that. Ctrl-C ends a long call.

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
        if shape not in SHAPES:
            raise ValueError(f"wanted the shape 'point', 'circle' or 'box', found {shape!r}")
        scalar = np.dtype(dtype)
        if scalar not in (np.dtype(np.float32), np.dtype(np.float64)):
            raise ValueError(f"wanted the dtype float32 or float64, found {scalar}")
        self._shape: Shape = shape
        self._dtype = scalar
        self._native = _quadrille.Tree(
            SHAPES[shape][0],
            int(scalar == np.dtype(np.float64)),
            (float(period[0]), float(period[1])),
            (float(origin[0]), float(origin[1])),
            as_whole_number(leaf_capacity, "leaf_capacity"),
            as_whole_number(max_depth, "max_depth", 2**31 - 1),
            as_number(min_cell_side, "min_cell_side"),
            as_whole_number(max_items, "max_items"),
            as_whole_number(threads, "threads"),
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

    @overload
    def insert(self, shapes: Row, layers: int = ALL_LAYERS) -> int:  # type: ignore
        ...

    @overload
    def insert(self, shapes: npt.ArrayLike, layers: int = ALL_LAYERS) -> Items:
        ...

    def insert(self, shapes: Any, layers: int = ALL_LAYERS) -> Union[int, Items]:
        """Adds items in these layers (bit i is layer i), and returns their handles, numbers of 64 bits: (n,) uint64;
        of one shape, a row of numbers, its handle alone.

        A handle is valid until its item is erased; its lower 32 bits are the index."""
        one = _quadrille.insert_one(self._native, shapes, layers)
        if one is not None:
            return one
        rows, is_one = self._one_or_many(shapes)
        handles = self._native.insert(rows, as_whole_number(layers, "layers"))
        return int(handles[0]) if is_one else handles

    def erase(self, items: npt.ArrayLike) -> None:
        """Erases items by their handles, or one; KeyError if there is none of one."""
        if _quadrille.erase_one(self._native, items) is None:
            self._native.erase(as_handles(items))

    def move(self, items: npt.ArrayLike, shapes: npt.ArrayLike) -> Report:
        """Gives items, by their handles, new shapes; one item a row of numbers."""
        one = _quadrille.move_one(self._native, items, shapes, Report)
        if one is not None:
            return one
        handles = as_handles(items)
        rows, _ = self._one_or_many(shapes)
        if len(rows) != len(handles):
            raise ValueError(f"wanted as many shapes as items, {len(handles)}, found {len(rows)}")
        return Report(*self._native.move(handles, rows))

    def set_layers(self, items: npt.ArrayLike, layers: npt.ArrayLike) -> None:
        """Gives items, by their handles, new layers: one number for all, or one for each."""
        handles = as_handles(items)
        given = np.asarray(layers)
        if given.dtype.kind not in "ui" or (given.size > 0 and (given.min() < 0 or given.max() > ALL_LAYERS)):
            raise ValueError(f"wanted layers as whole numbers of 0 … {ALL_LAYERS}, found {shown(layers)}")
        bits = np.ascontiguousarray(np.broadcast_to(given, handles.shape), dtype=np.uint32)
        self._native.set_layers(handles, bits)

    def clear(self) -> None:
        """Erases all items, and keeps the memory."""
        self._native.clear()

    def reserve(self, items: int) -> None:
        """Makes room for so many items."""
        self._native.reserve(as_whole_number(items, "items"))

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
        all_shapes = np.empty((self.index_limit, SHAPES[self._shape][1]), self._dtype)
        self._native.shapes(all_shapes)
        return all_shapes

    @property
    def items(self) -> Items:
        """The handles of all items, by index; those of erased indices are none of an item."""
        return self._native.items()

    def contains(self, items: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Whether there is an item of each handle."""
        return self._native.contains(as_handles(items))

    def layers(self, items: npt.ArrayLike) -> Indices:
        """The layers of items, by their handles; 0 where there is none."""
        return self._native.layers(as_handles(items))

    @property
    def threads(self) -> int:
        """How many threads work on one call. To be set while nothing else happens; 0 for as many as there are processor cores."""
        return self._native.threads()

    @threads.setter
    def threads(self, threads: int) -> None:
        self._native.set_threads(as_whole_number(threads, "threads"))

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
        >>> sums.weights[:1].tolist(), sums.centers[0].tolist()    # of the root
        ([4.0], [1.5, 1.0])
        """
        given = None if weights is None else np.ascontiguousarray(weights, np.float64)
        if given is not None and given.ndim != 1:
            raise ValueError(f"wanted weights of the shape (n,), found {given.shape}")
        return Sums(*self._native.aggregate(given, as_whole_number(layers, "layers")))

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
        rows = as_rows(given[np.newaxis] if is_one else given, 3, self._dtype, "views")
        by = None if facings is None else self._as_many(as_rows(np.atleast_2d(np.asarray(facings)), 2, self._dtype, "facings"), rows)
        angles = None if half_angles is None else self._as_many(np.ascontiguousarray(np.atleast_1d(half_angles), self._dtype), rows)
        if (by is None) != (angles is None):
            raise ValueError("wanted facings and half_angles, or none of them, found one of them")
        if angles is not None and angles.ndim != 1:
            raise ValueError(f"wanted half_angles of the shape (n,), found {angles.shape}")
        ends, vertices = self._native.look(rows, by, angles, self._walls(walls), as_whole_number(layers, "layers"))
        return cast(Floats, vertices) if is_one else (np.concatenate([np.zeros(1, np.uint64), ends]), vertices)

    def sees(
        self, lines: npt.ArrayLike, *, walls: Optional[npt.ArrayLike] = None, layers: int = ALL_LAYERS
    ) -> Union[bool, npt.NDArray[np.bool_]]:
        """Whether the end of each line, (n, 4) numbers from x, from y, to x, to y, is visible from its beginning among walls (as in `look`):
        (n,) truths, or one. O(log n + items near the line) each."""
        given = np.asarray(lines, dtype=self._dtype)
        is_one = given.ndim == 1 and given.size > 0
        rows = as_rows(given[np.newaxis] if is_one else given, 4, self._dtype, "lines")
        seen = self._native.see(rows, self._walls(walls), as_whole_number(layers, "layers")).astype(np.bool_)
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
        columns = SHAPES[self._shape][1]
        return as_rows(rows_of(shapes, self._shape) if are_geometries(shapes) else shapes, columns, self._dtype, "shapes")

    def _one_or_many(self, shapes: Any) -> Tuple[Numbers, bool]:
        """The same, and whether one shape was given as a row of numbers."""
        if are_geometries(shapes):
            return self._shapes(shapes), False
        rows = np.asarray(shapes, dtype=self._dtype)
        is_one = rows.shape == (SHAPES[self._shape][1],)
        return self._shapes(rows[np.newaxis] if is_one else rows), is_one

    def _walls(self, walls: Optional[npt.ArrayLike]) -> Optional[Numbers]:
        return None if walls is None else as_rows(walls, 4, self._dtype, "walls")

    @staticmethod
    def _as_many(given: Numbers, rows: Numbers) -> Numbers:
        if len(given) != len(rows):
            raise ValueError(f"wanted one of each for each of {len(rows)} views, found {len(given)}")
        return given

Copied = TypeVar("Copied")


def deep_copy(one: Copied, memo: dict[int, Any]) -> Copied:
    """A copy of the native part, and of what subclasses have beside it deep ones."""
    other = copy.copy(one)
    memo[id(one)] = other
    for name, value in other.__dict__.items():
        if name != "_native":
            other.__dict__[name] = copy.deepcopy(value, memo)
    return other


def _mode_for(path: str) -> int:
    """Of the file that is there, else what a new one gets."""
    try:
        return os.stat(path).st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
