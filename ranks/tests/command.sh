#!/usr/bin/env bash
# quadrille-ranks as a user runs it: equal answers on any number of ranks, checkpoints, a rank that is killed, files, wrong words.
# SPDX-License-Identifier: MIT
# usage: command.sh LAUNCHER COMMAND QUADRILLE
set -euo pipefail
launcher=$1
command=$2
quadrille=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
start() { timeout 600 "$here/launch.sh" "$launcher" "$@"; }
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
for ranks in 2 4 7 16; do
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

# Two files, read in stripes: the rows of one process, whatever stands in quotes; and its messages.
awk 'BEGIN {
    srand(5)
    print "id,x,y" >"'"$scratch/a.csv"'"
    print "x0,y0,x1,y1,id" >"'"$scratch/b.csv"'"
    for (i = 0; i < 2000; ++i) {
        x = rand() * 99; y = rand() * 99
        printf("%s,%.17g,%.17g\n", i % 97 ? "a" i : "\"a" i ", \"\"q\"\"\nand on\"", x, y) >"'"$scratch/a.csv"'"
        x = rand() * 99; y = rand() * 99
        printf("%.17g,%.17g,%.17g,%.17g,b%d\n", x, y, x + 1, y + 2, i) >"'"$scratch/b.csv"'"
    }
}'
cp "$scratch/a.csv" "$scratch/again.csv"
echo a5,1,1 >>"$scratch/again.csv"
sed '1500s/.*/another,1,oops/' "$scratch/a.csv" >"$scratch/bad.csv"
printf 'id,x,y\n' >"$scratch/empty.csv"
# As people have them: no ids and decimal commas; no names of columns; geometries as text.
awk -F , 'BEGIN { print "sep=;\nLon;Lat" } NR > 1 && NF == 3 && !/"/ { gsub(/\./, ",", $2); gsub(/\./, ",", $3); print $2 ";" $3 }' "$scratch/a.csv" \
    >"$scratch/commas.csv"
awk -F , 'NR > 1 { print $5 "\t" $1 "\t" $2 }' "$scratch/b.csv" >"$scratch/nameless.csv"
awk -F , 'NR == 1 { print "geom|name" } NR > 1 { print "POINT (" $1 " " $2 ")|" $5 }' "$scratch/b.csv" >"$scratch/texts.csv"
awk -F , 'NR > 1 { printf("{\"type\":\"Feature\",\"id\":\"%s\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[%s,%s]}}\n", $5, $1, $2) }' "$scratch/b.csv" >"$scratch/map.geojson"
gzip -k "$scratch/b.csv"
printf 'wkt\n"LINESTRING (0 0, 1 1)"\n' >"$scratch/lines.csv"
{ printf '# by "hand\n%% in May\n#' && cat "$scratch/a.csv"; } >"$scratch/noted.csv"
{ printf '# by hand\n' && cat "$scratch/nameless.csv"; } >"$scratch/noted_rows.csv"
questions=("a.csv b.csv" "b.csv a.csv --distance 0.5" "a.csv a.csv --distance 0.7 --count" "empty.csv b.csv"
    "commas.csv nameless.csv --distance 0.9 --quiet" "noted.csv noted_rows.csv --distance 0.9 --quiet" "texts.csv commas.csv --distance 0.9 --quiet"
    "map.geojson a.csv --distance 1" "a.csv map.geojson --distance 1 --count" "b.csv.gz a.csv" "commas.csv b.csv --a-x Lat --a-y Lon --quiet"
    "b.csv a.csv --a-x0 y0 --a-y0 x0 --a-x1 y1 --a-y1 x1")
cd "$scratch"
for words in "${questions[@]}"; do
    # shellcheck disable=SC2086 # several words
    "$quadrille" join $words 2>/dev/null | sort >wanted || complain "join $words: refused"
    [[ $words == empty* || $words == *--count || $(wc -l <wanted) -gt 1 ]] || complain "join $words: no rows"
    for ranks in 1 3; do
        # shellcheck disable=SC2086
        cmp wanted <(start "$ranks" "$command" join $words 2>/dev/null | sort) || complain "join $words on $ranks ranks: other rows than those of quadrille"
    done
done
for ranks in 1 3; do
    for file in again bad; do
        wanted=$("$quadrille" join "$file.csv" b.csv --count 2>&1 || true)
        found=$(start "$ranks" "$command" join "$file.csv" b.csv --count 2>&1 | grep '^quadrille-ranks:' || true)
        [[ ${found#quadrille-ranks: } == "${wanted#quadrille: }" ]] || complain "$file.csv: wanted $wanted, found $found"
    done
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
rejects 'wanted a file that can be read' join "$scratch/nowhere" "$scratch/b.csv"
rejects 'quadrille join takes these' join "$scratch/a.csv" "$scratch/lines.csv"
rejects '--a-id' join "$scratch/map.geojson" "$scratch/map.geojson" --id name
rejects 'cannot be opened' run --restart "$scratch/nowhere"
rejects 'cannot be written' run --count 100 --checkpoint "$scratch/nowhere"
rejects 'wanted the --scene and --seed' run --scene clustered --seed 2 --count 2000 --restart "$scratch/saved"
rejects '--checkpoint' run --every 3
rejects '--seed' run --seed -1
rejects 'wanted --count 2000' run --count 77 --restart "$scratch/saved"

exit "$failed"
