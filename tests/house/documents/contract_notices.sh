#!/usr/bin/env bash
# Spoils a copy of the contract and of its tests, one place at a time: the contract test must name each.
# SPDX-License-Identifier: MIT
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
cd "$root"
cp -r --parents docs tests playground/test ranks/tests bindings/python/tests bindings/javascript/test "$scratch"
check=$root/tests/house/documents/contract.sh
page=docs/contract.md
cd "$scratch"
"$check" .

# wants SENTENCE…: `said` has each.
wants() {
    local sentence
    for sentence; do
        grep -qF -- "$sentence" <<<"$said" || fail "$what: wanted \"$sentence\", found: $said"
    done
}
# rejects WHAT ARGUMENT…: the check fails; `what` and `said` are set.
rejects() {
    what=$1
    shift
    ! said=$("$check" "$@" 2>&1) || fail "not noticed: $what"
}
# spoil FILE EDIT SENTENCE…: sed edits FILE, the check fails and says so much, and the file is as it was.
spoil() {
    local file=$1 edit=$2
    shift 2
    cp -p "$file" saved
    sed -i "$edit" "$file"
    ! cmp -s "$file" saved || fail "$file, $edit: nothing was edited"
    rejects "$file, $edit" .
    wants "$@"
    mv saved "$file"
}
# line_of TEXT FILE
line_of() { grep -nFx -m1 -- "$1" "$2" | cut -d: -f1; }

# ---- The page --------------------------------------------------------------------------------------------------------------

first=$(grep -n -m1 '^- ' "$page" | cut -d: -f1)
# shellcheck disable=SC2016 # backquotes of the page
{
    spoil "$page" "${first}i- A promise. \`of-no-test\`" "$page:$first: no test has the marker of-no-test"
    spoil "$page" "${first}i- A promise without a name." "$page:$first: wanted \"- A promise. \`its-name\`\", found: - A promise without a name."
    spoil "$page" "${first}i- A promise. \`query.hits_show_the_item_and_let_its_value_be_changed\`" "$page:$first: wanted \"- A promise."
    spoil "$page" "${first}i- A promise. \`query\`" 'query is the name of line'
    spoil "$page" 's/`query`$/`queries`/' 'no test has the marker queries' "tests/questions/query_area_test.cpp:" "$page has no promise query"
    spoil "$page" '/^- /d' "$page has no promise"
}

# ---- The markers -----------------------------------------------------------------------------------------------------------

test=tests/questions/query_test.cpp
line=$(line_of 'TYPED_TEST(query, hits_show_the_item_and_let_its_value_be_changed) {' "$test")
spoil "$test" "${line}i// promise: of-no-row" "$test:$line: $page has no promise of-no-row"
spoil "$test" "${line}i// promise: of-no-row: With a sentence." "$test:$line: $page has no promise of-no-row"
spoil "$test" "${line}i// promise: Query" "$test:$line: wanted \"// promise: its-name\""
spoil "$test" "${line}i// promise: query:" "$test:$line: wanted \"// promise: its-name\""
spoil "$test" "${line}i/// promise: query" "$test:$line: wanted \"// promise: …\" at the beginning of the line"
spoil "$test" "${line}s@^@    // promise: query\n@" "$test:$line: wanted \"// promise: …\" at the beginning of the line"
spoil "$test" "${line}i// promise: query\n" "$test:$line: the marker query stands above no test"
spoil "$test" "${line}i// promise: query\n// Another comment." "$test:$line: the marker query stands above no test"
spoil "$test" "\$a// promise: query" 'the marker query stands above no test'
spoil "$test" "${line}s/hits_/DISABLED_hits_/" 'query.DISABLED_hits_show_the_item_and_let_its_value_be_changed is disabled, and holds no promise'
spoil tests/lives/life.hpp "\$a// promise: query" 'tests/lives/life.hpp: no suite reads the markers of this file'
# The only marker of a promise is gone, or not in the comment that the script begins with.
spoil tests/house/code/size.sh '/^# promise: size$/d' 'no test has the marker size'
spoil tests/house/code/size.sh 's/^source/\n# promise: size\n&/' 'the marker size stands above no test'
spoil tests/wasm/golden.test.mjs 's/^  test(/  it(/' 'the marker every-machine stands above no test'

# ---- What no suite runs ----------------------------------------------------------------------------------------------------

spoil tests/CMakeLists.txt 's@memory/out_of_memory_test.cpp@@' 'tests/memory/out_of_memory_test.cpp: CMake has no such test'
spoil tests/CMakeLists.txt '/^add_test(NAME no_exceptions/d' 'tests/misuse/no_exceptions_test.cpp: tests/CMakeLists.txt runs no such test'
spoil tests/house/CMakeLists.txt '\@^add_house_test(code/size)@d' 'tests/house/code/size.sh: CMake has no such test'
chmod -x tests/house/code/size.sh
rejects "a script that cannot be run" .
wants 'tests/house/code/size.sh: CMake has no such test, or it cannot be run'
chmod +x tests/house/code/size.sh

# A program of which one test passes, one fails, and the others of the suite are not there.
mkdir bin
cat >bin/quadrille_tests <<'program'
#!/bin/sh
case $1 in
--gtest_list_tests) printf 'query/box.  # TypeParam = box\n  hits_show_the_item_and_let_its_value_be_changed\n  of_every_kind_stops_when_the_visitor_says_so\n' ;;
*) printf '[       OK ] query/box.hits_show_the_item_and_let_its_value_be_changed (0 ms)\n[ RUN      ] query/box.of_every_kind_stops_when_the_visitor_says_so\n' ;;
esac
program
chmod +x bin/quadrille_tests
rejects "a program with a test that fails" . bin
wants 'query/box.of_every_kind_stops_when_the_visitor_says_so of quadrille_tests did not pass' '1 of them ran and passed' \
    'query.collects_items_and_indices_behind_what_is_there is not in the program that has its suite' 'left out: quadrille_memory_tests (not built)'
! grep -qF 'query/box.hits_show_the_item_and_let_its_value_be_changed of' <<<"$said" || fail "a test that passes is said not to"
# Where they are listed alone, the one that is not there is noticed all the same.
rejects "a test that is not there" . bin listed
wants '2 of them are in the programs' 'query.collects_items_and_indices_behind_what_is_there is not in the program that has its suite'

# ---- The list --------------------------------------------------------------------------------------------------------------

# What the promise says, a test that holds it, a finer point and its test.
what="--list size" said=$("$check" --list size)
wants 'size: A program with one shape' '        house.size'
what="--list query" said=$("$check" --list query)
wants '        query_area.equals_a_full_scan_in_worlds_of_every_style' \
    $'    Empty areas, empty trees and negative radii have no answers.\n        query_area.of_an_empty_tree_and_of_nothing_finds_nothing'
rejects "--list of-no-row" --list of-no-row
wants "$page has no promise of-no-row"
exit "$failed"
