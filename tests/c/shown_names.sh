#!/usr/bin/env bash
# The shared library shows the functions that quadrille.h declares, in their version, and nothing else; so does its Debian package.
# SPDX-License-Identifier: MIT
# usage: shown_names.sh LIBRARY HEADER
set -euo pipefail
shown=$(nm -D --defined-only "$1" | awk '$2 == "T" { print $3 }' | LC_ALL=C sort)
declared=$(grep -oE '\bquadrille_[a-z_]+\(' "$2" | tr -d '(' | LC_ALL=C sort -u | sed 's/$/@@QUADRILLE_0/')
types=$(nm -D --defined-only "$1" | awk '$2 != "T" && $2 != "A" { print $3 }')
if [[ $shown != "$declared" || -n $types ]]; then
    diff <(echo "$declared") <(echo "$shown") || true
    echo "wanted the names that the header declares (<), found others (>) $types"
    exit 1
fi
symbols=$(dirname "${BASH_SOURCE[0]}")/../../debian/libquadrille-c0.symbols
listed=$(sed -nE 's/^ (quadrille_[a-z_]+)@QUADRILLE_0 .*/\1@@QUADRILLE_0/p' "$symbols")
if [[ $listed != "$declared" ]]; then
    diff <(echo "$declared") <(echo "$listed") || true
    echo "wanted the names that the header declares (<) in debian/libquadrille-c0.symbols, in order, found others (>)"
    exit 1
fi
echo "$(wc -l <<<"$shown") functions are shown"
