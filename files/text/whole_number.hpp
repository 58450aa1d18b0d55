// Whole numbers as people write them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_WHOLE_NUMBER_HPP
#define QUADRILLE_FILES_TEXT_WHOLE_NUMBER_HPP

#include <cstdint>
#include <optional>
#include <string_view>

namespace quadrille::files {

/// The number from `least` to `most` that is written like this: 1000000, 1_000_000, 1,000,000 or 1e6. None when it is no such.
std::optional<std::uint64_t> whole_number_in(std::string_view text, std::uint64_t least, std::uint64_t most);

} // namespace quadrille::files

#endif
