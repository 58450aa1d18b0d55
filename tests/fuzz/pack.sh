#!/usr/bin/env bash
# Packs the inputs that a fuzzer keeps: the same inputs always give the same bytes.
# SPDX-License-Identifier: MIT
# usage: pack.sh FOLDER ARCHIVE, for example: pack.sh build/fuzz/kept/life tests/fuzz/corpus/life.tar
set -euo pipefail
(($# == 2)) || {
    echo "usage: pack.sh FOLDER ARCHIVE" >&2
    exit 2
}
folder=$1 archive=$(realpath -m "$2")
[[ -d $folder && -n $(find "$folder" -type f -print -quit) ]] || {
    echo "$folder: wanted a folder with inputs, found none" >&2
    exit 1
}
# Not compressed: git does that, and stores a later version by its difference from the one before.
(cd "$folder" && find . -type f -printf '%P\n' | LC_ALL=C sort |
    tar --create --format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=0644 --verbatim-files-from --files-from=-) >"$archive.new"
mv "$archive.new" "$archive"
echo "$2: $(tar --list --file="$archive" | wc -l) inputs, $(wc -c <"$archive") bytes"
