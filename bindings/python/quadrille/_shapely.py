"""Geometries of Shapely, alone or in a GeoPandas frame, as numbers and back."""
# SPDX-License-Identifier: MIT

from __future__ import annotations

import importlib
import sys
from typing import Any, List, Literal, Tuple

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[Any]
AreaForm = Literal["box", "point", "segment", "polygon"]


def _listed(geometries: Any) -> List[Any]:
    """All geometries of a frame, a series, an array, a list, or the one."""
    if hasattr(geometries, "geom_type") and not hasattr(geometries, "__len__"):
        return [geometries]
    own = geometries.geometry if hasattr(geometries, "geometry") else geometries
    return list(own)


def are_geometries(given: Any) -> bool:
    """Whether this is a geometry of Shapely, or many in an array, a list, a GeoSeries or a GeoDataFrame."""
    if "shapely" not in sys.modules or isinstance(given, (str, bytes)):
        return False
    base = importlib.import_module("shapely.geometry.base").BaseGeometry
    if isinstance(given, base) or hasattr(given, "geometry"):
        return True
    if isinstance(given, np.ndarray) and given.dtype != object:
        return False
    return hasattr(given, "__len__") and len(given) > 0 and isinstance(next(iter(given)), base)


def _demand(is_there: bool, wanted: str, row: int, found: Any) -> None:
    if not is_there:
        kind = "none" if found is None else f"an empty {found.geom_type}" if found.is_empty else found.geom_type
        raise ValueError(f"wanted {wanted}, found {kind} in row {row}")


def _demand_some(all_geometries: List[Any]) -> None:
    for row, one in enumerate(all_geometries):
        _demand(one is not None and not one.is_empty, "geometries that are not empty", row, one)


def rows_of(geometries: Any, shape: str) -> Numbers:
    """Shapes for a tree: of boxes the bounds of each geometry, of points the points, of circles points with radius 0."""
    all_geometries = _listed(geometries)
    _demand_some(all_geometries)
    if shape == "box":
        return np.array([one.bounds for one in all_geometries], np.float64).reshape(-1, 4)
    for row, one in enumerate(all_geometries):
        _demand(one.geom_type == "Point", "points", row, one)
    places = np.array([(one.x, one.y) for one in all_geometries], np.float64).reshape(-1, 2)
    return places if shape == "point" else np.column_stack([places, np.zeros(len(places))])


def areas_of(geometries: Any) -> Tuple[AreaForm, Any]:
    """The form of areas, and their numbers: all points, all lines of two points, all boxes, or all convex polygons without holes."""
    is_one = hasattr(geometries, "geom_type") and not hasattr(geometries, "__len__")
    all_geometries = _listed(geometries)
    _demand_some(all_geometries)
    kinds = {one.geom_type for one in all_geometries}
    if kinds == {"Point"}:
        rows: Any = [(one.x, one.y) for one in all_geometries]
        return "point", rows[0] if is_one else rows
    if kinds <= {"LineString", "LinearRing"}:
        for row, one in enumerate(all_geometries):
            if len(one.coords) != 2:
                raise ValueError(f"wanted lines of two points, found one of {len(one.coords)} in row {row}")
        rows = [(*one.coords[0][:2], *one.coords[1][:2]) for one in all_geometries]
        return "segment", rows[0] if is_one else rows
    polygons = []
    for row, one in enumerate(all_geometries):
        _demand(one.geom_type == "Polygon", "points alone, lines of two points alone, or convex polygons alone", row, one)
        if len(one.interiors) > 0:
            raise ValueError(f"wanted convex polygons, found one with a hole in row {row}")
        polygons.append([place[:2] for place in one.exterior.coords[:-1]])
    return "polygon", polygons[0] if is_one else polygons


def geometries_of(shape: str, rows: Numbers) -> npt.NDArray[Any]:
    """Rows of a tree as geometries; None where they are NaN."""
    shapely = importlib.import_module("shapely.geometry")
    made = np.empty(len(rows), object)
    for number, row in enumerate(rows.tolist()):
        if row[0] != row[0]:
            continue
        if shape == "box":
            made[number] = shapely.box(*row)
        else:
            place = shapely.Point(row[0], row[1])
            made[number] = place if shape == "point" or row[2] == 0 else place.buffer(row[2])
    return made


def wkb_geometries(texts: List[bytes]) -> npt.NDArray[Any]:
    """Well-known binary as geometries."""
    try:
        shapely = importlib.import_module("shapely")
    except ImportError as why:
        raise ImportError("wanted Shapely for geometries (Debian and Ubuntu: python3-shapely), found none") from why
    if hasattr(shapely, "from_wkb"):  # Shapely 2
        return np.array(shapely.from_wkb(np.array(texts, object)), object)
    load = importlib.import_module("shapely.wkb").loads
    made = np.empty(len(texts), object)
    for row, text in enumerate(texts):
        made[row] = load(text)
    return made
