// A guard that removes appended elements from a vector unless they are kept, also when an exception ends the appending.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BASE_CUT_BACK_HPP
#define QUADRILLE_DETAIL_BASE_CUT_BACK_HPP

#include <cstddef>
#include <vector>

namespace quadrille::detail {

template <class Element>
struct cut_back {
    std::vector<Element>& vector;
    std::size_t kept;

    ~cut_back() { vector.resize(kept); }
};

} // namespace quadrille::detail

#endif
