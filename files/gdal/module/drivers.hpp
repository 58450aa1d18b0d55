// GDAL's drivers, each of which knows a format.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_MODULE_DRIVERS_HPP
#define QUADRILLE_FILES_GDAL_MODULE_DRIVERS_HPP

namespace quadrille::files::gdal {

/// What files say of other files and servers is not followed, unless the user asks for the driver that does so.
void register_drivers(bool with_those_that_follow);

/// Throws `failed` where no driver of this name can write.
void demand_writing_driver(const char* name);

} // namespace quadrille::files::gdal

#endif
