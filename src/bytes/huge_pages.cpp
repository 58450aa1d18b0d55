// Memory on huge pages, where the system has them on request.
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
    // From the first byte's page to the last's: ranges that follow each other make one, whose huge pages span them.
    constexpr std::uintptr_t page = 4096;
    const auto first = reinterpret_cast<std::uintptr_t>(where);
    const std::uintptr_t before = first % page;
    static_cast<void>(madvise(static_cast<char*>(where) - before, bytes + before, MADV_HUGEPAGE)); // only advice
#endif
}

} // namespace quadrille::detail
