// Memory from a polymorphic resource of the standard. Opt-in.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_PMR_HPP
#define QUADRILLE_PMR_HPP

#include <quadrille/memory_source.hpp>

#include <cstddef>
#include <memory_resource>

namespace quadrille {

/// For `options::memory`: memory from this resource, which must outlive all that takes memory from it. An exception of its
/// `allocate` means that memory has run out. Verbs over a runner need a resource that several threads may use at once, such as
/// `std::pmr::synchronized_pool_resource`.
inline memory_source memory_from(std::pmr::memory_resource& resource) noexcept {
    return {.allocate = [](void* context, std::size_t bytes, std::size_t alignment) -> void* {
#ifdef __cpp_exceptions
                try {
#endif
                    return static_cast<std::pmr::memory_resource*>(context)->allocate(bytes, alignment);
#ifdef __cpp_exceptions
                } catch (...) {
                    return nullptr;
                }
#endif
            },
            .release =
                [](void* context, void* where, std::size_t bytes, std::size_t alignment) {
                    static_cast<std::pmr::memory_resource*>(context)->deallocate(where, bytes, alignment);
                },
            .context = &resource};
}

} // namespace quadrille

#endif
