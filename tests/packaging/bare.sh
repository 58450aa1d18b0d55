#!/usr/bin/env bash
# README's commands and a whole release, each in a Debian of its own in which nothing lies but what the command installs.
# SPDX-License-Identifier: MIT
# usage: bare.sh [--suite NAME] [WHAT…]; of bookworm, unless a suite is named, and all of library, python, javascript and release, unless
# some are; `test` is ./test, as for a pull request.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
suite=bookworm
if [[ ${1-} == --suite ]]; then
    suite=${2:?wanted a suite, such as bookworm}
    shift 2
fi
wanted=("$@")
((${#wanted[@]})) || wanted=(library python javascript release)
((EUID == 0)) || { echo "wanted root, who can change into another system, found the user $EUID" >&2; exit 1; }

scratch=$(mktemp -d)
place=$scratch/system
clean_up() {
    ! mountpoint -q "$place/proc" || umount "$place/proc"
    rm -rf --one-file-system "$scratch"
}
trap clean_up EXIT

# inside COMMAND: by bash in the system, which has of this one's environment where its packages come from, and how it knows whom to trust.
passed_on='^(https?_proxy|no_proxy|(PIP|npm)_[A-Za-z_]*|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|REQUESTS_CA_BUNDLE|DEB_[A-Z_]*)='
inside() {
    local kept=()
    mapfile -t kept < <(env | grep -E "$passed_on")
    chroot "$place" env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        "${kept[@]}" bash -euo pipefail -c "cd /root/quadrille; $1" </dev/null
}
# begin_again: the system as it was made, with a clone of what is committed here.
begin_again() {
    ! mountpoint -q "$place/proc" || umount "$place/proc"
    rm -rf --one-file-system "$place"
    cp -a "$scratch/made" "$place"
    mount -t proc proc "$place/proc"
    git clone -q --no-hardlinks "$root" "$place/root/quadrille"
    cp -L "$(readlink -f /etc/resolv.conf)" "$place/etc/resolv.conf"
    [[ ! -e ${SSL_CERT_FILE-} ]] || install -D "$SSL_CERT_FILE" "$place/$SSL_CERT_FILE"
}
# try WHAT COMMAND: the end of its output is shown, if it fails.
try() {
    local begin=$SECONDS
    if ! inside "$2" >"$scratch/log" 2>&1; then
        grep -E 'error:|FAILED|^failed' "$scratch/log" | head -n 20 || true
        tail -n 40 "$scratch/log"
        printf 'failed in a bare %s: %s\n%s\n' "$suite" "$1" "$2"
        return 1
    fi
    echo "ok: $1, $(((SECONDS - begin) / 60)) min $(((SECONDS - begin) % 60)) s"
}
# shown PATTERN: the lines of README that begin with it, as root types them who is asked nothing.
shown() {
    local lines
    lines=$(grep -E "^($1)" "$root/README.md" | sed 's/sudo //g; s/ && /; /g; s/apt-get install/apt-get update; apt-get install -y --no-install-recommends/')
    [[ -n $lines ]] || { echo "README.md: wanted a line that begins with $1, found none" >&2; exit 1; }
    echo "$lines"
}

# ---- What is tried ---------------------------------------------------------------------------------------------------

try_library() {
    try "README: install it" "$(shown 'sudo apt-get install g|cmake -B build')"
    try "a project finds it by CMake" 'cmake -S tests/house/packages/consumer -B /tmp/guest -G Ninja; cmake --build /tmp/guest; cmake --build /tmp/guest --target test'
    try "two files" 'scripts/amalgamate /tmp/two; cd /tmp/two
        sed "s|<quadrille/quadtree.hpp>|\"quadrille.hpp\"|" \
            /root/quadrille/tests/house/packages/consumer/main.cpp >main.cpp
        g++ -std=c++20 -O1 main.cpp quadrille.cpp -o guest; ./guest'
    try "README: from C" 'cmake -B build -DQUADRILLE_C=ON; cmake --build build; cmake --install build; ldconfig
        apt-get install -y --no-install-recommends pkg-config; cp examples/hello.c /tmp/program.c; cd /tmp
        cc program.c $(pkg-config --cflags --libs quadrille-c); ./a.out'
}
try_python() {
    try "pip install, with a compiler and nothing else" 'apt-get update; apt-get install -y --no-install-recommends g++ python3-venv python3-dev
        python3 -m venv /tmp/v; . /tmp/v/bin/activate; pip install ./bindings/python; cd /tmp; python /root/quadrille/examples/hello.py
        test -z "$(cd /root/quadrille; ls -d build bindings/python/build 2>/dev/null)"'
}
try_javascript() {
    try "the npm package" 'apt-get update; bindings/javascript/build
        mkdir /tmp/guest; cd /tmp/guest; echo "{ \"private\": true, \"type\": \"module\" }" >package.json
        npm install --no-audit --no-fund /root/quadrille/bindings/javascript
        echo "import { load, Quadtree } from \"quadrille\"; await load(); new Quadtree(\"circle\").assign([0, 0, 1]);" >guest.mjs; node guest.mjs'
}
# Whoever releases has an address, and has dated the changes.
try_release() {
    try "scripts/release" 'apt-get update; apt-get install -y --no-install-recommends git
        version=$(sed -n "s/^#define QUADRILLE_VERSION \"\(.*\)\"/\1/p" include/quadrille/config.hpp)
        sed -i "s/^## Unreleased.*/## $version/" CHANGELOG.md; sed -i "s/example\.org/quadrille.test/" packaging/project.txt; scripts/project
        git -c user.name=Ann -c user.email=ann@quadrille.test commit -qam "$version"; scripts/release "$version" >/tmp/table
        test -s "build/release-$version/SHA256SUMS"; cat /tmp/table'
    tail -n +2 "$scratch/log" | sed -n '/^build\/release/,$p'
}
try_test() { try "./test" 'apt-get update; apt-get install -y --no-install-recommends ca-certificates git; ./test'; }

debootstrap --variant=minbase --include=ca-certificates "$suite" "$scratch/made" >"$scratch/log" || { cat "$scratch/log" && exit 1; }
status=0
for what in "${wanted[@]}"; do
    [[ $(type -t "try_$what") == function ]] || { echo "wanted library, python, javascript, release or test, found $what" >&2; exit 2; }
    begin_again
    "try_$what" || status=1
done
exit "$status"
