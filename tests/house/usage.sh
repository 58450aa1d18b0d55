#!/usr/bin/env bash
# What `./test` makes of its arguments: it says what was wanted and what was found, before it builds or installs anything; and the
# table of its stages.
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# expect STATUS TEXT ARGUMENT…: how it ends, and what the first line says, of the output or of the errors.
failed=0
expect() {
    local wanted=$1 text=$2 status=0 said
    shift 2
    said=$(./test "$@" 2>&1) || status=$?
    said=${said%%$'\n'*}
    if [[ $status == "$wanted" && $said == *"$text"* ]]; then
        echo "ok: ./test $*"
    else
        echo "./test $*: wanted status $wanted and \"$text\", found $status and \"$said\""
        failed=1
    fi
}

expect 0 "usage: ./test " --help
expect 0 "usage: ./test " -h
either="wanted --full, --list, --soak or the name of a stage"
expect 2 "$either, found --ful; did you mean --full?" --ful
expect 2 "$either, found nothing in quotes" ""
expect 2 "$either, found sanitised; did you mean sanitized?" gcc sanitised
expect 2 "$either, found elephant" --full elephant
expect 2 "$either, found clang; did you mean clang14?" clang
expect 2 "wanted --full or the name of a stage, found --soak, which stands alone" --full --soak
expect 2 "wanted --full or the name of a stage, found --list, which stands alone" suite --list
expect 2 "--list: wanted nothing more, found suite" --list suite
for minutes in 0 -1 1.5 ten 1000000 08; do
    expect 2 "--soak: wanted a number of minutes from 1 to 999999, found $minutes" --soak "$minutes"
done
expect 2 "--soak: wanted a number of minutes from 1 to 999999, found nothing" --soak ""
expect 2 "--soak: wanted nothing more, found 6" --soak 5 6

# Stages: each that is offered has its line in the list, and a function; the quick ones are among those of the full run.
source scripts/stages.sh
source scripts/suites.sh
same() {
    if [[ $2 == "$3" ]]; then
        echo "ok: $1"
    else
        echo "$1: wanted \"$2\", found \"$3\""
        failed=1
    fi
}
same "a word far from all of them" "test: $either, found elephant" "$(./test elephant 2>&1 | head -n 1)"
same "the list" "stage ${full_stages[*]}" "$(./test --list | awk '{ print $1 }' | xargs)"
same "their functions" "$(printf 'stage_%s\n' "${full_stages[@]}" | sort)" "$(declare -F | awk '$3 ~ /^stage_/ { print $3 }' | sort)"
for name in "${quick_stages[@]}"; do
    same "the minutes of $name" 2 "$(./test --list | awk -v name="$name" '$1 == name { print ($2 ~ /^[0-9]+$/) + ($4 ~ /^[0-9]+$/) }')"
done

# What they install: of the quick run no compilers but g++ and the clang that compiles for sanitizers, and nothing for pictures, pages and other machines.
same "the packages of quick stages" "clang-19" \
    "$(packages_for no "${quick_stages[@]}" | grep -oE '^clang-[0-9]+|g\+\+-[^ ]*|libcairo[^ ]*|libsfml[^ ]*|chromium|wine|qemu[^ ]*|libbox2d[^ ]*')"
same "those of s390x" "cmake ninja-build libhwy-dev googletest g++-s390x-linux-gnu qemu-user" "$(packages_for no s390x | xargs)"
same "those of two stages, each once" "1" "$(packages_for yes gcc clang14 | grep -cx librapidcheck-dev)"
exit "$failed"
