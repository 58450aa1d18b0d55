// Reports that the command was built without the zstd library when it is given a zstd file.
// SPDX-License-Identifier: MIT
#include "files/text/errors.hpp"
#include "unpacker.hpp"

namespace quadrille::files {

std::unique_ptr<unpacker> zstd_unpacker() {
    throw failure(
        "this quadrille was built without libzstd, which unpacks files of zstd; with it there (Debian, Ubuntu: "
        "libzstd-dev), build it again");
}

} // namespace quadrille::files
