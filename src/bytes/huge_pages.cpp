// Requests huge pages for memory, on systems that provide them on request.
// SPDX-License-Identifier: MIT
#include <quadrille/detail/base/memory.hpp>

#include <cstddef>

#if defined(__linux__)
#include <sys/mman.h>

#include <cstdint>
#endif

namespace quadrille::detail {

QUADRILLE_RARE void prefer_huge_pages([[maybe_unused]] void* where, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    // From the page of the first byte: adjacent ranges then form one range, and huge pages span both.
    constexpr std::uintptr_t page = 4096;
    const auto first = reinterpret_cast<std::uintptr_t>(where);
    const std::uintptr_t before = first % page;
    static_cast<void>(madvise(static_cast<char*>(where) - before, bytes + before, MADV_HUGEPAGE)); // only advice
#endif
}

} // namespace quadrille::detail
