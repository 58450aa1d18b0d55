"""Runs the recipe of Conan with stubs of the parts of Conan's API that it uses. SPDX-License-Identifier: MIT

usage: conan_stub.py CONANFILE VERSION BUILT SCRATCH PACKAGE
The recipe configures for real, from the sources that it exports. BUILT is where the library has been built: it is installed from there.
"""

import fnmatch
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import types

conanfile, wanted_version, built, scratch, package = sys.argv[1:]


def demand(right: bool, sentence: str) -> None:
    if not right:
        sys.exit(f"{conanfile}: {sentence}")


# ---- Of Conan's API --------------------------------------------------------------------------------------------------


class ConanFile:
    settings: object
    options: object

    def __init__(self, chosen: dict) -> None:
        for name, value in {**self.default_options, **chosen}.items():
            demand(value in self.options[name], f"wanted one of {self.options[name]} for the option {name}, found {value}")
        self.options = types.SimpleNamespace(**{**self.default_options, **chosen})
        self.settings = types.SimpleNamespace(os="Linux", compiler="gcc", build_type="Debug", arch="x86_64")
        self.recipe_folder = str(pathlib.Path(conanfile).parent)
        self.required = []
        self.cpp_info = types.SimpleNamespace(set_property=lambda name, value: None)

    def requires(self, reference: str, visible: bool = True) -> None:
        self.required.append(reference.split("/")[0])

    def tool_requires(self, reference: str) -> None:
        demand(reference.startswith("cmake/"), f"wanted no tool but cmake, found {reference}")


class CMakeToolchain:
    def __init__(self, recipe: ConanFile) -> None:
        self.recipe = recipe
        self.cache_variables = {}

    def generate(self) -> None:
        self.recipe.variables = self.cache_variables


class CMakeDeps:
    def __init__(self, recipe: ConanFile) -> None:
        self.recipe = recipe

    def set_property(self, dependency: str, name: str, value: str) -> None:
        demand(name in ("cmake_file_name", "cmake_target_name"), f"wanted the name of a file or target, found {name}")

    def generate(self) -> None:
        pass


class CMake:
    def __init__(self, recipe: ConanFile) -> None:
        self.recipe = recipe

    def configure(self) -> None:
        words = {True: "ON", False: "OFF"}
        variables = {**self.recipe.variables, "BUILD_SHARED_LIBS": self.recipe.options.shared, "CMAKE_BUILD_TYPE": "Debug"}
        options = [f"-D{name}={words.get(value, value)}" for name, value in variables.items()]
        folders = ["-S", self.recipe.source_folder, "-B", self.recipe.build_folder]
        said = subprocess.run(["cmake", *folders, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        demand(said.returncode == 0, f"wanted a project that can be configured with {options}, found:\n{said.stdout}")
        demand("not used by the project" not in said.stdout, f"wanted options of the project, found others:\n{said.stdout}")

    def build(self) -> None:
        pass

    def install(self) -> None:
        subprocess.run(["cmake", "--install", built, "--prefix", self.recipe.package_folder], check=True, stdout=subprocess.DEVNULL)


def cmake_layout(recipe: ConanFile) -> None:
    recipe.source_folder = recipe.export_sources_folder
    recipe.build_folder = str(pathlib.Path(recipe.export_sources_folder).with_name("build"))


def copy(recipe: ConanFile, pattern: str, src: str, dst: str) -> list:
    source = pathlib.Path(src)
    found = [path for path in source.rglob(pattern.split("/")[0]) if path.parent == source]
    files = [file for path in found for file in ([path] if path.is_file() else path.rglob("*")) if file.is_file()]
    files = [file for file in files if fnmatch.fnmatch(str(file.relative_to(source)), pattern)]
    demand(bool(files), f"wanted files to copy, found none of {pattern} in {src}")
    for file in files:
        to = pathlib.Path(dst) / file.relative_to(source)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, to)
    return files


def check_min_cppstd(recipe: ConanFile, standard: int) -> None:
    demand(standard == 20, f"wanted C++20, found {standard}")


for name, members in {
    "conan": [ConanFile],
    "conan.tools": [],
    "conan.tools.build": [check_min_cppstd],
    "conan.tools.cmake": [CMake, CMakeDeps, CMakeToolchain, cmake_layout],
    "conan.tools.files": [copy],
}.items():
    sys.modules[name] = types.ModuleType(name)
    for member in members:
        setattr(sys.modules[name], member.__name__, member)

# ---- What Conan does with a recipe -----------------------------------------------------------------------------------

specification = importlib.util.spec_from_file_location("recipe", conanfile)
module = importlib.util.module_from_spec(specification)
sys.dont_write_bytecode = True
specification.loader.exec_module(module)
(kind,) = [member for member in vars(module).values() if isinstance(member, type) and member.__module__ == "recipe"]

requirements = {}
for number, chosen in enumerate([{}, {"shared": True, "c": True, "simd": False}]):
    recipe = kind(chosen)
    demand(recipe.version == wanted_version, f"wanted the version {wanted_version}, found {recipe.version}")
    folder = pathlib.Path(scratch) / str(number)
    recipe.export_sources_folder = str(folder / "source")
    recipe.package_folder = package if number == 0 else str(folder / "package")
    recipe.export_sources()
    recipe.layout()
    recipe.requirements()
    recipe.build_requirements()
    recipe.validate()
    recipe.generate()
    recipe.build()
    recipe.package()
    recipe.package_info()
    requirements[number] = recipe.required
    for library in recipe.cpp_info.libs:
        there = list((pathlib.Path(recipe.package_folder) / "lib").glob(f"lib{library}.*"))
        demand(bool(there), f"wanted the library {library} of package_info() in the package, found none")
    demand((pathlib.Path(recipe.package_folder) / "licenses/LICENSE").is_file(), "wanted a license in the package, found none")
    for wanted in getattr(recipe.cpp_info, "requires", []):
        demand(wanted.split("::")[0] in recipe.required, f"wanted {wanted} among the requirements, found {recipe.required}")
demand(requirements == {0: ["highway"], 1: []}, f"wanted highway, or nothing, found {requirements}")
