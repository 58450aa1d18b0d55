"""Arrays that calls read: shapes, places, handles, numbers, and what is demanded of them."""
# SPDX-License-Identifier: MIT

from __future__ import annotations

import operator
from typing import Any, Literal, Sequence

import numpy as np
import numpy.typing as npt

Shape = Literal["point", "circle", "box"]
Form = Literal["box", "circle", "point", "segment", "polygon"]
Relation = Literal["intersecting", "inside", "containing"]

Row = Sequence[float]
Numbers = npt.NDArray[Any]
Indices = npt.NDArray[np.uint32]
Offsets = npt.NDArray[np.uint64]
Items = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]

ALL_LAYERS = 0xFFFF_FFFF

#: of each its number in the native part, and how many numbers it has
SHAPES = {"point": (0, 2), "circle": (1, 3), "box": (2, 4)}
FORMS = {"box": (0, 4), "circle": (1, 3), "point": (2, 2), "segment": (3, 4), "polygon": (4, 2)}
FORM_OF_COLUMNS = {2: "point", 3: "circle", 4: "box"}
RELATIONS = {"intersecting": 0, "inside": 1, "containing": 2}


def shown(value: object) -> str:
    """A value as messages have it: a number of NumPy's as one of Python's, whatever NumPy calls itself."""
    return repr(value.item() if isinstance(value, np.generic) else value)


def as_rows(numbers: npt.ArrayLike, columns: int, dtype: np.dtype[Any], name: str) -> Numbers:
    """As the native tree reads them; without a copy if that is what they are."""
    rows = np.ascontiguousarray(numbers, dtype=dtype)
    if rows.size == 0 and rows.ndim <= 2 and len(rows) == 0:
        return rows.reshape(0, columns)
    if rows.ndim != 2 or rows.shape[1] != columns:
        raise ValueError(f"wanted {name} of the shape (n, {columns}), found {rows.shape}")
    return rows


def demand_sound(rows: Numbers, form: Form, name: str) -> None:
    """Raises ValueError with the first row that is no place: nothing can be found by it."""
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


def as_handles(items: npt.ArrayLike) -> Items:
    """One handle or several as an array of 64 bits."""
    handles = np.atleast_1d(np.asarray(items))
    if handles.size == 0:
        return np.empty(0, np.uint64)
    if handles.dtype.kind not in "ui" or handles.ndim != 1:
        raise ValueError(f"wanted handles of the shape (n,) and the dtype uint64, found {handles.shape} {handles.dtype}")
    return np.ascontiguousarray(handles, dtype=np.uint64)


def as_whole_number(value: Any, name: str, most: int = 0xFFFF_FFFF) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"wanted {name} as a whole number, found {shown(value)}") from None
    if not 0 <= number <= most:
        raise ValueError(f"wanted {name} as a whole number of 0 … {most}, found {shown(value)}")
    return number


def as_number(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"wanted {name} as a number, found {shown(value)}") from None


def as_distance(value: Any) -> float:
    number = as_number(value, "a distance")
    if not number >= 0:
        raise ValueError(f"wanted a distance of 0 or more, found {shown(value)}")
    return number
