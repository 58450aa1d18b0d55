#!/usr/bin/env bash
# Starts a program on more ranks than there are processors, also as root, as tests in containers are.
# SPDX-License-Identifier: MIT
# usage: launch.sh LAUNCHER RANKS PROGRAM WORD…
set -euo pipefail
launcher=$1
ranks=$2
shift 2
# Open MPI asks for these; MPICH does not look at them.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
export LSAN_OPTIONS=suppressions=$(dirname "${BASH_SOURCE[0]}")/leaks_of_mpi.txt:${LSAN_OPTIONS-}
# The caller of a function of the system is found by slow looking alone.
export ASAN_OPTIONS=fast_unwind_on_malloc=0:${ASAN_OPTIONS-}
exec "$launcher" -n "$ranks" "$@"
