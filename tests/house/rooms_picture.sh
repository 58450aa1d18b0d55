#!/usr/bin/env bash
# The picture of the rooms of src/ in docs/design.md is what their files and includes are. `rooms_picture.sh --fix` draws it.
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
page=docs/design.md

# A line for each room, from the top: floor, room, question, files, rooms below whose headers it includes; separated by bars.
rooms() {
    local floor room question files below
    grep -v '^#' tests/house/rooms.txt | tac | while read -r floor room question; do
        files=$(find "src/$room" -name '*.[chi]pp' -printf '%P\n' | sed -E 's|/.*|/|; s|\.[chi]pp$||; s|-inl$||' | LC_ALL=C sort -u | paste -sd' ')
        below=$(grep -rhoE '^#include "[a-z]+/' "src/$room" | sed -E 's/.*"//; s|/||' | grep -vx "$room" | sort -u || true)
        below=$(grep -v '^#' tests/house/rooms.txt | awk -v below="$below" 'BEGIN { gsub(/\n/, " ", below) } index(" " below " ", " " $2 " ") { print $2 }' | tac | paste -sd' ')
        printf '%s|%s|%s|%s|%s\n' "$floor" "$room" "$question" "$files" "$below"
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

# In place of what stands between the line of what is compiled once and the end of the block.
drawn=$(rooms | draw)
wanted=$(drawn=$drawn awk '
    inside && $0 == "```" { print ENVIRON["drawn"]; inside = 0 }
    !inside
    /^─.* compiled once/ { inside = 1 }' "$page")
if [[ ${1:-} == --fix ]]; then
    printf '%s\n' "$wanted" >"$page"
elif ! diff "$page" <(printf '%s\n' "$wanted"); then
    echo "wanted the rooms as they are: tests/house/rooms_picture.sh --fix"
    exit 1
fi
