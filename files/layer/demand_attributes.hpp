// Whether files have the attributes that are wanted.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_DEMAND_ATTRIBUTES_HPP
#define QUADRILLE_FILES_LAYER_DEMAND_ATTRIBUTES_HPP

#include "files/rows/attributes.hpp"
#include "layer.hpp"

#include <vector>

namespace quadrille::files {

/// Throws `bad_input` where none of the files has an attribute that is wanted, or one cannot have any.
void demand_attributes(const attribute_wish& wanted, const std::vector<const layer*>& files);

} // namespace quadrille::files

#endif
