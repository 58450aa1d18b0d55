// Integers in the forms that people write.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_WHOLE_NUMBER_HPP
#define QUADRILLE_FILES_TEXT_WHOLE_NUMBER_HPP

#include <cstdint>
#include <optional>
#include <string_view>

namespace quadrille::files {

/// Returns the number in one of the forms 1000000, 1_000_000, 1,000,000 or 1e6. Returns nothing if it is not such a
/// number, or not from `least` to `most`.
std::optional<std::uint64_t> whole_number_in(std::string_view text, std::uint64_t least, std::uint64_t most);

} // namespace quadrille::files

#endif
