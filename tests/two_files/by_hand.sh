#!/usr/bin/env bash
# The two files as users compile them, in an empty folder: without a warning, by g++ and clang, plain and with SIMD; what is left out is told.
# SPDX-License-Identifier: MIT
# With one shape: that of all shapes is the library of the tests.
source "$(dirname "${BASH_SOURCE[0]}")/../support/script.sh"
cd "$scratch"
options=(-std=c++20 -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Werror)
box=-DQUADRILLE_SHAPE_BOX_FLOAT

"$root/scripts/amalgamate" files
(cd "$root/docs" && LC_ALL=C.UTF-8 TZ=Asia/Tokyo ../scripts/amalgamate "$scratch/again")
cmp files/quadrille.hpp again/quadrille.hpp
cmp files/quadrille.cpp again/quadrille.cpp
cp "$root/examples/hello.cpp" main.cpp
sed 's|<quadrille/quadtree.hpp>|"quadrille.hpp"|' main.cpp >files/main.cpp
wanted=$(sed -n 's|^// Prints: ||p' main.cpp)
if grep -nE '^#include .*(quadrille/|[a-z]+/[a-z_-]+\.(hpp|ipp))' files/quadrille.?pp; then
    fail "wanted every file of ours expanded, found these includes"
fi

# build COMPILER OPTION…: the program, which is run.
build() {
    if "$1" "${options[@]}" main.cpp quadrille.cpp -o game "${@:2}" && diff <(./game) <(echo "$wanted"); then
        echo "ok: $*"
    else
        fail "does not compile without a warning, or prints something else: $*"
    fi
    rm -f game
}
# refuse SENTENCE COMPILER OPTION…: it does not compile, and this is said.
refuse() {
    local sentence=$1
    shift
    if "$@" -std=c++20 -fsyntax-only >said 2>&1; then
        fail "compiles, and should not: $*"
    elif ! grep -qF -- "$sentence" said; then
        head said
        fail "wanted \"$sentence\" from: $*"
    fi
}

cd files
build g++ "$box" -O0 -DQUADRILLE_CHECKED
compilers=(g++)
! command -v clang++-19 >/dev/null || compilers+=(clang++-19)
for compiler in "${compilers[@]}"; do
    build "$compiler" "$box" -O1 -fno-exceptions -fno-rtti
    if CXX=g++ has_header hwy/highway.h >/dev/null 2>&1; then
        build "$compiler" "$box" -O0 -DQUADRILLE_SIMD -I. -lhwy
    else
        echo "left out: with Highway, which is not installed"
    fi
done
# Where there are no threads: by a word, and by a standard library without them.
"${compilers[-1]}" "${options[@]}" -fsyntax-only "$box" -DQUADRILLE_NO_THREADS quadrille.cpp || failed=1
if "${compilers[-1]}" --target=wasm32-wasi -fsyntax-only -x c++ -include atomic /dev/null >/dev/null 2>&1; then
    "${compilers[-1]}" --target=wasm32-wasi "${options[@]}" -fno-exceptions -fsyntax-only "$box" quadrille.cpp || failed=1
else
    echo "left out: wasm32-wasi (wasi-libc, libc++-19-dev-wasm32)"
fi
for shape in POINT_DOUBLE CIRCLE_DOUBLE; do
    "${compilers[-1]}" "${options[@]}" -fsyntax-only "-DQUADRILLE_SHAPE_$shape" quadrille.cpp || failed=1
done
refuse "define this one's, too" g++ -DQUADRILLE_SHAPE_POINT_DOUBLE main.cpp
refuse "wanted its folder by -I" g++ "$box" -DQUADRILLE_SIMD quadrille.cpp
exit "$failed"
