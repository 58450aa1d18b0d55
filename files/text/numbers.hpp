// Reads numbers in the forms that people and programs write.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_NUMBERS_HPP
#define QUADRILLE_FILES_TEXT_NUMBERS_HPP

#include <string_view>
#include <system_error>

namespace quadrille::files {

/// Returns the text without the spaces and tabs around it.
std::string_view trimmed(std::string_view text) noexcept;

/// Reads all of `text`, except blanks around it, as a decimal number; infinities and NaN are accepted. Returns
/// `result_out_of_range` for a number that no double can hold, `invalid_argument` for text that is not a number.
std::errc read_number(std::string_view text, double& number) noexcept;

} // namespace quadrille::files

#endif
