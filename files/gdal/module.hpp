// The GDAL module: a shared library that is opened when a file needs it. GDAL is 90 packages in Debian, some of them
// under the GPL: the command runs without them, and is not linked with them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_MODULE_HPP
#define QUADRILLE_FILES_GDAL_MODULE_HPP

#include "interface.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files::gdal {

inline std::string_view text_of(const bytes_view& view) {
    return view.begin == nullptr ? std::string_view() : std::string_view(view.begin, view.size);
}

/// Sets the places where the module is searched, in this order, instead of the folder of the command. Call it before
/// the first file is read.
void look_for_module_in(std::vector<std::string> places);

/// Returns the functions of the module; they are valid until the command ends. If the module cannot be opened, throws a
/// `failure` that names the package to install; `file` is the file that needs it.
const functions& functions_for(const std::string& file);

} // namespace quadrille::files::gdal

#endif
