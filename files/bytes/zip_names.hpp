// The names of the files in a zip archive.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_BYTES_ZIP_NAMES_HPP
#define QUADRILLE_FILES_BYTES_ZIP_NAMES_HPP

#include <string>
#include <vector>

namespace quadrille::files {

/// As its directory at the end has them; none of a file that is no such archive.
std::vector<std::string> names_in_zip(const std::string& path);

} // namespace quadrille::files

#endif
