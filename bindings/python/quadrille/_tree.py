"""The quadtree, over arrays. SPDX-License-Identifier: MIT"""

from __future__ import annotations

import importlib
import operator
import os
import tempfile
from typing import Any, Literal, NamedTuple, Optional, Sequence, Tuple, Union, cast

import numpy as np
import numpy.typing as npt

from . import _quadrille

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


class Quadtree:
    """Items on the plane, each a point, a circle or a box, that can be asked by place.

    shape : "point" (x, y), "circle" (x, y, radius) or "box" (min x, min y, max x, max y)
    dtype : numpy.float32 or numpy.float64, of all shapes and places
    period : (width, height) after which the world repeats itself; 0 where it does not
    origin : where a period begins
    leaf_capacity, max_depth, min_cell_side, max_items : options of the tree; the usual ones suit nearly all worlds
    threads : how many threads work on one call; 0 for one for each processor core. Answers are the same for any number.

    Shapes and places are arrays of (n, 2), (n, 3) or (n, 4) numbers, or what numpy makes one of. Arrays of the tree's dtype in C order
    are read where they are; others are copied, and rounded to the dtype. One place may be given as a row of (k,) numbers; then there is
    one answer instead of many.

    Shapes are closed: what only touches intersects, too. Answers are exact for the shapes as they are stored, and complete. Shapes and
    places that are NaN, and boxes that are inverted, raise ValueError with the number of the row; then nothing has changed.

    While one thread changes a tree, another one that asks it gets RuntimeError, and the other way round. Any number may ask at once: the
    interpreter's lock is released. Ctrl-C ends a long call (`count_pairs` when it has counted).

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
        dtype: npt.DTypeLike = np.float32,
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
            leaf_capacity,
            max_depth,
            min_cell_side,
            max_items,
            threads,
        )

    # ---- Change: all or nothing ---------------------------------------------------------------------------------------

    def assign(self, shapes: npt.ArrayLike) -> None:
        """Replaces the content: row i gets index i, in all layers. O(n)."""
        self._native.assign(self._rows(shapes, _SHAPES[self._shape][1], "shapes"))

    def sync(self, shapes: npt.ArrayLike) -> Report:
        """Row i is the new shape of index i, for all indices below `index_limit`. Rows of erased indices are not read. O(n)."""
        return Report(*self._native.sync(self._rows(shapes, _SHAPES[self._shape][1], "shapes")))

    def insert(self, shapes: npt.ArrayLike, layers: int = ALL_LAYERS) -> Items:
        """Adds items in these layers (bit i is layer i), and returns their handles, numbers of 64 bits: (n,) uint64.

        A handle is valid until its item is erased; its lower 32 bits are the index."""
        return self._native.insert(self._rows(shapes, _SHAPES[self._shape][1], "shapes"), layers)

    def erase(self, items: npt.ArrayLike) -> None:
        """Erases items by their handles; KeyError if there is none of one."""
        self._native.erase(self._handles(items))

    def move(self, items: npt.ArrayLike, shapes: npt.ArrayLike) -> Report:
        """Gives items, by their handles, new shapes."""
        handles = self._handles(items)
        rows = self._rows(shapes, _SHAPES[self._shape][1], "shapes")
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
        self._native.reserve(items)

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
        self._native.set_threads(threads)

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
        """The k items nearest to each place, no farther than a distance, as `scipy.spatial.KDTree.query` returns them.

        Returns (distances, indices), each (n, k), for one place (k,); by ascending distance, then index. Where there are fewer items the
        distance is infinite and the index is `len(tree)`, or for a tree with erased items `index_limit`."""
        if k < 0:
            raise ValueError(f"wanted a k of 0 or more, found {k}")
        found, is_one = self._about(places, "nearest", form, k=k, distance=distance, layers=layers, without=without)
        offsets = _offsets(found).astype(np.int64)
        count = len(offsets) - 1
        distances = np.full((count, k), np.inf)
        indices = np.full((count, k), self.index_limit, dtype=np.int64)
        lengths = np.diff(offsets)
        if count > 0 and k > 0 and bool(np.all(lengths == k)):
            distances[...] = np.sqrt(found.measures).reshape(count, k)
            indices[...] = found.a.reshape(count, k)
        elif len(found.a) > 0:
            rows = np.repeat(np.arange(count), lengths)
            columns = np.arange(len(found.a)) - np.repeat(offsets[:-1], lengths)
            distances[rows, columns] = np.sqrt(found.measures)
            indices[rows, columns] = found.a
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
        return int(found.counts[0])

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
        return self.copy()

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
        cls, path: Union[str, os.PathLike[str]], shape: Shape = "box", dtype: npt.DTypeLike = np.float32
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
        Quadtree.__init__(self, state["shape"], state["dtype"], threads=state["threads"])
        self._native.load(state["saved"])
        self.__dict__.update(state["own"])

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
        if form == "box":
            bad = (rows[:, 0] > rows[:, 2]) | (rows[:, 1] > rows[:, 3])
        elif form == "circle":
            bad = rows[:, 2] < 0
        if bad.any():
            row = int(np.argmax(bad))
            what = "min x, min y, max x, max y" if form == "box" else "x, y and a radius of 0 or more"
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
        k: int = 1,
        layers: int = ALL_LAYERS,
        without: int = 0,
    ) -> Tuple[_Answers, bool]:
        relations = {"intersecting": None, "inside": 0, "containing": 1}
        if relation not in relations:
            raise ValueError(f"wanted the relation 'intersecting', 'inside' or 'containing', found {relation!r}")
        known, places, ends, is_one = self._places(areas, form, "areas")
        found = self._ask(
            verb,
            what=what,
            form=known,
            how=relations[relation],
            count=len(places) if ends is None else len(ends),
            places=places,
            vertex_ends=ends,
            distance=distance,
            k=k,
            layers=layers,
            without=without,
        )
        return found, is_one

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

    def _ask(
        self,
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
    ) -> _Answers:
        return _Answers(
            *self._native.ask(
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
                distance,
                k,
                layers,
                partners,
                operator.index(without),
                False,
            )
        )


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
