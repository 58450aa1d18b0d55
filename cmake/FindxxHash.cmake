# Finds xxHash, of which its header is enough: xxHash_FOUND, and QUADRILLE_XXHASH, its folder.
# SPDX-License-Identifier: MIT
find_path(QUADRILLE_XXHASH xxhash.h)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(xxHash REQUIRED_VARS QUADRILLE_XXHASH)
mark_as_advanced(QUADRILLE_XXHASH)
