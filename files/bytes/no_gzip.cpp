// Files of gzip, in a command that was built without zlib: it says so.
// SPDX-License-Identifier: MIT
#include "files/text/errors.hpp"
#include "unpacker.hpp"

namespace quadrille::files {

std::unique_ptr<unpacker> gzip_unpacker() {
    throw failure("this quadrille was built without zlib, which unpacks files of gzip; with it there (Debian, Ubuntu: "
                  "zlib1g-dev), build it again");
}

} // namespace quadrille::files
