#!/usr/bin/env bash
# Plants wrong names in a copy of the contract, one at a time: the contract test must name each with its line.
# SPDX-License-Identifier: MIT
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r "$root"/{docs,tests} "$copy"
contract=$copy/docs/contract.md
cp "$contract" "$copy/saved"
"$root/tests/house/contract.sh" "$copy"

# plant SAID WHAT: puts this line below the head of the first table, expects to read of it, and takes it away again.
failed=0
plant() {
    local wanted=$1 what=$2 line said
    line=$(($(grep -n -m1 '^|---' "$copy/saved" | cut -d: -f1) + 1))
    sed "$((line - 1))a $what" "$copy/saved" >"$contract"
    if said=$("$root/tests/house/contract.sh" "$copy" 2>&1); then
        echo "not noticed: $what"
        failed=1
    elif ! grep -qF -- "$wanted" <<<"${said//:$line:/:LINE:}" && ! grep -qF -- "$wanted" <<<"${said/#$line:/LINE:}"; then
        echo "noticed, but not named: $what: $said"
        failed=1
    fi
    cp "$copy/saved" "$contract"
}

# shellcheck disable=SC2016 # backquotes of the contract
{
    plant ':LINE: there is no test insert.of_no_such_name' '| A promise. | `insert.of_no_such_name` |'
    plant ':LINE: there is no test inserts.gives_dense_indices_from_zero' '| A promise. | `inserts.gives_dense_indices_from_zero` |'
    plant ':LINE: there is no test insert.gives_dense_indices' '| A promise. | `insert.gives_dense_indices` |'
    plant ':LINE: there is no test options.are_told_by_the_help_of_each_verb' '| A promise. | `options.are_told_by_the_help_of_each_verb` |'
    plant ':LINE: there is no test house.of_no_such_name' '| A promise. | `query.never_truncates`, `house.of_no_such_name` |'
    plant 'LINE: wanted | a promise |' '| A promise that names no test. | |'
    plant 'LINE: wanted | a promise |' '| A promise. | by hand |'
}

# A program of which one test passes, one fails, and the others of the suite are not there.
mkdir "$copy/bin"
cat >"$copy/bin/quadrille_tests" <<'program'
#!/bin/sh
case $1 in
--gtest_list_tests) printf 'query/box.  # TypeParam = box\n  never_truncates\n  stops_when_told_to\n' ;;
*) printf '[       OK ] query/box.never_truncates (0 ms)\n[ RUN      ] query/box.stops_when_told_to\n' ;;
esac
program
chmod +x "$copy/bin/quadrille_tests"
said=$("$root/tests/house/contract.sh" "$copy" "$copy/bin" 2>&1) && { echo "not noticed: a test that fails"; failed=1; }
for sentence in 'query/box.stops_when_told_to of quadrille_tests did not pass' '1 of them ran and passed' \
    'query.with_infinite_edges_is_legal is not in the program that has its suite' 'left out: quadrille_memory_tests (not built)'; do
    grep -qF "$sentence" <<<"$said" || { echo "wanted \"$sentence\", found: $said"; failed=1; }
done
! grep -qF 'query/box.never_truncates of' <<<"$said" || { echo "a test that passes is said not to"; failed=1; }
# Where they are listed alone, the one that is not there is noticed all the same.
said=$("$root/tests/house/contract.sh" "$copy" "$copy/bin" listed 2>&1) && { echo "not noticed: a test that is not there"; failed=1; }
for sentence in '2 of them are in the programs' 'query.with_infinite_edges_is_legal is not in the program that has its suite'; do
    grep -qF "$sentence" <<<"$said" || { echo "wanted \"$sentence\", found: $said"; failed=1; }
done

# A test that is there no more, and a house test without its script.
sed -i 's/(query, never_truncates)/(query, truncates_never)/' "$copy/tests/query_test.cpp"
rm "$copy/tests/house/size.sh"
said=$("$root/tests/house/contract.sh" "$copy" 2>&1) && { echo "not noticed: a test and a script that are gone"; failed=1; }
for name in 'there is no test query.never_truncates' 'wanted the script tests/house/size.sh'; do
    grep -qF "$name" <<<"$said" || { echo "not named: $name: $said"; failed=1; }
done
exit "$failed"
