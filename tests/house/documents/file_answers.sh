#!/usr/bin/env bash
# What docs/files.md says that the command prints is what it prints, of the files in tests/origins.
# SPDX-License-Identifier: MIT
# promise: true-documents
# usage: file_answers.sh [COMMAND …]; without the command, which has been built, its lines are left out.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
if (($# == 0)); then
    echo "left out: docs/files.md (no command was given)"
    exit 0
fi
command=$(realpath "$1")
page=$root/docs/files.md
cd "$root/tests/origins"

quadrille() { "$command" "$@"; }
# lacks WORDS: whether this build of the command cannot do it, for a library that it was built without.
lacks() { grep -qE 'not in this build|built without|quadrille-gdal' <<<"$1"; }

# try LINE WANTED: what it prints, on both of its streams.
asked=0
left_out=0
try() {
    local found
    [[ -n $1 ]] || return 0
    found=$(eval "$1" 2>&1) || true
    if [[ $found != "$2" ]] && lacks "$found"; then
        left_out=$((left_out + 1))
        echo "left out: $1 ($found)"
        return
    fi
    diff <(echo "$2") <(echo "$found") ||
        stop "docs/files.md: wanted of \"$1\" what stands there (<), found other words (>)"
    asked=$((asked + 1))
}

line="" wanted="" inside=no
while IFS= read -r text; do
    case $inside,$text in
        no,'```console') inside=yes ;;
        yes,'```')
            try "$line" "$wanted"
            line="" wanted="" inside=no
            ;;
        yes,'$ '*)
            try "$line" "$wanted"
            line=${text#\$ } wanted=""
            ;;
        yes,*) wanted+=${wanted:+$'\n'}$text ;;
    esac
done <"$page"

# Each file is asked something.
while IFS= read -r file; do
    grep -qF "$file" "$page" || stop "docs/files.md: wanted a question to tests/origins/$file, found none"
done < <(find . -type f ! -name README.md -printf '%f\n')
((asked > 0)) || stop "docs/files.md: wanted lines of the command, found none"
echo "$asked answers are those of docs/files.md; $left_out left out"
