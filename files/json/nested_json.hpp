// Takes an array or an object from JSON as a text.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_JSON_NESTED_JSON_HPP
#define QUADRILLE_FILES_JSON_NESTED_JSON_HPP

#include "files/text/texts.hpp"
#include "json_reader.hpp"

#include <cstddef>
#include <string>

namespace quadrille::files {

/// Returns the object or array that has just begun as JSON without blanks. `demanded_text` returns the current name,
/// text or number as a `std::string`, and may reject it.
template <class Demand>
std::string take_nested(json_reader& json, const Demand& demanded_text) {
    const std::size_t outside = json.depth() - 1;
    std::string closing; // the closing brackets of open containers
    std::string taken;
    const auto open = [&] {
        const bool is_object = json.event() == json_event::object;
        taken += is_object ? '{' : '[';
        closing += is_object ? '}' : ']';
    };
    open();
    while (json.depth() > outside) {
        const json_event event = json.next();
        if (event == json_event::end) {
            taken += closing.back();
            closing.pop_back();
            continue;
        }
        if (taken.back() != '{' && taken.back() != '[' && taken.back() != ':') {
            taken += ',';
        }
        switch (event) {
        case json_event::object:
        case json_event::array: open(); break;
        case json_event::key: taken += json_string(demanded_text("a name in an attribute")) + ':'; break;
        case json_event::text: taken += json_string(demanded_text("a text in an attribute")); break;
        case json_event::null: taken += "null"; break;
        default: taken += demanded_text("a number in an attribute");
        }
    }
    return taken;
}

} // namespace quadrille::files

#endif
