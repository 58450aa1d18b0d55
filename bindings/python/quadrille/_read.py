"""Files as the command `quadrille` reads them."""
# SPDX-License-Identifier: MIT

from __future__ import annotations

import importlib
import os
import pathlib
from functools import cached_property
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._shapely import wkb_geometries
from ._arrays import Floats, Shape, shown
from ._tree import Quadtree

if TYPE_CHECKING:
    from . import _files

_MISSING = (
    "quadrille.read is not in this build of the package: wanted fmt and nlohmann_json where it is built (Debian and Ubuntu: "
    "libfmt-dev, nlohmann-json3-dev; for more kinds of files libexpat1-dev, zlib1g-dev, libzstd-dev, libgdal-dev)"
)


class Layer:
    """The shapes of a file, a row of each: by ascending time, and in the order of the file where that is equal.

    What is not asked for is not made; arrays are read-only views of what was read."""

    def __init__(self, native: _files.Layer) -> None:
        self._native = native

    @property
    def shape(self) -> Shape:
        """What all shapes are: "point", "box" or "circle"."""
        return self._native.shape()

    @cached_property
    def shapes(self) -> Floats:
        """Points (n, 2) x, y; boxes (n, 4) min x, min y, max x, max y; circles (n, 3) x, y, radius: float64, as `Quadtree.assign` takes them.

        Lines and polygons are the boxes around them; `geometries` has their vertices."""
        return self._native.shapes()

    @cached_property
    def ids(self) -> List[str]:
        """The id of each row. With times several rows have the same one."""
        return self._native.ids()

    @cached_property
    def times(self) -> Optional[Floats]:
        """The time of each row, (n,) float64, ascending: seconds since 1970 where the file has times of ISO 8601. None if it has no times."""
        return self._native.times()

    @cached_property
    def attributes(self) -> Dict[str, List[Any]]:
        """By name what `with_` wanted: a list of the rows' values, each a str, int, float or bool, what JSON nests, or None."""
        return self._native.attributes()

    @cached_property
    def geometries(self) -> npt.NDArray[Any]:
        """What each row draws, as geometries of Shapely: (n,) objects. Circles are polygons with 64 corners.

        Lines and polygons have their vertices if they were read with `exact`, else they are boxes. ImportError without Shapely."""
        return wkb_geometries(self._native.wkb())

    @property
    def crs(self) -> Optional[str]:
        """The system of the coordinates, such as "EPSG:4326"; None if the file does not name one."""
        return self._native.crs()

    @property
    def period(self) -> Tuple[float, float]:
        """Width and height after which the world of an index repeats itself; 0 where it does not, as in all other files."""
        return self._native.period()

    @property
    def skipped(self) -> int:
        """How many features of the file have no geometry, and so no row."""
        return self._native.skipped()

    @property
    def messages(self) -> List[str]:
        """What was assumed, changed or passed over: sentences, as the command says them on standard error. They are printed nowhere."""
        return self._native.messages()

    def rows_at(self, at: Optional[float] = None) -> slice:
        """The rows of one time, `shapes[rows_at(t)]`; all rows of a file without times. ValueError if there are none of this time.

        at : one of `times`; it may be left out where there is only one"""
        if self.times is None:
            if at is not None:
                raise ValueError(f"{self._native.name()}: wanted no time, as the file has none, found {shown(at)}")
            return slice(0, len(self))
        if at is None:
            if len(self) > 0 and self.times[0] != self.times[-1]:
                raise ValueError(f"{self._native.name()}: wanted one of the times from {shown(self.times[0])} to {shown(self.times[-1])} (at=), found none")
            return slice(0, len(self))
        first, last = np.searchsorted(self.times, at, "left"), np.searchsorted(self.times, at, "right")
        if first == last:
            raise ValueError(f"{self._native.name()}: wanted one of its times, found {shown(at)}")
        return slice(int(first), int(last))

    def tree(self, *, at: Optional[float] = None, dtype: npt.DTypeLike = np.float64, **options: Any) -> Quadtree:
        """A tree of the shapes: index i is row i, of a file with times row `rows_at(at).start + i`. O(n). A tree has points, circles and boxes:
        for lines and polygons those around them, so that its answers are candidates, which `geometries` decide.

        dtype, options : those of `Quadtree`; the period is the file's if none is given"""
        options.setdefault("period", self.period)
        made = Quadtree(self.shape, dtype, **options)
        made.assign(self.shapes[self.rows_at(at)])
        return made

    def to_geopandas(self) -> Any:
        """A GeoDataFrame of the columns id, t where there are times, those of `attributes`, and the geometries. ImportError without GeoPandas.

        An attribute with the name of another column gets a `_` at its end."""
        geopandas = importlib.import_module("geopandas")
        columns: Dict[str, Any] = {"id": self.ids}
        if self.times is not None:
            columns["t"] = self.times
        for name, values in self.attributes.items():
            while name in columns or name == "geometry":
                name += "_"
            columns[name] = values
        crs = self.crs if self.crs is not None and self.crs.startswith("EPSG:") else None
        return geopandas.GeoDataFrame(columns, geometry=list(self.geometries), crs=crs)

    def __len__(self) -> int:
        return self._native.size()

    def __repr__(self) -> str:
        times = "" if self.times is None else f", {len(np.unique(self.times))} times"
        crs = "" if self.crs is None else f", {self.crs}"
        return f"Layer({self._native.name()!r}): {len(self)} shapes ({self.shape}){times}{crs}"


def read(
    path: Union[str, "os.PathLike[str]"],
    *,
    with_: Union[str, Sequence[str]] = (),
    id: Optional[str] = None,
    t: Optional[str] = None,
    x: Optional[str] = None,
    y: Optional[str] = None,
    r: Optional[str] = None,
    w: Optional[str] = None,
    h: Optional[str] = None,
    x0: Optional[str] = None,
    y0: Optional[str] = None,
    x1: Optional[str] = None,
    y1: Optional[str] = None,
    wkt: Optional[str] = None,
    date: Optional[str] = None,
    t_unit: Optional[str] = None,
    t_format: Optional[str] = None,
    fps: Optional[float] = None,
    delimiter: Optional[str] = None,
    decimal: Optional[str] = None,
    comment: Optional[str] = None,
    skip_lines: Optional[int] = None,
    layer: Optional[str] = None,
    where: Optional[str] = None,
    crs: Optional[str] = None,
    driver: Optional[str] = None,
    skip_bad: bool = False,
    exact: bool = True,
) -> Layer:
    """Reads a file as the command `quadrille` does: CSV, JSON Lines, GeoJSON, XML of SUMO or GPX, each also compressed
    by gzip or zstd, what `quadrille index` wrote, and with the module over GDAL (Debian: quadrille-gdal) what that reads.
    `quadrille query --help` says what files may be like; the options have the meaning that they have there.

    path : of the file; also a name of GDAL's, such as "PG:dbname=city"
    with_ : names of columns, properties or fields that become `attributes`; "all" for all of them
    id, t, x, y, r, w, h, x0, y0, x1, y1, wkt : of a table the names of its columns, or where they have none their numbers from 1, as text; id="-" and t="-" for none
    date : of a table the column of dates, where that of times has times of a day
    t_unit : what numbers in the column of times are: "s", "ms", "us" or "ns", or "date", the digits of a date such as 20260501123000
    t_format : how times are written, by the letters of strptime: "%d/%m/%Y %H:%M"
    fps : how many numbers of the column of times are a second, of frames for example
    delimiter : of a table "comma", "semicolon", "tab", "bar", "space", or a character
    decimal : of a table "point" or "comma"
    comment : the character that lines of a table begin with that are passed over; skip_lines : how many lines before it are
    layer, where, crs, driver : of what GDAL reads: its layer, a condition of SQL, the system to bring coordinates into, the driver
    skip_bad : pass over bad rows and features; `messages` tells how many, and what is wrong with the first ten
    exact : keep the vertices of lines and polygons; else they are only the boxes around them

    A file with wrong content raises ValueError that says where: "file:line:column: wanted …, found …". One that cannot be opened raises OSError,
    such as FileNotFoundError; what needs a package that is not there raises ImportError. The interpreter's lock is released; Ctrl-C ends a
    long call.
    """
    try:
        from . import _files
    except ImportError as why:
        raise ImportError(_MISSING) from why
    columns = {"id": id, "t": t, "x": x, "y": y, "r": r, "w": w, "h": h, "x0": x0, "y0": y0, "x1": x1, "y1": y1, "wkt": wkt, "date": date}
    said = {
        **{"t-unit": t_unit, "t-format": t_format, "fps": None if fps is None else str(fps), "delimiter": delimiter, "decimal": decimal},
        **{"comment": comment, "skip-lines": None if skip_lines is None else str(skip_lines)},
        **{"layer": layer, "where": where, "crs": crs, "driver": driver},
    }
    options = {name: str(value) for name, value in {**columns, **said}.items() if value is not None}
    if skip_bad:
        options["skip-bad"] = ""
    is_all = isinstance(with_, str) and with_ == "all"
    names = [] if is_all else [with_] if isinstance(with_, str) else list(with_)
    for number, name in enumerate(names):
        if name in names[:number]:
            raise ValueError(f"wanted each column once in with_, found {name!r} again")
    _files.look_for_gdal_in(_gdal_places(_files))
    name_of_file = os.fsencode(path)
    is_standard_input = name_of_file == b"-"  # of the command
    return Layer(_files.read(b"./-" if is_standard_input else name_of_file, options, names, is_all, exact))


def _gdal_places(files: Any) -> List[str]:
    """Beside the package, and then where systems have it."""
    folders = [str(pathlib.Path(__file__).parent), *files.gdal_folders]
    return [os.path.join(folder, files.gdal_file) for folder in folders]
