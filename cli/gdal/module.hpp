// The module over GDAL: a shared library of its own, which is opened when a file needs it. GDAL's is 90 packages in Debian, and GPL by
// some of them: the command runs without them, and is not linked with them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_GDAL_MODULE_HPP
#define QUADRILLE_CLI_GDAL_MODULE_HPP

#include "cli/gdal/interface.hpp"

#include <string>

namespace quadrille::cli::gdal {

/// Its functions, until the end of the command. Throws `failure` that says what to install where it cannot be opened; `file` is what needs
/// it.
const functions& functions_for(const std::string& file);

} // namespace quadrille::cli::gdal

#endif
