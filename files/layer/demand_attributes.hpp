// Checks that files have the requested attributes.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_DEMAND_ATTRIBUTES_HPP
#define QUADRILLE_FILES_LAYER_DEMAND_ATTRIBUTES_HPP

#include "files/rows/attributes.hpp"
#include "layer.hpp"

#include <vector>

namespace quadrille::files {

/// Throws `bad_input` if no file has a requested attribute, or if a file cannot have attributes.
void demand_attributes(const attribute_wish& wanted, const std::vector<const layer*>& files);

} // namespace quadrille::files

#endif
