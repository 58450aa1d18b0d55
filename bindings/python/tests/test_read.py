"""Files are read as the command reads them."""
# SPDX-License-Identifier: MIT

import errno
import gzip
import inspect
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import quadrille

files = pytest.importorskip("quadrille._files", reason="this build of the package reads no files")

ROOT = pathlib.Path(__file__).parents[3]
COMMAND = os.environ.get("QUADRILLE_COMMAND", str(ROOT / "build/dev/bin/quadrille"))
needs_command = pytest.mark.skipif(not os.access(COMMAND, os.X_OK), reason="the command is not built (QUADRILLE_COMMAND)")

LINES = {
    "type": "FeatureCollection",
    "features": [
        {
            "type": "Feature",
            "properties": {"name": "road", "lanes": 2, "wide": True, "slope": -0.5, "tags": ["a", 1], "none": None, "text": "2"},
            "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1], [2, 0]]},
        },
        {"type": "Feature", "properties": {"name": "stop"}, "geometry": {"type": "Point", "coordinates": [0.1, 0.2]}},
        {
            "type": "Feature",
            "properties": {"name": "lake"},
            "geometry": {
                "type": "Polygon",
                "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]], [[2, 2], [3, 2], [3, 3], [2, 2]]],
            },
        },
        {
            "type": "Feature",
            "properties": {"name": "islands"},
            "geometry": {
                "type": "GeometryCollection",
                "geometries": [
                    {"type": "MultiPoint", "coordinates": [[4, 4], [5, 5]]},
                    {"type": "MultiPolygon", "coordinates": [[[[0, 0], [1, 0], [1, 1], [0, 0]]], [[[7, 7], [8, 7], [8, 8], [7, 7]]]]},
                    {"type": "MultiLineString", "coordinates": [[[0, 0], [1, 0]], [[0, 1], [1, 1]]]},
                ],
            },
        },
        {"type": "Feature", "properties": {"name": "nowhere"}, "geometry": None},
    ],
}
FILES = {
    "points.csv": "id;lon;lat;kind\na;1,5;2;tree\nb;3;4;\n",
    "circles.csv": "id,x,y,r\na,1,2,0.5\nb,0.1,0.2,0\n",
    "boxes.csv": "id,x0,y0,x1,y1\nb,0,0,2,1\na,5,5,5,5\n",
    "wkt.csv": 'id,wkt\na,"LINESTRING (0 0, 3 4)"\nb,POINT (1 2)\n',
    "moving.csv": "t,id,x,y\n2026-05-01T12:31Z,a,2,2\n2026-05-01T12:30Z,a,1,2\n2026-05-01T12:30Z,b,3,4\n",
    "lines.geojson": json.dumps(LINES),
    "vehicles.xml": '<fcd-export><timestep time="0"><vehicle id="v" x="1" y="2"/></timestep></fcd-export>',
    "walk.gpx": '<gpx><trk><name>w</name><trkseg><trkpt lat="2" lon="1"><time>2026-05-03T09:00:00Z</time></trkpt></trkseg></trk></gpx>',
    "odd.csv": "1|2,5|n\n3|4,5|m\n",
    "dated.csv": "made by hand\nid,t,x,y\n!a,no,1,2\na,25/04/26,1,2\na,26/04/26,1,3\n",
    "events.csv": "id,time,x,y\na,1,0,0\nb,2,1,0\n",
    "frames.csv": "frame,id,x,y\n0,a,0,0\n50,a,1,0\n",
    "bad.csv": "id,x,y\na,1,2\nb,one,2\nc,5,6\na,7,8\n",
}
READ = [
    *((name, {}) for name in FILES if name not in ("odd.csv", "dated.csv", "bad.csv")),
    ("odd.csv", {"x": "1", "y": "2", "id": "3", "delimiter": "bar", "decimal": "comma"}),
    ("dated.csv", {"skip_lines": 1, "comment": "!", "t_format": "%d/%m/%y"}),
    ("events.csv", {"t": "time", "t_unit": "ms"}),
    ("frames.csv", {"fps": 25}),
    ("bad.csv", {"skip_bad": True}),
]


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def read_or_skip(path, **options):
    """Without the packages of a kind of file the module says so."""
    try:
        return quadrille.read(path, **options)
    except ImportError as why:
        pytest.skip(str(why))


# promise: python: Files are read as the command reads them, by the same code.
@needs_command
@pytest.mark.parametrize("name, options", READ)
def test_files_are_what_the_command_says(here, name, options):
    shapely = pytest.importorskip("shapely.geometry")
    has_columns = not name.endswith(("xml", "gpx"))
    own = read_or_skip(name, with_="all" if has_columns else (), **options)
    flags = [f"--{key.replace('_', '-')}" + ("" if value is True else f"={value}") for key, value in options.items()]
    more = ["--with", "all"] if has_columns else []
    said = subprocess.run([COMMAND, "convert", name, "--format", "geojson", *flags, *more], capture_output=True, check=True, text=True)
    rows = json.loads(said.stdout)["features"]
    assert len(rows) == len(own) > 0
    assert own.ids == [row["properties"]["id"] for row in rows]
    assert [own.geometries[row].__geo_interface__ for row in range(len(own))] == [
        shapely.shape(row["geometry"]).__geo_interface__ for row in rows
    ]
    assert own.times is None or own.times.tolist() == [row["properties"]["t"] for row in rows]
    for column, values in own.attributes.items():
        assert values == [row["properties"][column] for row in rows]
    assert own.messages == [line[len("quadrille: ") :] for line in said.stderr.splitlines()]


@needs_command
def test_an_index_is_what_it_was_made_of(here):
    for name in ("lines.geojson", "moving.csv", "circles.csv"):
        subprocess.run([COMMAND, "index", name, "-o", "made.quad", "--quiet"], check=True)
        of, made = quadrille.read(name), quadrille.read("made.quad")
        assert (made.shape, made.ids, made.crs, made.skipped) == (of.shape, of.ids, of.crs, of.skipped)
        assert np.array_equal(made.shapes, of.shapes)
        assert (made.times is None) == (of.times is None) and (of.times is None or np.array_equal(made.times, of.times))
        assert made._native.wkb() == of._native.wkb()
    subprocess.run([COMMAND, "index", "points.csv", "-o", "round.quad", "--period", "360,0", "--quiet"], check=True)
    assert quadrille.read("round.quad").period == (360, 0)
    assert quadrille.read("points.csv").period == (0, 0)


def test_tables_are_arrays(here):
    points = quadrille.read(here / "points.csv", with_=["kind"])
    assert (points.shape, points.ids, points.times, points.crs) == ("point", ["a", "b"], None, None)
    assert points.shapes.dtype == np.float64 and points.shapes.tolist() == [[1.5, 2], [3, 4]]
    assert points.attributes == {"kind": ["tree", None]}
    assert points.messages and "decimal comma" in points.messages[0]
    assert quadrille.read("circles.csv").shapes.tolist() == [[1, 2, 0.5], [0.1, 0.2, 0]]
    assert quadrille.read("boxes.csv").shapes.tolist() == [[0, 0, 2, 1], [5, 5, 5, 5]]
    with pytest.raises(ValueError, match="read-only"):
        points.shapes[0, 0] = 9
    tree = points.tree(period=(10, 0))
    assert tree.period == (10, 0) and tree.nearest([[3, 4]])[1].tolist() == [[1]]


def test_arrays_outlive_their_layer(here):
    shapes = quadrille.read("points.csv").shapes
    others = [quadrille.read("boxes.csv") for _ in range(50)]
    assert len(others) == 50 and shapes.tolist() == [[1.5, 2], [3, 4]]


def test_options_are_those_of_the_command(here):
    of_command = {name.replace("-", "_") for name, _, _ in files.options()} - {"quiet"}
    assert set(inspect.signature(quadrille.read).parameters) - {"path", "with_", "exact"} == of_command
    for wrong, message in (
        ({"delimiter": "xx"}, "delimiter: wanted comma, semicolon"),
        ({"decimal": "x"}, "decimal: wanted point or comma"),
        ({"x": ""}, "x: wanted the name of a column"),
        ({"crs": "?"}, "crs: wanted a name such as EPSG:25832"),
        ({"x": "north"}, 'points.csv:1:1: wanted the column "north"'),
        ({"with_": "colour"}, 'points.csv: wanted a column "colour"'),
        ({"with_": ["kind", "kind"]}, "found 'kind' again"),
    ):
        with pytest.raises(ValueError) as why:
            quadrille.read("points.csv", **wrong)
        assert message in str(why.value)


def test_attributes_are_of_all_kinds(here):
    kinds = quadrille.read("lines.geojson", with_="all").attributes
    assert kinds.pop("name") == ["road", "stop", "lake", "islands"]
    first = {name: values[0] for name, values in kinds.items()}
    assert first == {"lanes": 2, "wide": True, "slope": -0.5, "tags": ["a", 1], "none": None, "text": "2"}
    assert [type(first[name]) for name in ("lanes", "wide", "slope", "text")] == [int, bool, float, str]
    assert all(values[1:] == [None, None, None] for values in kinds.values())
    (here / "large.csv").write_text("id,x,y,n\na,0,0,123456789012345678901234567890\nb,0,0,1e300\nc,0,0,007\n")
    large = quadrille.read("large.csv", with_="n").attributes["n"]
    assert large == [123456789012345678901234567890, 1e300, "007"]


def test_times_are_rows_in_order(here):
    moving = quadrille.read("moving.csv")
    assert moving.ids == ["a", "b", "a"] and moving.times.tolist() == [1777638600, 1777638600, 1777638660]
    assert moving.rows_at(1777638660) == slice(2, 3)
    assert moving.tree(at=1777638600).query([[0, 0, 9, 9]])[1].tolist() == [0, 1]
    with pytest.raises(ValueError, match="wanted one of the times from 1777638600.0 to 1777638660.0"):
        moving.tree()
    with pytest.raises(ValueError, match="wanted one of its times, found 5"):
        moving.tree(at=5)
    with pytest.raises(ValueError, match="wanted no time"):
        quadrille.read("points.csv").tree(at=5)


def test_geometries_have_vertices_if_exact(here):
    pytest.importorskip("shapely")
    exact, boxes = quadrille.read("lines.geojson"), quadrille.read("lines.geojson", exact=False)
    assert np.array_equal(exact.shapes, boxes.shapes)
    assert [one.geom_type for one in exact.geometries] == ["LineString", "Point", "Polygon", "GeometryCollection"]
    assert [one.geom_type for one in boxes.geometries] == ["Polygon", "Point", "Polygon", "Polygon"]
    assert exact.geometries[2].area == 80.5 and boxes.geometries[2].area == 81
    assert exact.skipped == 1 and exact.crs == "EPSG:4326"


def test_a_frame_has_all_columns(here):
    pytest.importorskip("geopandas")
    frame = quadrille.read("lines.geojson", with_=["lanes", "text"]).to_geopandas()
    assert list(frame.columns) == ["id", "lanes", "text", "geometry"] and len(frame) == 4 and frame.crs.to_epsg() == 4326
    assert list(quadrille.read("moving.csv").to_geopandas().columns) == ["id", "t", "geometry"]
    (here / "same.csv").write_text("id,x,y,geometry\na,0,0,g\n")
    same = quadrille.read("same.csv", x="x", y="y", with_="geometry").to_geopandas()
    assert list(same.columns) == ["id", "geometry_", "geometry"]


def test_packed_files_are_unpacked(here):
    (here / "points.csv.gz").write_bytes(gzip.compress(FILES["points.csv"].encode()))
    assert read_or_skip("points.csv.gz").ids == ["a", "b"]
    (here / "short.csv.gz").write_bytes(gzip.compress(FILES["points.csv"].encode())[:-9])
    with pytest.raises(ValueError, match="short.csv.gz: wanted a whole file of gzip"):
        quadrille.read("short.csv.gz")


def test_gdal_reads_what_others_do_not(here):
    by_gdal = read_or_skip("lines.geojson", driver="GeoJSON", with_="lanes", where="lanes = 2")
    assert by_gdal.ids == ["road"] and by_gdal.attributes == {"lanes": [2]} and by_gdal.crs == "EPSG:4326"
    with pytest.raises(ValueError, match='^lines.geojson: wanted .*layer.*, found'):
        quadrille.read("lines.geojson", driver="GeoJSON", layer="none")


def test_a_missing_module_over_gdal_is_named(here, monkeypatch):
    monkeypatch.setenv("QUADRILLE_GDAL_MODULE", str(here / "none.so"))
    with pytest.raises(ImportError, match="^lines.geojson: wanted the module over GDAL"):
        quadrille.read("lines.geojson", driver="GeoJSON")


def test_wrong_content_says_where(here):
    with pytest.raises(ValueError, match='^bad.csv:3:3: wanted a number for x, found "one"'):
        quadrille.read("bad.csv")
    (here / "bad.geojson").write_text('{"type":"Point","coordinates":[0,]}')
    with pytest.raises(ValueError, match=r"^bad.geojson:1:\d+: wanted"):
        quadrille.read("bad.geojson")
    with pytest.raises(ValueError, match="wanted comma-separated text, as --x is given, found GeoJSON"):
        quadrille.read("lines.geojson", x="lon")


def test_files_that_cannot_be_opened_are_errors_of_the_system(here):
    with pytest.raises(FileNotFoundError) as why:
        quadrille.read("none.csv")
    assert why.value.errno == errno.ENOENT and why.value.filename == "none.csv"
    with pytest.raises(OSError):
        quadrille.read(here)
    (here / "-").write_text("id,x,y\nd,1,2\n")
    assert quadrille.read("-").ids == ["d"]


def test_nothing_is_printed(here, capfd):
    quadrille.read("points.csv")
    quadrille.read("lines.geojson")
    assert capfd.readouterr() == ("", "")


def test_a_build_without_the_module_says_what_is_wanted(here, monkeypatch):
    monkeypatch.setitem(sys.modules, "quadrille._files", None)
    monkeypatch.delattr(quadrille, "_files", raising=False)
    with pytest.raises(ImportError, match="libfmt-dev, nlohmann-json3-dev"):
        quadrille.read("points.csv")


def test_without_shapely_all_but_geometries_is_there(here):
    code = (
        "import sys\n"
        "class Absent:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name.partition('.')[0] == 'shapely': raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Absent())\n"
        "import quadrille\n"
        "lines = quadrille.read('lines.geojson')\n"
        "assert len(lines.shapes) == 4 and len(lines.tree(dtype='float32')) == 4\n"
        "try: lines.geometries\n"
        "except ImportError as why: print(why)\n"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "wanted Shapely for geometries" in said.stdout


def test_several_threads_read_at_once(here):
    found = []
    threads = [threading.Thread(target=lambda: found.append(quadrille.read("points.csv").ids)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [["a", "b"]] * 4


def when_opened_by(reader, pipe):
    """A descriptor that writes into the pipe, once another process reads it: without one, opening would wait for ever."""
    while True:
        assert reader.poll() is None, "wanted a process that reads the pipe, found one that has ended"
        try:
            descriptor = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as why:
            assert why.errno == errno.ENXIO
            time.sleep(0.01)
        else:
            os.set_blocking(descriptor, True)
            return descriptor


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_ctrl_c_ends_a_long_call(here):
    os.mkfifo("endless.csv")
    code = "import quadrille\ntry: quadrille.read('endless.csv')\nexcept KeyboardInterrupt: print('ended')"
    reader = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    with open(when_opened_by(reader, "endless.csv"), "w", encoding="utf-8") as pipe:
        pipe.write("id,x,y\n")
        row = 0
        try:
            while reader.poll() is None:
                for _ in range(20_000):
                    row += 1
                    pipe.write(f"{row},{row},1\n")
                pipe.flush()
                if row == 100_000:
                    reader.send_signal(signal.SIGINT)
                assert row < 50_000_000, "wanted the end of the call"
        except BrokenPipeError:
            pass
        finally:
            try:
                pipe.close()
            except BrokenPipeError:
                pass
    assert reader.communicate()[0] == "ended\n"
