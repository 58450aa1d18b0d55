#!/usr/bin/env bash
# Each header is enough by itself, without exceptions and RTTI; and all together, with both, and among the macros of <windows.h>.
# SPDX-License-Identifier: MIT
# promise: no-exceptions-needed
# promise: plain-compiler: Each header is enough by itself, also among the macros of `<windows.h>`.
# usage: headers_alone.sh COMPILER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
compiler=${1:-c++}
windows=x86_64-w64-mingw32-g++
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

headers=$(find include -name '*.hpp' | LC_ALL=C sort)
failed=0
# With oneTBB comes one header, which wants exceptions.
if "$compiler" -std=c++20 -M -include tbb/parallel_for.h -x c++ /dev/null >/dev/null 2>&1; then
    echo '#include <quadrille/tbb_runner.hpp>' | "$compiler" -std=c++20 -Iinclude -Wall -Wextra -Werror -fsyntax-only -x c++ - || failed=1
else
    echo "left out: quadrille/tbb_runner.hpp (oneTBB is not installed)"
fi
headers=$(grep -v '/tbb_runner\.hpp$' <<<"$headers")

# compile WHAT COMMAND…: $scratch/tried.cpp.
compile() {
    local what=$1
    shift
    "$@" -std=c++20 -Iinclude -Wall -Wextra -Wpedantic -Werror -fsyntax-only "$scratch/tried.cpp" && return
    echo "$what"
    failed=1
}
every_header() { for header in $headers; do printf '#include <%s>\n' "${header#include/}"; done; }

for header in $headers; do
    printf '#include <%s>\n' "${header#include/}" >"$scratch/tried.cpp"
    compile "$header does not compile alone, without exceptions and RTTI" "$compiler" -fno-exceptions -fno-rtti
done
every_header >"$scratch/tried.cpp"
compile "the headers do not compile together" "$compiler"

# Other standard libraries than this one leave the macros `min` and `max` standing: they come after its headers.
if command -v "$windows" >/dev/null; then
    {
        echo '#include <windows.h>'
        grep -rhoE '^#include <[a-z_]+>' include | sort -u | sed -E 's/#include (.*)/#if __has_include(\1)\n&\n#endif/'
        printf '#define min(a, b) (((a) < (b)) ? (a) : (b))\n#define max(a, b) (((a) > (b)) ? (a) : (b))\n'
        every_header
    } >"$scratch/tried.cpp"
    compile "the headers do not compile after <windows.h>" "$windows"
else
    echo "left out: after <windows.h> ($windows is not installed)"
fi

((failed)) || echo "$(wc -l <<<"$headers") headers, each enough by itself"
exit "$failed"
