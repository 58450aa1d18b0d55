// A buffer of shapes, one for each index, that `sync` lends to a user's function.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_SHAPE_BUFFER_HPP
#define QUADRILLE_DETAIL_ENGINE_SHAPE_BUFFER_HPP

#include <quadrille/detail/base/memory.hpp>
#include <quadrille/memory_source.hpp>

#include <cstddef>
#include <utility>

namespace quadrille::detail {

/// A buffer of shapes that a tree keeps and lends to one call at a time.
template <class Shape>
struct shape_buffer {
    memory_source from; ///< the tree may meanwhile have another source: it may be swapped
    Shape* shapes = nullptr;
    std::size_t capacity = 0;

    /// Replaces the present memory. Returns false when memory runs out; then the buffer has no memory.
    bool allocate(const memory_source& source, std::size_t wanted) noexcept {
        release();
        from = source;
        shapes = detail::allocate<Shape>(from, wanted);
        capacity = shapes == nullptr ? 0 : wanted;
        return shapes != nullptr;
    }
    void release() noexcept { detail::release(from, std::exchange(shapes, nullptr), std::exchange(capacity, 0)); }
};

} // namespace quadrille::detail

#endif
