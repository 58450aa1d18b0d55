#!/usr/bin/env bash
# Adds wrong includes to a copy of the repository, one at a time: the include-direction test must name each.
# SPDX-License-Identifier: MIT
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"
copy=$scratch
cp -r "$root"/{docs,include,src,scenes,files,exact,cli,ranks,bench,bindings,examples,tests} "$copy"
mkdir "$copy/playground" && cp "$root"/playground/*.?pp "$copy/playground" # without what npm has put there

# plant FILE INCLUDE…: gives the file these includes, expects to read of it or of its room, and takes them away again.
plant() {
    local file=$1 said
    shift
    mkdir -p "$(dirname "$copy/$file")"
    [[ ! -e $copy/$file ]] || cp "$copy/$file" "$copy/saved"
    # shellcheck disable=SC2059 # a form of its own for imports
    printf "${planted:-#include %s}\n" "$@" >>"$copy/$file"
    if said=$("$root/tests/house/layout/include_direction.sh" "$copy"); then
        fail "not noticed: $file includes $*"
    elif ! grep -qE "^($file:([0-9]+:)? |$(dirname "$file"): has |circle: )" <<<"$said"; then
        fail "noticed, but not named: $file includes $*: $said"
    fi
    rm "$copy/$file"
    [[ ! -e $copy/saved ]] || mv "$copy/saved" "$copy/$file"
}

plant include/quadrille/geometry.hpp '<quadrille/vocabulary.hpp>'
plant include/quadrille/vocabulary.hpp '<quadrille/detail/engine/core.hpp>'
plant include/quadrille/detail/engine/core.hpp '<quadrille/quadtree.hpp>'
plant include/quadrille/detail/engine/core.hpp '"../answers/hit.hpp"' '<quadrille/detail/questions/answer.hpp>' '"../../quadtree.hpp"'
plant include/quadrille/detail/answers/planted.hpp '<quadrille/detail/questions/sources.hpp>'
plant include/quadrille/detail/visibility/planted.hpp '<quadrille/save.hpp>'
plant include/quadrille/detail/planted.hpp '<quadrille/config.hpp>'
plant include/quadrille/planted.hpp '<quadrille/config.hpp>'
plant include/quadrille/contacts.hpp '<quadrille/detail/engine/core.hpp>'
plant include/quadrille/quadtree.hpp '<quadrille/parallel.hpp>'
plant include/quadrille/quadtree.hpp '<quadrille/no_such_header.hpp>'
plant src/change/planted.ipp '<quadrille/quadtree.hpp>'
plant src/change/planted_too.ipp '"change/planted.ipp"'
plant src/change/planted.hpp '"change/erase.ipp"'
plant src/shapes/planted.cpp '"engine/engine.hpp"'
plant src/lanes/planted.hpp '"store/filing.hpp"' '"walk/states.hpp"'
plant src/walk/planted.hpp '"change/reinsert.hpp"'
plant src/bytes/layout.hpp '"grid/grid.hpp"'
plant src/attic/planted.hpp '"bytes/layout.hpp"'
plant src/planted.hpp '"bytes/layout.hpp"'
plant scenes/planted.cpp '<quadrille/quadtree.hpp>'
plant cli/planted.cpp '<quadrille/detail/engine/core.hpp>'
plant files/text/planted.hpp '"files/layer/layer.hpp"'
plant files/planted.cpp '"cli/command/verb.hpp"'
plant exact/lines/planted.hpp '"files/layer/layer.hpp"'
plant cli/answers/planted.hpp '"cli/pairs/ordered_pairs.hpp"'
plant cli/attic/planted.hpp '"files/text/errors.hpp"'
plant playground/planted.cpp '<quadrille/detail/engine/core.hpp>'
plant bindings/planted.cpp "<quadrille/detail/engine/core.hpp>"
plant bench/planted.cpp '"store.hpp"'
plant examples/planted.cpp '<quadrille/detail/answers/hit.hpp>'
plant tests/planted.cpp '<quadrille/detail/engine/core.hpp>'
mkdir "$copy/tests/crowded" && touch "$copy"/tests/crowded/{1..16}.sh
planted="%s" plant tests/crowded/17.sh '# a script'
planted="%s" plant cli/verbs/within.cpp "$(yes '// a line' | head -n 90)"
planted="import type { Planted } from '%s';" plant bindings/javascript/src/types.ts ./loading
exit "$failed"
