#!/usr/bin/env bash
# The tables of figures say what they are made from: docs/performance.md what bench/claims.txt says, README.md what docs/beside.md says.
# `readme_figures.sh --fix` updates them.
# SPDX-License-Identifier: MIT
# promise: true-documents
#
# A table follows a line "<!-- bench/claims.txt: TABLE -->" and has a line for each claim of that table, with each machine's ratios.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
cd "$root"
fresh=$scratch/page.md

write_tables() { # FILE: the file with its tables made anew
    awk -F' *[|] *' '
        function grouped(number,    rest) { # 12345.6 as 12,345.6
            if (!match(number, /[0-9]+/)) return number
            rest = substr(number, RLENGTH + 1); number = substr(number, 1, RLENGTH)
            for (; length(number) > 3; number = substr(number, 1, length(number) - 3)) rest = "," substr(number, length(number) - 2) rest
            return number rest
        }
        function as_range(text,    ends) { # 1.2-1.4 as 1.2 to 1.4
            return split(text, ends, "-") < 2 || ends[1] == ends[2] ? grouped(ends[1]) : grouped(ends[1]) " to " grouped(ends[2])
        }
        function include(text,    ends) { # a machine, in the range of all
            if (text == "") return
            if (split(text, ends, "-") == 1) ends[2] = ends[1]
            if (!machines || ends[1] + 0 < low + 0) low = ends[1]
            if (!machines || ends[2] + 0 > high + 0) high = ends[2]
            ++machines
        }
        function rule(cells) { return cells ? "|---" rule(cells - 1) : "|" }
        function world(line) { return part[line, "task"] "|" part[line, "scene"] "|" part[line, "count"] "|" part[line, "size"] }
        function print_table(list,    line, i, what, beside, by_machine) {
            for (i = first; i < last; ++i) by_machine = by_machine " " heading[i] " |"
            print "| | beside | ratio |" by_machine " ours, ns | theirs, ns | goal |"
            print rule(6 + last - first)
            for (line = 1; line <= lines; ++line) {
                if (part[line, "table"] != list || part[line, "ours"] == part[line, "theirs"]) continue
                what = part[line, "column"]; beside = part[line, "row"]; by_machine = ""; machines = 0
                if (split(beside, halves, "; ") == 2) {
                    what = halves[1] (part[line, "table"] == "others" ? "" : ", " what); beside = halves[2]
                }
                for (i = first; i < last; ++i) {
                    include(part[line, heading[i]])
                    by_machine = by_machine " " (part[line, heading[i]] == "" ? "–" : as_range(part[line, heading[i]])) " |"
                }
                print "| " what " | " beside " | " as_range(low "-" high) (machines == 1 ? " ¹" : "") " |" by_machine \
                    " " grouped(ns[world(line), part[line, "ours"]]) " |" \
                    " " grouped(ns[world(line), part[line, "theirs"]]) " | " part[line, "goal"] " |"
            }
        }
        FNR == NR && (/^#/ || /^$/) { next }
        FNR == NR && !columns { columns = NF; for (i = 1; i <= NF; ++i) { heading[i] = $i; if ($i == "theirs") first = i + 1; if ($i == "ns") last = i }; next }
        FNR == NR {
            ++lines
            for (i = 1; i <= columns; ++i) part[lines, heading[i]] = $i
            is_table[part[lines, "table"]] = 1
            ns[world(lines), part[lines, "theirs"]] = part[lines, "ns"]
            next
        }
        skipping { if (/^\|/) next; skipping = 0 }
        { print }
        /^<!-- bench\/claims\.txt: / {
            split($0, words, " ")
            if (!is_table[words[3]]) { print FILENAME ":" FNR ": bench/claims.txt has no table \"" words[3] "\"" >"/dev/stderr"; exit 1 }
            print_table(words[3]); skipping = 1; ++tables
        }
        END { if (!tables) { print FILENAME ": expected a line <!-- bench/claims.txt: TABLE --> above a table, found none" >"/dev/stderr"; exit 1 } }
    ' bench/claims.txt "$1"
}

# compare PAGE SOURCE: whether the page is that of its source.
compare() {
    [[ ${fix:-} != --fix ]] || cat "$fresh" >"$1"
    diff "$1" "$fresh" || stop "$1 (<) differs from $2 (>): tests/house/documents/readme_figures.sh --fix"
}
fix=${1:-}
write_tables docs/performance.md >"$fresh"
compare docs/performance.md bench/claims.txt
python3 bench/others/table.py >"$fresh"
compare README.md docs/beside.md
echo "the tables of figures are those of bench/claims.txt and docs/beside.md"
