#!/usr/bin/env bash
# The headers and the library by the rules of MSVC, as clang knows them: the ABI of Windows, `long` of 32 bits, attributes of its own.
# SPDX-License-Identifier: MIT
# usage: msvc_rules.sh [CLANG]
# The standard library is not MSVC's, which is free on Windows alone, but that of g++. So nothing is linked, and nothing runs.
source "$(dirname "${BASH_SOURCE[0]}")/../support/script.sh"
cd "$root"
clang=${1:-clang++-19}

# What these headers take from g++ and from Windows, and clang does not have for this target.
parse=("$clang" --target=x86_64-pc-windows-msvc -fms-compatibility-version=19.39 -std=c++20 -fsyntax-only -Wall -Wextra -Wno-literal-range -Werror
    -nostdinc++ -D_GNU_SOURCE -D__STRICT_ANSI__ -D_byteswap_ulong=__builtin_bswap32 -D_byteswap_uint64=__builtin_bswap64
    -D_aligned_malloc=aligned_alloc -D_aligned_free=free -D__GCC_ATOMIC_TEST_AND_SET_TRUEVAL=1)
for type in BOOL CHAR CHAR16_T CHAR32_T CHAR8_T INT LLONG LONG POINTER SHORT WCHAR_T; do
    parse+=("-D__GCC_ATOMIC_${type}_LOCK_FREE=2")
done
parse+=(-include tests/targets/msvc/stdint.h -isystem tests/targets/msvc)
while read -r folder; do
    [[ $folder == */lib/gcc/* ]] || parse+=(-isystem "$folder")
done < <(g++ -v -x c++ -fsyntax-only - </dev/null 2>&1 | sed -n 's/^ \(\/.*\)/\1/p')
parse+=(-Iinclude -Isrc)

grep -rhoE '^#include <[a-z_]+>' include src | sort -u |
    sed -E 's/#include (.*)/#if __has_include(\1)\n&\n#endif/' >"$scratch/standard.cpp"
if ! "${parse[@]}" "$scratch/standard.cpp" >"$scratch/log" 2>&1; then
    echo "left out: the rules of MSVC (the headers of this g++ cannot be read by them: $(grep -m 1 error "$scratch/log"))"
    exit 0
fi

# try WHAT FILE…
try() {
    if "${parse[@]}" "${@:2}"; then
        echo "ok: $1"
    else
        fail "wanted what MSVC would take, found something else: $1"
    fi
}
find include/quadrille -name '*.hpp' ! -name tbb_runner.hpp | LC_ALL=C sort |
    sed 's|^include/\(.*\)|#include <\1>|' >"$scratch/headers.cpp"
try "the headers" "$scratch/headers.cpp"
try "the library" src/*/*.cpp
exit "$failed"
