"""The recipe for Conan 2: `conan create packaging/conan`, in this repository."""
# SPDX-License-Identifier: MIT

import os

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, rmdir


class QuadrilleConan(ConanFile):
    name = "quadrille"
    version = "0.1.0"
    description = "A quadtree for things that move"
    license = "MIT"
    author = "The quadrille authors <quadrille@example.org>"
    url = "https://example.org/quadrille"
    homepage = "https://example.org/quadrille"
    topics = ("quadtree", "spatial-index", "collision-detection", "nearest-neighbors")
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {
        "shared": [True, False],
        "fPIC": [True, False],
        "c": [True, False],  # the interface for C
        "simd": [True, False],  # kernels with SIMD, by Google Highway
    }
    default_options = {"shared": False, "fPIC": True, "c": False, "simd": True}
    implements = ["auto_shared_fpic"]

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        of_c = ("bindings/CMakeLists.txt", "bindings/c/*", "bindings/flat/*")
        for files in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*", *of_c):
            copy(self, files, src=root, dst=self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        if self.options.simd:
            self.requires("highway/[>=1.0 <2]")

    def validate(self):
        check_min_cppstd(self, 20)

    def generate(self):
        toolchain = CMakeToolchain(self)
        variables = toolchain.cache_variables
        variables["QUADRILLE_C"] = bool(self.options.c)
        variables["QUADRILLE_HIGHWAY"] = "FIND" if self.options.simd else "OFF"
        variables["QUADRILLE_TBB"] = "OFF"
        variables["QUADRILLE_TOOLS"] = "OFF"
        toolchain.generate()

        packages = CMakeDeps(self)
        packages.set_property("highway", "cmake_file_name", "hwy")
        packages.set_property("highway::hwy", "cmake_target_name", "hwy::hwy")
        packages.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        for folder in ("lib/cmake", "lib/pkgconfig", "share"):  # whose files Conan writes itself
            rmdir(self, os.path.join(self.package_folder, folder))
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.libs = ["quadrille"]
        self.cpp_info.set_property("cmake_file_name", "quadrille")
        self.cpp_info.set_property("cmake_target_name", "quadrille::quadrille")
        if self.options.c:
            self.cpp_info.set_property("cmake_target_aliases", ["quadrille::c"])
        if self.options.simd:
            self.cpp_info.requires = ["highway::hwy"]
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m", "pthread"]
