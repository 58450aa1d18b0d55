# The version and the names as every file that has them tells it, and what makes a version ready to be released. Sourced, not run.
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

# A part of a line of each manifest, with what packaging/project.txt has in braces.
names_in_manifests() {
    cat <<'manifests'
bindings/javascript/package.json|"name": "{npm}"
bindings/javascript/package.json|"author": "{maintainer} <{contact}>"
bindings/javascript/package.json|"homepage": "{address}"
bindings/javascript/package.json|"url": "git+{address}.git"
bindings/javascript/package.json|"bugs": "{address}/issues"
bindings/python/pyproject.toml|name = "{pypi}" #
bindings/python/pyproject.toml|authors = [{ name = "{maintainer}", email = "{contact}" }]
bindings/python/pyproject.toml|Homepage = "{address}"
bindings/python/pyproject.toml|Issues = "{address}/issues"
packaging/conan/conanfile.py|author = "{maintainer} <{contact}>"
packaging/conan/conanfile.py|url = "{address}"
packaging/conan/conanfile.py|homepage = "{address}"
packaging/vcpkg/vcpkg.json|"maintainers": "{maintainer} <{contact}>"
packaging/vcpkg/vcpkg.json|"homepage": "{address}"
debian/control|Maintainer: {maintainer} <{contact}>
debian/control|Homepage: {address}
debian/changelog| -- {maintainer} <{contact}>  #
debian/copyright|Source: {address}
CITATION.cff|repository-code: {address}
manifests
}

# each_name USE: calls `USE FILE EXPRESSION TEXT` for each of these: what sed finds there whatever the names are, and what should be there.
each_name() {
    local file template expression text key value
    while IFS='|' read -r file template; do
        [[ -e $file ]] || continue
        template=${template%#}
        expression=$(sed 's/[][\.*^$/]/\\&/g; s/{[a-z]*}/[^"<>]*/g' <<<"$template")
        text=$template
        while read -r key value; do
            text=${text//"{$key}"/"$value"}
        done < <(grep -v '^#' packaging/project.txt)
        "$1" "$file" "$expression" "$text"
    done < <(names_in_manifests)
}
fill_name() { sed -i "s/$2/$(sed 's/[\\&/]/\\&/g' <<<"$3")/" "$1"; }
fill_names() { each_name fill_name; }
tell_of_name() { grep -qF -- "$3" "$1" || echo "$1: wanted $3, as packaging/project.txt says, found other words (scripts/project writes them)"; }
list_misnamed() { each_name tell_of_name; }

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
    list_misnamed
    ! grep -q 'example\.org' packaging/project.txt ||
        echo "packaging/project.txt: wanted the address of the maintainers, found one of example.org"
    changed=$(git status --porcelain)
    [[ -z $changed ]] || echo "the checkout: wanted no uncommitted change, found $(wc -l <<<"$changed"), the first ${changed%%$'\n'*}"
}
