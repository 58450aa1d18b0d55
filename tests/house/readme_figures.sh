#!/usr/bin/env bash
# The tables of figures in README.md and docs/performance.md say what bench/claims.txt says. `readme_figures.sh --fix` updates them.
# SPDX-License-Identifier: MIT
# promise: true-documents
#
# A table follows a line "<!-- bench/claims.txt: TABLE -->", or "<!-- bench/claims.txt: TABLE by machine -->" for one line a claim.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT

write_tables() { # FILE: the file with its tables made anew
    awk -v claims=bench/claims.txt '
        function fail(what) { print FILENAME ":" FNR ": " what >"/dev/stderr"; failed = 1; exit 1 }
        function trimmed(text) { gsub(/^ +| +$/, "", text); return text }
        function add(list, value) { # once each, in their order
            if (!((list, value) in is_listed)) { is_listed[list, value] = 1; listed[list, ++length_of[list]] = value }
        }
        function grouped(number,    whole, rest) { # 12345.6 as 12,345.6
            whole = number; sub(/\..*/, "", whole); rest = substr(number, length(whole) + 1)
            while (match(whole, /^[0-9]+[0-9][0-9][0-9]/)) {
                rest = "," substr(whole, RLENGTH - 2, 3) substr(whole, RLENGTH + 1) rest; whole = substr(whole, 1, RLENGTH - 3)
            }
            return whole rest
        }
        # From the least to the most of all machines; what one machine alone has measured is marked.
        function range(line,    i, ends, low, high, seen, lowest, highest) {
            for (i = first_machine; i < ns_column; ++i) if (part[line, i] != "") {
                split(part[line, i] "-" part[line, i], ends, "-")
                low = ends[1]; high = ends[2]
                if (!seen || low + 0 < lowest + 0) lowest = low
                if (!seen || high + 0 > highest + 0) highest = high
                ++seen
            }
            if (!seen) return ""
            return (lowest == highest ? grouped(lowest) : grouped(lowest) " to " grouped(highest)) (seen == 1 ? " ¹" : "")
        }
        function as_range(text,    ends) {
            if (text == "") return "–"
            return split(text, ends, "-") == 1 ? grouped(text) : grouped(ends[1]) " to " grouped(ends[2])
        }
        function nanoseconds(line, subject) {
            return ns[part[line, name["task"]], part[line, name["scene"]], part[line, name["count"]], part[line, name["size"]], subject]
        }
        function read_claims(    text, line, i, fields, list) {
            while ((getline text <claims) > 0) {
                if (text ~ /^(#|$)/) continue
                fields = split(text, field, "|")
                if (!columns) {
                    for (i = 1; i <= fields; ++i) { heading[i] = trimmed(field[i]); name[heading[i]] = i }
                    columns = fields; first_machine = name["theirs"] + 1; ns_column = name["ns"]
                    continue
                }
                ++lines
                for (i = 1; i <= columns; ++i) part[lines, i] = trimmed(field[i])
                list = part[lines, name["table"]]
                add(list " rows", part[lines, name["row"]]); add(list " columns", part[lines, name["column"]])
                at[list, part[lines, name["row"]], part[lines, name["column"]]] = lines
                ns[part[lines, name["task"]], part[lines, name["scene"]], part[lines, name["count"]], part[lines, name["size"]],
                   part[lines, name["theirs"]]] = part[lines, ns_column]
            }
            close(claims)
        }
        function print_rule(cells,    i, text) { for (i = 1; i <= cells; ++i) text = text "|---"; print text "|" }
        function is_own(line) { return part[line, name["ours"]] == part[line, name["theirs"]] }
        function cell(line) {
            if (!line) return ""
            if (!is_own(line)) return range(line)
            return nanoseconds(line, part[line, name["theirs"]]) == "" ? "" : grouped(nanoseconds(line, part[line, name["theirs"]]))
        }
        function print_table(list,    r, c, text, beside, row) {
            beside = listed[list " rows", 1] ~ /; /
            text = beside ? "| | beside |" : "| |"
            for (c = 1; c <= length_of[list " columns"]; ++c) text = text " " listed[list " columns", c] " |"
            print text
            print_rule(1 + beside + length_of[list " columns"])
            for (r = 1; r <= length_of[list " rows"]; ++r) {
                row = listed[list " rows", r]; text = "| " row " |"; sub(/; /, " | ", text)
                for (c = 1; c <= length_of[list " columns"]; ++c) {
                    row = cell(at[list, listed[list " rows", r], listed[list " columns", c]])
                    text = text (row == "" ? " |" : " " row " |")
                }
                print text
            }
            text = "| on yours | `quadrille-bench readme` |"
            for (c = 2; c < 1 + beside + length_of[list " columns"]; ++c) text = text " |"
            print text
        }
        function print_by_machine(list,    i, line, text, what) {
            text = "| | beside | ratio |"
            for (i = first_machine; i < ns_column; ++i) text = text " " heading[i] " |"
            print text " ours, ns | theirs, ns | goal |"
            print_rule(6 + ns_column - first_machine)
            for (line = 1; line <= lines; ++line) if (part[line, name["table"]] == list && !is_own(line)) {
                what = part[line, name["row"]]
                if (what ~ /; /) sub(/; /, (list == "others" ? "" : ", " part[line, name["column"]]) " | ", what)
                else what = part[line, name["column"]] " | " what
                text = "| " what " | " range(line) " |"
                for (i = first_machine; i < ns_column; ++i) text = text " " as_range(part[line, i]) " |"
                print text " " grouped(nanoseconds(line, part[line, name["ours"]])) " | " \
                    grouped(nanoseconds(line, part[line, name["theirs"]])) " | " part[line, name["goal"]] " |"
            }
        }
        BEGIN { read_claims(); if (!lines) { print "no claims found in " claims >"/dev/stderr"; exit 1 } }
        skipping { if (/^\|/) next; skipping = 0 }
        /^<!-- bench\/claims\.txt: / {
            list = $3
            if (!length_of[list " rows"]) fail("there is no table \"" list "\" in " claims)
            print
            if ($4 == "by") print_by_machine(list); else print_table(list)
            skipping = 1; ++tables; next
        }
        { print }
        END { if (!failed && !tables) { print FILENAME ": wanted a line <!-- bench/claims.txt: TABLE --> above a table, found none" >"/dev/stderr"; exit 1 } }
    ' "$1"
}

for page in README.md docs/performance.md; do
    write_tables "$page" >"$fresh"
    if [[ ${1:-} == --fix ]]; then
        cat "$fresh" >"$page"
    fi
    diff "$page" "$fresh" || {
        echo "$page (<) differs from bench/claims.txt (>): tests/house/readme_figures.sh --fix"
        exit 1
    }
done
echo "the tables of figures are those of bench/claims.txt"
