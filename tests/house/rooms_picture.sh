#!/usr/bin/env bash
# The picture of the rooms in docs/design.md is what their files and includes are. `rooms_picture.sh --fix` draws it.
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
page=docs/design.md

# A line for each room, from the top: floor, room, question, files, rooms below whose headers it includes; separated by bars.
# shellcheck disable=SC2016  # the dollars are of awk
print_room() {
    local list=$1 floor=$2 room=$3 question=$4 files=$5 below=$6
    files=$(sed -E 's|\.[chi]pp$||; s|-inl$||' <<<"$files" | LC_ALL=C sort -u | paste -sd' ')
    below=$(awk -v below=" ${below//$'\n'/ } " '!/^#/ && index(below, " " $2 " ") { print $2 }' "$list" | grep -vx "$room" | tac | paste -sd' ' || true)
    printf '%s|%s|%s|%s|%s\n' "$floor" "$room" "$question" "$files" "$below"
}

rooms() {
    local list=tests/house/rooms.txt floor room question
    grep -v '^#' "$list" | tac | while read -r floor room question; do
        print_room "$list" "$floor" "$room" "$question" \
            "$(find "src/$room" -name '*.[chi]pp' -printf '%P\n' | sed -E 's|/.*|/|')" \
            "$(grep -rhoE '^#include "[a-z]+/' "src/$room" | sed -E 's/.*"//; s|/||' | sort -u)"
    done
}

# The public headers of a room stand before its folder in detail/.
header_rooms() {
    local list=tests/house/header_rooms.txt floor room question headers own header folder
    grep -v '^#' "$list" | tac | while read -r floor room question; do
        headers=${question#*:}
        own=()
        folder=include/quadrille
        [[ $room != ranks ]] || folder=ranks/$folder
        for header in $headers; do own+=("$folder/$header.hpp"); done
        [[ $room != questions ]] || own+=("$folder/questions")
        [[ ! -d $folder/detail/$room ]] || own+=("$folder/detail/$room")
        print_room "$list" "$floor" "$room" "${question%%:*}" \
            "$(printf '%s\n' "${own[@]}" | sed -E 's|.*include/quadrille/||; s|(questions)$|\1/|' | grep -v detail/; find "$folder/detail/$room" -name '*.[hi]pp' -printf 'detail/%P\n' 2>/dev/null)" \
            "$(grep -rhoE '^#include <quadrille/[^>]*' "${own[@]}" | sed 's/.*<quadrille\///' | sort -u | awk '
                FNR == NR { for (i = index($0, "#") == 1 ? 99 : 3; i <= NF; ++i) if ($i ~ /:$/) from = i
                    for (i = from + 1; i <= NF && !/^#/; ++i) of[$i ".hpp"] = $2; next }
                { n = split($1, part, "/"); print part[1] == "detail" ? part[2] : part[1] == "questions" ? "questions" : of[$1] }' "$list" - | sort -u)"
    done
}

# A box for each room, those of one floor side by side, 118 columns wide.
draw() {
    LC_ALL=C awk -F'|' '
        function bar(count,   line) { while (count-- > 0) line = line "─"; return line }
        function padded(text, width) { while (length(text) < width) text = text " "; return text }
        function add(text) { lines[boxes] = lines[boxes] (lines[boxes] == "" ? "" : "\n") text }
        function wrap(text, width,   words, n, i, line) {
            n = split(text, words, " ")
            for (i = 1; i <= n; ++i) {
                if (length(line) + length(words[i]) + 1 > width) { add(line); line = "" }
                line = line (line == "" ? "" : " ") words[i]
            }
            add(line)
        }
        function print_floor(   i, j, width, most, text, parts) {
            width = int((118 - (boxes - 1)) / boxes) - 4
            all = boxes
            for (boxes = 1; boxes <= all; ++boxes) {
                lines[boxes] = ""
                wrap(question[boxes], width)
                wrap(files[boxes], width)
                arrows[boxes] = ""
                if (below[boxes] != "") { add("@" below[boxes]) }
                count[boxes] = split(lines[boxes], parts, "\n")
                for (i = 1; i <= count[boxes]; ++i) cell[boxes, i] = parts[i]
                if (count[boxes] > most) most = count[boxes]
            }
            for (j = 1; j <= all; ++j) printf "%s┌ %s %s┐", (j > 1 ? " " : ""), name[j], bar(width - length(name[j]))
            print ""
            for (i = 1; i <= most; ++i) {
                for (j = 1; j <= all; ++j) {
                    text = i <= count[j] ? cell[j, i] : ""
                    if (i == most && below[j] != "") text = "@" below[j]; else if (text ~ /^@/) text = ""
                    printf "%s│ %s │", (j > 1 ? " " : ""), (text ~ /^@/ ? "▼ " padded(substr(text, 2), width - 2) : padded(text, width))
                }
                print ""
            }
            for (j = 1; j <= all; ++j) printf "%s└%s┘", (j > 1 ? " " : ""), bar(width + 2)
            print ""
            boxes = 0
        }
        $1 != floor && boxes > 0 { print_floor() }
        { floor = $1; ++boxes; name[boxes] = $2; question[boxes] = $3; files[boxes] = $4; below[boxes] = $5 }
        END { print_floor() }'
}

# In place of what stands below the line of what users include, and below that of what is compiled once, to the next line or the end of
# the block.
wanted=$(headers=$(header_rooms | draw) units=$(rooms | draw) awk '
    inside && ($0 == "```" || /^─.* compiled once/) { print ENVIRON[inside]; inside = "" }
    inside == ""
    /^─.* included by users/ { inside = "headers" }
    /^─.* compiled once/ { inside = "units" }' "$page")
if [[ ${1:-} == --fix ]]; then
    printf '%s\n' "$wanted" >"$page"
elif ! diff "$page" <(printf '%s\n' "$wanted"); then
    echo "wanted the rooms as they are: tests/house/rooms_picture.sh --fix"
    exit 1
fi
