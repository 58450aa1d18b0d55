#!/usr/bin/env bash
# quadrille-ranks as a user runs it: equal answers on any number of ranks, checkpoints, a rank that is killed, wrong words.
# SPDX-License-Identifier: MIT
# usage: command.sh LAUNCHER COMMAND
set -euo pipefail
launcher=$1
command=$2
start() { timeout 120 "$(dirname "${BASH_SOURCE[0]}")/launch.sh" "$launcher" "$@"; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
complain() {
    echo "$1"
    failed=1
}
hash_in() { sed -n 's/^pairs .* at the last tick, \(.*\)/\1/p' <<<"$1"; }

# Every scene on three ranks, compared with one tree at every tick.
for scene in uniform clustered power_law giant pile line identical lattice runaway statics teleports boids torus; do
    count=3000
    [[ $scene != identical ]] || count=150
    said=$(start 3 "$command" run --scene "$scene" --count "$count" --ticks 6 --check 2>&1) || complain "$scene: $said"
    grep -q '^answers  equal to those of one tree' <<<"$said" || complain "$scene: no word of equal answers: $said"
done

# On one rank, and on four: the same pairs; from a checkpoint on, too, on other numbers of ranks.
run=(run --scene clustered --count 2000)
whole=$(hash_in "$(start 1 "$command" "${run[@]}" --ticks 20)")
[[ -n $whole ]] || complain "no hash was printed"
[[ $(hash_in "$(start 4 "$command" "${run[@]}" --ticks 20)") == "$whole" ]] || complain "four ranks find other pairs"
mkdir "$scratch/saved"
start 3 "$command" "${run[@]}" --ticks 12 --checkpoint "$scratch/saved" --every 5 >/dev/null
for ranks in 1 2 4; do
    said=$(start "$ranks" "$command" "${run[@]}" --ticks 8 --restart "$scratch/saved" --check)
    [[ $(hash_in "$said") == "$whole" ]] || complain "restarted on $ranks ranks: other pairs: $said"
done

# What ranks send is what is counted without them.
for ranks in 2 4; do
    for scene in clustered boids torus giant; do
        options=(--scene "$scene" --count 6000 --ticks 6)
        sent=$(start "$ranks" "$command" run "${options[@]}" | grep -E '^(sent|balance)')
        counted=$(start 1 "$command" count "${options[@]}" --ranks "$ranks" | grep -E '^(sent|balance)')
        [[ -n $sent && $sent == "$counted" ]] || complain "$scene on $ranks ranks: sent, then counted: $sent $counted"
    done
done

# Killed in whatever it does, the folder has a whole checkpoint.
mkdir "$scratch/killed"
for wait in 0.4 0.7 1.1; do
    start 2 "$command" run --scene boids --count 3000 --ticks 1000000 --checkpoint "$scratch/killed" --every 1 >/dev/null 2>&1 &
    starter=$!
    for try in {1..100}; do
        [[ ! -e $scratch/killed/checkpoint ]] || break
        sleep 0.05
    done
    sleep "$wait"
    pkill -9 -n -f "^$command run --scene boids --count 3000" || complain "there was no rank to kill after $try tries"
    wait "$starter" && complain "a run with a killed rank ended well"
    start 3 "$command" run --scene boids --count 3000 --ticks 3 --restart "$scratch/killed" --check >/dev/null ||
        complain "after a kill the checkpoint was not loaded"
done

# Wrong words.
# rejects SENTENCE WORD…
rejects() {
    local sentence=$1 said status=0
    shift
    said=$(start 2 "$command" "$@" 2>&1) || status=$?
    ((status != 0)) || complain "$*: status 0"
    [[ $said == *"$sentence"* ]] || complain "$*: wanted \"$sentence\", found \"$said\""
    (($(grep -c '^quadrille-ranks:' <<<"$said") == 1)) || complain "$*: not said once: $said"
}
rejects 'found "clustred"' run --scene clustred
rejects 'subcommand is required'
rejects '--count' run --count 0
rejects 'cannot be opened' run --restart "$scratch/nowhere"
rejects 'cannot be written' run --count 100 --checkpoint "$scratch/nowhere"
rejects 'wanted --count 2000' run --count 77 --restart "$scratch/saved"

exit "$failed"
