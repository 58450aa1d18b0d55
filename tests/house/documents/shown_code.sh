#!/usr/bin/env bash
# Each block of code in the documents and the headers' comments that no other test reads is compiled or run, as it stands there.
# SPDX-License-Identifier: MIT
# promise: true-documents
# usage: shown_code.sh [COMPILER [COMMAND [BENCHMARK]]]; without the last two, programs that have been built, their lines are left out.
# Worlds are smaller here than those of the lines, and what would install something as root is done by stand-ins.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
compiler=${1:-c++}
command=${2:-}
benchmark=${3:-}
cd "$scratch"

# block FILE BEGIN: the block of code in a document, or in a comment of a header, whose first line begins so; it is set in there.
block() {
    awk -v begin="$2" '
        { line = $0; sub(/^ *\/\/\//, "", line); sub(/^ \*/, "", line) }
        !inside && found == 0 { text = line; sub(/^ +/, "", text) }
        !inside && found == 0 && index(text, begin) == 1 { margin = length(line) - length(text); inside = found = 1 }
        inside && (line ~ /^```/ || (line !~ /^ *$/ && match(line, /[^ ]/) && RSTART <= margin)) { exit }
        inside { print substr(line, margin + 1) }
        END { exit !found }' "$root/$1" || stop "$1: wanted a block of code that begins with \"$2\", found none" >&2
}
# in_function HEAD FILE BEGIN: the block as the body of a function, of which HEAD is what comes before.
in_function() {
    echo "$1"
    block "$2" "$3"
    echo '}'
}
# compile NAME LANGUAGE OPTION…: what comes in is a program without faults.
compile() {
    local name=$1 language=$2
    shift 2
    cat >"$name.$language"
    quietly "$compiler" -x "$language" -fsyntax-only -I"$root/include" -I"$root/bindings/c/include" "$@" "$name.$language"
    echo "ok: $name"
}

# ---- Comments of headers -------------------------------------------------------------------------------------------------

in_function '#include <quadrille/parallel.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/runners.hpp>
using namespace quadrille;
void f(quadtree<>& tree, batch_workspace& workspace, answer_rows<>& rows, parallel::thread_pool& pool) {' \
    include/quadrille/questions.hpp 'std::vector<question::query' | compile questions.hpp c++ -std=c++20
in_function '#include <quadrille/parts.hpp>
using namespace quadrille;
void f(const plane_parts& parts, box<double> shape, box<double> one, box<double> other, double distance, std::uint32_t own) {' \
    include/quadrille/parts.hpp 'parts.each_holder(' | sed 's/…//' | compile parts.hpp c++ -std=c++20
# of_ranks NAME: compiles what comes in, where there is MPI.
of_ranks() {
    local flags
    if read -ra flags < <(mpicxx --showme:compile 2>/dev/null); then
        compile "$1" c++ -std=c++20 -I"$root/ranks/include" "${flags[@]}"
    else
        cat >/dev/null
        echo "left out: $1 (there is no mpicxx)"
    fi
}
{
    printf '#include <quadrille/rank_report.hpp>\n#include <string>\nusing namespace quadrille::ranks;\nstruct monster { std::string name; };\n'
    block ranks/include/quadrille/rank_report.hpp 'template <>'
} | of_ranks rank_report.hpp
in_function '#include <quadrille/ranks.hpp>
#include <vector>
using namespace quadrille;
struct velocity { float x; float y; };
box<float> moved(box<float>, velocity);
template <class Hit> void collide(Hit, Hit);
void f(const std::vector<box<float>>& shapes, const std::vector<velocity>& velocities) {' \
    ranks/include/quadrille/ranks.hpp 'ranks::world<velocity> world' | of_ranks ranks.hpp
in_function '#include <quadrille.h>
void f(void) {' \
    bindings/c/include/quadrille.h 'quadrille_tree* tree = NULL;' | compile quadrille.h c -std=c99 -Wall -Werror

in_function '#include <quadrille/quadtree.hpp>
#include <vector>
struct mob;
void strike(mob*, float);
void f(quadrille::quadtree<mob*>& world) {' \
    README.md 'std::vector<quadrille::neighbor> near' | compile "README.md, nearest and a ray" c++ -std=c++20

# ---- How it is installed -------------------------------------------------------------------------------------------------

sudo() { "$@"; }
apt-get() {
    local package
    [[ $1 == install ]] || stop "wanted apt-get install, found apt-get $1"
    for package in "${@:2}"; do
        grep -qw -- "$package" "$root/scripts/stages.sh" || stop "README.md: wanted packages that scripts/stages.sh knows, found $package"
    done
}
cmake() {
    case $1 in
        -B) quietly command cmake -S "$root" -B "$scratch/$2" "${@:3}" -DQUADRILLE_TOOLS=OFF -DCMAKE_CXX_COMPILER="$compiler" ;;
        --build | --install) [[ -e $2/CMakeCache.txt ]] ;; # package.sh does that
        *) stop "wanted cmake -B, --build or --install, found cmake $1" ;;
    esac
}
eval "$(block README.md 'sudo apt-get install g++ cmake')" ||
    stop "README.md, how it is installed: not as it stands there"
echo "ok: README.md, how it is installed"
while read -r script _; do
    [[ -x $root/$script ]] || stop "README.md: wanted a script $script, found none"
    bash -n "$root/$script"
done < <(block README.md './run ')
echo "ok: README.md, three commands"
mkdir -p fetched highway/hwy
touch highway/hwy/{targets,abort}.cc # that of others is not fetched by tests
echo 'int main() {}' >fetched/game.cpp
{
    printf 'cmake_minimum_required(VERSION 3.25)\nproject(game LANGUAGES CXX)\nadd_executable(game game.cpp)\n'
    block docs/guide/build.md 'include(FetchContent)'
} >fetched/CMakeLists.txt
quietly command cmake -S fetched -B fetched/build -G Ninja -DFETCHCONTENT_SOURCE_DIR_QUADRILLE="$root" \
    -DFETCHCONTENT_SOURCE_DIR_QUADRILLE_HIGHWAY="$PWD/highway" -DCMAKE_CXX_COMPILER="$compiler"
echo "ok: docs/guide/build.md, fetched"

# ---- The lines of the command and of the benchmark -----------------------------------------------------------------------

# run_lines FILE BEGIN NAME PROGRAM: each line of the block that begins with $NAME is run with this program.
run_lines() {
    local file=$1 begin=$2 name=$3 program=$4 line ran=0
    if [[ -z $program ]]; then
        block "$file" "$begin" >/dev/null
        echo "left out: $file, the lines of \$$name (no such program was given)"
        return
    fi
    program=$(realpath "$program")
    while read -r line; do
        [[ $line == "\$$name "* ]] || continue
        if [[ $line =~ ^.$name\ (draw|film) ]] && "$program" --help | grep -q "${BASH_REMATCH[1]} .*not in this build"; then
            echo "left out: $line"
            continue
        fi
        line=$(sed 's/  *#.*//' <<<"$line" | smaller)
        (quietly eval "$name='timeout 100 $program'; $line") || stop "$file: does not run: $line"
        ran=$((ran + 1))
    done < <(block "$file" "$begin" | sed -e ':a' -e '/\\$/N; s/\\\n *//; ta')
    ((ran > 0)) || stop "$file: wanted lines of \$$name, found none"
    echo "ok: $file, $ran lines of \$$name"
}
smaller() {
    sed -E 's/--count 1000000/--count 2000/; s/--count 10000/--count 500/; s/--counts [0-9,]+/--counts 100/; s|--plots docs/pictures|--plots .|
        s/bench report$/bench report --tasks query --counts 100/; s/bench report --tasks/bench report --repeat 1 --tasks/
        s/bench figures$/bench figures --repeat 1 --max-items 1000/'
}
printf '%s\n' id,x0,y0,x1,y1 1,0,0,2,2 2,1,1,3,3 3,8,8,9,9 >boxes.csv
cp boxes.csv rails.csv && cp boxes.csv rivers.csv && cp boxes.csv a.csv && cp boxes.csv b.csv
printf '%s\n' id,x,y 1,7,46 2,8,47 >houses.csv
printf '%s\n' id,x,y,t 1,0,0,0 2,1,0,0 1,0,0,1 2,5,5,1 >tracks.csv
feature='{"type":"Feature","properties":{"name":"%s"},"geometry":{"type":"Point","coordinates":[%s]}}'
# shellcheck disable=SC2059 # the format is ours
printf "{\"type\":\"FeatureCollection\",\"features\":[$feature,$feature]}\n" Bern 7.4,46.9 Thun 7.6,46.8 >places.geojson
cp places.geojson map.geojson
printf '%s\n' '{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,2],[0,0]]]}' >parcels.geojson
printf '%s\n' 'id,wkt' '1,"LINESTRING (2 1, 4 1)"' >roads.csv
run_lines README.md 'quadrille=build/release' quadrille "$command"
run_lines docs/command.md 'quadrille=build/release' quadrille "$command"
run_lines docs/performance.md 'sudo apt-get install gnuplot' bench "$benchmark"
