#!/usr/bin/env bash
# What a program with one shape weighs, stripped, linked without a flag: with all kernels, and with the plain ones alone.
# SPDX-License-Identifier: MIT
# promise: size
# usage: size.sh [COMPILER]
# The shape is the largest; its units are compiled as a release compiles them, and by the compiler alone.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
cd "$root"
export CXX=${1:-c++}
release=(-std=c++20 -O3 -DNDEBUG -fPIC -fno-exceptions -fno-rtti -ffp-contract=off -fno-trapping-math -fno-math-errno -Iinclude -Isrc)

cat >"$scratch/main.cpp" <<'program'
#include <quadrille/quadtree.hpp>

#include <cstdio>

int main() {
    quadrille::quadtree<int, quadrille::circle<double>> world;
    const quadrille::item moving = world.insert({{0, 0}, 1}, 1);
    world.insert({{5, 5}, 1}, 2);
    world.insert({{90, 90}, 1}, 3);
    world.move(moving, {{4, 4}, 1});
    world.pairs([](auto a, auto b) { std::printf("%d intersects %d\n", a.value(), b.value()); });
    world.query({{0, 0}, {10, 10}}, [](auto hit) { std::printf("%d is on screen\n", hit.value()); });
}
program

# weigh WHAT MOST [OPTION…]: builds the program with the units that it needs and these options; for SIMD with Highway.
weigh() {
    local what=$1 most=$2 linked=() source bytes
    shift 2
    [[ $* != *QUADRILLE_SIMD* ]] || linked=(-lhwy)
    mkdir "$scratch/$what"
    for source in src/bytes/huge_pages.cpp src/engine/error.cpp src/engine/misused.cpp src/shapes/{engine,look,simd,batch,batch_simd}.cpp; do
        "$CXX" "${release[@]}" -DQUADRILLE_SHAPE_CIRCLE_DOUBLE "$@" -c "$source" -o "$scratch/$what/$(basename "$source" .cpp).o"
    done
    ar rcs "$scratch/$what/libquadrille.a" "$scratch/$what"/*.o
    "$CXX" -std=c++20 -O2 -Iinclude "$scratch/main.cpp" "$scratch/$what/libquadrille.a" "${linked[@]}" -o "$scratch/$what/program"
    strip "$scratch/$what/program"
    bytes=$(stat -c %s "$scratch/$what/program")
    echo "$what: $bytes bytes"
    if ((bytes > most)) || ! "$scratch/$what/program" | grep -qx '2 intersects 1\|1 intersects 2'; then
        echo "wanted one that finds intersecting pairs in at most $most bytes"
        return 1
    fi
}

if has_header hwy/highway.h >/dev/null 2>&1; then
    weigh all_kernels 350000 -DQUADRILLE_SIMD &
    all_kernels=$!
fi
weigh plain_kernels 150000 || failed=1
[[ ! -v all_kernels ]] || wait "$all_kernels" || failed=1
exit "$failed"
