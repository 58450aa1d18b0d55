#!/usr/bin/env bash
# The port of vcpkg, run with a stub of it, and the recipe of Conan, run by Conan; a guest finds what they install, and runs. And what the
# guide says of them.
# SPDX-License-Identifier: MIT
# usage: recipes.sh [COMPILER [GENERATOR [FOLDER]]]; FOLDER is where the library has been built, checked.
source "$(dirname "${BASH_SOURCE[0]}")/../support/script.sh"
export CXX=${1:-c++} CMAKE_GENERATOR=${2:-Ninja} CTEST_OUTPUT_ON_FAILURE=1
built=${3:-}
unset CXXFLAGS
version=$(sed -n 's/^#define QUADRILLE_VERSION "\(.*\)"/\1/p' "$root/include/quadrille/config.hpp")

# The lines of docs/guide/build.md: what they name is there, and their comments list what can be chosen.
lines=$(awk '/^scripts\/packages /, /^```/' "$root/docs/guide/build.md" | grep -v '^```')
choices() { sed -n "s/^$1 .*# $2: //p" <<<"$lines" | tr ' ' '\n'; }
quietly test "$(wc -l <<<"$lines")" = 3
quietly test -x "$root/$(sed -n '1s/ .*//p' <<<"$lines")"
quietly test -e "$root/$(sed -n 's/.*--overlay-ports=\([^ ]*\).*/\1/p' <<<"$lines")/portfile.cmake"
quietly test -e "$root/$(sed -n 's/^conan create \([^ ]*\).*/\1/p' <<<"$lines")/conanfile.py"
quietly diff <(choices vcpkg features) <(sed -n 's/^    "\([a-z]*\)": {/\1/p' "$root/packaging/vcpkg/vcpkg.json")
quietly diff <(choices conan options | sort) \
    <(sed -n 's/^        "\([a-z]*\)": \[True, False\].*/\1/p' "$root/packaging/conan/conanfile.py" | sort)
echo "ok: the lines of docs/guide/build.md"

if [[ -z $built ]]; then
    built=$scratch/built
    quietly cmake -S "$root" -B "$built" -DCMAKE_BUILD_TYPE=None -DQUADRILLE_CHECKED=ON -DQUADRILLE_TOOLS=OFF
    quietly cmake --build "$built"
fi
quietly cmake -DPORT="$root/packaging/vcpkg" -DWANTED_VERSION="$version" -DBUILT="$built" -DSCRATCH="$scratch/c" \
    -DCURRENT_PACKAGES_DIR="$scratch/with_c" "-DFEATURES=c" -P "$root/tests/packaging/vcpkg_stub.cmake"
quietly cmake -DPORT="$root/packaging/vcpkg" -DWANTED_VERSION="$version" -DBUILT="$built" -DSCRATCH="$scratch" \
    -DCURRENT_PACKAGES_DIR="$scratch/vcpkg_installed" -DFEATURES=default -P "$root/tests/packaging/vcpkg_stub.cmake"
# A guest that has been told of nothing but the prefix.
quietly cmake -S "$root/tests/house/packages/consumer" -B "$scratch/guest" \
    -DCMAKE_PREFIX_PATH="$scratch/vcpkg_installed" -DQUADRILLE_CHECKED=ON
quietly grep -F "quadrille_DIR:PATH=$scratch/vcpkg_installed/" "$scratch/guest/CMakeCache.txt"
quietly cmake --build "$scratch/guest"
quietly cmake --build "$scratch/guest" --target test
echo "ok: vcpkg"
archive=$scratch/quadrille-$version.tar.gz
quietly tar -C "$root" -czf "$archive" --transform "s,^,quadrille-$version/," CMakeLists.txt LICENSE bindings/CMakeLists.txt bindings/c bindings/flat cmake include src
quietly "$root/scripts/vcpkg_port" "$version" "$archive" "$scratch/port"
quietly cmake -DPORT="$scratch/port" -DWANTED_VERSION="$version" -DBUILT="$built" -DSCRATCH="$scratch/of_archive" -DARCHIVE="$archive" \
    -DCURRENT_PACKAGES_DIR="$scratch/vcpkg_of_archive" "-DFEATURES=c;simd" -P "$root/tests/packaging/vcpkg_stub.cmake"
quietly grep -F "quadrille-$version" "$scratch/of_archive/vcpkg/CMakeCache.txt"
echo "ok: vcpkg, of an archive"

# Conan comes from PyPI. Highway would come from Conan's own server.
if ! python3 -m venv "$scratch/venv" >"$scratch/log" 2>&1 || ! "$scratch/venv/bin/pip" install conan >"$scratch/log" 2>&1; then
    echo "left out: the recipe of Conan (it cannot be installed: $(tail -n 1 "$scratch/log"))"
    exit 0
fi
cp -r "$root/packaging/conan/test_package" "$scratch/guest_of_conan"
export CONAN_HOME=$scratch/conan_home PATH=$scratch/venv/bin:$PATH
quietly conan profile detect
conan create "$root/packaging/conan" -tf "$scratch/guest_of_conan" -s compiler.cppstd=20 -o '&:simd=False' -o '&:c=True' \
    -c tools.cmake.cmaketoolchain:extra_variables="{'QUADRILLE_SHAPES': 'box_float;circle_float', 'QUADRILLE_C_SHAPES': 'circle_float'}" \
    >"$scratch/log" 2>&1 || stop "$(cat "$scratch/log")"
quietly grep -x "pairs 1, kernels plain" "$scratch/log"
echo "ok: conan $version"
