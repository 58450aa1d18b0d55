"""The rows of files, from files on disk to a number: `tables.py NAME FOLDER files` prints a line of JSON for each.

NAME is a peer, or the path of the command, whose process is timed as a whole. Peers are timed in this process, after
their imports; they read the files each time. One thread. SPDX-License-Identifier: MIT
"""

import array
import importlib.metadata
import json
import math
import subprocess
import sys
from pathlib import Path

from clock import measured


def write(folder):
    """Points, places and polygons of 8 to 300 vertices around places, as CSV."""
    def read(what, width):
        numbers = array.array("d", (folder / f"{what}.f64").read_bytes())
        return zip(*[iter(numbers)] * width)

    for what in ("points", "places"):
        rows = (f"{which},{x!r},{y!r}\n" for which, (x, y) in enumerate(read(what, 2)))
        (folder / f"{what}.csv").write_text("id,x,y\n" + "".join(rows))
    x0, _, x1, _ = next(read("points70", 4))
    with open(folder / "polygons.csv", "w", encoding="utf-8") as file:
        file.write("id,wkt\n")
        for which, (x, y) in zip(range(2000), read("places", 2)):
            corners = 8 + which * 37 % 293
            angles = [(corner % corners + 0.1) * math.tau / corners for corner in range(corners + 1)]
            half = (x1 - x0) / 2
            ring = ", ".join(f"{x + half * math.cos(angle)!r} {y + half * math.sin(angle)!r}" for angle in angles)
            file.write(f'{which},"POLYGON (({ring}))"\n')


class quadrille:
    def __init__(self, command, folder):
        self.command, self.folder = command, folder
        self.version = self.answer("--version").split()[-1]

    def answer(self, *words):
        words = [self.folder / word if word.endswith(".csv") else word for word in words]
        return subprocess.run([self.command, *words], check=True, capture_output=True, text=True).stdout

    def within(self):
        return int(self.answer("within", "points.csv", "--distance", "1", "--count", "-j", "1", "--quiet"))

    def join(self):
        return int(self.answer("join", "points.csv", "polygons.csv", "--count", "-j", "1", "--quiet"))

    def nearest(self):
        return self.answer("nearest", "points.csv", "--at-file", "places.csv", "-j", "1", "--quiet")


class duckdb:
    """Without nearest: a join of each with its nearest compares all with all."""

    def __init__(self, folder):
        import duckdb
        try:
            import duckdb_ext
            where = {"extension_directory": f"{list(duckdb_ext.__path__)[0]}/extensions"}
        except ImportError:
            where = {}
        self.folder, self.database = folder, duckdb.connect(config=where | {"threads": 1})
        self.database.execute("LOAD spatial")

    def layer(self, name, geometry):
        rows = f"SELECT {geometry} AS g FROM read_csv('{self.folder}/{name}.csv')"
        self.database.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS {rows}")

    def count(self, joined):
        return self.database.sql(f"SELECT count(*) FROM points AS a {joined}").fetchone()[0]

    def within(self):
        self.layer("points", "ST_Point(x, y)")
        return (self.count("JOIN points AS b ON ST_DWithin(a.g, b.g, 1)") - self.count("")) // 2

    def join(self):
        self.layer("points", "ST_Point(x, y)")
        self.layer("polygons", "ST_GeomFromText(wkt)")
        return self.count("JOIN polygons AS b ON ST_Intersects(a.g, b.g)")


class sedonadb:
    """Each query reads the files."""

    def __init__(self, folder):
        import sedonadb
        self.sql = sedonadb.connect().sql
        self.sql("SET datafusion.execution.target_partitions = 1").to_pandas()
        for name in ("points", "places", "polygons"):
            where = f"LOCATION '{folder}/{name}.csv' OPTIONS ('format.has_header' 'true')"
            self.sql(f"CREATE EXTERNAL TABLE {name} STORED AS CSV {where}").to_pandas()

    def first(self, text):
        return tuple(self.sql(text).to_pandas().iloc[0])

    def within(self):
        text = "points AS b ON ST_DWithin(ST_Point(a.x, a.y), ST_Point(b.x, b.y), 1) WHERE a.id < b.id"
        return int(self.first(f"SELECT count(*) FROM points AS a JOIN {text}")[0])

    def join(self):
        text = "polygons AS b ON ST_Intersects(ST_Point(a.x, a.y), ST_GeomFromWKT(b.wkt))"
        return int(self.first(f"SELECT count(*) FROM points AS a JOIN {text}")[0])

    def nearest(self):
        a, b = "ST_Point(a.x, a.y)", "ST_Point(b.x, b.y)"
        joined = f"places AS a JOIN points AS b ON ST_KNN({a}, {b}, 1, false)"
        count, total = self.first(f"SELECT count(*), sum(ST_Distance({a}, {b})) FROM {joined}")
        return int(count), float(total)


class geopandas:
    """By the index that sjoin uses; of points in polygons on either side, and the faster counts."""

    def __init__(self, folder):
        import geopandas
        import pandas
        self.geo, self.folder, self.read = geopandas, folder, pandas.read_csv

    def points(self, name):
        table = self.read(f"{self.folder}/{name}.csv", engine="pyarrow")
        return self.geo.GeoSeries.from_xy(table["x"], table["y"])

    def polygons(self):
        return self.geo.GeoSeries.from_wkt(self.read(f"{self.folder}/polygons.csv", engine="pyarrow")["wkt"])

    def within(self):
        points = self.points("points")
        found = points.sindex.query(points, predicate="dwithin", distance=1)
        return (found.shape[1] - len(points)) // 2

    def join(self):
        return self.points("points").sindex.query(self.polygons(), predicate="intersects").shape[1]

    def join_from_points(self):
        return self.polygons().sindex.query(self.points("points"), predicate="intersects").shape[1]

    def nearest(self):
        near = self.points("points").sindex.nearest(self.points("places"), return_all=False, return_distance=True)
        return len(near[1]), near[1].sum().item()


ROWS = {
    "points within 1 of each other": ("within",),
    "points in polygons": ("join", "join_from_points"),
    "nearest of each place": ("nearest",),
}


def answers_of(answer):
    """The number of hits, and a hash; rows of the command are added after the clock has stopped."""
    if isinstance(answer, str):
        distances = [float(line.rsplit(",", 1)[1]) for line in answer.splitlines()[1:]]
        return len(distances), math.fsum(distances)
    return answer if isinstance(answer, tuple) else (answer, 0)


def main(name, folder):
    if "/" in name:
        subject, peer = "quadrille", quadrille(name, Path(folder))
    else:
        subject, peer = name, globals()[name](folder)
    version = getattr(peer, "version", None) or importlib.metadata.version(name)
    for row, verbs in ROWS.items():
        ways = [measured(getattr(peer, verb)) for verb in verbs if hasattr(peer, verb)]
        for took, answer in ways and [min(ways)]:
            line = {"subject": subject, "version": version, "row": row, "ns": took * 1e9}
            print(json.dumps(line | {"answers": answers_of(answer)}))


if __name__ == "__main__":
    main(*sys.argv[1:3])
