// Writes a picture to a file.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PICTURES_PICTURE_FILE_HPP
#define QUADRILLE_CLI_PICTURES_PICTURE_FILE_HPP

#include "cli/drawing/canvas.hpp"
#include "picture.hpp"

#include <string>
#include <string_view>

namespace quadrille::cli {

/// By the ending of the name that was given for an option; another one is `bad_input`.
picture_format format_for(std::string_view option, const std::string& path);

/// The file is complete when it is there, or not there.
void write_picture(picture& shown, picture_format format, const std::string& title, const std::string& path);

} // namespace quadrille::cli

#endif
