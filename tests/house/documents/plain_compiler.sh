#!/usr/bin/env bash
# The guide's lines for a compiler without CMake, followed to the letter, build the guide's first program, and it runs.
# SPDX-License-Identifier: MIT
# promise: plain-compiler
# usage: plain_compiler.sh [COMPILER]
# To the letter, but for the compiler, one word and one macro: what is built here is not optimized, and has the one shape that the program
# uses. That saves minutes.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
export CXX=${1:-c++}

cd "$scratch"
ln -s "$root/include" "$root/src" .
cp "$root/examples/hello.cpp" main.cpp
wanted=$(sed -n 's|^// Prints: ||p' main.cpp)

lines=$(grep '^g++ .* -Isrc ' "$root/docs/guide/build.md")
followed=0
while read -r _ options; do
    if [[ $options == *-lhwy* ]] && ! has_header hwy/highway.h >/dev/null 2>&1; then
        echo "left out: with Highway, which is not installed"
        continue
    fi
    # shellcheck disable=SC2086  # words and patterns, for the shell to expand
    "$CXX" ${options/-O2/-O0} -DQUADRILLE_SHAPE_BOX_FLOAT
    diff <(./game) <(echo "$wanted")
    echo "ok: g++ $options"
    followed=$((followed + 1))
done <<<"$lines"
((followed > 0))
