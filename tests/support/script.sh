# What scripts of tests begin with: the root, a folder of their own, and how they tell what is wrong. Sourced, not run.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034 # `root`, `scratch` and `failed` are for the script
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
source "$root/scripts/needs.sh" # quietly, has_header
failed=0

# fail WORDS…: says what is wrong. The script goes on, and ends with `exit "$failed"`.
fail() {
    echo "$*"
    failed=1
}
# stop WORDS…: says what is wrong, and ends the script.
stop() {
    echo "$*"
    exit 1
}
