#!/usr/bin/env bash
# What programs that are compiled with quadrille.h rely on is as it was released: functions, their arguments, the fields of structs.
# SPDX-License-Identifier: MIT
# usage: abi.sh [--fix]    --fix takes what is there now for what the next release has
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
command -v abidiff abidw >/dev/null || { echo "skipped: abidiff and abidw are missing (abigail-tools)" && exit 77; }
released=tests/c/libquadrille-c.so.0.abi
header=bindings/c/include/quadrille.h
[[ $(uname -m) == x86_64 ]] || { echo "skipped: what was released is described for x86-64" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# describe HEADER_FOLDER FILE: what the interface of C shows, compiled with the header of that folder; what is behind it is left out.
describe() {
    local unit objects=()
    for unit in bindings/c/*.cpp; do
        objects+=("$scratch/$(basename "$unit").o")
        g++ -std=c++20 -g -O0 -fPIC -fvisibility=hidden -DQUADRILLE_FLAT_POINT_FLOAT -I"$1" -Iinclude -I. -c "$unit" -o "${objects[-1]}" &
    done
    wait
    g++ -shared "${objects[@]}" -Wl,--version-script=bindings/c/quadrille.map -Wl,-soname,libquadrille-c.so.0 -o "$scratch/libquadrille-c.so.0"
    abidw --headers-dir "$1" --drop-private-types --exported-interfaces-only --drop-undefined-syms --no-corpus-path --no-comp-dir-path \
        --no-show-locs --out-file "$2" "$scratch/libquadrille-c.so.0"
}
# is_as_released FILE: functions may have come.
is_as_released() { abidiff --no-added-syms "$released" "$1"; }

describe "$(dirname "$header")" "$scratch/now.abi"
if [[ ${1-} == --fix ]]; then
    cp "$scratch/now.abi" "$released"
    exit
fi
if ! is_as_released "$scratch/now.abi"; then
    echo "wanted the interface of $released (after a new soname, or for fields at the end of a struct that tells its size: tests/c/abi.sh --fix)"
    exit 1
fi

# ---- A change is seen ------------------------------------------------------------------------------------------------------

mkdir "$scratch/changed"
sed 's/^    int32_t max_depth;$/    int64_t max_depth;/' "$header" >"$scratch/changed/quadrille.h"
! cmp -s "$header" "$scratch/changed/quadrille.h" || { echo "wanted a header to change, found none like it" && exit 1; }
describe "$scratch/changed" "$scratch/changed.abi"
if is_as_released "$scratch/changed.abi" >/dev/null; then
    echo "wanted a changed field to be seen, found none"
    exit 1
fi
echo "as released: $(grep -c '<elf-symbol ' "$released") functions"
