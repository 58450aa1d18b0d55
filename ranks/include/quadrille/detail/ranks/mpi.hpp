// The C interface of MPI.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RANKS_MPI_HPP
#define QUADRILLE_DETAIL_RANKS_MPI_HPP

// Leaves out the C++ classes, which the MPI standard has removed.
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX // NOLINT: Open MPI reads it
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX // NOLINT: MPICH reads it
#endif
#include <mpi.h>

#endif
