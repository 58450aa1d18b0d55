#!/usr/bin/env bash
# Each fuzzer has an archive of kept inputs; whoever packs them gets the same bytes. What is missing, empty or no archive is rejected.
# SPDX-License-Identifier: MIT
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
cd "$root"
unpack() { cmake -D ARCHIVE="$1" -D FOLDER="$2" -P tests/fuzz/unpack.cmake; }

# ---- Those that are there --------------------------------------------------------------------------------------------------

fuzzers=$(sed -n 's/^fuzzers=(\(.*\))$/\1/p' scripts/soak.sh | tr ' ' '\n' | sort | paste -sd' ')
archives=$(basename -s .tar tests/fuzz/corpus/* | sort | paste -sd' ')
[[ -n $fuzzers && $fuzzers == "$archives" ]] || fail "wanted an archive for each of $fuzzers, found those of $archives"
total=0
for archive in tests/fuzz/corpus/*.tar; do
    name=$(basename "$archive" .tar)
    unpack "$archive" "$scratch/$name" || fail "$archive is not unpacked"
    # Neither the order of the files in their folder nor their times and rights count; the version of tar does.
    mkdir "$scratch/$name.copy"
    find "$scratch/$name" -type f | LC_ALL=C sort -r | xargs cp -t "$scratch/$name.copy"
    chmod 600 "$scratch/$name.copy"/*
    tests/fuzz/pack.sh "$scratch/$name" "$scratch/$name.tar"
    tests/fuzz/pack.sh "$scratch/$name.copy" "$scratch/$name.copy.tar"
    cmp "$scratch/$name.tar" "$scratch/$name.copy.tar" || fail "$archive: pack.sh makes others of the same inputs"
    unpack "$scratch/$name.tar" "$scratch/$name.again" && diff -r "$scratch/$name" "$scratch/$name.again" ||
        fail "$archive: pack.sh has other inputs"
    total=$((total + $(wc -c <"$archive")))
done
((total <= 1000000)) || fail "the archives of all fuzzers: wanted 1,000,000 bytes at most, found $total"

# ---- Those that are not ----------------------------------------------------------------------------------------------------

# rejected ARCHIVE SENTENCE: what unpacking it says; the lines of CMake's message are joined.
rejected() {
    local said
    if said=$(unpack "$1" "$scratch/out" 2>&1); then
        fail "not noticed: $1 is unpacked"
    elif said=$(tr -s ' \n' ' ' <<<"$said") && [[ $said != *"$2"* ]]; then
        fail "$1: wanted \"$2\", found: $said"
    fi
}
rejected "$scratch/none.tar" "wanted an archive of inputs (tests/fuzz/pack.sh makes it), found no file"
tar --create --file="$scratch/empty.tar" --files-from=/dev/null
rejected "$scratch/empty.tar" "wanted an archive of inputs, found none in it"
: >"$scratch/nothing.tar"
rejected "$scratch/nothing.tar" "nothing.tar"
echo "no archive" >"$scratch/text.tar"
rejected "$scratch/text.tar" "text.tar"

mkdir "$scratch/bare"
said=$(tests/fuzz/pack.sh "$scratch/bare" "$scratch/bare.tar" 2>&1) && fail "not noticed: no inputs are packed"
[[ $said == *"wanted a folder with inputs, found none"* && ! -e $scratch/bare.tar ]] || fail "no inputs: $said"
exit "$failed"
