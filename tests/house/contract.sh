#!/usr/bin/env bash
# Each test that docs/contract.md names exists; of what is built, each runs and passes.
# SPDX-License-Identifier: MIT
# usage: contract.sh [ROOT [FOLDER [listed]]]; FOLDER is where the programs of tests have been built. A test of several shapes or
# parameters is run with the first of them. `listed`: that it is in its program is enough, where all that is there is run anyway.
set -euo pipefail
root=$(cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}" && pwd)
built=${2:+$(realpath -m "$2")}
how=${3:-run}
cd "$root"
contract=docs/contract.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset GTEST_FILTER GTEST_TOTAL_SHARDS GTEST_SHARD_INDEX GTEST_BRIEF GTEST_COLOR
failed=0

# ---- The names in the tables: LINE NAME ---------------------------------------------------------------------------------

awk -F'|' '
    /^\|/ && !/^\|-/ && !/^\| The promise / {
        names = $(NF - 1)
        if (NF != 4 || names !~ /^ (`[^`]+`, )*`[^`]+` $/) { print FNR ": wanted | a promise | `suite.test` |, found: " $0 >"/dev/stderr"; exit 1 }
        gsub(/[`,]/, " ", names)
        count = split(names, list, " ")
        for (i = 1; i <= count; ++i) print FNR, list[i]
    }' "$contract" >"$scratch/named"
[[ -s $scratch/named ]] || {
    echo "$contract names no test"
    exit 1
}

# ---- The tests in the sources: NAME, and "sometimes" for those that a macro may leave out --------------------------------

# tests_in PREFIX FILE…: names as in the contract.
tests_in() {
    local prefix=$1
    shift
    awk -v prefix="$prefix" '
        FNR == 1 { depth = 0; macro = "" }
        /^#[ \t]*if/ { ++depth }
        /^#[ \t]*endif/ { --depth }
        /^(TYPED_)?TEST(_[FP])?\(/ { macro = $0; line = "" }
        macro != "" {
            line = line " " $0
            if (line !~ /\)/) next
            sub(/^[^(]*\( */, "", line); sub(/ *\).*/, "", line); sub(/ *, */, ".", line)
            print prefix line, (depth > 0 ? "sometimes" : "always")
            macro = ""
        }' "$@"
}
{
    tests_in "" tests/*_test.cpp tests/special/*_test.cpp
    tests_in cli. tests/cli/*_test.cpp
    tests_in bench. tests/bench/*_test.cpp
    sed -nE 's/^ *add_test\(NAME ([a-z_]+\.[a-z_]+) .*/\1 other/p' tests/CMakeLists.txt
    sed -nE 's/^add_house_test\(([a-z_]+).*/house.\1 other/p' tests/house/CMakeLists.txt
} >"$scratch/known"

awk -v contract="$contract" '
    FNR == NR { is_known[$1] = 1; next }
    !($2 in is_known) { print contract ":" $1 ": there is no test " $2; failed = 1 }
    END { exit failed }' "$scratch/known" "$scratch/named" || failed=1
while read -r line name; do
    [[ -x tests/house/${name#house.}.sh ]] || {
        echo "$contract:$line: wanted the script tests/house/${name#house.}.sh"
        failed=1
    }
done < <(grep ' house\.' "$scratch/named")
((failed == 0)) || exit 1
cut -d' ' -f2 "$scratch/named" | LC_ALL=C sort -u >"$scratch/wanted"
echo "$(cut -d' ' -f1 "$scratch/named" | uniq | wc -l) promises name $(wc -l <"$scratch/wanted") tests, and all of these exist"

# ---- Those that are built, run once --------------------------------------------------------------------------------------

if [[ -z $built ]]; then
    echo "left out: whether they pass (usage: contract.sh ROOT FOLDER)"
    exit 0
fi

# run_named PROGRAM [PREFIX]: the first instance of each test that is named; adds names to `ran` and suites to `suites`.
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
            echo "$contract:$(awk -v name="$name" '$2 == name { print $1; exit }' "$scratch/named"): $full of $1 did not pass"
            grep -F -A20 "[ RUN      ] $full" "$scratch/output" || tail -n 5 "$scratch/output"
            failed=1
        fi
    done <"$scratch/found"
}

touch "$scratch/ran" "$scratch/suites" "$scratch/met"
run_named quadrille_tests
run_named quadrille_memory_tests
run_named quadrille_fault_tests
run_named quadrille_misuse_tests
run_named quadrille_visitor_change_tests
run_named quadrille_tbb_tests
run_named quadrille_command_tests cli.
run_named quadrille_command_memory_tests cli.
run_named quadrille_bench_tests bench.
if [[ -x $built/quadrille_no_exceptions_test ]]; then
    [[ $how == listed ]] || timeout 300 "$built/quadrille_no_exceptions_test" || { echo "no_exceptions.every_verb did not pass"; failed=1; }
    echo no_exceptions.every_verb | tee -a "$scratch/met" >>"$scratch/ran"
fi

# A suite of which something is built has all its tests, but for those that depend on macros. House tests run by themselves.
while read -r name; do
    if grep -qFx "${name%.*}" "$scratch/suites" && ! grep -qFx "$name sometimes" "$scratch/known"; then
        echo "$contract: $name is not in the program that has its suite"
        failed=1
    else
        echo "$name" >>"$scratch/left_out"
    fi
done < <(grep -v '^house\.' "$scratch/wanted" | grep -vFxf "$scratch/met")

held="ran and passed"
[[ $how == run ]] || held="are in the programs"
echo "$(sort -u "$scratch/ran" | wc -l) of them $held"
[[ ! -e $scratch/left_out ]] || echo "left out, as not in what is built, or not for this machine: $(paste -sd' ' "$scratch/left_out")"
exit "$failed"
