#!/usr/bin/python3
"""Questions of files, asked of the command and of what else answers them: GDAL's SQL, GeoPandas and PostGIS.

    bench/files.py [--command build/release/bin/quadrille] [--turns 3] [--size 1.0] [--only WORD]

The files are GeoJSON of random points and polygons; a time is from these to the number that is the answer, with all that is read, loaded
and indexed on the way. Numbers are compared before a time is printed: one that differs ends the run. Runs are in turn, the least of each
counts, and all work in one thread. A peer that is not installed is left out. Debian has them: gdal-bin, python3-geopandas,
postgresql-postgis, whose server has a folder and a socket of its own here. SPDX-License-Identifier: MIT
"""

import argparse
import json
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

# A question: its name, what the command is asked, and the same of two layers a and b (or of a alone) in the words of each peer.
QUESTIONS = [
    (
        "points in polygons",
        ("points", 300_000, "polygons", 3_000),
        ["join", "a.geojson", "b.geojson"],
        "SELECT count(*) FROM a JOIN b ON ST_Intersects(a.geom, b.geom)",
        "len(geopandas.sjoin(a, b, predicate='intersects'))",
    ),
    (
        "polygons that intersect",
        ("polygons", 30_000, None, 0),
        ["pairs", "a.geojson"],
        "SELECT count(*) FROM a JOIN a AS b ON a.fid < b.fid AND ST_Intersects(a.geom, b.geom)",
        "(len(geopandas.sjoin(a, a, predicate='intersects')) - len(a)) // 2",
    ),
    (
        "points within a distance",
        ("points", 200_000, "places", 200_000),
        ["join", "a.geojson", "b.geojson", "--distance", "2"],
        "SELECT count(*) FROM a JOIN b ON ST_DWithin(a.geom, b.geom, 2)",
        "within(a, b, 2)",
    ),
    (
        "polygons within a distance",
        ("polygons", 10_000, "places", 50_000),
        ["join", "a.geojson", "b.geojson", "--distance", "2"],
        "SELECT count(*) FROM a JOIN b ON ST_DWithin(a.geom, b.geom, 2)",
        "within(a, b, 2)",
    ),
]

# What GeoPandas is run with; `question` is put in. It reads GeoJSON by GDAL, too.
GEOPANDAS = """
import warnings; warnings.filterwarnings("ignore")
import geopandas, sys
def within(a, b, distance):
    asked, found = b.sindex.query_bulk(a.geometry.buffer(distance * 1.05))
    return int((a.geometry.iloc[asked].distance(b.geometry.iloc[found], align=False) <= distance).sum())
a = geopandas.read_file(sys.argv[1] + "/a.geojson")
b = geopandas.read_file(sys.argv[1] + "/b.geojson") if len(sys.argv) > 2 else None
print({question})
"""


def tell(text):
    print(text, flush=True)


def quiet(command, **more):
    """Runs it; what it prints. An error of it ends this run, with what it said."""
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True, check=False, **more)
    if done.returncode != 0:
        sys.exit(f"files.py: {command[0]} ended with {done.returncode}: {done.stderr or done.stdout}")
    return done.stdout


def point(source, side):
    return {"type": "Point", "coordinates": [round(source.uniform(0, side), 5), round(source.uniform(0, side), 5)]}


def polygon(source, side, radius):
    """A star of 24 corners around its center, which does not cross itself."""
    x, y = source.uniform(0, side), source.uniform(0, side)
    ring = []
    for corner in range(24):
        angle, far = corner * math.tau / 24, radius * source.uniform(0.4, 1)
        ring.append([round(x + far * math.cos(angle), 5), round(y + far * math.sin(angle), 5)])
    return {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}


def write_layer(path, kind, count, seed):
    source, side = random.Random(seed), 1000
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"type": "FeatureCollection", "features": [\n')
        for each in range(count):
            shape = polygon(source, side, 1.2 * side / math.sqrt(count)) if kind == "polygons" else point(source, side)
            feature = {"type": "Feature", "id": each, "properties": {"number": each}, "geometry": shape}
            file.write((",\n" if each else "") + json.dumps(feature))
        file.write("\n]}\n")


class Command:
    name = "quadrille"

    def __init__(self, command):
        self.command = command

    def count(self, folder, question):
        asked = [folder / word if word.endswith(".geojson") else word for word in question[2]]
        return int(quiet([self.command, *asked, "--count", "--threads", "1", "--quiet"]))


class GdalSql:
    """The layers become tables of a GeoPackage with their indexes; GDAL's SQLite, with SpatiaLite, is asked."""

    name = "GDAL's SQL"

    def count(self, folder, question):
        tables = folder / "tables.gpkg"
        tables.unlink(missing_ok=True)
        for layer in layers_of(question):
            more = ["-update"] if tables.exists() else []
            quiet(["ogr2ogr", *more, "-f", "GPKG", tables, folder / f"{layer}.geojson", "-nln", layer, "-a_srs", "none"])
        return int(quiet(["ogrinfo", "-q", tables, "-sql", self.with_index(question[3])]).split("=")[-1])

    @staticmethod
    def with_index(sql):
        """SQLite joins by an index only what names it, in this order."""
        other, own = ("b", "b") if "JOIN b" in sql else ("b", "a")
        reach = 2 if "ST_DWithin" in sql else 0
        sql = sql.replace("ST_DWithin(a.geom, b.geom, 2)", "ST_Distance(a.geom, b.geom) <= 2")
        box = (
            f"i.minx <= ST_MaxX(a.geom) + {reach} AND i.maxx >= ST_MinX(a.geom) - {reach} AND "
            f"i.miny <= ST_MaxY(a.geom) + {reach} AND i.maxy >= ST_MinY(a.geom) - {reach}"
        )
        joined = f"CROSS JOIN rtree_{own}_geom AS i ON {box} CROSS JOIN {own} AS {other} ON {other}.fid = i.id AND "
        head, rest = sql.split(" JOIN ", 1)
        return f"{head} {joined}{rest.split(' ON ', 1)[1]}"


class GeoPandas:
    name = "GeoPandas"

    def count(self, folder, question):
        program = GEOPANDAS.replace("{question}", question[4])
        return int(quiet(["/usr/bin/python3", "-c", program, folder, *layers_of(question)[1:]]))


class PostGis:
    """A server in a folder of its own, which is heard at a socket there and nowhere else."""

    name = "PostGIS"

    def __init__(self, programs, folder):
        self.programs = programs
        self.folder = folder
        self.as_other = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.as_other:  # servers do not run as root
            shutil.chown(folder, "postgres")
        self.server("initdb", "-A", "trust", "-U", "postgres", "--no-sync")
        self.server("pg_ctl", "-w", "-l", folder / "log", "-o", f"-F -k {folder} -c listen_addresses=''", "start")
        self.ask("CREATE EXTENSION postgis")

    def server(self, program, *options):
        quiet([*self.as_other, self.programs / program, "-D", self.folder / "data", *options], cwd="/", stdin=subprocess.DEVNULL)

    def ask(self, sql):
        told = ["psql", "-X", "-q", "-A", "-t", "-h", self.folder, "-U", "postgres", "-c", sql]
        return quiet([self.programs / told[0], *told[1:]])

    def count(self, folder, question):
        for layer in layers_of(question):
            into = f"PG:host={self.folder} user=postgres dbname=postgres"
            options = ["-lco", "GEOMETRY_NAME=geom", "-lco", "FID=fid", "-a_srs", "none", "--config", "PG_USE_COPY", "YES"]
            quiet(["ogr2ogr", "-f", "PostgreSQL", into, folder / f"{layer}.geojson", "-nln", layer, "-overwrite", *options])
        self.ask(" ".join(f"ANALYZE {layer};" for layer in layers_of(question)))
        return int(self.ask("SET max_parallel_workers_per_gather = 0; " + question[3]))

    def end(self):
        self.server("pg_ctl", "-m", "immediate", "stop")


def layers_of(question):
    return ["a", "b"] if question[1][2] else ["a"]


def postgres_programs():
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    has_postgis = list(pathlib.Path("/usr/share/postgresql").glob("*/extension/postgis.control"))
    return found[-1].parent if found and has_postgis else None


def those_here(command, folder):
    """The command, and the peers that are installed."""
    found = [Command(command)]
    for peer, is_here in (
        (GdalSql, shutil.which("ogr2ogr") is not None),
        (GeoPandas, subprocess.run(["/usr/bin/python3", "-c", "import geopandas, rtree"], capture_output=True, check=False).returncode == 0),
    ):
        found += [peer()] if is_here else []
        if not is_here:
            tell(f"left out: {peer.name} is not installed")
    if programs := postgres_programs():
        found.append(PostGis(programs, folder))
    else:
        tell("left out: PostGIS is not installed")
    return found


def ask(question, those, folder, turns, size):
    """Prints a row of the table: our time, and how many times as long each peer took."""
    name, (a_kind, a_count, b_kind, b_count), *_ = question
    write_layer(folder / "a.geojson", a_kind, int(a_count * size), 1)
    if b_kind:
        write_layer(folder / "b.geojson", b_kind, int(b_count * size), 2)
    least, answer = [math.inf] * len(those), None
    for _ in range(turns):
        for which, each in enumerate(those):
            begin = time.perf_counter()
            told = each.count(folder, question)
            least[which] = min(least[which], time.perf_counter() - begin)
            answer = told if answer is None else answer
            if told != answer:
                sys.exit(f"files.py: {name}: wanted {answer}, as {those[0].name} says, found {told} of {each.name}")
    counts = f"{int(a_count * size):,}" + (f" × {int(b_count * size):,}" if b_kind else "")
    ratios = " | ".join(f"{time_of / least[0]:.1f}" for time_of in least[1:])
    tell(f"| {name}, {counts}: {answer:,} | {least[0]:.2f} s | {ratios} |")


def main():
    wanted = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    wanted.add_argument("--command", default="build/release/bin/quadrille")
    wanted.add_argument("--turns", type=int, default=3)
    wanted.add_argument("--size", type=float, default=1.0, help="of the files, beside those of the table")
    wanted.add_argument("--only", default="", help="the questions that have this in their names")
    wanted = wanted.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        server = pathlib.Path(scratch) / "server"
        server.mkdir()
        os.chmod(scratch, 0o755)
        those = those_here(wanted.command, server)
        try:
            tell("| | " + " | ".join(each.name for each in those) + " |")
            tell("|---" * (len(those) + 1) + "|")
            for question in QUESTIONS:
                if wanted.only in question[0]:
                    ask(question, those, pathlib.Path(scratch), wanted.turns, wanted.size)
        finally:
            if isinstance(those[-1], PostGis):
                those[-1].end()


main()
