# The stages of `test`, by name: how long each takes, what it needs, and what it is. Sourced, not run.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034 # `test` reads the lists

quick_stages=() # in their order
full_stages=()
by_name=()      # those that the full run leaves out, for its time, unless they are named or added (scripts/added.sh)
declare -A sentence_of guarded_by # by name
declare -A minutes_of packages_of # by "quick NAME" and "full NAME"

# offer WHERE MINUTES NAME SENTENCE PACKAGE…: a stage of the quick run, or of the full one; its function is stage_NAME. The minutes are
# those of two free processors.
offer() {
    local -n stages=$1_stages
    stages+=("$3")
    minutes_of["$1 $3"]=$2
    sentence_of[$3]=$4
    packages_of["$1 $3"]=${*:5}
}

# guards STAGE PATH…: the full run leaves this stage out, unless one of these files or folders changed. Those named first are added first.
guards() {
    by_name+=("$1")
    guarded_by[$1]=${*:2}
}

builder=(cmake ninja-build)
library=("${builder[@]}" g++ libhwy-dev)
suite=("${library[@]}" libgtest-dev)
command=(libboost-dev libcli11-dev libfmt-dev nlohmann-json3-dev)
pictures=(libcairo2-dev libwebp-dev)                                        # what the command draws
globe=(libgeographiclib-dev)                                                 # by which it measures on the globe
packed=(zlib1g-dev libzstd-dev)                                             # what has compressed files that it reads
xml=(libexpat1-dev)                                                         # by which it reads XML
gdal=(libgdal-dev)                                                           # by which its module reads other formats
gdal_tests=(gdal-bin postgresql-postgis)                                     # which write them, and PostgreSQL's answers
window=(libsfml-dev xvfb xauth)                                             # an example has one
ranks=(libopenmpi-dev openmpi-bin)                                          # for worlds over MPI
other_ranks=(libmpich-dev mpich)
peers=(libboost-dev libgeos++-dev libbox2d-dev libnanoflann-dev gnuplot-nox) # of the benchmark, and its plots
whole_suite=("${suite[@]}" clang-19 "${command[@]}" "${pictures[@]}" "${globe[@]}" "${packed[@]}" "${xml[@]}" "${gdal[@]}" "${window[@]}"
    "${ranks[@]}" "${other_ranks[@]}" libtbb-dev abigail-tools)
python=(python3 python3-venv python3-pip python3-setuptools python3-pybind11 python3-dev python3-numpy python3-scipy python3-pytest
    python3-hypothesis python3-shapely python3-geopandas mypy)                                               # Debian's own, whichever python3 comes first
debian=("${library[@]}" "${command[@]}" "${pictures[@]}" "${globe[@]}" "${packed[@]}" "${xml[@]}" "${gdal[@]}" libtbb-dev build-essential dpkg-dev debhelper dh-python lintian pkg-config
    python3-dev python3-setuptools python3-numpy python3-shapely python3-pybind11 pybind11-dev) # of our packages
target=("${builder[@]}" libhwy-dev googletest)                              # another processor or system
page=(wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 lld-19 binaryen zopfli nodejs npm chromium)
site=(doxygen nodejs npm python3 chromium)

checked="the suite, checked, and the house"
watched="the library's tests, the interface for C and what fuzzers have kept, under AddressSanitizer and UndefinedBehaviorSanitizer"
in_python="the Python package, as pip installs it, under AddressSanitizer and UndefinedBehaviorSanitizer; a part of it in ./test"
in_javascript="the npm package, in Node, from a bundler and in Chromium; in ./test its types, and what has been built"
offer quick 3 suite "$checked" "${suite[@]}" clang-19 "${command[@]}" clang-format-19
offer quick 3 sanitized "$watched" "${suite[@]}" clang-19 libclang-rt-19-dev
offer quick 1 python "$in_python" "${suite[@]}" clang-19 "${command[@]}" "${python[@]}"
offer quick 1 javascript "$in_javascript" nodejs npm ninja-build

offer full 8 suite "$checked" "${whole_suite[@]}" clang-format-19
offer full 8 sanitized "$watched" "${library[@]}" "${suite[@]}" clang-19 libclang-rt-19-dev "${command[@]}" "${packed[@]}" "${xml[@]}" \
    libtbb-dev python3-dev python3-pybind11
offer full 5 gcc "answers and golden numbers by g++ 12, -O3, unchecked" "${suite[@]}" g++-12 libtbb-dev
offer full 7 long "long random lives, and every set of kernels, by the build of gcc" "${suite[@]}" g++-12 libtbb-dev
offer full 4 native "g++ 12, -O3 -march=native, with the programs of memory, faults and misuse" "${suite[@]}" g++-12 libtbb-dev
offer full 1 plain "g++ 12, -O0, plain kernels alone" "${suite[@]}" g++-12 libtbb-dev
offer full 3 clang14 "clang 14" "${suite[@]}" clang-14 libtbb-dev
offer full 2 twofiles "the library as two files, and what debuggers print" "${builder[@]}" g++ libhwy-dev libgtest-dev clang-19 \
    python3 gdb lldb-19
offer full 2 aarch64 "aarch64, NEON, by an emulator" "${target[@]}" g++-aarch64-linux-gnu qemu-user
offer full 2 s390x "s390x, big-endian, by an emulator" "${target[@]}" g++-s390x-linux-gnu qemu-user
offer full 2 i686 "i686" "${target[@]}" g++-i686-linux-gnu qemu-user
offer full 2 windows "Windows, by MinGW and Wine" "${target[@]}" g++-mingw-w64-x86-64 wine wine64
offer full 12 zig "musl, Windows, macOS and WebAssembly's system, by Zig; what is for macOS is built alone" "${target[@]}" g++ qemu-user wine wine64 \
    nodejs python3 python3-venv
offer full 2 libcxx "clang 19 with libc++, which macOS has, and by the rules of MSVC" "${target[@]}" g++ clang-19 libc++-19-dev libc++abi-19-dev
offer full 2 threads "under ThreadSanitizer" "${suite[@]}" clang-19 libclang-rt-19-dev
offer full 5 fuzzers "fuzzers, each with what it has kept, then for 12 seconds; five of the seven only with what they have kept in sanitized" \
    "${library[@]}" "${command[@]}" "${packed[@]}" "${xml[@]}" libgtest-dev clang-19 libclang-rt-19-dev
offer full 1 python "$in_python; in the build of sanitized" \
    "${suite[@]}" clang-19 libclang-rt-19-dev "${command[@]}" "${packed[@]}" "${xml[@]}" libtbb-dev "${python[@]}"
offer full 4 javascript "$in_javascript" "${library[@]}" clang-19 "${page[@]}"
offer full 2 bench "the benchmark and its peers, whose answers are equal; in the build of suite" "${whole_suite[@]}" "${peers[@]}" \
    "${gdal_tests[@]}" python3-geopandas
offer full 2 shelf "what users build: each header alone, the compiler alone, sizes, the installed package; in the build of suite" "${whole_suite[@]}"
offer full 5 packages "the Debian packages, built, unpacked and used" "${debian[@]}"
offer full 25 bare "README's commands and a whole release, each in a bare Debian; as root" debootstrap
offer full 1 gdal "what GDAL reads: formats, damage, PostgreSQL; in the build of suite" "${whole_suite[@]}" "${gdal_tests[@]}"
offer full 5 playground "the playground in Chromium; its native twin in the build of suite" "${whole_suite[@]}" "${page[@]}"
offer full 1 site "the site: its pages, links and search in Chromium" "${site[@]}"
offer full 3 tidy "clang-tidy" "${library[@]}" "${command[@]}" "${pictures[@]}" "${globe[@]}" "${packed[@]}" "${xml[@]}" "${gdal[@]}" "${ranks[@]}" libtbb-dev clang-19 clang-tidy-19

guards playground playground scenes
guards javascript bindings/javascript bindings/flat
guards site site README.md
guards native src/lanes src/kernels src/change tests/memory tests/misuse
guards plain src/lanes src/kernels include/quadrille/detail/base
guards s390x src/bytes src/keep
guards i686 src/bytes src/grid
guards windows tests/targets src/bytes
guards aarch64 tests/targets src/lanes
guards threads include/quadrille/parallel.hpp include/quadrille/runners.hpp
guards twofiles scripts/amalgamate debuggers tests/two_files src/store
guards zig tests/targets/zig.cmake
guards bare tests/packaging/bare.sh
guards fuzzers tests/fuzz src/keep include/quadrille/detail/recordings
guards bench bench
guards packages debian scripts/packages bindings/c bindings/python
guards tidy files exact cli ranks bindings playground scenes .clang-tidy
guards long src/change src/rebuild src/walk src/pairs src/wrap
guards shelf include src cmake CMakeLists.txt packaging tests/house
guards libcxx tests/targets include
guards clang14 include src
guards gcc include src tests/support

is_stage() { [[ -n $1 && -v sentence_of[$1] ]]; }

# packages_for FULL NAME…: what these stages need, each once, a line for each. Those that differ are the quick ones unless FULL is yes.
packages_for() {
    local full=$1 name
    shift
    for name in "$@"; do
        if [[ $full == no && -v packages_of["quick $name"] ]]; then
            echo "${packages_of["quick $name"]}"
        else
            echo "${packages_of["full $name"]}"
        fi
    done | tr ' ' '\n' | awk '!seen[$0]++'
}

# list_stages: a line for each, with the minutes of the quick run and of the full one, and what it guards.
list_stages() {
    local name
    printf '%-12s%6s %8s  %s\n' stage ./test --full "what it tests"
    for name in "${full_stages[@]}"; do
        printf '%-12s%6s %8s  %s\n' "$name" "${minutes_of["quick $name"]:+${minutes_of["quick $name"]} min}" \
            "${minutes_of["full $name"]} min" "${sentence_of[$name]}${guarded_by[$name]:+; guards ${guarded_by[$name]}}"
    done
}

# nearest_to WORD NAME…: the one that WORD may have been meant to be, by the fewest letters to change; nothing where all are far off.
nearest_to() {
    local word=$1
    shift
    printf '%s\n' "$@" | awk -v word="$word" '
        function least(a, b, c) { return a < b ? (a < c ? a : c) : (b < c ? b : c) }
        function changes(from, to,    i, j, row) {
            for (j = 0; j <= length(to); ++j) row[0, j] = j
            for (i = 1; i <= length(from); ++i) {
                row[i, 0] = i
                for (j = 1; j <= length(to); ++j)
                    row[i, j] = least(row[i - 1, j] + 1, row[i, j - 1] + 1, row[i - 1, j - 1] + (substr(from, i, 1) != substr(to, j, 1)))
            }
            return row[length(from), length(to)]
        }
        { far = index($0, word) == 1 ? 0 : changes(word, $0) }
        NR == 1 || far < best { best = far; name = $0 }
        END { if (best <= 1 + length(word) / 4) print name }'
}
