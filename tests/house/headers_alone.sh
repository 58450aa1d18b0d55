#!/usr/bin/env bash
# Each header is enough by itself: alone, without exceptions and RTTI, and among the macros of <windows.h>.
# SPDX-License-Identifier: MIT
# usage: headers_alone.sh COMPILER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
compiler=${1:-c++}
windows=x86_64-w64-mingw32-g++
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

headers=$(find include -name '*.hpp' | LC_ALL=C sort)
failed=0

# compile WHAT COMMAND…: every header, by itself, behind $scratch/before.hpp.
compile() {
    local what=$1 header
    shift
    for header in $headers; do
        printf '#include "before.hpp"\n#include <%s>\n' "${header#include/}" >"$scratch/alone.cpp"
        if ! "$@" -std=c++20 -Iinclude -Wall -Wextra -Wpedantic -Werror -fsyntax-only "$scratch/alone.cpp"; then
            echo "$header does not compile $what"
            failed=1
        fi
    done
}

: >"$scratch/before.hpp"
compile "alone" "$compiler"
compile "alone without exceptions and RTTI" "$compiler" -fno-exceptions -fno-rtti

# Other standard libraries than this one leave the macros `min` and `max` standing: they come after its headers.
if command -v "$windows" >/dev/null; then
    {
        echo '#include <windows.h>'
        grep -rhE '^#include <[a-z_]+>' include | sort -u
        printf '#define min(a, b) (((a) < (b)) ? (a) : (b))\n#define max(a, b) (((a) > (b)) ? (a) : (b))\n'
    } >"$scratch/before.hpp"
    compile "after <windows.h>" "$windows"
else
    echo "left out: after <windows.h> ($windows is not installed)"
fi

((failed)) || echo "$(wc -l <<<"$headers") headers, each enough by itself"
exit "$failed"
