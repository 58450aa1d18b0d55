#!/usr/bin/env bash
# Words that sources do not have: what prints, exits or throws; and in headers of users, macros of <windows.h>.
# SPDX-License-Identifier: MIT
# promise: quiet
# promise: plain-compiler: Each header is enough by itself, also among the macros of `<windows.h>`.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
cd "$root"

# lines_with WORDS FILE…: the lines that have them, without comments and texts.
lines_with() {
    awk -v words="$1" '
        {
            line = (in_comment ? "/*" : "") $0
            gsub(/"([^"\\]|\\.)*"/, "", line)
            gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", line)
            sub(/\/\/.*/, "", line)
            in_comment = sub(/\/\*.*/, "", line)
            line = " " line " "
        }
        line ~ words { print FILENAME ":" FNR ": " $0; found = 1 }
        END { exit !found }' "${@:2}"
}
# has WORDS LINE…, has_not WORDS LINE…: the rule itself is tested.
has() {
    local line
    for line in "${@:2}"; do lines_with "$1" - <<<"$line" >/dev/null || fail "not noticed: $line"; done
}
has_not() {
    local line
    for line in "${@:2}"; do ! lines_with "$1" - <<<"$line" || fail "wanted no such word in this"; done
}

# What users threw is thrown on by std::rethrow_exception.
loud='[^a-zA-Z_](f?printf|f?puts|putchar|perror|cout|cerr|clog|abort|_?exit|_Exit|quick_exit|terminate|assert|throw)'
loud+='[^a-zA-Z_]'
has "$loud" 'std::abort();' 'throw 1;' 'assert(count > 0);' '/* a */ puts("b");'
has_not "$loud" 'std::rethrow_exception(error);' 'static_assert(sizeof(int) == 4);' '// throw' 'text = "cout << a";'

# house.headers_alone compiles the headers after <windows.h>, where MinGW is.
macros='[^a-zA-Z_0-9]((min|max) *[(]|(near|far|small|hyper|interface|pascal|cdecl)[^a-zA-Z_0-9])'
has "$macros" 'return std::numeric_limits<double>::max();' 'const auto least = std::min (a, b);' 'min(a, b)' \
    'std::vector<double> near;' 'near = far.size()'
has_not "$macros" 'return (std::numeric_limits<double>::max)();' 'const auto least = (std::min)(a, b); // min(a, b)' \
    'box.min.x' 'is_near(a); // near' 'print("near")' '/* near */ /* far' $'/* x\n near\n */'

mapfile -t files < <(find include src -name '*.[chi]pp' ! -path src/engine/misused.cpp)
! lines_with "$loud" "${files[@]}" || fail "wanted a status or a report: only src/engine/misused.cpp prints and aborts"
mapfile -t headers < <(find include bindings/c/include -name '*.[hi]*')
! lines_with "$macros" "${headers[@]}" ||
    fail "wanted other names, and (std::min)(a, b) for std::min(a, b): <windows.h> has macros of these names"
((failed)) || echo "${#files[@]} files neither print, exit nor throw; ${#headers[@]} headers have no name of a macro"
exit "$failed"
