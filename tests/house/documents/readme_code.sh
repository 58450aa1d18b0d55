#!/usr/bin/env bash
# The README's code is the example's, line for line, and begins within its first 20 lines.
# SPDX-License-Identifier: MIT
# promise: true-documents
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
cd "$root"

example=$(sed -n '/\[readme$/,/readme\]$/p' examples/hello.cpp | sed '1d;$d; s/^    //')
shown=$(awk '/^```cpp$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' README.md | sed '1,2d')
first=$(grep -n -m1 '^```cpp$' README.md | cut -d: -f1)

diff <(echo "$example") <(echo "$shown") ||
    stop "wanted the lines of examples/hello.cpp between its readme marks (<), found others in README.md (>)"
((first < 20)) || stop "README.md:$first: wanted code by line 20"
echo "$(wc -l <<<"$shown") lines of README code are those of examples/hello.cpp"
