// Writes a picture to a file.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PICTURES_PICTURE_FILE_HPP
#define QUADRILLE_CLI_PICTURES_PICTURE_FILE_HPP

#include "cli/drawing/canvas.hpp"
#include "picture.hpp"

#include <string>
#include <string_view>

namespace quadrille::cli {

/// Returns the format by the ending of the name that an option has; another ending is `bad_input`.
picture_format format_for(std::string_view option, const std::string& path);

/// Writes the file, which is either complete or not there.
void write_picture(picture& shown, picture_format format, const std::string& title, const std::string& path);

} // namespace quadrille::cli

#endif
