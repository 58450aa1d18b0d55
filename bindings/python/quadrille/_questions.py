"""What can be asked of a tree, over arrays."""
# SPDX-License-Identifier: MIT

from __future__ import annotations

from typing import Any, Optional, Tuple, Union, cast

import numpy as np
import numpy.typing as npt

from . import _quadrille
from ._answers import Answers, offsets_of, pair_rows
from ._arrays import (
    ALL_LAYERS,
    FORM_OF_COLUMNS,
    FORMS,
    RELATIONS,
    Floats,
    Form,
    Indices,
    Items,
    Numbers,
    Offsets,
    Relation,
    as_distance,
    as_handles,
    as_rows,
    as_whole_number,
    demand_sound,
)
from ._shapely import are_geometries, areas_of

_ALL, _COUNT, _ANY, _FIRST = range(4)
#: how messages call it, and the largest
_WHOLE_NUMBERS = {
    "k": ("k", 2**64 - 1),
    "layers": ("layers", ALL_LAYERS),
    "partners": ("partners", ALL_LAYERS),
    "without": ("without, the handle of an item,", 2**64 - 1),
}


class Questions:
    """The questions of a `Quadtree`: the part of it that changes nothing."""

    _dtype: np.dtype[Any]
    _native: _quadrille.Tree

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
        if form is None and relation == "intersecting":
            one = _quadrille.query_one(self._native, areas, layers, without)
            if one is not None:
                return one
        found, is_one = self._about(areas, "query", form, relation=relation, layers=layers, without=without)
        return cast(Indices, found.a) if is_one else (offsets_of(found), cast(Indices, found.a))

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
        if form is None:
            one = _quadrille.query_within_one(self._native, areas, distance, layers, without)
            if one is not None:
                return one
        found, is_one = self._about(areas, "query_within", form, distance=distance, layers=layers, without=without)
        return cast(Indices, found.a) if is_one else (offsets_of(found), cast(Indices, found.a))

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
        if form is None:
            one = _quadrille.nearest_one(self._native, places, k, distance, layers, without)
            if one is not None:
                return one
        k = as_whole_number(k, "k", 2**31)
        about, is_one = self._areas(places, form)
        distances = np.empty((about["count"], k))
        indices = np.empty((about["count"], k), dtype=np.int64)
        into = {"distances": distances, "indices": indices}
        self._ask("nearest", k=k, distance=distance, layers=layers, without=without, **about, **into)
        return (distances[0], indices[0]) if is_one else (distances, indices)

    def closest_pairs(
        self,
        k: int,
        other: Optional[Questions] = None,
        *,
        within: float = np.inf,
        layers: int = ALL_LAYERS,
        partners: int = ALL_LAYERS,
    ) -> Tuple[Floats, Indices]:
        """The k closest pairs, of this tree or of it and another one of the same shape and dtype: (distances, pairs), (m,) and (m, 2), by
        ascending distance."""
        found = self._ask("closest_pairs", other=other, k=k, distance=within, layers=layers, partners=partners)
        return np.sqrt(found.measures), pair_rows(found)

    # ---- Ask about pairs -----------------------------------------------------------------------------------------------

    def pairs(self, within: float = 0, *, layers: int = ALL_LAYERS, partners: int = ALL_LAYERS) -> Indices:
        """The pairs of items that intersect, or are no farther apart than a distance: (m, 2) indices, each pair once.

        layers, partners : one of the two is in any of these layers, the other in any of those"""
        return pair_rows(self._ask("pairs", distance=within, layers=layers, partners=partners))

    def pairs_of(
        self, items: npt.ArrayLike, within: float = 0, *, layers: int = ALL_LAYERS, partners: int = ALL_LAYERS
    ) -> Indices:
        """The same with at least one of these items, by their handles."""
        handles = as_handles(items)
        found = self._ask("pairs_of", items=handles, count=len(handles), distance=within, layers=layers, partners=partners)
        return pair_rows(found)

    def join(
        self, other: Questions, within: float = 0, *, layers: int = ALL_LAYERS, partners: int = ALL_LAYERS
    ) -> Indices:
        """The pairs of an item of this tree and one of another, of any shape and dtype: (m, 2) indices."""
        if other is None:
            raise TypeError("wanted another Quadtree, found None")
        return pair_rows(self._ask("join", other=other, distance=within, layers=layers, partners=partners))

    def count_pairs(self, within: float = 0, other: Optional[Questions] = None) -> int:
        """How many pairs `pairs` or `join` finds."""
        found = self._ask("pairs" if other is None else "join", wanted=_COUNT, other=other, distance=within)
        return found.pair_count

    def intersecting(
        self, items: npt.ArrayLike, *, layers: int = ALL_LAYERS, without: int = 0
    ) -> Tuple[Offsets, Indices]:
        """The other items that intersect each of these, by their handles; as `query` returns them."""
        handles = as_handles(items)
        found = self._ask("intersecting", items=handles, count=len(handles), layers=layers, without=without)
        return offsets_of(found), cast(Indices, found.a)

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
        return offsets_of(found), cast(Indices, found.a), cast(Floats, found.measures)

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
        has_hit = np.diff(offsets_of(found)).astype(np.bool_)
        indices = np.full(len(has_hit), -1, dtype=np.int64)
        fractions = np.full(len(has_hit), np.inf)
        indices[has_hit] = found.a
        fractions[has_hit] = found.measures
        return (int(indices[0]), float(fractions[0])) if is_one else (indices, fractions)

    # ---- As the native part is asked --------------------------------------------------------------------------------------

    def _places(
        self, places: Any, form: Optional[Form], name: str
    ) -> Tuple[Form, Numbers, Optional[npt.NDArray[np.uint64]], bool]:
        """The form, all numbers, the ends of polygons, and whether one place was given as a row."""
        if form is not None and form not in FORMS:
            raise ValueError(f"wanted the form 'box', 'circle', 'point', 'segment' or 'polygon', found {form!r}")
        if are_geometries(places):
            known, places = areas_of(places)
            form = known if form is None else form
        if form == "polygon":
            is_one = len(places) > 0 and np.ndim(places[0]) == 1 and np.size(places[0]) == 2
            polygons = [as_rows(each, 2, self._dtype, "vertices") for each in ([places] if is_one else places)]
            vertices = np.concatenate([np.empty((0, 2), self._dtype), *polygons])
            demand_sound(vertices, form, "vertices")
            return form, vertices, np.cumsum([len(each) for each in polygons], dtype=np.uint64), is_one
        rows = np.asarray(places, dtype=self._dtype)
        is_one = rows.ndim == 1 and rows.size > 0
        if is_one:
            rows = rows[np.newaxis]
        if form is None:
            columns = rows.shape[1] if rows.ndim == 2 else 4
            if columns not in FORM_OF_COLUMNS:
                raise ValueError(f"wanted {name} of 2, 3 or 4 columns: points, circles or boxes; found {rows.shape}")
            form = cast(Form, FORM_OF_COLUMNS[columns])
        rows = as_rows(rows, FORMS[form][1], self._dtype, name)
        demand_sound(rows, form, name)
        return form, rows, None, is_one

    def _about(
        self,
        areas: npt.ArrayLike,
        verb: str,
        form: Optional[Form],
        *,
        relation: Relation = "intersecting",
        wanted: int = _ALL,
        distance: Optional[float] = None,
        layers: int = ALL_LAYERS,
        without: int = 0,
    ) -> Tuple[Answers, bool]:
        about, is_one = self._areas(areas, form, relation)
        return self._ask(verb, wanted=wanted, distance=distance, layers=layers, without=without, **about), is_one

    def _areas(
        self, areas: npt.ArrayLike, form: Optional[Form], relation: Relation = "intersecting"
    ) -> Tuple[dict[str, Any], bool]:
        """What `_request` is told of areas, and whether one was given as a row."""
        if relation not in RELATIONS:
            raise ValueError(f"wanted the relation 'intersecting', 'inside' or 'containing', found {relation!r}")
        known, places, ends, is_one = self._places(areas, form, "areas")
        count = len(places) if ends is None else len(ends)
        about = {"form": FORMS[known][0], "relation": RELATIONS[relation], "count": count, "places": places, "vertex_ends": ends}
        return about, is_one

    def _contact_request(
        self, other: Optional[Questions], within: float, layers: int, partners: int
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
        wanted: int,
        areas: npt.ArrayLike,
        within: Optional[float],
        form: Optional[Form],
        relation: Relation,
        layers: int,
    ) -> Tuple[Indices, bool]:
        verb = "query" if within is None else "query_within"
        found, is_one = self._about(areas, verb, form, relation=relation, wanted=wanted, distance=within, layers=layers)
        return cast(Indices, found.counts), is_one

    def _along(
        self, verb: str, wanted: int, shapes: npt.ArrayLike, ways: npt.ArrayLike, layers: int, without: int
    ) -> Tuple[Answers, bool]:
        form, places, _, is_one = self._places(shapes, "point" if verb == "raycast" else None, "shapes")
        by = as_rows(np.atleast_2d(np.asarray(ways, dtype=self._dtype)), 2, self._dtype, "ways")
        demand_sound(by, "point", "ways")
        if len(by) != len(places):
            raise ValueError(f"wanted as many ways as shapes, {len(places)}, found {len(by)}")
        found = self._ask(
            verb, wanted=wanted, form=FORMS[form][0], count=len(places), places=places, ways=by, layers=layers, without=without
        )
        return found, is_one

    def _ask(self, verb: str, **asked: Any) -> Answers:
        return Answers(*self._native.ask(self._request(verb, **asked)))

    @staticmethod
    def _request(verb: str, **asked: Any) -> _quadrille.Request:
        """`asked` has fields of `quadrille_questions` in quadrille.h, by their names; those that are None are as usual."""
        for name in asked.keys() & _WHOLE_NUMBERS.keys():
            asked[name] = as_whole_number(asked[name], *_WHOLE_NUMBERS[name])
        if asked.get("distance") is not None:
            asked["distance"] = as_distance(asked["distance"])
        if "other" in asked:
            asked["other"] = _native_of(asked["other"])
        asked["except"] = asked.pop("without", None)
        return _quadrille.Request(verb=verb, **asked)


def _native_of(other: Optional[Questions]) -> Optional[_quadrille.Tree]:
    if other is None or isinstance(other, Questions):
        return None if other is None else other._native
    raise TypeError(f"wanted another Quadtree, found {type(other).__name__}")
