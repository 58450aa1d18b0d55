# What `run` and `test` share: installing what is missing, and being quiet while all goes well. Sourced, not run.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

# need PACKAGE…: installs those that are missing, by apt, and says which. Asks nothing; silent when nothing is missing. What a
# package holds may as well have come from another one, or lie in /usr/local.
need() {
    local package missing=() as_root=()
    for package in "$@"; do
        is_installed "$package" || is_there "$package" || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    if ! command -v dpkg-query apt-get >/dev/null; then
        echo "Not a Debian or Ubuntu: please see to it that there is what these packages hold: ${missing[*]}" >&2
        return
    fi

    local install=(apt-get install -y --no-install-recommends "${missing[@]}")
    if ((EUID != 0)); then
        if ! sudo -n true 2>/dev/null; then
            echo "Some packages are missing, and without root they cannot be installed here. Please run:" >&2
            echo "    sudo ${install[*]}" >&2
            exit 1
        fi
        as_root=(sudo -n)
    fi
    echo "installing ${missing[*]}"
    as_root+=(env DEBIAN_FRONTEND=noninteractive)
    quietly "${as_root[@]}" apt-get update
    quietly "${as_root[@]}" "${install[@]}" -o DPkg::Lock::Timeout=300
}

# is_installed PACKAGE: by dpkg.
is_installed() { [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

# is_there PACKAGE: what the build takes from it is found, wherever it came from: a command, or a header by the compiler.
is_there() {
    case $1 in
        g++) command -v c++ g++ ;;
        g++-mingw-w64-x86-64) command -v x86_64-w64-mingw32-g++ ;;
        g++-*-linux-gnu*) command -v "${1#g++-}-g++" ;;
        googletest) [[ -e /usr/src/googletest/CMakeLists.txt ]] ;;
        qemu-user) command -v qemu-aarch64 ;;
        clang-[0-9]*) command -v "clang++-${1#clang-}" ;;
        libclang-rt-*-dev) has_fuzzer "${1//[!0-9]/}" ;;
        clang-tidy-*) command -v "$1" && command -v "run-$1" ;;
        binaryen) command -v wasm-opt ;;
        lld-[0-9]*) command -v "wasm-ld-${1#lld-}" ;;
        ninja-build) command -v ninja || command -v ninja-build ;;
        nodejs) command -v node ;;
        xvfb) command -v xvfb-run ;;
        libboost-dev) has_header boost/version.hpp ;;
        libbox2d-dev) has_header box2d/box2d.h ;;
        libcairo2-dev) has_header cairo/cairo-svg.h ;;
        libcli11-dev) has_header CLI/CLI.hpp ;;
        libexpat1-dev) has_header expat.h ;;
        libfmt-dev) has_header fmt/format.h ;;
        gdal-bin) command -v ogr2ogr ;;
        libgdal-dev) has_header gdal/gdal.h ;;
        postgresql-postgis) compgen -G "/usr/share/postgresql/*/extension/postgis.control" ;;
        libgeographiclib-dev) has_header GeographicLib/Geodesic.hpp ;;
        libgeos++-dev) has_header geos/geom/Geometry.h ;;
        libgtest-dev) has_header gtest/gtest.h ;;
        libhwy-dev) has_header hwy/highway.h ;;
        libmpich-dev) command -v mpicxx.mpich ;;
        mpich) command -v mpiexec.mpich ;;
        libopenmpi-dev) command -v mpicxx ;;
        openmpi-bin) command -v mpiexec ;;
        libnanoflann-dev) has_header nanoflann.hpp ;;
        libsfml-dev) has_header SFML/Graphics.hpp ;;
        libtbb-dev) has_header tbb/parallel_for.h ;;
        libwebp-dev) has_header webp/mux.h ;;
        libzstd-dev) has_header zstd.h ;;
        nlohmann-json3-dev) has_header nlohmann/json.hpp ;;
        zlib1g-dev) has_header zlib.h ;;
        *) command -v "$1" ;; # cmake, clang-format-19 …: the command has the package's name
    esac >/dev/null 2>&1
}

# has_fuzzer VERSION: whether a program can be linked with the run time of libFuzzer.
has_fuzzer() { "clang++-$1" -fsanitize=fuzzer -x c++ - -o /dev/null <<<'extern "C" int LLVMFuzzerTestOneInput(const char*, long) { return 0; }'; }

has_header() { "${CXX:-c++}" -std=c++20 -M -include "$1" -x c++ /dev/null; }

# quietly COMMAND…: shows what it said only if it fails.
quietly() {
    local said status=0
    said=$("$@" 2>&1 </dev/null) || status=$?
    if ((status)); then
        printf '%s\nfailed: %s\n' "$said" "$*" >&2
        return "$status"
    fi
}

# build_in FOLDER [CMAKE_BUILD_OPTION…] builds there with all processors. A terminal sees how far it is; elsewhere it is quiet.
build_in() {
    local folder=$1
    shift
    if [[ -t 1 ]]; then
        cmake --build "$folder" -j "$(nproc)" "$@" </dev/null
    else
        quietly cmake --build "$folder" -j "$(nproc)" "$@"
    fi
}
