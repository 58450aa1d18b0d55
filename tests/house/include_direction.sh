#!/usr/bin/env bash
# No include runs up: names file, line and broken rule for each that does, and any circle.
# SPDX-License-Identifier: MIT
# promise: quiet: No include runs up.
# usage: include_direction.sh [root of the checkout]
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"

# The floors, lowest first. A file belongs to the first row whose path pattern it matches, and may include what matches the
# row's second pattern. Other headers (<vector>, <fmt/core.h>) are not tested.
floors='
^include/quadrille/(config|shapes|detail/apart)\.hpp$ ^$                                                     the ground floor stands on nothing
^include/quadrille/runners\.hpp$             ^include/quadrille/detail/tasks\.hpp$                             runners know tasks alone
^include/quadrille/answer_pieces\.hpp$       ^include/quadrille/(vocabulary\.hpp$|detail/(pieces|tasks)\.hpp$)             answers in pieces know the words and the tasks
^include/quadrille/detail/parallel_aggregate ^include/quadrille/(aggregate\.hpp$|detail/)                                     aggregates over a runner are those of the tree
^include/quadrille/detail/parallel_          ^include/quadrille/((config|geometry|questions|vocabulary|answer_pieces)\.hpp$|detail/) parallel verbs know what their answers go to
^include/quadrille/intersecting\.hpp$            ^include/quadrille/(shapes|detail/apart)\.hpp$                   what intersects knows the shapes alone
^include/quadrille/(outlines|fractions)\.hpp$ ^include/quadrille/(shapes|intersecting|detail/apart)\.hpp$       outlines and fractions know what intersects
^include/quadrille/geometry\.hpp$            ^include/quadrille/(intersecting|outlines|fractions)\.hpp$          geometry is these three
^include/quadrille/vocabulary\.hpp$          ^include/quadrille/(config|geometry)\.hpp$                      the words stand on the ground floor
^include/quadrille/recorded\.hpp$           ^$                                                                  the words of recordings stand on nothing
^include/quadrille/(recording|replay)\.hpp$  ^include/quadrille/([^/]*|detail/((changes|frame|insides|record[a-z_]*)\.hpp|replay\.ipp))$          recordings are made of frames
^include/quadrille/questions(/|\.hpp$)        ^include/quadrille/((recorded|vocabulary)\.hpp$|questions/|detail/)  questions know the words and the walks
^include/quadrille/detail/                   ^include/quadrille/((config|geometry|questions|recorded|vocabulary)\.hpp$|detail/) details know the words and the questions, not the tree
^include/quadrille/(ask|batch_queries|queries)\.hpp$ ^include/quadrille/((batch_queries|geometry|questions|vocabulary)\.hpp$|detail/) the verbs know the questions, no opt-in header, and not the tree
^include/quadrille/quadtree\.hpp$            ^include/quadrille/((ask|config|geometry|vocabulary|queries)\.hpp$|detail/) the tree knows no opt-in header
^include/quadrille/visibility\.hpp$                ^include/quadrille/([^/]*|detail/(skyline\.hpp|visibility\.ipp))$           visibility keeps its own details
^include/quadrille/(save|load)\.hpp$         ^include/quadrille/([^/]*|detail/(frame|insides|saved_tree)\.hpp)$                  save and load read and write the frames of the compiled engine
^include/quadrille/aggregate\.hpp$           ^include/quadrille/([^/]*|detail/(apart|insides)\.hpp)$                             aggregates read the cells of the compiled engine
^include/quadrille/parallel\.hpp$            ^include/quadrille/([^/]*|detail/.*)$                                parallel verbs share the details of the others
^include/quadrille/                          ^include/quadrille/[^/]*$                                       opt-in headers use what users use
^src/kernels/batch_simd\.ipp$                ^src/kernels/simd\.ipp$                                        kernels of batches are compiled as the others
^src/shapes/                                 ^src/(shapes/[a-z]+\.hpp|[a-z]+/[a-z_]+\.ipp)$         the units of the shapes have no code of their own
^src/                                        ^(include/quadrille/(config|geometry|vocabulary|detail/(apart|batch_walks|core|frame|row_of|saved_tree|verify|task))\.hpp|src/.*\.hpp)$ rooms see headers, never the body of a verb (.ipp) or the typed layer
^scenes/                                     ^(include/quadrille/(geometry|vocabulary)\.hpp|scenes/.*\.hpp)$ scenes know shapes and words, not the tree
^cli/                                        ^(include/quadrille/[^/]*|scenes/.*\.hpp|cli/.*\.hpp)$          the command uses what users use
^playground/                                 ^(include/quadrille/[^/]*|scenes/.*\.hpp|playground/.*\.hpp)$   the playground uses what users use
^bench/                                      ^(include/quadrille/[^/]*|scenes/.*\.hpp|bench/.*\.hpp)$        the benchmark uses what users use
^examples/pictures/                          ^(include/quadrille/[^/]*|examples/pictures/svg\.hpp)$        pictures are drawn by what users use
^examples/                                   ^include/quadrille/[^/]*$                                       examples use what users use
^tests/                                      ^(include/quadrille/[^/]*|(src|scenes|cli|tests)/.*\.hpp)$     tests see no details, and include no verb
'

# A file of src/ includes headers of its own room, and of rooms on lower floors.
rooms=$(grep -v '^#' tests/house/rooms.txt)
most_in_room=16

files=$(find include src scenes cli bench examples playground tests -name '*.[chi]pp' | LC_ALL=C sort)

# One line per include of ours: file, line, target as a path from the root.
includes=$(
    # shellcheck disable=SC2086  # our file names have no spaces
    awk -v known="$files" '
        BEGIN { split(known, list, "\n"); for (i in list) exists[list[i]] = 1 }
        /^[ \t]*#[ \t]*include/ {
            target = $0
            sub(/^[^<"]*[<"]/, "", target); sub(/[>"].*/, "", target)
            folder = FILENAME; sub(/[^\/]*$/, "", folder)
            tries = split(folder " include/ src/ tests/ .", places, " ")
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

up=$(awk -v rooms="$rooms" '
    BEGIN { n = split(rooms, word, /[^a-z0-9]+/); for (i = 1; i < n; ++i) if (word[i] ~ /^[0-9]+$/) floor[word[i + 1]] = word[i] }
    $1 ~ /^src\// && $3 ~ /^src\// {
        split($1, from, "/"); split($3, to, "/")
        if (from[2] != to[2] && floor[to[2]] >= floor[from[2]])
            print $1 ":" $2 ": includes " $3 ", but the room " to[2] " is not below " from[2]
    }' <<<"$includes")

outside=$(awk -v rooms="$rooms" -v most="$most_in_room" '
    /^src\// {
        room = $0; sub(/\/[^\/]*$/, "", room); ++files[room]
        split($0, part, "/")
        if (rooms !~ "[0-9] " part[2] " ") print $0 ": is in no room; those of src/ are in tests/house/rooms.txt"
    }
    END { for (room in files) if (files[room] > most) print room ": has " files[room] " files; more than " most " are two rooms" }' <<<"$files")

circles=$(awk '$3 !~ /^missing:/ { print $1, $3 }' <<<"$includes" | tsort 2>&1 >/dev/null | sed 's/^tsort: /circle: /' || true)

if [[ -n $broken$up$outside$circles ]]; then
    printf '%s\n' "$broken" "$up" "$outside" "$circles" | sed '/^$/d'
    exit 1
fi
echo "$(wc -l <<<"$includes") includes in $(wc -l <<<"$files") files, and none runs up"
