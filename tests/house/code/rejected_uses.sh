#!/usr/bin/env bash
# Wrong uses do not compile. What newcomers try first: the compiler's first error says what to write; of other uses its first lines do.
# SPDX-License-Identifier: MIT
# promise: wrong-uses
# promise: wrong-uses: What newcomers try first does not compile, and the first error of g++ and clang says what to
#     write.
# promise: ranges: A range refers to the vertices of a named polygon; that of a temporary one is rejected.
# promise: mismatches: An older language than C++20, and arithmetic with excess precision (x87), are rejected with a
#     sentence.
# usage: rejected_uses.sh COMPILER…
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
if (($# > 1)); then
    for compiler; do
        [[ -z $compiler ]] || "$0" "$compiler" || failed=1
    done
    exit "$failed"
fi
compiler=${1:-c++}
cd "$root"

# Compiled once for all uses, where the compiler looks for such a file.
mkdir "$scratch/quadrille"
"$compiler" -std=c++20 -Iinclude -x c++-header include/quadrille/quadtree.hpp -o "$scratch/quadrille/quadtree.hpp.gch"

is_clang() { "$compiler" --version | grep -q clang; }
compiled=(-I"$scratch")
tersely=(-fmax-errors=0 -fno-diagnostics-show-caret -ftemplate-backtrace-limit=0)
if is_clang; then
    compiled=(-include-pch "$scratch/quadrille/quadtree.hpp.gch")
    tersely=(-ferror-limit=0 -fno-caret-diagnostics -ftemplate-backtrace-limit=0)
fi

# try_out FILE OPTION…: what the compiler says of it is kept.
try_out() {
    local file=$1
    shift
    "$compiler" -std="${standard:-c++20}" "$@" -Iinclude -fsyntax-only "$file" >"$scratch/said" 2>&1
}
# use LINE…: a program of these lines.
use() {
    printf '%s\n' '#include <quadrille/quadtree.hpp>' "$@" >"$scratch/use.cpp"
    try_out "$scratch/use.cpp" "${compiled[@]}"
}

# ---- What is wanted of a use ------------------------------------------------------------------------------------------

# misuse SENTENCE LINE…: does not compile, and says so within the first lines.
misuse() { wrongly 'head -n 16' "$@"; }
# mistake SENTENCE LINE…: does not compile, and the first error is this sentence.
mistake() { wrongly 'grep -m 1 error:' "$@"; }
# wrongly LOOK SENTENCE LINE…: does not compile, and LOOK prints the sentence, of the compiler's output.
wrongly() {
    local look sentence=$2 found
    read -ra look <<<"$1"
    shift 2
    ! is_settled "$sentence" "$@" || return 0
    if use "$@"; then
        fail "compiles, and should not: $*"
        return
    fi
    found=$("${look[@]}" "$scratch/said" || true)
    [[ $found == *"$sentence"* ]] || fail "wanted \"$sentence\" in \`${look[*]}\`, found this of $*:"$'\n'"$found"
}
# rightly LINE…: compiles.
rightly() {
    ! is_settled '' "$@" || return 0
    use "$@" || { fail "does not compile: $*"; head -n 5 "$scratch/said"; }
}

# The same of one line: with a tree; with one without values; with trees of every kind.
in_tree() { misuse "$1" "void run(quadrille::quadtree<int>& tree) { $2 }"; }
bare() { misuse "$1" "void run(quadrille::quadtree<>& tree) { $shapes $2 }"; }
first() {
    mistake "$1" 'struct mob { float x; };' \
        'void run(quadrille::quadtree<int>& tree, quadrille::quadtree<>& bare, quadrille::quadtree<mob*>& mobs, quadrille::item which,' \
        'quadrille::quadtree<int, quadrille::point<float>>& dots, quadrille::quadtree<int, quadrille::circle<float>>& discs, mob& one) {' \
        "static_cast<void>(tree), static_cast<void>(bare), static_cast<void>(mobs), static_cast<void>(which);" "$2 }"
}
right() {
    rightly 'void run(quadrille::quadtree<int>& tree, quadrille::quadtree<>& bare, quadrille::quadtree<int, quadrille::point<float>>& dots) {' \
        "static_cast<void>(tree), static_cast<void>(bare), static_cast<void>(dots); $1 }"
}

# ---- Many at a time -----------------------------------------------------------------------------------------------------

# A compiler takes a second to begin. So the uses are compiled together first, each in a namespace and, as the compiler is told, in a
# file of its own; those whose first error there has the sentence are settled. A compiler says the same of several uses once: those that
# are left are compiled together again, as long as that settles some, and then alone.
collecting=yes
sentences=() # of the collected uses; none for those that compile
lines=()     # and what they are, each in its namespace
uses=()      # and their names: sentence and lines
declare -A settled=()

# is_settled SENTENCE LINE…: whether there is nothing left to do for this use.
is_settled() {
    local use number=${#uses[@]}
    use=$(printf '%s\n' "$@")
    if [[ $collecting == no ]]; then
        [[ -v settled["$use"] ]]
        return
    fi
    uses+=("$use")
    sentences+=("$1")
    shift
    lines+=("$(printf '#line 1 "use_%d_"\nnamespace use_%d_ {\n' "$number" "$number" && printf '%s\n' "$@" '}')")
}

# try_together NUMBER…
try_together() {
    local number
    {
        echo '#include <quadrille/quadtree.hpp>'
        for number; do echo "${lines[number]}"; done
    } >"$scratch/together.cpp"
    try_out "$scratch/together.cpp" "${compiled[@]}" "${tersely[@]}"
}
# first_errors: of each use, by its number, the first error that the compiler has said of it. Where an instantiation of a template is
# wrong, g++ says before the error who wanted it, clang afterwards.
first_errors() {
    awk -v before="$(is_clang || echo yes)" '
        function tell(whose, what) { if (whose != "" && !told[whose]++) print whose "\t" what }
        { named = match($0, /use_[0-9]+_/) ? substr($0, RSTART + 4, RLENGTH - 5) : "" }
        before && named != "" { owner = named }
        / error: / { error = $0; if (before) tell(owner, error) }
        !before && error != "" && named != "" { tell(named, error); error = "" }' "$scratch/said"
}
settle() {
    local number first right=() wrong=() left=()
    for number in "${!uses[@]}"; do
        if [[ -n ${sentences[number]} ]]; then wrong+=("$number"); else right+=("$number"); fi
    done
    if try_together "${right[@]}"; then
        for number in "${right[@]}"; do settled["${uses[number]}"]=; done
    fi
    while ((${#left[@]} != ${#wrong[@]})) && ! try_together "${wrong[@]}"; do
        while IFS=$'\t' read -r number first; do
            [[ $first != *"${sentences[number]}"* ]] || settled["${uses[number]}"]=
        done < <(first_errors)
        left=("${wrong[@]}")
        wrong=()
        for number in "${left[@]}"; do
            [[ -v settled["${uses[number]}"] ]] || wrong+=("$number")
        done
    done
}

source tests/house/code/uses.sh
collecting=no
settle
source tests/house/code/uses.sh

compiled=()
standard=c++17 misuse 'quadrille needs C++20' 'int main() {}'
if [[ $("$compiler" -dumpmachine) == x86_64-* ]] && ! is_clang; then
    compiled=(-mfpmath=387)
    misuse 'quadrille needs float and double to be rounded' 'int main() {}'
fi

((failed)) || echo "wrong uses are rejected with a sentence, and right ones taken"
exit "$failed"
