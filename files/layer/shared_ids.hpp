// Ids that several features have; their numbers are appended to them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_SHARED_IDS_HPP
#define QUADRILLE_FILES_LAYER_SHARED_IDS_HPP

#include "files/text/text_list.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

/// Returns the id of one of several features with the same id: ` #` and the number are appended.
std::string with_its_number(std::string_view id, std::uint64_t number);

/// Returns ids that all differ: a shared id is followed by the number of its row. If such an id equals that of another
/// row, numbers are appended to both once more.
text_list with_numbers_of_shared(text_list ids, const std::vector<std::uint32_t>& numbers);

} // namespace quadrille::files

#endif
