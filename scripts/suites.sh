# What each stage of `test` builds and runs: one function for each, `stage_<name>`. Sourced, not run.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034,SC2154 # `targets` and `full` are those of `test`

all_kernels='plain;ssse3;sse4;avx2' # the machine's best set has all other tests

# suite NAME CMAKE_OPTION…: a variant of the suite, built in its own folder.
suite() {
    local folder=build/$1
    shift
    build "$folder" "$@" && check "$folder" -LE house
}

# verbs NAME CMAKE_OPTION…: the same, but only the tests of verbs.
verbs() {
    local folder=build/$1 targets=(quadrille_tests)
    shift
    build "$folder" "$@" && check "$folder" -R '^(verbs|kernels)\.'
}

# ---- Quick and full --------------------------------------------------------------------------------------------------

# The quick run leaves to the full one: the benchmark and the examples; kinds of trees that differ little from
# others; three of five pools of threads; all sets of kernels but the machine's best; what the command draws; worlds over MPI; programs of
# their own, of memory, faults and misuse; sizes, installing, each header by itself, what does not compile, and what the guide says on
# building; that rules of the house notice what they are there for; and of the suite under sanitizers all but the lives of random changes
# and queries, and layers.
#
# The quick run has some kinds of trees in its first stage, and a few under sanitizers. The full run has the tests of verbs under
# sanitizers, with some kinds, as these check all that the first stage would, and more. Its first stage has the rest: the house, the
# command, examples, worlds over MPI, and of the tests of verbs those that count work, those of all runners, and those that take long.
# Long ones are optimized a little, which makes them six times as fast.
# Programs of their own, of memory and faults, are under sanitizers, and by g++ unchecked in `native`. It compiles both by clang, which takes half as
# long as g++. Under sanitizers runs are fewer, for each takes ten times as long; there, too, are the interface for C, Python, and what
# fuzzers have kept, with all of the command. Left to others are answers alone, which all compilers, flags and systems have, while random
# lives ask all of them here; what runs over threads; visitors that change a checked tree; plain kernels. Nor are there names of lines:
# the preset has them. What users build, the benchmark and fuzzers that go on have stages of their own, which are run by name.
stage_suite() { if [[ $full == yes ]]; then full_suite; else quick_suite; fi; }
stage_sanitized() { if [[ $full == yes ]]; then full_sanitized; else quick_sanitized; fi; }
stage_python() { if [[ $full == yes ]]; then full_python; else quick_python; fi; }
stage_javascript() { if [[ $full == yes ]]; then full_javascript; else quick_javascript; fi; }

c_of_some=(-DQUADRILLE_C=ON '-DQUADRILLE_C_SHAPES=point_double;circle_float;box_float') # those that its tests have
whole_command=(-DQUADRILLE_TOOLS=ON -DQUADRILLE_PICTURES=ON -DQUADRILLE_GLOBE=ON -DQUADRILLE_GZIP=ON -DQUADRILLE_ZSTD=ON -DQUADRILLE_XML=ON)
unoptimized=(-DCMAKE_CXX_FLAGS_DEBUG='-O0 -D_GLIBCXX_ASSERTIONS' -DQUADRILLE_LIBRARY_OPTIONS=-O2)
build_quick() { # by clang, which takes half as long as g++
    build build/quick --preset dev "${unoptimized[@]}" -DCMAKE_CXX_COMPILER=clang++-19 "${fewer[@]}" -DQUADRILLE_TESTS_SHAPES=few \
        -DQUADRILLE_TESTS_KERNELS= -DQUADRILLE_TESTS_SPECIAL=OFF -DQUADRILLE_TESTS_WITHOUT=ask "${c_of_some[@]}" -DQUADRILLE_PICTURES=OFF -DQUADRILLE_GDAL=OFF -DQUADRILLE_BENCH=OFF -DQUADRILLE_EXAMPLES=OFF "$@"
}
# Left to the full run for the time that they take: of trees the laws, histories, every bit of a saved tree, most of what runs over threads,
# full scans of circles, and some oracles; of the command the laws, files cut and damaged anywhere, large and real ones, circles and indexes,
# what is measured on the globe, and what memory does not hold or is parted for threads. Random lives are under sanitizers.
too_long_for_quick=('laws/*' 'polygon_laws/*' 'tangent_laws/*' 'wrapped_laws/*' 'history/*' 'small_history/*' 'every_history/*'
    'history_memory/*' 'random_life/*' 'layers/*' 'layers_of_pairs/*' 'saved_bytes/*.of_which_any_bit*' 'parallel_*/circle*' 'parallel_*/point*' 'parallel_aggregate*'
    '*circle*every_scene*' '*circle*every_size*' '*circle*full_scan*' 'closest_pairs_of_every_shape/*' 'mixed_join/*of_more_items*' 'relations/*exact_oracle*'
    'query_within/*rounded_by_much*' 'query_within/*vanish*' 'contacts_of/*in_motion*' 'golden/*of_large*' 'insert_many/*gives_the_handles*' 'wrapped/*areas_find*'
    'visibility_of/*light_ends*' 'move/circle*' 'parallel_batch/*more_questions*' 'independence.*' 'laws.*' '*laws_of_files*/*_*' '*cut_or_damaged*'
    'bad_file.with_a_repeated*' 'real_layers.*' '*real_data_test*' 'convert.writes_*' 'convert.makes*' 'following.of_random*' 'json_reader.reads_what*' 'exact.sides*'
    'exact.distances_are*' 'exact.random*' 'exact.polygons_without*' 'pairs.of_a_heap*' 'answers.about_a_heap*' 'tables_of_ais.compare*' '*layers_test.nearest_to_each*'
    '*layers_test.*indexed*' '*layers_test.*circles*' 'spilled_index.*' 'spill.*' 'threads_test.*' 'formats.*' 'period.of_*' 'guesses.are_*' '*on_the_globe.*' '*much_larger*')
quick_suite() {
    local targets=(quadrille_manual quadrille_completion quadrille_tests quadrille_visitor_change_tests quadrille_command_tests quadrille_c_tests
        quadrille_hello_c)
    local left="$users_build|rejected_uses|^c\.abi$|^house\.[a-z_]*_notices$|^cli_memory\."
    build_quick && GTEST_FILTER=-$(IFS=: && echo "${too_long_for_quick[*]}") check build/quick -E "$left"
}
# The native parts of the objects that the suite has built, with three shapes: an example, what is as scipy has it, and files.
quick_python() {
    local targets=(quadrille_python quadrille_python_files) package=$PWD/build/quick/python log=build/quick/python.log status=0
    rm -f "$log"
    build_quick -DQUADRILLE_PYTHON=ON -DPython_EXECUTABLE=/usr/bin/python3 -DPython3_EXECUTABLE=/usr/bin/python3 || return 1
    rm -rf "$package" && mkdir -p "$package" && cp -r bindings/python/quadrille "$package" &&
        cp build/quick/bindings/python/_{quadrille,files}.*.so "$package/quadrille" &&
        PYTHONPATH=$package quietly /usr/bin/python3 examples/hello.py &&
        PYTHONPATH=$package QUADRILLE_COMMAND=$PWD/build/quick/bin/quadrille timeout 300 /usr/bin/python3 -m pytest -q -p no:cacheprovider bindings/python/tests/test_{kdtree,kdtree_laws,read}.py >"$log" 2>&1 || status=$?
    [[ -e $log ]] && if ((status)); then cat "$log"; else tail -n 1 "$log"; fi
    count_by_pytest "$log" "$status"
}
# The types; and the tests, where the modules of WebAssembly have been built since they were changed, which takes minutes.
quick_javascript() {
    local here=bindings/javascript
    quietly npm_packages "$here" && quietly "$here/node_modules/.bin/tsc" -p "$here" --noEmit || { failed=$((failed + 1)) && return 1; }
    passed=$((passed + 1))
    if is_built_javascript "$here"; then
        check_by_node build/javascript.log "the package is in $here/dist" "$here"/test/{life,answers}.test.mjs
    else
        echo "its types are in order; its tests are left out, for $here/build has not been run since the last change"
    fi
}
build_suite() {
    build build/suite --preset dev "${unoptimized[@]}" -DQUADRILLE_FILES_OPTIONS=-O1 -DQUADRILLE_TESTS_OPTIONS=-O1 \
        -DCMAKE_CXX_COMPILER=clang++-19 -DQUADRILLE_TESTS_SHAPES=some \
        -DQUADRILLE_FEWER_RUNS=OFF \
        -DQUADRILLE_TESTS_MATCHING="history|$slow_answers|parallel|runners|threads" -DQUADRILLE_TESTS_KERNELS= -DQUADRILLE_TESTS_SPECIAL=OFF \
        "${whole_command[@]}" -DQUADRILLE_GDAL=ON -DQUADRILLE_RANKS=ON -DQUADRILLE_PLAYGROUND=ON "${c_of_some[@]}" \
        -DQUADRILLE_BENCH=OFF "$@"
}
full_suite() { build_suite && check build/suite -E "^cli_gdal\.|$users_build"; } # all shapes are in the Python package
users_build='^house\.(headers_alone|package|recipes|guide_start|plain_compiler|size)$' # each compiles for minutes
stage_bench() {
    local targets=(quadrille-bench quadrille_bench_tests quadrille_cli)
    build_suite -DQUADRILLE_BENCH=ON && check build/suite -R '^bench\.' &&
        bench/files.py --command build/suite/bin/quadrille --turns 1 --size 0.02
}
stage_shelf() { build_suite && check build/suite -R "$users_build"; }
little_kept=malloc_context_size=8:quarantine_size_mb=64 # of what each block of memory was, for speed
quick_sanitized() {
    local targets=(quadrille_tests)
    build build/asan --preset asan "${fewer[@]}" "${few[@]}" -DQUADRILLE_TESTS_MATCHING='random_life|coordinates|layers|values' -DQUADRILLE_TESTS_WITHOUT= \
        -DQUADRILLE_TESTS_KERNELS= -DQUADRILLE_TOOLS=OFF -DQUADRILLE_EXAMPLES=OFF &&
        GTEST_FILTER='-*/c*_own_*' ASAN_OPTIONS=$little_kept check build/asan -R '^verbs\.' # forms of the user's own: visited alone
}
# build_sanitized TARGET…: of the build that the stages `sanitized` and `python` share. Places on the stack that are used after a return
# are looked for by the quick run and the fuzzers: it makes all that is compiled a fifth longer.
build_sanitized() {
    local targets=("$@")
    build build/asan --preset asan "${fewer[@]}" -DQUADRILLE_TESTS_SHAPES=few \
        -DCMAKE_CXX_FLAGS_DEBUG='-O0 -D_GLIBCXX_ASSERTIONS -fsanitize-address-use-after-return=never' \
        -DQUADRILLE_TESTS_KERNELS= -DQUADRILLE_TESTS_MATCHING=. -DQUADRILLE_TESTS_WITHOUT="$answers_alone" -DQUADRILLE_LIBRARY_OPTIONS=-O1 \
        -DQUADRILLE_TOOLS=OFF -DQUADRILLE_EXAMPLES=OFF -DQUADRILLE_FUZZ=ON -DQUADRILLE_C=ON -DQUADRILLE_PYTHON=ON -DPython_EXECUTABLE=/usr/bin/python3 -DPython3_EXECUTABLE=/usr/bin/python3
}
full_sanitized() {
    build_sanitized quadrille_tests quadrille_memory_tests quadrille_fault_tests quadrille_misuse_tests quadrille_verify_tests \
        quadrille_unchecked_visitor_change_tests quadrille_tbb_tests quadrille_no_exceptions_test \
        quadrille_c_tests quadrille_fuzz_{questions,saved,command,visibility,contacts} &&
        GTEST_FILTER='-parallel_*' ASAN_OPTIONS=$little_kept check build/asan -R '^(verbs|memory|faults|misuse|verify|unchecked|tbb|no_exceptions|c|kept)\.'
}

# ---- Other compilers and flags ---------------------------------------------------------------------------------------

# What another compiler or flag could change is what the library computes: the tests that hold its answers against the truth
# and the golden numbers. Long lives add those that take a greater effort then. Tests of memory, of code that throws or changes the tree,
# and of misuse are those of `sanitized`, by clang, and of `gcc`, optimized and unchecked.
#
# Compiling the library takes half of the time of most stages. Those that find what a compiler, a flag or a system does to its code
# have a point, a circle and boxes, which are instances of the same templates in both scalars; all shapes are in Python, and in the
# stages by clang 19. What clang 19 makes of the library, optimized, is tested with its own standard library.
answers='wrapped|golden|coordinates|geometry|shapes|cast|raycast|nearest|within|query_area|sync|history'
slow_answers='every_history|small_history|query_within|visibility|closest_pairs|relations|square' # without sanitizers, where they took half of the time
slow_answers+='|laws|polygon_laws|tangent_laws|wrapped_laws'
answers_alone="golden|geometry|shapes|cast|raycast|nearest|within|query_area|history|$slow_answers" # which hardly change a tree
lives="$answers|random_life"
numbers='wrapped|golden|coordinates|geometry|shapes|cast|raycast|nearest|within' # what depends on how numbers are rounded
efforts='random_life|every_history|history|contacts|equal_items|erase|pairs|visibility'
optimized=(--preset release -DQUADRILLE_TESTS=ON -DQUADRILLE_WERROR=ON -DQUADRILLE_TOOLS=OFF -DQUADRILLE_TESTS_MATCHING="$answers"
    -DQUADRILLE_TESTS_KERNELS="$all_kernels")
few=(-DQUADRILLE_TESTS_SHAPES=few '-DQUADRILLE_SHAPES=point_double;circle_double;box_float;box_double')
fewer=(-DQUADRILLE_TESTS_SHAPES=some -DQUADRILLE_FEWER_RUNS=ON -DQUADRILLE_TESTS_KERNELS=plain)
# What others' programs inline is optimized in `native` and on the page; elsewhere it would take two thirds of the time.
library_alone=(-DCMAKE_CXX_FLAGS_RELEASE='-O0 -DNDEBUG' -DQUADRILLE_LIBRARY_OPTIONS=-O3)
gcc=(-DCMAKE_CXX_COMPILER=g++-12)
by_gcc=(full/g++-12 "${optimized[@]}" "${gcc[@]}" -DCMAKE_CXX_FLAGS_RELEASE='-O1 -DNDEBUG' -DQUADRILLE_LIBRARY_OPTIONS=-O3
    -DQUADRILLE_TESTS_SHAPES=other) # -O1, for long lives

# Sets of kernels with which no machine of today ends up are left to `long`.
stage_gcc() {
    suite "${by_gcc[@]}" -DQUADRILLE_TESTS_MATCHING="$lives" -DQUADRILLE_TESTS_KERNELS='plain;avx2' -DQUADRILLE_TESTS_SPECIAL=OFF
}
# Those tests that have an `effort`, or are next to one that has.
stage_long() {
    local those='random_life/*:every_history/*:history/*.of_random_seasons:history_memory/*:contacts*:equal_items/*:erase*:pairs/*:visibility*:memory_use*'
    local folder=build/${by_gcc[0]} targets=(quadrille_tests quadrille_memory_tests)
    build "$folder" "${by_gcc[@]:1}" -DQUADRILLE_TESTS_MATCHING="$lives|$efforts" -DQUADRILLE_TESTS_SPECIAL=ON &&
        QUADRILLE_LONG=1 GTEST_FILTER=$those check "$folder" -R '^(verbs|memory)\.' &&
        check "$folder" -R '^kernels\.'
}
stage_native() {
    suite full/native "${optimized[@]}" "${gcc[@]}" "${fewer[@]}" "${few[@]}" -DQUADRILLE_TESTS_MATCHING="$numbers" -DCMAKE_CXX_FLAGS=-march=native
}
stage_plain() {
    verbs full/plain "${optimized[@]}" "${gcc[@]}" "${fewer[@]}" "${few[@]}" -DQUADRILLE_TESTS_MATCHING="$numbers" \
        -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DQUADRILLE_HIGHWAY=OFF -DQUADRILLE_TESTS_KERNELS=
}
stage_clang14() {
    local folder=build/full/clang-14 targets=(quadrille_tests quadrille_no_exceptions_test) # which uses what the other does not
    build "$folder" "${optimized[@]}" "${fewer[@]}" "${few[@]}" -DQUADRILLE_TESTS_MATCHING="$lives|contacts|visibility_far_off" "${library_alone[@]}" \
        -DCMAKE_CXX_COMPILER=clang++-14 && check "$folder" -R '^(verbs|kernels|no_exceptions)\.'
}
# Kernels with SIMD write where the plain ones do.
stage_threads() {
    verbs tsan --preset tsan "${fewer[@]}" "${few[@]}" -DCMAKE_CXX_COMPILER=clang++-19 -DQUADRILLE_HIGHWAY=OFF \
        -DCMAKE_CXX_FLAGS_DEBUG='-O0 -g1 -D_GLIBCXX_ASSERTIONS' -DQUADRILLE_LIBRARY_OPTIONS=-O1 -DQUADRILLE_TESTS_MATCHING="threads|runners|access|parallel_(assign|sync)" -DQUADRILLE_TESTS_KERNELS=
}

stage_twofiles() {
    local folder=build/full/two_files targets=(all)
    build "$folder" -S tests/two_files -G Ninja && check "$folder"
}

# ---- Other processors and systems, by an emulator --------------------------------------------------------------------

# build_target SYSTEM KERNELS CMAKE_OPTION…
build_target() {
    local folder=build/full/$1 system=$1 kernels=$2
    shift 2
    local targets=(quadrille_target_tests)
    build "$folder" -S tests/targets -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE=cross.cmake \
        -DQUADRILLE_TARGET_SYSTEM="$system" -DQUADRILLE_TARGET_KERNELS="$kernels" "$@"
}
target() { build_target "$@" && check "build/full/$1"; }
# The golden numbers are of all questions in all worlds; beside them what a processor or a system may have otherwise.
brief=(-DQUADRILLE_TARGET_FEW=ON -DQUADRILLE_TESTS_MATCHING="golden|coordinates|square|limits|nearest|sync|save|load")
plainly=(-DQUADRILLE_TARGET_FEW=ON -DQUADRILLE_HIGHWAY=OFF -DQUADRILLE_TESTS_MATCHING="golden|coordinates|square|limits|save|load")

stage_aarch64() { target aarch64-linux-gnu neon "${brief[@]}"; }
stage_s390x() { target s390x-linux-gnu plain "${plainly[@]}"; }
stage_i686() { target i686-linux-gnu plain "${plainly[@]}"; }
stage_windows() { target x86_64-w64-mingw32 avx2 "${brief[@]}"; }
# By Zig, whose one package has libc++, headers and a linker for each of these. No emulator runs what is for macOS.
stage_zig() {
    local zig=build/full/zig/bin/python-zig by_zig status=0
    if [[ ! -x $zig ]] && ! { quietly /usr/bin/python3 -m venv build/full/zig && quietly build/full/zig/bin/pip install ziglang==0.17.1; }; then
        failed=$((failed + 1))
        return 1
    fi
    by_zig=("${brief[@]}" -DCMAKE_TOOLCHAIN_FILE=zig.cmake -DQUADRILLE_ZIG="$PWD/$zig")
    target x86_64-linux-musl avx2 "${by_zig[@]}" || status=1
    target aarch64-linux-musl neon "${by_zig[@]}" || status=1
    target x86_64-windows-gnu avx2 "${by_zig[@]}" || status=1
    build_target aarch64-macos neon "${by_zig[@]}" || status=1
    check_script zig_program tests/targets/zig_program.sh "$PWD/$zig" x86_64-linux-musl aarch64-linux-musl x86_64-windows-gnu aarch64-macos \
        x86_64-macos wasm32-wasi || status=1
    return "$status"
}
# Of another standard library what is tested is what its types and functions do in ours, and no kernels. By the rules of MSVC the
# library is only read.
stage_libcxx() {
    local targets=(quadrille_target_tests) status=0
    check_script msvc_rules tests/targets/msvc_rules.sh || status=1
    build build/full/libcxx -S tests/targets -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++-19 \
        -DCMAKE_CXX_FLAGS=-stdlib=libc++ -DCMAKE_CXX_FLAGS_RELEASE='-O0 -DNDEBUG' -DQUADRILLE_LIBRARY_OPTIONS=-O2 -DQUADRILLE_HIGHWAY=OFF \
        -DQUADRILLE_TARGET_FEW=ON -DQUADRILLE_TESTS_MATCHING="golden|coordinates|geometry|runners|parallel_[a-z]+|text|save|load|sync|query|nearest|values" &&
        check build/full/libcxx && return "$status"
    return 1
}

# ---- Fuzzers, the page, the linter -----------------------------------------------------------------------------------

# In the build of the suite, of which it needs the command, its module and their tests. Those that are skipped, because a program is
# missing, are named.
stage_gdal() {
    local targets=(quadrille_cli quadrille_gdal_tests) status=0
    build_suite || return 1
    check build/suite -R '^cli_gdal\.' || status=$?
    sed -n 's/^ *[0-9]* - \(cli_gdal.*(Skipped)\)/\1/p' build/suite/test.log
    return "$status"
}

# Each with what is kept of earlier ones, then on for some seconds; on the same way each time, so that a failure can be seen again.
# What is not optimized is built in a third of the time, and without kernels with SIMD in two thirds of that; a soak has the other.
stage_fuzzers() {
    seed=1 && build_fuzzers -DCMAKE_CXX_FLAGS_DEBUG='-O0 -D_GLIBCXX_ASSERTIONS' -DQUADRILLE_LIBRARY_OPTIONS=-O1 -DQUADRILLE_HIGHWAY=OFF &&
        run_jobs "$(nproc)" 12 "${fuzzers[@]/#/fuzz }"
}

# As pip installs it, with the native part that the build of `sanitized` has: its answers beside a full scan and scipy, its examples,
# its types, and the answers of its benchmark's peers. The package of the stage `packages` is compiled by g++, and used without sanitizers.
full_python() {
    local venv=$PWD/build/full/venv log=$PWD/build/full/python.log status=0
    # The runtime has to be there first, and beside it what throws: the interpreter knows neither.
    local watched=("LD_PRELOAD=$(clang++-19 -print-file-name="libclang_rt.asan-$(uname -m).so") $(clang++-19 -print-file-name=libstdc++.so.6)"
        ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1)
    build_sanitized quadrille_python quadrille_python_files || return 1
    if ! quietly /usr/bin/python3 -m venv --clear --system-site-packages "$venv" ||
        ! QUADRILLE_MODULE=$(echo "$PWD"/build/asan/bindings/python/_quadrille.*.so) \
            quietly "$venv/bin/pip" install --no-index --no-build-isolation ./bindings/python; then
        failed=$((failed + 1))
        return 1
    fi
    (cd build/full && timeout 600 env "${watched[@]}" QUADRILLE_COMMAND="$OLDPWD/build/suite/bin/quadrille" "$venv/bin/python" -m pytest -q -p no:cacheprovider --doctest-modules --pyargs quadrille \
        "$OLDPWD/bindings/python/tests") >"$log" 2>&1 || status=$?
    tail -n 1 "$log"
    ((status == 0)) || cat "$log"
    quietly env "${watched[@]}" "$venv/bin/python" examples/hello.py || status=1
    quietly env "${watched[@]}" "$venv/bin/python" bench/python.py --size 2000 --seconds 0 || status=1
    quietly mypy --strict bindings/python/quadrille || status=1
    count_by_pytest "$log" "$status"
}
# count_by_pytest LOG STATUS: the tests that have passed, and one that has failed where the status is not 0, which it returns.
count_by_pytest() {
    passed=$((passed + $(grep -oE '[0-9]+ passed' "$1" | grep -oE '[0-9]+' || echo 0)))
    failed=$((failed + ($2 ? 1 : 0)))
    return "$2"
}

# What others install: not optimized, and without symbols for debuggers, which takes less time.
stage_packages() {
    rm -rf build/full/packages
    DEB_BUILD_OPTIONS="noopt noautodbgsym" DEB_CXXFLAGS_APPEND=-g0 check_script packages scripts/packages build/full/packages
}

# In a system of its own each: what a machine of ours has does not help. Packages are built as in the stage of that name.
stage_bare() { DEB_BUILD_OPTIONS="noopt noautodbgsym" DEB_CXXFLAGS_APPEND=-g0 check_script bare tests/packaging/bare.sh; }

# The same answers with SIMD and without; what it says of memory, with a collector of garbage that can be called.
full_javascript() {
    local here=bindings/javascript status=0
    if ! quietly "$here/build"; then
        failed=$((failed + 1))
        return 1
    fi
    NODE_OPTIONS=--expose-gc check_by_node build/javascript.log "the package is in $here/dist" "$here"/test/*.test.mjs || status=1
    QUADRILLE_PLAIN=1 check_by_node build/javascript.log "without SIMD" "$here"/test/answers.test.mjs || status=1
    return "$status"
}

# npm_packages FOLDER: those that its package-lock.json names.
npm_packages() { [[ $1/node_modules -nt $1/package-lock.json ]] || { npm --prefix "$1" ci --no-audit --no-fund && touch "$1/node_modules"; }; }
# is_built_javascript FOLDER: whether its dist/ is newer than all that it is made of.
is_built_javascript() {
    local made=$1/dist/quadrille.js
    [[ -e $made && -z $(find include src bindings/flat "$1"/src "$1"/*.* -newer "$made" -type f -print -quit) ]]
}

# The page in a real browser: its answers against brute force and the native library's, its controls, its pictures. Its modules in
# Node, with SIMD and without: the golden hashes, the native library's answers, those of the benchmark. Its native
# twin is in the build of the suite, linked with that library.
stage_playground() {
    local targets=(quadrille_playground_answers)
    build_suite || return 1
    local modules=(quadrille_{golden,bench_wasm}_{simd,plain})
    if ! quietly ./play || ! build_in build/playground --target "${modules[@]}"; then
        failed=$((failed + 1))
        return 1
    fi
    export QUADRILLE_PLAYGROUND_ANSWERS=$PWD/build/suite/bin/quadrille_playground_answers
    check_by_node playground/dist/test.log "pictures are in playground/dist/pictures" playground/test/*.test.mjs tests/wasm/*.test.mjs
}

# The site as users build it: a comment, a link or a test that is missing ends the build; then its pages in a real browser, from the disk.
stage_site() {
    if ! quietly scripts/site build/site/pages; then
        failed=$((failed + 1))
        return 1
    fi
    export QUADRILLE_SITE=$PWD/build/site/pages
    check_by_node build/site/test.log "the pages are in build/site/pages" site/test/*.test.mjs
}

# check_by_node LOG WORDS FILE…: the tests of these files; says how many have passed, and then the words.
check_by_node() {
    local log=$1 words=$2 at_once=() good bad status=0
    shift 2
    [[ $(node --help) != *--test-concurrency* ]] || at_once=(--test-concurrency=2) # pages mostly wait
    node --test "${at_once[@]}" --test-reporter=tap "$@" >"$log" || status=$?
    good=$(sed -n 's/^# pass //p' "$log")
    bad=$(sed -n 's/^# fail //p' "$log")
    if ((status)); then
        grep -vE '^(ok|# Subtest)' "$log"
        bad=$((${bad:-0} > 0 ? bad : 1)) # node itself failed
    else
        echo "$good tests passed; $words"
    fi
    passed=$((passed + ${good:-0}))
    failed=$((failed + ${bad:-0}))
    return "$status"
}

# What it finds counts as one failed test. Shapes are instances of the same templates: a box and a circle will do. The
# parts of the command are parsed several at a time, so that what they all include is read less often; that nothing else includes
# a .cpp is tested by house.include_direction. Names that the command shares with a library in another namespace are no forgotten ones.
stage_tidy() {
    local units='src/[a-z]*/[a-z_]*|build/full/tidy/shapes/(box_float|circle_double)_[a-z_]*|scenes/.*|cli/main|files/gdal/module/[a-z]*|cli/replays/points|ranks/command/run|bindings/c/.*|bindings/flat/tree|build/full/tidy/bindings/shapes/box_float_typed_tree|playground/.*'
    quietly cmake -B build/full/tidy --preset release -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
        -DQUADRILLE_TOGETHER=ON -DQUADRILLE_RANKS=ON -DQUADRILLE_C=ON -DQUADRILLE_GDAL=ON -DQUADRILLE_PLAYGROUND=ON &&
        quietly run-clang-tidy-19 -quiet -p build/full/tidy -j "$(nproc)" -checks=-bugprone-suspicious-include,-bugprone-forward-declaration-namespace \
            "$PWD/(($units)\.cpp|build/full/tidy/(files|exact|cli)/.*/unity_.*\.cxx)" && return
    failed=$((failed + 1))
    return 1
}
