#!/usr/bin/env bash
# The library as its guests meet it: installed and moved elsewhere, static and checked, and shared, by CMake and by pkg-config;
# fetched, and as a subproject; and the command with its manual, as it is installed.
# SPDX-License-Identifier: MIT
# promise: package
# promise: mismatches
# usage: package.sh [COMPILER [GENERATOR [FOLDER]]]; FOLDER is where the library, checked, the command and its manual have been built.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
export CXX=${1:-c++} CMAKE_GENERATOR=${2:-Ninja} CTEST_OUTPUT_ON_FAILURE=1
built=${3:-}
guests=$root/tests/house/packages
export CMAKE_BUILD_TYPE=None # what is optimized is tested elsewhere, and takes long
unset CXXFLAGS

# configure_consumer WHAT OPTION…: a guest configures, by which it looks at what it is given; its own flags are unlike ours.
configure_consumer() {
    local what=$1
    shift
    quietly cmake -S "$guests/consumer" -B "$scratch/$what" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror" "$@"
    echo "ok: $what configures"
}

# try_consumer WHAT OPTION…: and then builds and runs.
try_consumer() {
    local what=$1
    configure_consumer "$@"
    quietly cmake --build "$scratch/$what"
    quietly cmake --build "$scratch/$what" --target test
    echo "ok: $what"
}

# build_library WHAT OPTION…: the library alone.
build_library() {
    local what=$1
    shift
    quietly cmake -S "$root" -B "$scratch/build_$what" -DCMAKE_INSTALL_LIBDIR=lib -DQUADRILLE_TOOLS=OFF "$@"
    quietly cmake --build "$scratch/build_$what"
}

# install_moved WHAT FOLDER: what is built there is installed through a DESTDIR, and what is installed is moved away.
install_moved() {
    local what=$1 folder=$2
    DESTDIR=$scratch/stage_$what quietly cmake --install "$folder" --prefix /prefix
    mv "$scratch/stage_$what/prefix" "$scratch/$what"
    cp -r "$root/include" "$scratch/wanted_$what"
    [[ ! -e $scratch/$what/include/quadrille/ranks.hpp ]] || cp -r "$root/ranks/include/." "$scratch/wanted_$what"
    quietly diff -r -x quadrille.h "$scratch/wanted_$what" "$scratch/$what/include"
}

# try_pkg_config WHAT PREFIX: a guest without CMake.
try_pkg_config() {
    local what=$1 prefix=$2 flags option
    if ! command -v pkg-config >/dev/null; then
        echo "left out: $what (pkg-config is not installed)"
        return
    fi
    quietly env PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --validate quadrille
    for option in --print-errors --static; do
        read -ra flags < <(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config "$option" --cflags --libs quadrille)
        quietly "$CXX" -std=c++20 -Wall -Wextra -Werror "$guests/consumer/main.cpp" "${flags[@]}" -o "$scratch/guest"
        quietly env LD_LIBRARY_PATH="$prefix/lib" "$scratch/guest"
    done
    follow_guide "$prefix"
    echo "ok: $what"
}

# follow_guide PREFIX: the line of docs/guide/build.md for pkg-config, to the letter but for the compiler and what it optimizes.
follow_guide() {
    local line
    line=$(grep -m1 '^g++ .*pkg-config --cflags --libs quadrille)' "$root/docs/guide/build.md")
    line=${line/#g++/$CXX}
    cp "$root/examples/hello.cpp" "$scratch/main.cpp"
    (cd "$scratch" && export PKG_CONFIG_PATH=$1/lib/pkgconfig && eval "quietly ${line/-O2/-O0}" && LD_LIBRARY_PATH=$1/lib quietly ./game)
}

# try_c WHAT PREFIX: a guest in C, with and without CMake.
try_c() {
    local what=$1 prefix=$2 flags
    quietly diff "$root/bindings/c/include/quadrille.h" "$prefix/include/quadrille.h"
    quietly cmake -S "$guests/consumer_c" -B "$scratch/$what" -DCMAKE_C_FLAGS="-Wall -Wextra -Werror" \
        -DCMAKE_PREFIX_PATH="$prefix" -DEXAMPLE="$root/examples/hello.c"
    quietly cmake --build "$scratch/$what"
    quietly cmake --build "$scratch/$what" --target test
    if command -v pkg-config >/dev/null; then
        read -ra flags < <(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --print-errors --cflags --libs quadrille-c)
        quietly cc -std=c99 -Wall -Wextra -Werror "$root/examples/hello.c" "${flags[@]}" -o "$scratch/guest"
        quietly env LD_LIBRARY_PATH="$prefix/lib" "$scratch/guest"
    fi
    echo "ok: the interface for C, $what"
}

# try_mismatch WHAT SENTENCE LIBRARY INCLUDE OPTION…: a guest unlike the library does not link, and the linker's message has the sentence.
try_mismatch() {
    local what=$1 sentence=$2 library=$3 include=$4
    shift 4
    if "$CXX" -std=c++20 -I"$include" "$@" "$guests/consumer/main.cpp" "$library" -o "$scratch/guest" >"$scratch/riddle" 2>&1; then
        stop "links, and should not: $what"
    fi
    quietly grep "$sentence" "$scratch/riddle"
    echo "ok: $what is rejected by the linker"
}

if [[ -z $built ]]; then
    build_library static -DQUADRILLE_CHECKED=ON
fi
install_moved static "${built:-$scratch/build_static}"
try_consumer installed -DCMAKE_PREFIX_PATH="$scratch/static" -DQUADRILLE_CHECKED=ON
try_pkg_config pkg_config "$scratch/static"
# The runner over oneTBB and worlds over MPI are components, which nobody gets who does not ask for them.
for component in tbb ranks; do
    if [[ -e $scratch/static/lib/cmake/quadrille/quadrille-$component-targets.cmake ]]; then
        try_consumer "installed_$component" -DCMAKE_PREFIX_PATH="$scratch/static" -DQUADRILLE_CHECKED=ON -DCONSUMER_COMPONENT="$component"
    else
        echo "left out: the component $component (it is not in what is built)"
    fi
done

# The shared library for C.
if [[ -e $scratch/static/include/quadrille.h ]]; then
    quietly test ! -e "$scratch/static/lib/libquadrille.so"
    try_c c "$scratch/static"
else
    echo "left out: the interface for C (it is not in what is built)"
fi

# Neither a shared library nor one without SIMD asks its guests for Highway.
build_library shared -DBUILD_SHARED_LIBS=ON -DQUADRILLE_HIGHWAY=OFF '-DQUADRILLE_SHAPES=box_float;circle_float' -DQUADRILLE_C=ON \
    -DQUADRILLE_C_SHAPES=circle_float
install_moved shared "$scratch/build_shared"
quietly test -L "$scratch/shared/lib/libquadrille.so"
quietly test ! -e "$scratch/shared/lib/libquadrille.a"
try_consumer installed_shared -DCMAKE_PREFIX_PATH="$scratch/shared" -DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON \
    '-DCONSUMER_SHAPES=BOX_FLOAT;CIRCLE_FLOAT'
try_pkg_config pkg_config_shared "$scratch/shared"
# What debuggers load; GDB by itself, from a folder with the path and a file with the name of the library.
for file in quadrille_gdb.py quadrille_lldb.py quadrille.natvis; do
    quietly diff "$root/debuggers/$file" "$scratch/shared/share/quadrille/debuggers/$file"
done
library=$(basename "$(readlink -f "$scratch/shared/lib/libquadrille.so")")
quietly diff "$root/debuggers/quadrille_gdb.py" "$scratch/shared/share/gdb/auto-load/prefix/lib/$library-gdb.py"
try_c c_shared "$scratch/shared"
# Programs of one kind of build start with the library of the other.
for kind in static shared; do
    if [[ -e $scratch/$kind/include/quadrille.h ]]; then
        quietly sh -c "readelf -d '$scratch/$kind/lib/libquadrille-c.so' | grep -F '[libquadrille-c.so.0]'"
        quietly sh -c "nm -D --defined-only '$scratch/$kind/lib/libquadrille-c.so' | grep -F ' quadrille_create@@QUADRILLE_0'"
        quietly sh -c "! nm -D --defined-only '$scratch/$kind/lib/libquadrille-c.so' | grep -vE ' (quadrille_|QUADRILLE_0)'"
    fi
done

needs=this_program_needs_the_library_built
try_mismatch "an unchecked guest of a checked library" "${needs}_without_QUADRILLE_CHECKED_of_version_0_1" \
    "$scratch/static/lib/libquadrille.a" "$scratch/static/include"
try_mismatch "a checked guest of an unchecked library" "${needs}_with_QUADRILLE_CHECKED_of_version_0_1" \
    "$scratch/shared/lib/libquadrille.so" "$scratch/shared/include" -DQUADRILLE_CHECKED
cp -r "$root/include" "$scratch/newer"
sed -i 's/\(QUADRILLE_VERSION_MINOR\) .*/\1 99/' "$scratch/newer/quadrille/config.hpp"
try_mismatch "a guest with headers of another version" "${needs}_without_QUADRILLE_CHECKED_of_version_0_99" \
    "$scratch/shared/lib/libquadrille.so" "$scratch/newer"

# A subproject is looked at where the guest configures, whichever way it came.
configure_consumer subproject -DQUADRILLE_SOURCE="$root"
configure_consumer subproject_beside_highway -DQUADRILLE_SOURCE="$root" -DCONSUMER_HIGHWAY=hwy -DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON
try_consumer fetched -DQUADRILLE_SOURCE="$root" -DQUADRILLE_FETCH=ON -DQUADRILLE_CHECKED=ON -DBUILD_SHARED_LIBS=ON -DQUADRILLE_HIGHWAY=OFF \
    -DQUADRILLE_SHAPES=box_float -DCONSUMER_SHAPES=BOX_FLOAT

quietly cmake --install "$scratch/fetched" --prefix "$scratch/nothing"
if [[ -e $scratch/nothing ]]; then
    find "$scratch/nothing" -type f
    stop "as a subproject it installed these"
fi

# The command and its manual, which has a page for each verb that the command lists.
if [[ -z $built ]]; then
    echo "left out: the command and its manual (usage: package.sh COMPILER GENERATOR FOLDER)"
    exit 0
fi
command=$scratch/static/bin/quadrille pages=$scratch/static/share/man/man1
manual=$pages/quadrille.1
quietly "$command" run --count 100 --ticks 2
[[ $("$command" --version) == "$(sed -n '1s/^.TH QUADRILLE 1 [-0-9]* "\(.*\)" "User Commands"$/\1/p' "$manual")" ]] ||
    stop "wanted the version of the command in the first line of its manual, found: $(head -n 1 "$manual")"
for verb in run convert pairs join query nearest within encounters index; do
    quietly "$command" "$verb" --help
    quietly grep -x ".BR quadrille..$verb (1),\?" "$manual"
    quietly grep -x "quadrille..$verb .. $("$command" "$verb" --help | head -n 1)" "$pages/quadrille-$verb.1"
done
for script in bash-completion/completions/quadrille zsh/site-functions/_quadrille fish/vendor_completions.d/quadrille.fish; do
    quietly grep nearest "$scratch/static/share/$script"
done
if [[ -x $scratch/static/bin/quadrille-ranks ]]; then
    for verb in run count join; do
        quietly grep -x ".BR quadrille..ranks..$verb (1),\?" "$pages/quadrille-ranks.1"
        quietly grep -F 'fB\-\-' "$pages/quadrille-ranks-$verb.1"
    done
fi
if command -v groff >/dev/null; then
    for page in "$pages"/*.1; do
        groff -man -Tutf8 -k -ww -z "$page"
    done >"$scratch/complaints" 2>&1
    quietly diff "$scratch/complaints" /dev/null
fi
if command -v mandoc >/dev/null; then
    quietly mandoc -T lint -W warning "$pages"/*.1
fi
echo "ok: the command and its manual"
