// Numbers as people and programs write them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_NUMBERS_HPP
#define QUADRILLE_FILES_TEXT_NUMBERS_HPP

#include <string_view>
#include <system_error>

namespace quadrille::files {

/// Without the spaces and tabs around it.
std::string_view trimmed(std::string_view text) noexcept;

/// Reads all of `text`, but for blanks around it, as a decimal number; infinities and NaN are numbers here.
/// `result_out_of_range` for one that no double can hold, `invalid_argument` for what is none.
std::errc read_number(std::string_view text, double& number) noexcept;

} // namespace quadrille::files

#endif
