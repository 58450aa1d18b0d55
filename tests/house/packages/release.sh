#!/usr/bin/env bash
# What keeps a version from being released: each kind of mismatch is told, in a copy of the checkout that is ready but for it. And the
# bill of materials: whole, and none without a license.
# SPDX-License-Identifier: MIT
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
if ! command -v git >/dev/null; then
    echo "left out: releases (git is not installed)"
    exit 0
fi

# What the checks read, of the version that is now, and a JavaScript package, whether there is one or not.
cd "$root"
version=$(sed -n 's/^#define QUADRILLE_VERSION "\(.*\)"/\1/p' include/quadrille/config.hpp)
read_files=(CHANGELOG.md bindings/javascript/package.json bindings/python/pyproject.toml debian/changelog debian/control debian/copyright
    include/quadrille/config.hpp packaging/conan/conanfile.py packaging/project.txt packaging/vcpkg/vcpkg.json CITATION.cff scripts/manifests.sh
    scripts/needs.sh scripts/project scripts/release)
misnamed=$(source scripts/manifests.sh && list_misnamed)
[[ -z $misnamed ]] || fail "$misnamed"
mkdir "$scratch/copy"
cp --parents "${read_files[@]}" "$scratch/copy"
cd "$scratch/copy"
awk -v version="$version" '/^## Unreleased/ { print "## " version; next } 1' CHANGELOG.md >"$scratch/changes"
mv "$scratch/changes" CHANGELOG.md
sed -i 's/example\.org/quadrille.test/; s/^maintainer .*/maintainer Ann \& Bob/' packaging/project.txt # whoever releases has an address
scripts/project
git init -q
git add .
git config user.name quadrille
git config user.email quadrille@example.org
git commit -qm "ready"

# expect STATUS TEXT ARGUMENT…: how `scripts/release` ends, and a line that it prints. The copy is ready again afterwards.
expect() {
    local wanted=$1 text=$2 status=0 said
    shift 2
    said=$(scripts/release "$@" 2>&1) || status=$?
    if [[ $status == "$wanted" ]] && grep -qF -- "$text" <<<"$said"; then
        echo "ok: scripts/release $*: $text"
    else
        fail "scripts/release $*: wanted status $wanted and \"$text\", found $status and:"$'\n'"$said"
    fi
    git checkout -q .
    git clean -qfd
}

expect 0 "$version is ready to be released" --check "$version"
expect 0 "usage: scripts/release VERSION" --help

expect 1 "wanted one version, found 0 arguments"
expect 1 "wanted one version, found 0 arguments" --check
expect 1 "wanted one version, found 2 arguments" --check "$version" 9.9.9
for wrong in "" 1 1.2 1.2.3.4 v1.2.3 1.2.x 01.2.3 1.2.3-rc1 "1.2.3 " --chekc; do
    expect 1 "wanted a version such as 1.2.3, found ${wrong:-nothing in quotes}" --check "$wrong"
done
expect 1 "wanted a version such as 1.2.3, found --chekc" --chekc

# A version that is none of them is missed by each, and each alone is found.
other=99.98.97
for file in include/quadrille/config.hpp bindings/javascript/package.json debian/changelog packaging/conan/conanfile.py \
    packaging/vcpkg/vcpkg.json CITATION.cff; do
    expect 1 "release: $file: wanted the version $other, found $version" --check $other
    sed -i "s/\([\"(]\)${version//./\\.}\([\")]\)/\1$other\2/" "$file"
    expect 1 "release: $file: wanted the version $version, found $other" --check "$version"
    sed -i "s/${version//./\\.}//" "$file"
    expect 1 "release: $file: wanted the version $version, found none" --check "$version"
done
sed -i 's/\(QUADRILLE_VERSION_MINOR\) .*/\1 98/' include/quadrille/config.hpp
expect 1 "release: include/quadrille/config.hpp:MAJOR.MINOR.PATCH: wanted the version $version, found" --check "$version"
sed -i "s/^\[project\]/&\nversion = \"$version\"/" bindings/python/pyproject.toml
expect 1 "release: bindings/python/pyproject.toml: wanted the version from setup.py, found one of its own" --check "$version"

sed -i "s/^## $version/## $version.1/" CHANGELOG.md
expect 1 "release: CHANGELOG.md: wanted a section \"## $version\", found none" --check "$version"
sed -i "s/^## $version/## Unreleased\n\n- A change.\n\n&/" CHANGELOG.md
expect 1 "release: CHANGELOG.md: wanted nothing below \"## Unreleased\", found 1 lines" --check "$version"
for file in $(source scripts/manifests.sh && names_in_manifests | cut -d "|" -f 1 | sort -u); do
    sed -i 's/Ann & Bob/Nobody/; s/quadrille\.test/elsewhere.test/' "$file"
    expect 1 "release: $file: wanted" --check "$version"
done
sed -i 's/quadrille\.test/example.org/' packaging/project.txt
expect 1 "release: packaging/project.txt: wanted the address of the maintainers, found one of example.org" --check "$version"
echo changed >>CHANGELOG.md
expect 1 "release: the checkout: wanted no uncommitted change, found 1, the first  M CHANGELOG.md" --check "$version"
touch new
expect 1 "release: the checkout: wanted no uncommitted change, found 1, the first ?? new" --check "$version"

# What is ready: a section with a date, and an empty one for what comes; and no JavaScript package.
sed -i "s/^## $version/## Unreleased\n\n&, 2026-01-02/" CHANGELOG.md
git commit -qam "dated"
expect 0 "$version is ready to be released" --check "$version"
git rm -q bindings/javascript/package.json
git commit -qm "no JavaScript"
expect 0 "$version is ready to be released" --check "$version"

# A wheel with a program: of the system, linked with the C library; and another one, linked with what we are not.
if ! command -v dpkg-query python3 readelf >/dev/null; then
    echo "left out: the bill of materials (not a Debian with python3)"
    exit "$failed"
fi
if ! "$root/scripts/sbom" --notices python >"$scratch/notices" 2>"$scratch/said"; then
    echo "left out: the notices of others ($(cat "$scratch/said"))"
elif ! grep -q '^pybind11-dev: BSD-3-Clause$' "$scratch/notices" || "$root/scripts/sbom" --notices elsewhere 2>"$scratch/said"; then
    fail "scripts/sbom --notices: wanted those of pybind11, and none of what is not ours"
fi
bill() {
    rm -rf "$scratch/bill"
    mkdir -p "$scratch/bill/python"
    (cd "$(dirname "$1")" && python3 -m zipfile -c "$scratch/bill/python/quadrille.whl" "$(basename "$1")")
    SOURCE_DATE_EPOCH=0 "$root/scripts/sbom" "$version" "$scratch/bill" >"$scratch/quadrille.spdx.json" 2>"$scratch/said"
}
if bill /bin/true && python3 - "$scratch/quadrille.spdx.json" "$version" <<'look'
import json
import sys

bill = json.load(open(sys.argv[1]))
assert bill["spdxVersion"] == "SPDX-2.3" and bill["creationInfo"]["created"] == "1970-01-01T00:00:00Z", bill["creationInfo"]
known = [bill["SPDXID"], *(entry["SPDXID"] for entry in bill["packages"] + bill["files"])]
assert len(known) == len(set(known)), known
for relation in bill["relationships"]:
    assert relation["spdxElementId"] in known and relation["relatedSpdxElement"] in known, relation
packages = {entry["name"]: entry for entry in bill["packages"]}
assert packages["quadrille"]["versionInfo"] == sys.argv[2] and packages["libc6"]["licenseConcluded"] == "LGPL-2.1-or-later", packages
assert {"quadrille", "libc6", "libhwy-dev", "nlohmann-json3-dev", "pybind11-dev"} == packages.keys(), packages.keys()
assert all(entry["versionInfo"] for entry in packages.values()), packages
look
then
    echo "ok: the bill of materials"
else
    fail "$(cat "$scratch/said")"
fi
if ! bill /bin/ls && grep -q "quadrille.whl: wanted the license of .*libselinux1 in the table LINKED, found none" "$scratch/said"; then
    echo "ok: a library without a license in our table"
else
    fail "wanted that the license of libselinux1 is not known, found: $(cat "$scratch/said")"
fi
exit "$failed"
