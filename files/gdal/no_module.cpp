// Reports that this build of the command cannot open shared libraries, and so has no GDAL module.
// SPDX-License-Identifier: MIT
#include "files/text/errors.hpp"
#include "module.hpp"

namespace quadrille::files::gdal {

void look_for_module_in(std::vector<std::string> /*places*/) {}

const functions& functions_for(const std::string& file) {
    throw failure(
        file + ": wanted the module over GDAL, which knows its format, found none: this quadrille cannot open shared "
               "libraries; where it "
               "can (Debian and Ubuntu have it in the packages quadrille and quadrille-gdal), it reads such files");
}

} // namespace quadrille::files::gdal
