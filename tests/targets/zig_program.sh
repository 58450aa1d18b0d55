#!/usr/bin/env bash
# A program and the library as two files, compiled by Zig for other systems, and run where an emulator is: zig_program.sh ZIG SYSTEM…
# SPDX-License-Identifier: MIT
source "$(dirname "${BASH_SOURCE[0]}")/../support/script.sh"
zig=$1
shift
"$root/scripts/amalgamate" "$scratch"
sed 's|<quadrille/quadtree.hpp>|"quadrille.hpp"|' "$root/tests/house/packages/consumer/main.cpp" >"$scratch/main.cpp"
cd "$scratch"
export WINEPREFIX=$scratch/wine WINEDEBUG=-all WINEDLLOVERRIDES=mscoree=

for system in "$@"; do
    options=(-std=c++20 -O1 -Wall -Wextra -Werror)
    emulator=()
    case $system in
        *-wasi) options+=(-fno-exceptions) && emulator=(node --no-warnings "$root/tests/targets/wasi.mjs") ;;
        *-windows-*) emulator=(wine) ;;
        x86_64-linux-*) emulator=(env) ;;
        *-linux-*) emulator=("qemu-${system%%-*}") ;;
    esac
    "$zig" c++ -target "$system" "${options[@]}" main.cpp quadrille.cpp -o "program-$system"
    if ((${#emulator[@]} == 0)); then
        echo "ok: $system, built only"
    else
        answer=$("${emulator[@]}" "./program-$system"* | tail -n 1 | tr -d '\r')
        [[ $answer == "as expected"* ]] || stop "$system: wanted \"as expected\", found \"$answer\""
        echo "ok: $system"
    fi
done
