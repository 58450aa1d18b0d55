// The text of each refusal.
// SPDX-License-Identifier: MIT
#include <quadrille/vocabulary.hpp>

namespace quadrille {

const char* to_string(refusal why) noexcept {
    switch (why) {
    case refusal::none: return "not refused";
    case refusal::not_finite: return "wanted finite coordinates, found NaN, infinity or a circle that reaches too far";
    case refusal::inverted: return "wanted min <= max on both axes and radius >= 0, found the contrary";
    case refusal::no_memory: return "an allocation failed";
    case refusal::full: return "the tree holds as many items as it may";
    case refusal::no_item: return "wanted an item of this tree, found a null or stale one";
    case refusal::wrong_size: return "wanted one element per index, found a span of another length";
    case refusal::changed: return "the tree was changed by a function or a copy that the change called for";
    }
    return "unknown refusal";
}

} // namespace quadrille
