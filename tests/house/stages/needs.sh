#!/usr/bin/env bash
# What `./run` and `./test` install: what is nowhere to be found, and nothing else, whichever package what is there came from.
# SPDX-License-Identifier: MIT
# promise: package: `./run` and `./test` install what is missing, and nothing else.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"

# A machine where dpkg knows of no package, and apt, sudo and the compiler do nothing but note what they are asked for.
mkdir "$scratch"/{bin,include,boost}
say() { printf '#!/bin/sh\n%s\n' "$2" >"$scratch/bin/$1" && chmod +x "$scratch/bin/$1"; }
say dpkg-query 'exit 1'
say apt-get "echo apt-get \"\$@\" >>'$scratch/asked'"
# shellcheck disable=SC2016 # for that shell to expand
say sudo 'while [ "$1" = -n ]; do shift; done; exec "$@"'
compiler=$(command -v "${1:-c++}")
PATH=$scratch/bin:$PATH

# expect WHAT WANTED PACKAGE…: what apt is called to install.
expect() {
    local what=$1 wanted=$2 found
    shift 2
    : >"$scratch/asked"
    (need "$@") >"$scratch/said" 2>&1 || echo "failed" >>"$scratch/asked"
    found=$(sed -n 's/^apt-get install -y --no-install-recommends \(.*\) -o .*/\1/p; /^failed/p' "$scratch/asked")
    if [[ $found == "$wanted" ]]; then
        echo "ok: $what"
    else
        fail "$what: wanted apt to install \"$wanted\", found \"$found\""
        cat "$scratch/said"
    fi
}

export CXX=false
expect "a header that nobody has" "libboost-dev" libboost-dev
say compiler "exec '$compiler' -nostdinc -nostdinc++ -I'$scratch/include' \"\$@\""
export CXX=$scratch/bin/compiler
declare -A headers=([libboost-dev]=boost/version.hpp [libcairo2-dev]=cairo/cairo-svg.h [libcli11-dev]=CLI/CLI.hpp [libexpat1-dev]=expat.h [libfmt-dev]=fmt/format.h [libgtest-dev]=gtest/gtest.h
    [libhwy-dev]=hwy/highway.h [libsfml-dev]=SFML/Graphics.hpp
    [libtbb-dev]=tbb/parallel_for.h [libwebp-dev]=webp/mux.h [nlohmann-json3-dev]=nlohmann/json.hpp)
for package in "${!headers[@]}"; do
    expect "$package, without its header" "$package" "$package"
    mkdir -p "$(dirname "$scratch/include/${headers[$package]}")"
    : >"$scratch/include/${headers[$package]}"
    expect "$package, where its header has come from another package" "" "$package"
done

say clang++-19 'exit 1'
expect "a run time of clang that nobody has" "libclang-rt-19-dev" libclang-rt-19-dev
say clang++-19 'exit 0'
expect "one that has come from another package" "" libclang-rt-19-dev

for name in ninja clang-format-19 clang++-14 wasm-ld-19 node; do say "$name" 'exit 0'; done
expect "commands in another place" "" ninja-build clang-format-19 clang-14 lld-19 nodejs
expect "only what is missing" "no-such-package nor-this" ninja-build no-such-package clang-14 nor-this
exit "$failed"
