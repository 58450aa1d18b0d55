// Makes files in GDAL's formats.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_MODULE_TRANSLATION_HPP
#define QUADRILLE_FILES_GDAL_MODULE_TRANSLATION_HPP

#include "files/gdal/interface.hpp"

namespace quadrille::files::gdal {

/// Throws `failed` if the file cannot be made.
void make_of(const translation& wanted);

} // namespace quadrille::files::gdal

#endif
