#!/usr/bin/env bash
# No name in a header that users include is a macro of <windows.h>. house.headers_alone compiles them after it, where MinGW is.
# SPDX-License-Identifier: MIT
# promise: plain-compiler: Each header is enough by itself, also among the macros of `<windows.h>`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

# macro_names FILE…: the lines, without comments and texts, that have such a name. `(std::min)(a, b)` is no use of a macro.
macro_names() {
    awk '
        { line = (in_comment ? "/*" : "") $0; gsub(/"([^"\\]|\\.)*"/, "", line); gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", line); sub(/\/\/.*/, "", line) }
        { in_comment = sub(/\/\*.*/, "", line); line = " " line " " }
        line ~ /[^a-zA-Z_0-9](min|max)[ ]*\(/ ||
        line ~ /[^a-zA-Z_0-9](near|far|small|hyper|interface|pascal|cdecl)[^a-zA-Z_0-9]/ {
            print FILENAME ":" FNR ": " $0
            found = 1
        }
        END { exit !found }' "$@"
}

for line in 'return std::numeric_limits<double>::max();' 'const auto least = std::min (a, b);' 'min(a, b)' 'std::vector<double> near;' 'near = far.size()'; do
    macro_names - <<<"$line" >/dev/null || { echo "not noticed: $line"; exit 1; }
done
for line in 'return (std::numeric_limits<double>::max)();' 'const auto least = (std::min)(a, b); // min(a, b)' 'box.min.x' 'is_near(a); // near' 'print("near")' '/* near */ /* far' $'/* x\n near\n */'; do
    ! macro_names - <<<"$line" || { echo "wanted no name of a macro"; exit 1; }
done

files=$(find include bindings/c/include -name '*.[hi]*')
# shellcheck disable=SC2086 # our file names have no spaces
if macro_names $files; then
    echo "wanted other names, and (std::min)(a, b) for std::min(a, b): <windows.h> has macros of these names"
    exit 1
fi
echo "$(wc -l <<<"$files") headers, none of which has the name of a macro"
