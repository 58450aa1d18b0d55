# What each stage of `test` builds and runs: one function for each, `stage_<name>`. Sourced, not run.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # `full` is that of `test`

# presets NAME [FOLDER]: what the presets of this name (cmake/presets/stages.json) configure, build and test, in build/NAME or build/FOLDER.
presets() { build "$1" && check "build/${2:-$1}" --preset "$1"; }

# ---- Quick and full --------------------------------------------------------------------------------------------------

# The quick run leaves to the full one: the benchmark and the examples; kinds of trees that differ little from others; all sets of
# kernels but the machine's best; what the command draws; worlds over MPI; programs of their own, of memory, faults and misuse; what has
# the label `shelf` (what users build) or `full`, and the tests of tests/left_to_full.txt; and of the suite under sanitizers all but the
# lives of random changes and queries, and layers.
#
# The full run has the tests of verbs under sanitizers, with few kinds of trees, as these check all that the first stage would, and more.
# Its first stage has the rest: the house, the command, examples, worlds over MPI, and of the tests of verbs those that count work, those
# of all runners, and those that take long, which are optimized a little. It compiles both by clang, which takes half as long as g++.
# Under sanitizers runs are fewer, for each takes ten times as long, and places on the stack that are used after a return are looked for
# by the quick run and the fuzzers alone, as that makes all that is compiled a fifth longer; nor are there names of lines: the preset
# `asan` has them. All shapes are in the Python package.
stage_suite() { if [[ $full == yes ]]; then presets suite; else presets quick; fi; }
stage_sanitized() { if [[ $full == yes ]]; then presets sanitized; else presets quick-sanitized; fi; }
stage_python() { if [[ $full == yes ]]; then full_python; else quick_python; fi; }
stage_javascript() { if [[ $full == yes ]]; then full_javascript; else quick_javascript; fi; }

# The native parts of the objects that the suite has built, with three shapes: an example, what is as scipy has it, and files.
quick_python() {
    local package=$PWD/build/quick/python log=build/quick/python.log status=0
    rm -f "$log"
    build quick-python || return 1
    rm -rf "$package" && mkdir -p "$package" && cp -r bindings/python/quadrille "$package" &&
        cp build/quick/bindings/python/_{quadrille,files}.*.so "$package/quadrille" &&
        PYTHONPATH=$package quietly /usr/bin/python3 examples/hello.py &&
        PYTHONPATH=$package QUADRILLE_COMMAND=$PWD/build/quick/bin/quadrille timeout 300 /usr/bin/python3 -m pytest -q -p no:cacheprovider bindings/python/tests/test_{kdtree,read}.py >"$log" 2>&1 || status=$?
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
stage_bench() {
    presets suite-bench suite && bench/files.py --command build/suite/bin/quadrille --turns 1 --size 0.02
}
stage_shelf() { build suite && check build/suite --preset shelf; }

# ---- Other compilers and flags ---------------------------------------------------------------------------------------

# What another compiler or flag could change is what the library computes: the tests that hold its answers against the truth
# and the golden numbers. Long lives add those that take a greater effort then. Tests of memory, of code that throws or changes the tree,
# and of misuse are those of `sanitized`, by clang, and of `native`, optimized and unchecked.
#
# Compiling the library takes half of the time of most stages. Those that find what a compiler, a flag or a system does to its code
# have a point, a circle and boxes, which are instances of the same templates in both scalars. What clang 19 makes of the library,
# optimized, is tested with its own standard library. What others' programs inline is optimized in `native` and on the page; elsewhere it
# would take two thirds of the time. Sets of kernels with which no machine of today ends up are left to `long`. Kernels with SIMD write
# where the plain ones do, so `threads` has the plain ones.
stage_gcc() { presets gcc; }
stage_long() { presets long gcc && check build/gcc --preset long-kernels; }
stage_native() { presets native; }
stage_plain() { presets plain; }
stage_clang14() { presets clang14; }
stage_threads() { presets threads; }

stage_twofiles() {
    build_project build/full/two_files all -S tests/two_files && check build/full/two_files
}

# ---- Other processors and systems, by an emulator --------------------------------------------------------------------

# build_target SYSTEM KERNELS CMAKE_OPTION…
build_target() {
    local system=$1 kernels=$2
    shift 2
    build_project "build/full/$system" quadrille_target_tests -S tests/targets -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE=cross.cmake \
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
    local status=0
    check_script msvc_rules tests/targets/msvc_rules.sh || status=1
    build_project build/full/libcxx quadrille_target_tests -S tests/targets -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++-19 \
        -DCMAKE_CXX_FLAGS=-stdlib=libc++ -DCMAKE_CXX_FLAGS_RELEASE='-O0 -DNDEBUG' -DQUADRILLE_LIBRARY_OPTIONS=-O2 -DQUADRILLE_HIGHWAY=OFF \
        -DQUADRILLE_TARGET_FEW=ON -DQUADRILLE_TESTS_MATCHING="golden|coordinates|geometry|runners|parallel_[a-z]+|text|save|load|sync|query|nearest|values" &&
        check build/full/libcxx && return "$status"
    return 1
}

# ---- Fuzzers, the page, the linter -----------------------------------------------------------------------------------

# In the build of the suite, of which it needs the command, its module and their tests. Those that are skipped, because a program is
# missing, are named.
stage_gdal() {
    local status=0
    build suite gdal || return 1
    check build/suite --preset gdal || status=$?
    sed -n 's/^ *[0-9]* - \(cli_gdal.*(Skipped)\)/\1/p' build/suite/test.log
    return "$status"
}

# Each with what is kept of earlier ones, then on for some seconds; on the same way each time, so that a failure can be seen again.
# What is not optimized is built in a third of the time, and without kernels with SIMD in two thirds of that; a soak has the other.
stage_fuzzers() {
    seed=1 && build fuzzers && run_jobs "$(nproc)" 12 "${fuzzers[@]/#/fuzz }"
}

# As pip installs it, with the native part that the build of `sanitized` has: its answers beside a full scan and scipy, its examples,
# its types, and the answers of its benchmark's peers. The package of the stage `packages` is compiled by g++, and used without sanitizers.
full_python() {
    local venv=$PWD/build/full/venv log=$PWD/build/full/python.log status=0
    # The runtime has to be there first, and beside it what throws: the interpreter knows neither.
    local watched=("LD_PRELOAD=$(clang++-19 -print-file-name="libclang_rt.asan-$(uname -m).so") $(clang++-19 -print-file-name=libstdc++.so.6)"
        ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1)
    build sanitized sanitized-python || return 1
    if ! quietly /usr/bin/python3 -m venv --clear --system-site-packages "$venv" ||
        ! QUADRILLE_MODULE=$(echo "$PWD"/build/sanitized/bindings/python/_quadrille.*.so) \
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
    build suite playground-answers || return 1
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
