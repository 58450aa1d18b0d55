#!/usr/bin/env bash
# The library neither prints, exits, aborts nor throws, but for the default assert of checked builds.
# SPDX-License-Identifier: MIT
# promise: quiet
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

# loud FILE…: the lines, without comments and texts, that do so. What users threw is thrown on by std::rethrow_exception.
loud() {
    awk '
        { line = $0; gsub(/"([^"\\]|\\.)*"/, "", line); sub(/\/\/.*/, "", line); line = " " line }
        line ~ /[^a-zA-Z_](f?printf|f?puts|putchar|perror|cout|cerr|clog|abort|_?exit|_Exit|quick_exit|terminate|assert|throw)[^a-zA-Z_]/ {
            print FILENAME ":" FNR ": " $0
            found = 1
        }
        END { exit !found }' "$@"
}

files=$(find include src -name '*.[chi]pp' ! -path src/engine/misused.cpp)
# shellcheck disable=SC2086 # our file names have no spaces
if loud $files; then
    echo "wanted a status or a report: only src/engine/misused.cpp prints and aborts"
    exit 1
fi
echo "$(wc -l <<<"$files") files, none of which prints, exits or throws"
