#!/usr/bin/env bash
# No kernel of a built library copies memory by `rep movs`, which takes longer than the kernel: compilers write it for a table or a
# register that they put on the stack.
# SPDX-License-Identifier: MIT
# usage: kernel_copies.sh LIBRARY
source "$(dirname "${BASH_SOURCE[0]}")/../../support/script.sh"

# The kernels of each set of instructions have a namespace of their own.
objdump -d --no-show-raw-insn "$1" | awk '
    /^[0-9a-f]+ </ { name = $2; is_kernel = name ~ /6detail(6N_AVX|6N_SSE|7N_SSSE|6N_NEON|5plain)/; kernels += is_kernel }
    is_kernel && /rep movs/ { copies[name]++ }
    END {
        for (name in copies) print name " has `rep movs`, " copies[name] " times"
        if (kernels == 0) print "found no kernels"
        exit kernels == 0 || length(copies) > 0
    }' || stop "wanted kernels without \`rep movs\` in $1"
