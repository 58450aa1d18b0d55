#!/usr/bin/env bash
# Each header is enough by itself, without exceptions and RTTI; and all together, with both, and among the macros of <windows.h>.
# SPDX-License-Identifier: MIT
# promise: no-exceptions-needed
# promise: plain-compiler: Each header is enough by itself, also among the macros of `<windows.h>`.
# usage: headers_alone.sh COMPILER
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
cd "$root"
compiler=${1:-c++}
windows=x86_64-w64-mingw32-g++

headers=$(find include ranks/include -name '*.hpp' | LC_ALL=C sort)
# With oneTBB and with MPI come headers that want exceptions.
# with_others LIBRARY HEADER_OF_IT PATTERN WORD…: the headers of this pattern, by themselves, where that library is.
with_others() {
    local library=$1 theirs=$2 pattern=$3 header
    shift 3
    if ! "$compiler" -std=c++20 -M "$@" -include "$theirs" -x c++ /dev/null >/dev/null 2>&1; then
        echo "left out: what needs $library (it is not installed)"
        return
    fi
    for header in $(grep -E "$pattern" <<<"$headers"); do
        echo "#include <${header#*include/}>" |
            "$compiler" -std=c++20 -Iinclude -Iranks/include "$@" -Wall -Wextra -Werror -fsyntax-only -x c++ - || failed=1
    done
}
with_others oneTBB tbb/parallel_for.h '/tbb_runner\.hpp$'
mpi=$(mpicxx -show 2>/dev/null | tr ' ' '\n' | sed -n 's/^-I/-isystem/p' | tr '\n' ' ' || true)
of_mpi='^ranks/'
# shellcheck disable=SC2086 # several words
with_others MPI mpi.h "$of_mpi" $mpi
headers=$(grep -vE "/tbb_runner\.hpp$|$of_mpi" <<<"$headers")

# compile WHAT COMMAND…: $scratch/tried.cpp.
compile() {
    local what=$1
    shift
    "$@" -std=c++20 -Iinclude -Wall -Wextra -Wpedantic -Werror -fsyntax-only "$scratch/tried.cpp" || fail "$what"
}
every_header() { for header in $headers; do printf '#include <%s>\n' "${header#include/}"; done; }

# What comes first in one of them is compiled with nothing before it, too.
others=$(grep -hm1 '^#include' $headers | sed -n 's|^#include <\(quadrille/[^>]*\)>.*|include/\1|p' | sort -u)
tried=$(grep -vxF "$others" <<<"$headers")
for header in $tried; do
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

((failed)) || echo "$(wc -l <<<"$headers") headers, each enough by itself; $(wc -l <<<"$tried") were compiled, the others come first in one of these"
exit "$failed"
