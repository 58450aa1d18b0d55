// Ends calls that cannot continue, by an exception.
// SPDX-License-Identifier: MIT
#include "bindings/flat/questions.hpp"

#include <new>
#include <string>

namespace quadrille::flat {

void refuse(std::string_view about, std::string_view wanted, std::string_view found) {
    std::string sentence;
    if (!about.empty()) {
        sentence.append(about).append(": ");
    }
    sentence.append("wanted ").append(wanted);
    if (!found.empty()) {
        sentence.append(", found ").append(found);
    }
    throw bad_request(sentence);
}
void refuse_memory() { throw std::bad_alloc(); }
void interrupt() { throw interrupted(); }

} // namespace quadrille::flat
