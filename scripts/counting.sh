# What every stage of `test` is made of: building, running tests, counting them, and the sum at the end. Sourced, not run.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

passed=0
failed=0
broken=()  # stages that failed
times=()   # how long each took
not_run=() # stages that were left out, perhaps with the reason in parentheses

heading() { printf '\n== %s  [%d min %02d s]\n' "$1" $((SECONDS / 60)) $((SECONDS % 60)); }

# stage TITLE COMMAND…: goes on after a failure, so that one run reports all.
stage() {
    local title=$1 begun=$SECONDS
    shift
    heading "$title"
    "$@" || broken+=("$title")
    times+=("$(printf '%3d min %02d s  %s' $(((SECONDS - begun) / 60)) $(((SECONDS - begun) % 60)) "$title")")
}

# the_sum: how long each stage took, which failed, which were left out, and how many tests. Its status is that of the whole run.
the_sum() {
    heading "done"
    printf '%s\n' "${times[@]}"
    ((${#broken[@]} == 0)) || printf 'not in order: %s\n' "${broken[@]}"
    ((${#not_run[@]} == 0)) || printf 'not run: %s\n' "$(IFS=, && echo "${not_run[*]}" | sed 's/,/, /g')"
    echo "$passed passed, $failed failed"
    ((${#broken[@]} == 0))
}

# build PRESET [BUILD_PRESET]: configures and builds by these presets; what does not build counts as one failed test.
build() {
    quietly cmake --preset "$1" && build_in "--preset=${2:-$1}" && return
    failed=$((failed + 1))
    return 1
}

# build_project FOLDER TARGET CMAKE_OPTION…: the same for a project of its own, without presets.
build_project() {
    quietly cmake -B "$1" -G Ninja "${@:3}" && build_in "$1" --target "$2" -- -k 0 && return
    failed=$((failed + 1))
    return 1
}

# check FOLDER CTEST_OPTION…: runs the tests built there and counts them. A terminal sees how far it is.
check() {
    local folder=$1 log=$1/test.log status=0 all bad
    local told=$1/Testing/Temporary
    shift
    local run=(ctest --test-dir "$folder" -j $(($(nproc) + 1)) --output-on-failure --no-tests=error "$@")
    rm -f "$told"/LastTest*.log
    if [[ -t 1 ]]; then
        "${run[@]}" --progress || status=$?
    else
        "${run[@]}" >"$log" || status=$?
        if ((status)); then
            sed '/Start/d; /Passed/d' "$log"
        else
            grep -E 'tests passed|Total Test time' "$log"
        fi
    fi
    read -r all bad < <(count_tests "$told")
    ((status == 0 || bad > 0)) || bad=1 # ctest itself failed
    ((all >= bad)) || all=$bad
    passed=$((passed + all - bad))
    failed=$((failed + bad))
    return "$status"
}

# check_script NAME COMMAND…: runs a script, and counts its lines "ok: …"; where it fails, it says what it has said.
check_script() {
    local log=build/full/$1.log status=0 good
    mkdir -p build/full
    "${@:2}" >"$log" 2>&1 || status=$?
    good=$(grep -c '^ok: ' "$log") || true
    if ((status)); then
        cat "$log"
    else
        echo "$good of $good in order"
    fi
    passed=$((passed + good))
    failed=$((failed + (status ? 1 : 0)))
    return "$status"
}

# count_tests FOLDER: how many tests ran, and how many failed, also of those that could not be run. A skipped one did not run. GoogleTest says how many there
# are in a group; one that ends early counts as one.
count_tests() {
    local names=$1/LastTestsFailed.log bad=0
    [[ ! -e $names ]] || bad=$(wc -l <"$names")
    awk -v bad="$bad" '
        function count() { all += !begun ? 0 : ran < 0 ? 1 : ran; bad += wrong ? wrong - 1 : 0; ran = -1; wrong = 0 }
        /^[0-9]+\/[0-9]+ Testing: / { count(); begun = 1 }
        /^\[==========\] [0-9]+ tests? from .* ran\./ { ran = $2 }
        /^\[  SKIPPED \] [0-9]+ tests?, listed below:/ { ran -= $4 }
        /^\[  FAILED  \] [0-9]+ tests?, listed below:/ { wrong = $4 }
        END { count(); print all + 0, bad }' "$1/LastTest.log" 2>/dev/null || echo 0 "$bad"
}
