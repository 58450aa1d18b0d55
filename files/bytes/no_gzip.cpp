// Reports that the command was built without zlib when it is given a gzip file.
// SPDX-License-Identifier: MIT
#include "files/text/errors.hpp"
#include "unpacker.hpp"

namespace quadrille::files {

namespace {

[[noreturn]] void reject(const char* what) {
    throw failure(std::string("this quadrille was built without zlib, which unpacks files of ") + what +
                  "; with it there (Debian, Ubuntu: zlib1g-dev), build it again");
}

} // namespace

std::unique_ptr<unpacker> gzip_unpacker() { reject("gzip"); }
std::unique_ptr<unpacker> zip_unpacker(bool, std::uint64_t, std::uint32_t) { reject("zip archives"); }

} // namespace quadrille::files
