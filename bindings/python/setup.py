"""Builds the native parts by CMake, from the checkout that this folder is in, or from what a source distribution has of it.

SPDX-License-Identifier: MIT
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = pathlib.Path(__file__).resolve().parent
DISTRIBUTED = HERE / "library"
ROOT = DISTRIBUTED if DISTRIBUTED.exists() else HERE.parents[1]


def version() -> str:
    text = (ROOT / "include/quadrille/config.hpp").read_text()
    found = re.search(r'define QUADRILLE_VERSION "([^"]+)"', text)
    assert found is not None, "wanted a version in include/quadrille/config.hpp"
    return found.group(1)


def where_pybind11_is() -> "list[str]":
    """For CMake: what pip has put beside this program is in none of the folders that it looks through."""
    try:
        import pybind11
    except ImportError:
        return []
    return [f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]


class CMakeBuild(build_ext):
    """`QUADRILLE_CMAKE_ARGS` of the environment has further options; `QUADRILLE_MODULE` names a native part that is built already: `_quadrille`,
    beside which `_files` lies where files can be read."""

    def build_extension(self, extension: Extension) -> None:
        into = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve().parent
        if "QUADRILLE_MODULE" in os.environ:
            into.mkdir(parents=True, exist_ok=True)
            built = pathlib.Path(os.environ["QUADRILLE_MODULE"])
            shutil.copy(built, self.get_ext_fullpath(extension.name))
            for each in built.parent.glob("_files.*"):
                shutil.copy(each, into)
            return
        with tempfile.TemporaryDirectory(prefix="quadrille-") as folder:
            self.build_in(pathlib.Path(folder), into)

    def build_in(self, folder: pathlib.Path, into: pathlib.Path) -> None:
        options = [
            f"-DCMAKE_LIBRARY_OUTPUT_DIRECTORY={into}",
            f"-DCMAKE_LIBRARY_OUTPUT_DIRECTORY_RELEASE={into}",  # of Visual Studio
            f"-DPython_EXECUTABLE={sys.executable}",
            f"-DPython3_EXECUTABLE={sys.executable}",
            *where_pybind11_is(),
            *(["-GNinja"] if shutil.which("ninja") and sys.platform != "win32" else []),  # there it would not find MSVC
            "-DCMAKE_BUILD_TYPE=Release",
            "-DQUADRILLE_PYTHON=ON",
            "-DQUADRILLE_TOOLS=OFF",
            "-DQUADRILLE_TBB=OFF",
            "-DQUADRILLE_INSTALL=OFF",
            "-DQUADRILLE_TOGETHER=ON",
            *shlex.split(os.environ.get("QUADRILLE_CMAKE_ARGS", "")),
        ]
        subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), *options], check=True)
        jobs = str(os.cpu_count() or 1)
        subprocess.run(["cmake", "--build", str(folder), "--config", "Release", "--target", "quadrille_python_package", "-j", jobs], check=True)
        for each in folder.glob("**/*quadrille-gdal.*"):
            shutil.copy(each, into)


class SourceDistribution(sdist):
    """What the native part is built from goes along, in the folder `library`."""

    def make_release_tree(self, base_dir: str, files: "list[str]") -> None:
        super().make_release_tree(base_dir, files)
        into = pathlib.Path(base_dir) / "library"
        for folder in ("bindings/c", "bindings/flat", "cmake", "files", "include", "src"):
            shutil.copytree(ROOT / folder, into / folder)
        for folder in ("bindings/python/files", "bindings/python/native"):
            shutil.copytree(ROOT / folder, into / folder)
        for file in ("CMakeLists.txt", "LICENSE", "bindings/CMakeLists.txt", "bindings/python/CMakeLists.txt"):
            shutil.copy(ROOT / file, into / file)
        shutil.copy(ROOT / "LICENSE", base_dir)
        notices = subprocess.run([ROOT / "scripts/sbom", "--notices", "python"], capture_output=True, check=False)
        if notices.returncode == 0:  # Debian tells them: who releases elsewhere has other packages
            (pathlib.Path(base_dir) / "THIRD-PARTY-NOTICES").write_bytes(notices.stdout)


# Nothing is left in the checkout.
APART = {} if "QUADRILLE_MODULE" in os.environ else {"build": {"build_base": tempfile.mkdtemp(prefix="quadrille-")}}

setup(
    options=APART,
    version=version(),
    ext_modules=[Extension("quadrille._quadrille", sources=[])],
    cmdclass={"build_ext": CMakeBuild, "sdist": SourceDistribution},
)
