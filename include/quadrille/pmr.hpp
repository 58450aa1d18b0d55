// Memory from a polymorphic resource of the standard. Opt-in.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_PMR_HPP
#define QUADRILLE_PMR_HPP

#include <quadrille/memory_source.hpp>

#include <cstddef>
#include <memory_resource>

namespace quadrille {

/// For `options::memory`: memory from this resource, which must outlive everything that takes memory from it. An
/// exception of its `allocate` means that memory has run out; compiled without exceptions, it ends the program. Trees
/// that several threads use need a resource that they may use at once, such as `std::pmr::synchronized_pool_resource`
/// (memory_source.hpp).
#ifdef __cpp_exceptions
template <bool HasExceptions = true> // two functions, so that programs may have parts with exceptions and without
#else
template <bool HasExceptions = false>
#endif
memory_source memory_from(std::pmr::memory_resource& resource) noexcept {
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
