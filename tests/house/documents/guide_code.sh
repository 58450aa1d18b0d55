#!/usr/bin/env bash
# Every piece of code in docs/guide.md is part of an example that is compiled and run. `guide_code.sh --fix` updates them.
# SPDX-License-Identifier: MIT
# promise: true-documents
#
# A block of code follows a line "<!-- FILE: MARK -->": what FILE has between "// [MARK" and "// MARK]" (in Python "# [MARK"), at the left
# margin.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
cd "$root"
guide=docs/guide.md
fresh=$scratch/guide.md

awk '
    function fail(what) { print FILENAME ":" FNR ": " what >"/dev/stderr"; failed = 1; exit 1 }
    # The lines of a file between two marks, without other marks, and with their common indentation taken off.
    function cut(file, mark,    line, inside, count, lines, least, at, found) {
        while ((getline line <file) > 0) {
            if (line ~ "(//|#) \\[" mark "$") { inside = found = 1; continue }
            if (line ~ "(//|#) " mark "\\]$") { inside = 0 }
            if (inside && line !~ /^ *(\/\/|#) (\[[a-z]+|[a-z]+\])$/) { lines[++count] = line }
        }
        close(file)
        if (!found) fail("there is no mark \"" mark "\" in " file)
        least = 1000
        for (at = 1; at <= count; ++at) if (match(lines[at], /[^ ]/) && RSTART < least) least = RSTART
        for (at = 1; at <= count; ++at) print substr(lines[at], least)
    }
    skipping { if ($0 == "```") { skipping = 0; print } ; next }
    /^<!-- examples\/[a-z_]+\.(cpp|c|py|mjs): [a-z]+ -->$/ { print; file = $2; mark = $3; sub(/:$/, "", file); named = FNR; next }
    /^```(cpp|c|python|js)$/ {
        if (named != FNR - 1 || !named) fail("code that is not cut from an example: wanted a line <!-- examples/FILE.cpp: MARK --> above it")
        print; cut(file, mark); skipping = 1; ++blocks; next
    }
    { print }
    END { if (!failed && !blocks) { print "no code found in " FILENAME >"/dev/stderr"; exit 1 } }
' "$guide" >"$fresh"

[[ ${1:-} != --fix ]] || cat "$fresh" >"$guide"
diff "$guide" "$fresh" ||
    stop "$guide (<) differs from the examples that it is cut from (>): tests/house/documents/guide_code.sh --fix"
echo "$(grep -cE '^```(cpp|c|python|js)$' "$guide") pieces of code in $guide are those of the examples"
