"""Builds the native part by CMake, from the checkout that this folder is in. SPDX-License-Identifier: MIT"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parents[2]


def version() -> str:
    text = (ROOT / "include/quadrille/config.hpp").read_text()
    found = re.search(r'define QUADRILLE_VERSION "([^"]+)"', text)
    assert found is not None, "wanted a version in include/quadrille/config.hpp"
    return found.group(1)


class CMakeBuild(build_ext):
    """`QUADRILLE_CMAKE_ARGS` of the environment has further options; `QUADRILLE_MODULE` names a native part that is built already."""

    def build_extension(self, extension: Extension) -> None:
        into = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve().parent
        if "QUADRILLE_MODULE" in os.environ:
            into.mkdir(parents=True, exist_ok=True)
            shutil.copy(os.environ["QUADRILLE_MODULE"], self.get_ext_fullpath(extension.name))
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
            *shlex.split(os.environ.get("QUADRILLE_CMAKE_ARGS", "")),
        ]
        subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), *options], check=True)
        jobs = str(os.cpu_count() or 1)
        subprocess.run(["cmake", "--build", str(folder), "--target", "quadrille_python", "-j", jobs], check=True)


setup(
    version=version(),
    ext_modules=[Extension("quadrille._quadrille", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)
