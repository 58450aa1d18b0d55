#!/usr/bin/env bash
# The library as its guests meet it: installed and moved elsewhere, and as a subproject, shared and checked.
# SPDX-License-Identifier: MIT
# usage: package.sh [COMPILER [GENERATOR]]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export CXX=${1:-c++} CMAKE_GENERATOR=${2:-Ninja} CTEST_OUTPUT_ON_FAILURE=1
export CMAKE_BUILD_TYPE=Debug # what is optimised is tested elsewhere, and takes long
unset CXXFLAGS

# quietly COMMAND…: its output is shown only if it fails.
quietly() {
    "$@" >"$scratch/log" 2>&1 || {
        cat "$scratch/log"
        echo "failed: $*"
        exit 1
    }
}

# try_consumer WHAT OPTION…: a guest configures, builds and runs; its own flags are unlike ours.
try_consumer() {
    local what=$1
    shift
    quietly cmake -S "$root/tests/house/consumer" -B "$scratch/$what" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror" "$@"
    quietly cmake --build "$scratch/$what"
    quietly cmake --build "$scratch/$what" --target test
    echo "ok: $what"
}

quietly cmake -S "$root" -B "$scratch/build" -DCMAKE_INSTALL_PREFIX="$scratch/prefix" -DQUADRILLE_TOOLS=OFF \
    -DQUADRILLE_TESTS=OFF -DQUADRILLE_BENCH=OFF -DQUADRILLE_EXAMPLES=OFF
quietly cmake --build "$scratch/build"
quietly cmake --install "$scratch/build"
quietly diff -r "$root/include" "$scratch/prefix/include"
mv "$scratch/prefix" "$scratch/moved"
try_consumer installed -DCMAKE_PREFIX_PATH="$scratch/moved"

try_consumer subproject -DQUADRILLE_SOURCE="$root" -DQUADRILLE_SIMD=OFF
try_consumer subproject_shared_and_checked -DQUADRILLE_SOURCE="$root" -DQUADRILLE_CHECKED=ON -DBUILD_SHARED_LIBS=ON

quietly cmake --install "$scratch/subproject" --prefix "$scratch/nothing"
if [[ -e $scratch/nothing ]]; then
    echo "as a subproject it installed:"
    find "$scratch/nothing" -type f
    exit 1
fi
