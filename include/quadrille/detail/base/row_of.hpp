// A row of elements that are constructed one by one, in memory of its own.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BASE_ROW_OF_HPP
#define QUADRILLE_DETAIL_BASE_ROW_OF_HPP

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

/// Room for `Most` elements. Only constructed elements may be read.
template <class Element, std::size_t Most>
class row_of {
    static_assert(std::is_trivially_destructible_v<Element>);

public:
    template <class... Arguments>
    Element& make(std::size_t at, Arguments&&... arguments) noexcept {
        void* const where = bytes_ + at * sizeof(Element);
        if constexpr (sizeof...(Arguments) == 0) {
            return *new (where) Element; // members without an initializer stay uninitialized
        } else {
            return *new (where) Element{std::forward<Arguments>(arguments)...};
        }
    }
    Element* data() noexcept { return reinterpret_cast<Element*>(bytes_); }
    Element& operator[](std::size_t at) noexcept { return data()[at]; }

private:
    alignas(Element) unsigned char bytes_[Most * sizeof(Element)];
};

} // namespace quadrille::detail

#endif
