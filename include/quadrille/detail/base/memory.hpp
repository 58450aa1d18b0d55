// Memory from a user's source, or from `operator new`.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BASE_MEMORY_HPP
#define QUADRILLE_DETAIL_BASE_MEMORY_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/memory_source.hpp>

#include <cstddef>
#include <new>
#include <type_traits>
#include <vector>

namespace quadrille::detail {

/// The least number of bytes for which huge pages are requested.
inline constexpr std::size_t huge_enough = std::size_t{256} << 10U;
/// Requests huge pages for this memory from the system, which provides them once this memory and its neighbors fill
/// some. Linux only, where programs request them with `madvise`; does nothing elsewhere.
void prefer_huge_pages(void* where, std::size_t bytes) noexcept;

/// Returns null when memory runs out. `bytes` is at least 1.
QUADRILLE_APART inline void* allocate_from(const memory_source& from, std::size_t bytes,
                                           std::size_t alignment) noexcept {
    if (from.allocate != nullptr) {
        return from.allocate(from.context, bytes, alignment);
    }
    void* const fresh = ::operator new(bytes, std::align_val_t{alignment}, std::nothrow);
    if (fresh != nullptr && bytes >= huge_enough) {
        prefer_huge_pages(fresh, bytes);
    }
    return fresh;
}

/// `where` may be null.
QUADRILLE_APART inline void release_to(const memory_source& from, void* where, std::size_t bytes,
                                       std::size_t alignment) noexcept {
    if (from.allocate == nullptr) {
        ::operator delete(where, std::align_val_t{alignment});
    } else if (where != nullptr && from.release != nullptr) {
        from.release(from.context, where, bytes, alignment);
    }
}

template <class Element>
inline constexpr std::size_t alignment_of = alignof(Element) > alignof(void*) ? alignof(Element) : alignof(void*);

/// Returns raw, aligned memory; null when memory runs out.
template <class Element>
Element* allocate(const memory_source& from, std::size_t count) noexcept {
    constexpr std::size_t most = static_cast<std::size_t>(-1) / sizeof(Element);
    return count > most ? nullptr
                        : static_cast<Element*>(allocate_from(from, count * sizeof(Element), alignment_of<Element>));
}
template <class Element>
void release(const memory_source& from, Element* elements, std::size_t count) noexcept {
    release_to(from, elements, count * sizeof(Element), alignment_of<Element>);
}

/// An allocator for containers of the standard; it throws what `std::allocator` throws. A move or swap of containers
/// takes the memory's source along; a copy uses the same source.
template <class Element>
class source_allocator {
public:
    using value_type = Element;
    using propagate_on_container_copy_assignment = std::true_type;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;

    source_allocator() = default;
    source_allocator(const memory_source& from) noexcept
        : from_(from) {} // NOLINT: implicit, as an argument of containers
    template <class Other>
    source_allocator(const source_allocator<Other>& other) noexcept
        : from_(other.source()) {} // NOLINT: containers need the conversion

    const memory_source& source() const noexcept { return from_; }
    Element* allocate(std::size_t count) {
        if (auto* const fresh = detail::allocate<Element>(from_, count); fresh != nullptr) {
            return fresh;
        }
        // Fails like a container that requests too much memory from the standard allocator.
#if defined(__wasm__) && !defined(__cpp_exceptions)
        static_cast<void>(::operator new(static_cast<std::size_t>(-1) - 65536)); // may be replaced
#endif
        return std::allocator<Element>().allocate(static_cast<std::size_t>(-1));
    }
    void deallocate(Element* elements, std::size_t count) noexcept { release(from_, elements, count); }

    friend bool operator==(const source_allocator&, const source_allocator&) = default;

private:
    memory_source from_;
};

template <class Element>
using sourced_vector = std::vector<Element, source_allocator<Element>>;

} // namespace quadrille::detail

#endif
