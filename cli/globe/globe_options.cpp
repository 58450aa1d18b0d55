// The options for coordinates that are longitude and latitude.
// SPDX-License-Identifier: MIT
#include "globe.hpp"

namespace quadrille::cli {

void add_globe_options(verb& to, globe_options& wanted) {
    to.options.push_back(
        files::flag("--metres", wanted.metres,
                    "x and y are degrees of longitude and latitude, distances metres on the globe (WGS 84)"));
    files::option kilometres = files::flag("--km", wanted.kilometres, "The same in kilometres");
    kilometres.not_with = "--metres";
    to.options.push_back(kilometres);
}

} // namespace quadrille::cli
