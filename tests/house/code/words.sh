#!/usr/bin/env bash
# Words that the sources do not have: what prints, exits, aborts or throws; and in headers that users include, macros of <windows.h>.
# SPDX-License-Identifier: MIT
# promise: quiet
# promise: plain-compiler: Each header is enough by itself, also among the macros of `<windows.h>`.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
cd "$root"

# lines_with WORDS FILE…: the lines that have them, without comments and texts.
lines_with() {
    awk -v words="$1" '
        { line = (in_comment ? "/*" : "") $0; gsub(/"([^"\\]|\\.)*"/, "", line); gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", line); sub(/\/\/.*/, "", line) }
        { in_comment = sub(/\/\*.*/, "", line); line = " " line " " }
        line ~ words { print FILENAME ":" FNR ": " $0; found = 1 }
        END { exit !found }' "${@:2}"
}
# has WORDS LINE, has_not WORDS LINE
has() { lines_with "$1" - <<<"$2" >/dev/null || fail "not noticed: $2"; }
has_not() { ! lines_with "$1" - <<<"$2" || fail "wanted no such word in this"; }

# What users threw is thrown on by std::rethrow_exception.
loud='[^a-zA-Z_](f?printf|f?puts|putchar|perror|cout|cerr|clog|abort|_?exit|_Exit|quick_exit|terminate|assert|throw)[^a-zA-Z_]'
for line in 'std::abort();' 'throw 1;' 'assert(count > 0);' '/* a */ puts("b");'; do has "$loud" "$line"; done
for line in 'std::rethrow_exception(error);' 'static_assert(sizeof(int) == 4);' '// throw' 'text = "cout << a";'; do has_not "$loud" "$line"; done

# house.headers_alone compiles the headers after <windows.h>, where MinGW is.
macros='[^a-zA-Z_0-9]((min|max) *[(]|(near|far|small|hyper|interface|pascal|cdecl)[^a-zA-Z_0-9])'
for line in 'return std::numeric_limits<double>::max();' 'const auto least = std::min (a, b);' 'min(a, b)' 'std::vector<double> near;' 'near = far.size()'; do
    has "$macros" "$line"
done
for line in 'return (std::numeric_limits<double>::max)();' 'const auto least = (std::min)(a, b); // min(a, b)' 'box.min.x' 'is_near(a); // near' 'print("near")' '/* near */ /* far' $'/* x\n near\n */'; do
    has_not "$macros" "$line"
done

mapfile -t files < <(find include src -name '*.[chi]pp' ! -path src/engine/misused.cpp)
! lines_with "$loud" "${files[@]}" || fail "wanted a status or a report: only src/engine/misused.cpp prints and aborts"
mapfile -t headers < <(find include bindings/c/include -name '*.[hi]*')
! lines_with "$macros" "${headers[@]}" ||
    fail "wanted other names, and (std::min)(a, b) for std::min(a, b): <windows.h> has macros of these names"
((failed)) || echo "${#files[@]} files that neither print, exit nor throw; ${#headers[@]} headers without the name of a macro"
exit "$failed"
