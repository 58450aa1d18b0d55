#!/usr/bin/env bash
# What `./test` makes of its arguments: it says what was wanted and what was found, before it builds or installs anything.
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
expect 2 "wanted --full or --soak, found --ful" --ful
expect 2 "wanted --full or --soak, found nothing in quotes" ""
expect 2 "wanted nothing more, found --soak" --full --soak
for minutes in 0 -1 1.5 ten 1000000 08; do
    expect 2 "--soak: wanted a number of minutes from 1 to 999999, found $minutes" --soak "$minutes"
done
expect 2 "--soak: wanted a number of minutes from 1 to 999999, found nothing" --soak ""
expect 2 "wanted nothing more, found 6" --soak 5 6
exit "$failed"
