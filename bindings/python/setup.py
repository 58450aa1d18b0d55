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
        folder = pathlib.Path(self.build_temp).resolve()
        options = [
            f"-DCMAKE_LIBRARY_OUTPUT_DIRECTORY={into}",
            f"-DPython_EXECUTABLE={sys.executable}",
            f"-DPython3_EXECUTABLE={sys.executable}",
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
        subprocess.run(["cmake", "--build", str(folder), "--target", "quadrille_python_package", "-j", jobs], check=True)
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


setup(
    version=version(),
    ext_modules=[Extension("quadrille._quadrille", sources=[])],
    cmdclass={"build_ext": CMakeBuild, "sdist": SourceDistribution},
)
