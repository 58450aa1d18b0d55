# What `test` has for the fuzzers and the long soak: many jobs, each for its share of the time. Sourced, not run.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

seed=0 # of the fuzzers
fuzzers=(life questions saved recordings command visibility contacts)

# fuzz NAME SECONDS: the kept inputs, then new ones for so long, by `seed`, which is another one each time where it is 0. One line
# says how it went; what is found lies in build/fuzz/found.
fuzz() {
    local name=$1 seconds=$2 status=0 log=build/fuzz/$1.log dictionary=tests/fuzz/$1.dict edges runs
    mkdir -p "build/fuzz/corpus/$name" build/fuzz/found
    local run=("build/fuzz/bin/quadrille_fuzz_$name" "-max_total_time=$seconds" -timeout=30 -rss_limit_mb=2048 -len_control=0 -max_len=4096
        -print_final_stats=1 "-seed=$seed" "-artifact_prefix=$PWD/build/fuzz/found/$name-")
    [[ ! -e $dictionary ]] || run+=("-dict=$dictionary")
    ASAN_OPTIONS=detect_leaks=1 "${run[@]}" "build/fuzz/corpus/$name" "build/fuzz/kept/$name" >"$log" 2>&1 || status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
    if ((status)); then
        grep -aE 'FOUND:|ERROR:|runtime error|Test unit written' "$log" || tail -n 20 "$log"
        echo "fuzzer $name: FOUND something after ${runs:-no} runs; again: ${run[0]} build/fuzz/found/$name-…"
        return 1
    fi
    echo "fuzzer $name: $runs runs, $edges edges, nothing found"
}

# Until the time is over, with another seed in each round: worlds of every scene, each for 100,000 ticks, compared with brute force.
soak_scenes() {
    local end=$((SECONDS + $1)) scene count seed=0 worlds=0 status log=build/soak/scenes.log
    while ((SECONDS < end)); do
        seed=$((seed + 1))
        for scene in uniform clustered power_law giant pile line identical lattice runaway statics teleports boids torus; do
            ((SECONDS < end)) || break
            count=2000
            [[ $scene != identical ]] || count=50
            status=0
            timeout --preserve-status -s INT $((end - SECONDS)) build/soak/bin/quadrille run --scene "$scene" --count "$count" \
                --ticks 100000 --seed "$seed" >"$log" 2>&1 || status=$?
            if ((status == 130)); then
                break 2
            elif ((status)); then
                tail -n 5 "$log"
                echo "scene $scene, $count boxes, seed $seed: FAILED"
                return 1
            fi
            worlds=$((worlds + 1))
        done
    done
    echo "scenes: $worlds worlds of 100,000 ticks, all as brute force says"
}

# Until the time is over: random histories of trees and lists, of 3,000,000 commands in a round, other ones in each.
soak_operations() {
    local end=$((SECONDS + $1)) first=1 histories=0 status log=build/soak/operations.log
    while ((SECONDS < end)); do
        status=0
        QUADRILLE_LONG=1 QUADRILLE_FIRST_SEED=$first timeout $((end - SECONDS)) build/soak/bin/quadrille_tests \
            --gtest_filter='random_life/*.equals_a_full_scan_for_many_seeds' >"$log" 2>&1 || status=$?
        ((status != 124)) || break
        if ((status)); then
            grep -A40 -m1 'Failure' "$log" || tail -n 20 "$log"
            echo "operations from seed $first on: FAILED"
            return 1
        fi
        first=$((first + 1000))
        histories=$((histories + 6000))
    done
    echo "operations: $histories histories of 500 commands, all as lists of shapes say"
}

# soak MINUTES: builds all, then runs each job for an equal share of the time, as many at once as there are processors.
soak() {
    local processors jobs=() share name
    processors=$(nproc)
    build soak-fuzzers && build soak || return 1
    for name in "${fuzzers[@]}"; do jobs+=("fuzz $name"); done
    jobs+=(soak_operations soak_scenes)
    share=$(($1 * 60 * processors / ${#jobs[@]}))
    echo "${#jobs[@]} jobs, each for $share seconds"
    run_jobs "$processors" "$share" "${jobs[@]}"
}

# run_jobs AT_ONCE SECONDS JOB…: each counts as one test.
run_jobs() {
    local at_once=$1 seconds=$2 running=0 status=0 job
    shift 2
    for job in "$@"; do
        if ((running == at_once)); then
            finish_job || status=1
            running=$((running - 1))
        fi
        # shellcheck disable=SC2086 # a function and its argument
        $job "$seconds" &
        running=$((running + 1))
    done
    for (( ; running > 0; --running)); do finish_job || status=1; done
    return "$status"
}
finish_job() {
    if wait -n; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        return 1
    fi
}
