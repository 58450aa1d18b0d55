#!/usr/bin/env bash
# Every piece of code in the pages of the guide is part of an example that is compiled and run. `guide_code.sh --fix` updates them.
# SPDX-License-Identifier: MIT
# promise: true-documents
#
# A block of code follows a line "<!-- FILE: MARK -->": what FILE has between "// [MARK" and "// MARK]" (in Python "# [MARK"), at the left
# margin.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
cd "$root"
pages=(docs/guide/*.md docs/{c,javascript,machines,python}.md)
fresh=$scratch/page.md

# write_code PAGE: the page with its code cut anew.
write_code() {
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
            print; cut(file, mark); skipping = 1; next
        }
        { print }
        END { exit failed }' "$1"
}

for page in "${pages[@]}"; do
    write_code "$page" >"$fresh"
    [[ ${1:-} != --fix ]] || cat "$fresh" >"$page"
    diff "$page" "$fresh" ||
        stop "$page (<) differs from the examples that it is cut from (>): tests/house/documents/guide_code.sh --fix"
done
blocks=$(cat "${pages[@]}" | grep -cE '^```(cpp|c|python|js)$')
((blocks > 0)) || stop "expected code in ${pages[*]}"
echo "$blocks pieces of code in ${#pages[@]} pages are those of the examples"
