// Ids that several features have, which get their numbers behind them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_SHARED_IDS_HPP
#define QUADRILLE_FILES_LAYER_SHARED_IDS_HPP

#include "files/text/text_list.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

/// The id of each of several features with one id: ` #` and its number are behind it.
std::string with_its_number(std::string_view id, std::uint64_t number);

/// Ids that all differ: those that several rows have get the numbers of their rows. An id with a number may be that of another row: then
/// both get their numbers, once more.
text_list with_numbers_of_shared(text_list ids, const std::vector<std::uint32_t>& numbers);

} // namespace quadrille::files

#endif
