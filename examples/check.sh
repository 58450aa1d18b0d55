#!/usr/bin/env bash
# Runs an example: it succeeds, prints the lines that its source promises, and is short enough to be read at one go.
# SPDX-License-Identifier: MIT
# usage: check.sh SOURCE PROGRAM [ARGUMENT…]
set -euo pipefail
source=$1
shift

status=0
said=$("$@") || status=$?
((status == 0)) || {
    printf '%s\n%s: exit status %d\n' "$said" "$source" "$status"
    exit 1
}
while read -r promised; do
    grep -qF -- "$promised" <<<"$said" || {
        printf '%s\n%s: wanted the line "%s"\n' "$said" "$source" "$promised"
        exit 1
    }
done < <(sed -n 's|^// Prints: ||p' "$source")
lines=$(wc -l <"$source")
((lines < 60)) || {
    echo "$source: has $lines lines, wanted less than 60"
    exit 1
}
