// The drivers of GDAL; each reads or writes one format.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_MODULE_DRIVERS_HPP
#define QUADRILLE_FILES_GDAL_MODULE_DRIVERS_HPP

namespace quadrille::files::gdal {

/// Registers the drivers. Those that follow references in files to other files and servers are registered only if the
/// user names such a driver.
void register_drivers(bool with_those_that_follow);

/// Throws `failed` if no driver of this name can write.
void demand_writing_driver(const char* name);

} // namespace quadrille::files::gdal

#endif
