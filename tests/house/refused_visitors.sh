#!/usr/bin/env bash
# Visitors whose answer would be misunderstood do not compile, and the compiler's message says what they may return.
# SPDX-License-Identifier: MIT
# usage: refused_visitors.sh COMPILER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
compiler=${1:-c++}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# question CALL: a program that asks it.
question() {
    printf '#include <quadrille/quadtree.hpp>\nvoid ask(quadrille::quadtree<int>& tree) { tree.%s; }\n' "$1" \
        >"$scratch/ask.cpp"
    "$compiler" -std=c++20 -Iinclude -fsyntax-only "$scratch/ask.cpp" >"$scratch/said" 2>&1
}
refuse() {
    if question "$1"; then
        echo "compiles, and should not: $1"
        failed=1
    elif ! grep -q "$2" "$scratch/said"; then
        echo "is refused without a sentence: $1"
        failed=1
    fi
}
take() {
    question "$1" || { echo "does not compile: $1"; cat "$scratch/said"; failed=1; }
}

fraction='returns nothing, quadrille::flow or a fraction'
for answer in true 1 "'a'" 1U; do
    refuse "raycast({{0, 0}, {1, 1}}, [](auto) { return $answer; })" "$fraction"
    refuse "cast(quadrille::box<float>{}, {1, 1}, [](auto) { return $answer; })" "$fraction"
    refuse "query({{0, 0}, {1, 1}}, [](auto) { return $answer; })" 'returns nothing or quadrille::flow'
    refuse "pairs([](auto, auto) { return $answer; })" 'returns nothing or quadrille::flow'
done
for answer in 0.5 0.5F 'hit.fraction()' quadrille::flow::stop ''; do
    take "raycast({{0, 0}, {1, 1}}, []([[maybe_unused]] auto hit) { return $answer; })"
done

((failed)) || echo "visitors are refused and taken as they should be"
exit "$failed"
