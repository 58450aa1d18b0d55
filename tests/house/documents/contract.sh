#!/usr/bin/env bash
# Each promise of docs/contract.md has a test, and each marker of a test names a promise; of what is built, the tests run and pass.
# SPDX-License-Identifier: MIT
# usage: contract.sh [ROOT [FOLDER [listed]]] | --list [NAME]; FOLDER is where the programs of tests have been built. A test of several
# shapes or parameters is run with the first of them. `listed`: that it is in its program is enough, where all that is there is run
# anyway. --list prints each promise (or that one), the tests that hold it, and its finer points with theirs.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
listing=no
if [[ ${1:-} == --list ]]; then
    listing=yes
    listed_name=${2:-}
    set --
fi
built=${2:+$(realpath -m "$2")}
how=${3:-run}
cd "${1:-$root}"
contract=docs/contract.md
unset GTEST_FILTER GTEST_TOTAL_SHARDS GTEST_SHARD_INDEX GTEST_BRIEF GTEST_COLOR
tab=$'\t'

# ---- The rows of the page: NAME, LINE, SENTENCE, separated by tabs ---------------------------------------------------------

awk -v OFS='\t' -v page="$contract" '
    function finish() {
        if (row == "") return
        if (row !~ /^- .*[.:] `[a-z][a-z0-9-]*`$/) {
            print page ":" begin ": wanted \"- A promise. `its-name`\", found: " row; failed = 1
        } else {
            name = row; sub(/`$/, "", name); sub(/.*`/, "", name)
            sub(/ `[^`]*`$/, "", row)
            if (name in line_of) { print page ":" begin ": " name " is the name of line " line_of[name] ", too"; failed = 1 }
            line_of[name] = begin
            print name, begin, substr(row, 3) >rows
        }
        row = ""
    }
    /^## / { finish(); is_held = !/^## Not held by a test/; next }
    /^- / { finish(); if (is_held) { row = $0; begin = FNR }; next }
    /^  / && row != "" { line = $0; sub(/^ */, "", line); row = row " " line; next }
    { finish() }
    END { finish(); exit failed }' rows="$scratch/rows" "$contract" || failed=1
[[ -s $scratch/rows ]] || stop "$contract has no promise"

# ---- The tests and their markers -------------------------------------------------------------------------------------------

# read_tests PREFIX SIGN FILE…: appends to `known` each test, and "sometimes" for those that a macro may leave out; to `markers`
# NAME, TEST, PLACE and SENTENCE of each marker. SIGN begins a comment. A marker's sentence may go on in lines that are indented more.
read_tests() {
    local prefix=$1 sign=$2
    shift 2
    awk -v OFS='\t' -v prefix="$prefix" -v sign="$sign" -v known="$scratch/known" -v markers="$scratch/markers" '
        function complain(place, what) { print place ": " what; failed = 1 }
        function drop(i) {
            for (i = 1; i <= count; ++i) complain(place[i], "the marker " name[i] " stands above no test")
            count = 0
        }
        function add(test, when, i) {
            print test, when >>known
            if (count && test ~ /DISABLED_/) complain(place[1], test " is disabled, and holds no promise")
            for (i = 1; i <= count; ++i) print name[i], test, place[i], sentence[i] >>markers
            count = 0
        }
        FNR == 1 {
            drop(); depth = 0; macro = 0; is_head = 1
            script = FILENAME; sub(/.*\//, "", script); sub(/\..*/, "", script)
        }
        prefix == "node." { sub(/^ +/, "") } # tests there may stand in a loop
        index($0, sign " promise: ") == 1 {
            text = substr($0, length(sign) + 11)
            ++count; place[count] = FILENAME ":" FNR; name[count] = text; sentence[count] = ""
            if (match(text, /^[a-z][a-z0-9-]*: ./)) { sub(/:.*/, "", name[count]); sub(/^[^:]*: /, "", text); sentence[count] = text }
            if (name[count] !~ /^[a-z][a-z0-9-]*$/) {
                complain(place[count], "wanted \"" sign " promise: its-name\" or \"" sign " promise: its-name: A finer point.\", found: " $0)
                --count
            }
            next
        }
        /^[ \t]*(\/\/+|#+|\*)[ \t]*promise[ \t]*:/ {
            complain(FILENAME ":" FNR, "wanted \"" sign " promise: …\" at the beginning of the line, found: " $0)
            next
        }
        count && sentence[count] != "" && index($0, sign "     ") == 1 {
            text = $0; sub(/^[^ ]* +/, "", text); sentence[count] = sentence[count] " " text
            next
        }
        prefix == "house." { # all of the script is one test; its markers are in the comment that it begins with
            if (is_head && $0 !~ /^#/) { add("house." script, "other"); is_head = 0 }
            if (!is_head) drop()
            next
        }
        prefix == "node." {
            if (/^ *test\(/) {
                title = $0; sub(/^ *test\( *./, "", title); sub(/[\047`\042], .*/, "", title)
                add(script ": " title, "other")
            } else drop()
            next
        }
        prefix == "python." {
            if (/^def test_/) {
                title = $0; sub(/^def /, "", title); sub(/\(.*/, "", title)
                add(prefix script ":" title, "other")
            } else if (!/^@/) drop()
            next
        }
        macro {
            line = line " " $0
        }
        /^#[ \t]*if/ { ++depth }
        /^#[ \t]*endif/ { --depth }
        /^(TYPED_)?TEST(_[FP])?\(/ { macro = 1; line = $0 }
        macro {
            if (line !~ /\)/) next
            sub(/^[^(]*\( */, "", line); sub(/ *\).*/, "", line); sub(/ *, */, ".", line)
            add(prefix line, depth > 0 ? "sometimes" : "always")
            macro = 0
            next
        }
        /^int main\(/ { if (count) add(FILENAME, "other"); next }
        { drop() }
        END { drop(); exit failed }' "$@" || failed=1
}
: >"$scratch/known"
: >"$scratch/markers"
mapfile -t of_library < <(ls tests/*/*_test.cpp | grep -vE '^tests/(c|bench)/')
read_tests "" // "${of_library[@]}" ranks/tests/*_test.cpp
read_tests cli. // tests/cli/*/*_test.cpp
read_tests c. // tests/c/*_test.cpp
read_tests bench. // tests/bench/*_test.cpp
read_tests node. // playground/test/*.test.mjs tests/wasm/*.test.mjs bindings/javascript/test/*.test.mjs
read_tests python. '#' bindings/python/tests/test_*.py
read_tests house. '#' tests/house/*/*.sh

# A program that is one test has its name in CMake: TARGET of the source, then the test of this command.
while IFS=$tab read -r _ source _; do
    target=$(sed -nE "s@^quadrille_test_program\(([a-z_]+) ${source#tests/}\).*@\1@p" tests/CMakeLists.txt)
    name=$(sed -nE "s/^ *add_test\(NAME ([a-z_]+\.[a-z_]+) COMMAND ${target:-none}\).*/\1/p" tests/CMakeLists.txt)
    sed -i "s@$tab$source$tab@$tab${name:-$source}$tab@" "$scratch/markers"
    [[ -n $name ]] || fail "$source: tests/CMakeLists.txt runs no such test"
done < <(grep "${tab}tests/[^$tab]*\.cpp$tab" "$scratch/markers" | sort -u -t"$tab" -k2,2)

# What no suite builds or runs holds nothing.
cut -f3 "$scratch/markers" | cut -d: -f1 | sort -u >"$scratch/files"
while read -r file; do
    case $file in
    tests/memory/* | tests/misuse/* | tests/threads/tbb_test.cpp) grep -qF "${file#tests/}" tests/CMakeLists.txt ;;
    tests/house/*)
        script=${file#tests/house/}
        [[ -x $file ]] && grep -q "^add_house_test(${script%.sh}[ )]" tests/house/CMakeLists.txt
        ;;
    esac || fail "$file: CMake has no such test, or it cannot be run"
done <"$scratch/files"
{ grep -rIlE '^[[:space:]]*(//+|#+|\*)[[:space:]]*promise[[:space:]]*:' tests playground || true; } >"$scratch/marked"
while read -r file; do
    fail "$file: no suite reads the markers of this file"
done < <(grep -vxFf "$scratch/files" "$scratch/marked")

# ---- Both agree ------------------------------------------------------------------------------------------------------------

awk -F'\t' -v page="$contract" '
    FNR == NR { line_of[$1] = $2; next }
    !($1 in line_of) { print $3 ": " page " has no promise " $1; failed = 1 }
    { is_held[$1] = 1 }
    END {
        for (name in line_of) if (!(name in is_held)) { print page ":" line_of[name] ": no test has the marker " name; failed = 1 }
        exit failed
    }' "$scratch/rows" "$scratch/markers" || failed=1
((failed == 0)) || exit 1

if [[ $listing == yes ]]; then
    awk -F'\t' -v wanted="$listed_name" -v page="$contract" '
        FNR == NR {
            held[$1, $4] = held[$1, $4] "        " $2 "\n"
            if ($4 != "" && !(($1, $4) in is_point)) { is_point[$1, $4] = 1; points[$1] = points[$1] "\t" $4 }
            next
        }
        wanted == "" || wanted == $1 {
            found = 1
            print $1 ": " $3
            printf "%s", held[$1, ""]
            count = split(points[$1], point, "\t")
            for (i = 2; i <= count; ++i) printf "    %s\n%s", point[i], held[$1, point[i]]
        }
        END { if (!found) { print page " has no promise " wanted; exit 1 } }' "$scratch/markers" "$scratch/rows"
    exit
fi
cut -f2 "$scratch/markers" | LC_ALL=C sort -u >"$scratch/held"
points=$(awk -F'\t' '$4 != "" { print $1, $4 }' "$scratch/markers" | sort -u | wc -l)
echo "$(wc -l <"$scratch/rows") promises and $points finer points are held by $(wc -l <"$scratch/held") tests"

# ---- Those that are built, run once ----------------------------------------------------------------------------------------

if [[ -z $built ]]; then
    echo "left out: whether they pass (usage: contract.sh ROOT FOLDER)"
    exit 0
fi
grep -v ' ' "$scratch/held" >"$scratch/wanted" # but those of Node, which have titles

# place_of TEST: of its first marker.
place_of() { awk -F'\t' -v name="$1" '$2 == name { print $3; exit }' "$scratch/markers"; }
# run_named PROGRAM [PREFIX]: the first instance of each test that is wanted; adds names to `ran` and suites to `suites`.
run_named() {
    local program=$built/$1 prefix=${2:-}
    if [[ ! -x $program ]]; then
        echo "left out: $1 (not built)"
        return
    fi
    # "suite/type.", "prefix/suite." or "suite.", and below it "  test" or "  test/parameter".
    "$program" --gtest_list_tests | sed 's/ *#.*//' | awk -v prefix="$prefix" -v wanted="$scratch/wanted" -v suites="$scratch/suites" '
        BEGIN { while ((getline name <wanted) > 0) is_wanted[name] = 1 }
        /^[^ ].*\.$/ {
            full = substr($0, 1, length($0) - 1)
            parts = split(full, part, "/")
            for (i = 1; i <= parts; ++i) print prefix part[i] >>suites
            next
        }
        /^  / {
            split($1, test, "/")
            for (i = 1; i <= parts; ++i) {
                name = prefix part[i] "." test[1]
                if (name in is_wanted && !(name in is_found)) { is_found[name] = 1; print name, full "." $1 }
            }
        }' >"$scratch/found"
    [[ -s $scratch/found ]] || return 0
    if [[ $how == listed ]]; then
        cut -d' ' -f1 "$scratch/found" | tee -a "$scratch/met" >>"$scratch/ran"
        return
    fi
    local filter
    filter=$(cut -d' ' -f2 "$scratch/found" | paste -sd:)
    timeout 300 "$program" --gtest_filter="$filter" >"$scratch/output" 2>&1 || true
    cut -d' ' -f1 "$scratch/found" >>"$scratch/met"
    while read -r name full; do
        if grep -qF "[       OK ] $full" "$scratch/output"; then
            echo "$name" >>"$scratch/ran"
        elif grep -qF "[  SKIPPED ] $full" "$scratch/output"; then
            echo "$name" >>"$scratch/left_out"
        else
            fail "$(place_of "$name"): $full of $1 did not pass"
            grep -F -A20 "[ RUN      ] $full" "$scratch/output" || tail -n 5 "$scratch/output"
        fi
    done <"$scratch/found"
}

touch "$scratch/ran" "$scratch/suites" "$scratch/met"
for program in quadrille{,_memory,_fault,_misuse,_verify,_visitor_change,_unchecked_visitor_change,_tbb}_tests \
    quadrille_ranks_{life,faults,checkpoint}_test; do
    run_named "$program"
done
run_named quadrille_command_tests cli.
run_named quadrille_command_memory_tests cli.
run_named quadrille_c_tests c.
run_named quadrille_bench_tests bench.
if [[ -x $built/quadrille_no_exceptions_test ]]; then
    [[ $how == listed ]] || timeout 300 "$built/quadrille_no_exceptions_test" || fail "no_exceptions.every_verb did not pass"
    echo no_exceptions.every_verb | tee -a "$scratch/met" >>"$scratch/ran"
fi

# A suite of which something is built has all its tests, but for those that depend on macros. House tests run by themselves.
while read -r name; do
    if grep -qFx "${name%.*}" "$scratch/suites" && ! grep -qFx "$name${tab}sometimes" "$scratch/known"; then
        fail "$(place_of "$name"): $name is not in the program that has its suite"
    else
        echo "$name" >>"$scratch/left_out"
    fi
done < <(grep -v '^house\.' "$scratch/wanted" | grep -vFxf "$scratch/met")

did="ran and passed"
[[ $how == run ]] || did="are in the programs"
echo "$(sort -u "$scratch/ran" | wc -l) of them $did"
[[ ! -e $scratch/left_out ]] || echo "left out, as not in what is built, or not for this machine: $(paste -sd' ' "$scratch/left_out")"
exit "$failed"
