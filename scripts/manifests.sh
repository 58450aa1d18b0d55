# The version as every file that has one tells it, and what makes a version ready to be released. Sourced, not run.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

# first_match FILE EXPRESSION: what the group of sed's expression matches first; nothing where there is none.
first_match() { sed -nE "s/$2/\1/p; T; q" "$1"; }

# list_versions: a line for each file, "FILE VERSION", from the root of the checkout. A file that is not there has none to tell.
list_versions() {
    local file expression part parts=""
    for part in MAJOR MINOR PATCH; do
        parts+=${parts:+.}$(first_match include/quadrille/config.hpp "^#define QUADRILLE_VERSION_$part ([0-9]+)$")
    done
    echo "include/quadrille/config.hpp:MAJOR.MINOR.PATCH $parts"
    while read -r file expression; do
        [[ ! -e $file ]] || echo "$file $(first_match "$file" "$expression")"
    done <<'manifests'
include/quadrille/config.hpp ^#define QUADRILLE_VERSION "(.*)"$
bindings/javascript/package.json ^  "version": "(.*)",$
debian/changelog ^quadrille \((.*)\) .*
packaging/conan/conanfile.py ^    version = "(.*)"$
packaging/vcpkg/vcpkg.json ^  "version": "(.*)",$
CITATION.cff ^version: "(.*)"$
manifests
}

# list_unready VERSION: a sentence for each thing that keeps this version from being released; nothing when it is ready.
list_unready() {
    local version=$1 file found pattern changed
    while read -r file found; do
        [[ $found == "$version" ]] || echo "$file: wanted the version $version, found ${found:-none}"
    done < <(list_versions)
    # setup.py reads config.hpp: a second version beside it could differ.
    ! grep -n '^version = ' bindings/python/pyproject.toml >/dev/null ||
        echo "bindings/python/pyproject.toml: wanted the version from setup.py, found one of its own"
    pattern=${version//./\\.}
    grep -qE "^## $pattern(,.*)?$" CHANGELOG.md || echo "CHANGELOG.md: wanted a section \"## $version\", found none"
    found=$(awk '/^## / { inside = /^## Unreleased/; next } inside && NF' CHANGELOG.md | wc -l)
    ((found == 0)) || echo "CHANGELOG.md: wanted nothing below \"## Unreleased\", found $found lines"
    for file in debian/control debian/changelog; do
        ! grep -q '@example\.org' "$file" || echo "$file: wanted the address of the maintainers, found one of example.org"
    done
    changed=$(git status --porcelain)
    [[ -z $changed ]] || echo "the checkout: wanted no uncommitted change, found $(wc -l <<<"$changed"), the first ${changed%%$'\n'*}"
}
