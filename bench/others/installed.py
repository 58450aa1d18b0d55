"""Builds and installs the subjects of bench/beside with ordinary tools. SPDX-License-Identifier: MIT"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
PEERS = {
    "cpp": ("boost", "nanoflann", "box2d", "orthotree"),
    "rust": ("kiddo", "rstar", "geo-index", "packed_spatial_index"),
    "python": ("shapely", "scipy", "rtree"),
    "javascript": ("flatbush", "rbush", "kdbush"),
    "tables": ("duckdb", "sedonadb", "geopandas"),
}
failures = (OSError, subprocess.CalledProcessError)


def run(*words, **more):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True, **more).stdout


def reason(error):
    lines = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
    return next((line for line in lines if "error" in line.lower()), lines[-1])


def quadrille(folder, languages):
    """The program that writes worlds, and the commands of our rows: of libraries, of tables."""
    tools = "ON" if "tables" in languages else "OFF"
    options = ("-DCMAKE_BUILD_TYPE=Release", "-DQUADRILLE_BENCH=ON", f"-DQUADRILLE_TOOLS={tools}")
    run("cmake", "-S", here.parent.parent, "-B", folder / "build", *options)
    targets = ["quadrille-beside-worlds", "quadrille-beside-rows"] + ["quadrille_cli"] * (tools == "ON")
    run("cmake", "--build", folder / "build", "--target", *targets)
    programs = folder / "build/bin"
    command = [sys.executable, here / "tables.py", programs / "quadrille"]
    return programs / "quadrille-beside-worlds", [programs / "quadrille-beside-rows"], command


def cpp(home, name, checkout):
    """The system's headers, or those of a checkout: `orthotree` is in no distribution, and Box2D 3 not yet in all."""
    home.mkdir(exist_ok=True)
    flags = ["-O3", "-march=native", "-DNDEBUG", f"-I{here.parent.parent}/include"]
    libraries = ["-lbox2d"] if name == "box2d" else []
    if checkout:
        version = run("git", "-C", checkout, "describe", "--tags", "--always").strip()
        flags += [f"-I{checkout}/include", f'-DQUADRILLE_CHECKOUT="{version}"']
    if libraries and checkout:
        run("cc", "-std=gnu17", *flags, "-c", checkout / "src/dynamic_tree.c", checkout / "src/core.c", cwd=home)
        libraries = [home / "dynamic_tree.o", home / "core.o"]
    run("c++", "-std=c++20", *flags, here / f"cpp/{name}.cpp", *libraries, "-o", home / name)
    return [home / name]


def rust(home):
    """The first that builds: kiddo has SIMD only with the nightly compiler, and packed trees want a new one."""
    shutil.copytree(here / "rust", home, dirs_exist_ok=True)
    for toolchain, features in ((["+nightly"], ["--features=simd"]), ([], []), ([], ["--no-default-features"])):
        try:
            flags = os.environ | {"RUSTFLAGS": "-C target-cpu=native"}
            run("cargo", *toolchain, "build", "--release", *features, cwd=home, env=flags)
            return [home / "target/release/beside"]
        except subprocess.CalledProcessError as error:
            last = error
    raise last


def python(home, name, *more, program="peers.py"):
    if not home.exists():
        run(sys.executable, "-m", "venv", home)
    run(home / "bin/pip", "install", "--quiet", "--upgrade", name, *more)
    return [home / "bin/python", here / program, name]


def tables(home, name):
    """DuckDB's spatial extension comes from a host of its own, or in a package with an older DuckDB."""
    more = {"geopandas": ["pyarrow"], "sedonadb": ["pandas"]}.get(name, [])
    command = python(home / name, name, *more, program="tables.py")
    if name == "duckdb":
        try:
            run(command[0], "-c", "import duckdb; duckdb.execute('INSTALL spatial')")
        except subprocess.CalledProcessError:
            run(home / name / "bin/pip", "install", "--quiet", "duckdb-ext-spatial")
    return command


def javascript(home, name):
    home.mkdir(exist_ok=True)
    run("npm", "install", "--no-audit", "--no-fund", "--prefix", home, f"{name}@latest")
    return ["node", here / "peers.mjs", f"{home}/node_modules/{name}", name]


def peers(folder, languages, checkouts):
    """The commands, by name, behind which a world's folder and a scalar come; and why others could not be had."""
    commands, left_out = {}, {}
    for language in languages:
        for name in PEERS[language] if language != "rust" else ("rust",):
            try:
                home = folder / language
                more = [checkouts.get(name)] if language == "cpp" else []
                commands[name] = rust(home) if name == "rust" else globals()[language](home, name, *more)
            except failures as error:
                left_out |= {peer: reason(error) for peer in (PEERS["rust"] if name == "rust" else (name,))}
    return commands, left_out
