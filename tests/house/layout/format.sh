#!/usr/bin/env bash
# Every C++ file is laid out as .clang-format says. `format.sh --fix` lays it out so.
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
formatter=clang-format-19
if ! command -v "$formatter" >/dev/null; then
    echo "left out: $formatter is not installed"
    exit 77
fi
how=(--dry-run -Werror)
[[ ${1:-} != --fix ]] || how=(-i)
find include src scenes files exact cli ranks bench bindings examples playground tests -name '*.[chi]pp' ! -path '*/build/*' ! -path '*/node_modules/*' -print0 | xargs -0 "$formatter" "${how[@]}"
