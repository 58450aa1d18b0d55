// Huge pages: a large tree is read in random places, and its pages are more than the processor's tables of them hold.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_HUGE_PAGES_HPP
#define QUADRILLE_SRC_HUGE_PAGES_HPP

#include <quadrille/detail/apart.hpp>

#include <cstddef>
#include <cstdint>

#if defined(__linux__) && __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace quadrille::detail {

/// Asks the system to put large memory on huge pages (2 MiB) where it can. A request: nothing depends on it.
QUADRILLE_APART inline void advise_huge_pages([[maybe_unused]] void* memory,
                                              [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
    constexpr std::size_t huge = std::size_t{1} << 21U;
    constexpr std::size_t page = 4096;
    if (memory != nullptr && bytes >= huge) {
        const std::size_t before = reinterpret_cast<std::uintptr_t>(memory) % page;
        const std::size_t skipped = before == 0 ? 0 : page - before;
        static_cast<void>(
            madvise(static_cast<char*>(memory) + skipped, (bytes - skipped) / page * page, MADV_HUGEPAGE));
    }
#endif
}

} // namespace quadrille::detail

#endif
