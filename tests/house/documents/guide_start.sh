#!/usr/bin/env bash
# The guide's first page, followed from an empty folder: it configures, builds, and says what it should.
# SPDX-License-Identifier: MIT
# promise: plain-compiler: The guide's first page works from an empty folder.
# usage: guide_start.sh [COMPILER]
# To the letter, but for what is built: not optimized, with plain kernels, of all shapes the program's alone, which saves minutes.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
export CXX=${1:-c++} CMAKE_BUILD_PARALLEL_LEVEL=2
unset CXXFLAGS CMAKE_BUILD_TYPE

# block LANGUAGE: the first piece of it in the guide.
block() { awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next } inside && $0 == "```" { exit } inside' "$root/docs/guide/start.md"; }

cd "$scratch"
ln -s "$root" quadrille
block cmake >CMakeLists.txt
block cpp >main.cpp
block sh | sed 's/=Release/=None -DQUADRILLE_HIGHWAY=OFF -DQUADRILLE_SHAPES=box_float/' >follow.sh
bash -e follow.sh >said 2>&1 || {
    cat said
    stop "the guide's first page does not lead to its end"
}
diff <(tail -n 2 said) <(sed -n 's|^// Prints: ||p' "$root/examples/hello.cpp")
echo "the guide's first page leads from an empty folder to: $(tail -n 1 said)"
