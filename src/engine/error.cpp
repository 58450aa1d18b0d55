// The text of each error.
// SPDX-License-Identifier: MIT
#include <quadrille/vocabulary.hpp>

namespace quadrille {

const char* to_string(quadrille::error reason) noexcept {
    switch (reason) {
    case error::none: return "no error";
    case error::not_finite: return "wanted finite coordinates, found NaN, infinity or a circle that reaches too far";
    case error::inverted: return "wanted min <= max on both axes and radius >= 0, found the contrary";
    case error::no_memory: return "an allocation failed";
    case error::full: return "the tree holds as many items as it may";
    case error::no_item: return "wanted an item of this tree, found a null or stale one";
    case error::wrong_size: return "wanted spans of equal length, in sync one shape per index, found another length";
    case error::tree_changed: return "the tree was changed by a function or a copy that the change called for";
    case error::too_wide: return "wanted half a period at most, found a wider shape";
    case error::bad_period: return "wanted a period of 0, or of 1,024 steps or more";
    }
    return "unknown error";
}

} // namespace quadrille
