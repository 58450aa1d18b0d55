# What `run` and `test` share: installing what is missing, and being quiet while all goes well. Sourced, not run.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

# need PACKAGE…: installs those that are missing, by apt, and says which. Asks nothing; silent when nothing is missing.
need() {
    local package missing=() as_root=()
    if ! command -v dpkg-query apt-get >/dev/null; then
        echo "Not a Debian or Ubuntu: please see to it that there is what these packages hold: $*" >&2
        return
    fi
    for package in "$@"; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
    done
    ((${#missing[@]})) || return 0

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

# quietly COMMAND…: shows what it said only if it fails.
quietly() {
    local said status=0
    said=$("$@" 2>&1 </dev/null) || status=$?
    if ((status)); then
        printf '%s\nfailed: %s\n' "$said" "$*" >&2
        return "$status"
    fi
}
