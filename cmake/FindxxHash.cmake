# Finds xxHash, of which its header is enough: xxHash_FOUND and xxHash_INCLUDE_DIR.
# SPDX-License-Identifier: MIT
find_path(xxHash_INCLUDE_DIR xxhash.h)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(xxHash REQUIRED_VARS xxHash_INCLUDE_DIR)
mark_as_advanced(xxHash_INCLUDE_DIR)
