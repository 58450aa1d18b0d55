// The module over GDAL: a shared library of its own, which is opened when a file needs it. GDAL's is 90 packages in Debian, and GPL by
// some of them: the command runs without them, and is not linked with them.
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

/// From here on it is looked for in these places, in this order, and not from the folder of the command. Before the first file is read.
void look_for_module_in(std::vector<std::string> places);

/// Its functions, until the end of the command. Throws `failure` that says what to install where it cannot be opened; `file` is what needs
/// it.
const functions& functions_for(const std::string& file);

} // namespace quadrille::files::gdal

#endif
