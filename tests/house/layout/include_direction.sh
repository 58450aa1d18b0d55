#!/usr/bin/env bash
# No include runs up: names file, line and broken rule for each that does, and any circle, also of imports.
# SPDX-License-Identifier: MIT
# promise: quiet: No include runs up.
# usage: include_direction.sh [root of the checkout]
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../../..}"

# Who may include whom, where it is no matter of rooms. A file belongs to the first row whose path pattern it matches, and may include what matches the
# row's second pattern. Other headers (<vector>, <fmt/core.h>) are not tested.
floors='
^include/quadrille/(contacts|observe|tbb_runner|text)\.hpp$ ^include/quadrille/[^/]*$                           opt-in headers use what users use
^(ranks/)?include/quadrille/                 ^(ranks/)?include/quadrille/                                    headers include headers; which, their rooms say
^src/shapes/                                 ^(include/quadrille/detail/engine/|src/(shapes/each_shape\.hpp|[a-z]+/[a-z_]+\.ipp)$) the units of the shapes have no code of their own
^src/                                        ^(include/quadrille/((config|geometry|memory_source|vocabulary)\.hpp$|detail/(base|engine)/)|src/.*\.hpp$) rooms see headers, never the body of a verb (.ipp) or the typed layer
^scenes/                                     ^(include/quadrille/(geometry|period|vocabulary)\.hpp|scenes/.*\.hpp)$ scenes know shapes and words, not the tree
^files/                                      ^(include/quadrille/[^/]*|files/.*\.hpp)$                       files know neither answers nor the command
^exact/                                      ^(include/quadrille/[^/]*|files/rows/.*\.hpp|exact/.*\.hpp)$    lines and polygons know what a row draws
^(cli|ranks/command)/                        ^((ranks/)?include/quadrille/[^/]*|(scenes|files|exact|cli|ranks)/.*\.hpp)$ the commands use what users use
^bindings/python/files/                      ^(include/quadrille/[^/]*|files/.*\.hpp|bindings/python/.*\.hpp)$ files are read by the code of the command
^bindings/                                   ^(include/quadrille/([^/]*|detail/(base/function_ref|engine/area_forms)\.hpp)$|bindings/.*\.hpp$) bindings use what users use, and the descriptions of forms
^playground/                                 ^(include/quadrille/[^/]*|scenes/.*\.hpp|playground/.*\.hpp)$   the playground uses what users use
^bench/                                      ^(include/quadrille/[^/]*|scenes/.*\.hpp|bench/.*\.hpp)$        the benchmark uses what users use
^examples/pictures/                          ^(include/quadrille/[^/]*|examples/pictures/svg\.hpp)$        pictures are drawn by what users use
^examples/                                   ^(ranks/)?include/quadrille/[^/]*$                                       examples use what users use
^(tests|ranks/tests)/                        ^((ranks/)?include/quadrille/[^/]*|(src|scenes|files|exact|cli|ranks|bindings|tests)/.*\.hpp)$     tests see no details, and include no verb
'

# A file of src/, include/ or of what reads files and answers includes headers of its own room, and of rooms on lower floors.
rooms=$(grep -v '^#' tests/house/layout/rooms.txt)
command_rooms=$(grep -v '^#' tests/house/layout/command_rooms.txt)
header_rooms=$(grep -v '^#' tests/house/layout/header_rooms.txt)

files=$(find include src scenes files exact cli ranks bench bindings examples playground tests -name '*.[chi]pp' | LC_ALL=C sort)

# One line per include of ours: file, line, target as a path from the root.
includes=$(
    # shellcheck disable=SC2086  # our file names have no spaces
    awk -v known="$files" '
        BEGIN { split(known, list, "\n"); for (i in list) exists[list[i]] = 1 }
        /^[ \t]*#[ \t]*include/ {
            target = $0
            sub(/^[^<"]*[<"]/, "", target); sub(/[>"].*/, "", target)
            folder = FILENAME; sub(/[^\/]*$/, "", folder)
            tries = split(folder " include/ ranks/include/ src/ tests/ .", places, " ")
            for (i = 1; i <= tries; ++i) {
                path = (places[i] == "." ? "" : places[i]) target
                while (sub(/[^\/.]+\/\.\.\//, "", path)) {}
                if (path in exists) { print FILENAME, FNR, path; next }
            }
            if ($0 ~ /"/ || target ~ /^quadrille\//) print FILENAME, FNR, "missing:" target
        }' $files)

broken=$(awk -v floors="$floors" '
    BEGIN {
        rows = split(floors, row, "\n")
        for (i = 1; i <= rows; ++i) if (split(row[i], part, " ") > 2) {
            room[++n] = part[1]; sees[n] = part[2]
            rule[n] = row[i]; sub(/^[^ ]+ +[^ ]+ +/, "", rule[n])
        }
    }
    $3 ~ /^missing:/ { print $1 ":" $2 ": there is no " substr($3, 9); next }
    {
        for (i = 1; i <= n && $1 !~ room[i]; ++i) {}
        if ($3 !~ sees[i]) print $1 ":" $2 ": includes " $3 ", but " rule[i]
    }' <<<"$includes")

# Reads the floors of the rooms, and finds the room of a file: that of src/ is its folder, that of headers begins with a colon,
# and those of files/, exact/, cli/ and ranks/command/ are folders with a slash at the end.
room_of='
    function read_rooms(list, mark,   rows, n, i, part, heads, k) {
        n = split(list, rows, "\n")
        for (i = 1; i <= n; ++i) {
            split(rows[i], part, " ")
            floor[mark == "/" ? part[2] mark : mark part[2]] = part[1]
            sub(/^[^:]*:/, "", rows[i])
            if (mark == ":") for (k = split(rows[i], heads, " "); k > 0; --k) room_of_header[heads[k]] = part[2]
        }
    }
    function room_of(path,   part, n) {
        if (path ~ /^ranks\/tests\//) return "none"
        sub(/^ranks\/include/, "include", path)
        n = split(path, part, "/")
        if (part[1] ~ /^(files|exact|cli|ranks)$/) { sub(/[^\/]*$/, "", path); return path }
        if (part[1] == "src") return n > 2 ? part[2] : "none"
        if (part[3] == "detail") return n > 4 ? ":" part[4] : "none"
        if (part[3] == "questions") return ":questions"
        sub(/\.hpp$/, "", part[3])
        return part[3] in room_of_header ? ":" room_of_header[part[3]] : "none"
    }
    function plain(room) { gsub(/^:|\/$/, "", room); return room }
    BEGIN { read_rooms(rooms, ""); read_rooms(header_rooms, ":"); read_rooms(command_rooms, "/") }'

up=$(awk -v rooms="$rooms" -v header_rooms="$header_rooms" -v command_rooms="$command_rooms" "$room_of"'
    ($1 ~ /^src\// && $3 ~ /^src\//) || ($1 ~ /^(ranks\/)?include\// && $3 ~ /^(ranks\/)?include\//) || ($1 " " $3) ~ /^(files|exact|cli|ranks\/command)\/[^ ]* (files|exact|cli|ranks\/command)\// {
        from = room_of($1); to = room_of($3)
        if (from in floor && to in floor && from != to && floor[to] >= floor[from])
            print $1 ":" $2 ": includes " $3 ", but the room " plain(to) " is not below " plain(from)
    }' <<<"$includes")

outside=$(awk -v rooms="$rooms" -v header_rooms="$header_rooms" -v command_rooms="$command_rooms" "$room_of"'
    /^(src|include|files|exact|cli|ranks\/(include|command))\// && !(room_of($0) in floor) {
        print $0 ": is in no room; those of src/ are in tests/house/layout/rooms.txt, of include/ in header_rooms.txt, others in command_rooms.txt"
    }' <<<"$files")

# A room has so many files at most; of tests, the scripts and what they read count, too.
most_in_room=16
crowded=$({ grep -E '^(src|(ranks/)?include/quadrille/detail|files|exact|cli|ranks/command)/' <<<"$files"
    find tests -type f ! -path '*/__pycache__/*'; } | sed 's|/[^/]*$||' | sort | uniq -c | awk -v most="$most_in_room" '
    $1 > most { print $2 ": has " $1 " files; more than " most " are two rooms" }')

# Of modules of JavaScript no import closes a circle, that of a type neither.
imports=$(find bindings -path '*/src/*' -name '*.ts' -not -path '*/node_modules/*' | LC_ALL=C sort | xargs -r awk '
    match($0, /from .\.\/[a-z]+/) {
        folder = FILENAME; sub(/[^\/]*$/, "", folder)
        print FILENAME, folder substr($0, RSTART + 8, RLENGTH - 8) ".ts"
    }')

circles=$({ awk '$3 !~ /^missing:/ { print $1, $3 }' <<<"$includes"; echo "$imports"; } | tsort 2>&1 >/dev/null | sed 's/^tsort: /circle: /' || true)

# A verb is its help, its options and one call; what it does stands in a room.
most_in_verb=110
thick=$(wc -l cli/verbs/*.cpp | awk -v most="$most_in_verb" '
    $2 != "total" && $1 > most { print $2 ": has " $1 " lines; a verb has at most " most ", and what it does a room of its own" }')

# The tables of docs/design.md have each room of headers and of src/, on its floor.
unnamed=$(printf '%s\n' "$rooms" "$header_rooms" | while read -r floor room question; do
    grep -qF "| $floor | \`$room\` | ${question%%:*} |" docs/design.md || echo "docs/design.md: expected a row for floor $floor, $room, \"${question%%:*}\""
done)

wrong=$(printf '%s\n' "$broken" "$up" "$outside" "$crowded" "$circles" "$thick" "$unnamed" | sed '/^$/d')
if [[ -n $wrong ]]; then
    echo "$wrong"
    exit 1
fi
echo "$(wc -l <<<"$includes") includes in $(wc -l <<<"$files") files, and none runs up"
