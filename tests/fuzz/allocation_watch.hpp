// What a part of a fuzzer has allocated at once, by the hooks of AddressSanitizer.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_FUZZ_ALLOCATION_WATCH_HPP
#define QUADRILLE_TESTS_FUZZ_ALLOCATION_WATCH_HPP

#include <sanitizer/allocator_interface.h>

#include <algorithm>
#include <cstddef>

namespace quadrille::fuzz {

/// The bytes that a part of the program has allocated at once.
class allocation_watch {
public:
    allocation_watch() noexcept { live_ = most_ = 0, is_on_ = true; }
    allocation_watch(const allocation_watch&) = delete;
    allocation_watch& operator=(const allocation_watch&) = delete;
    ~allocation_watch() { is_on_ = false; }

    static std::size_t most() noexcept { return static_cast<std::size_t>(most_); }

    /// Once, before the first watch.
    static void install() {
        __sanitizer_install_malloc_and_free_hooks(
            [](const volatile void*, std::size_t size) {
                live_ += is_on_ ? static_cast<std::ptrdiff_t>(size) : 0;
                most_ = std::max(most_, live_);
            },
            [](const volatile void* freed) {
                live_ -= is_on_ ? static_cast<std::ptrdiff_t>(__sanitizer_get_allocated_size(freed)) : 0;
            });
    }

private:
    static inline std::ptrdiff_t live_ = 0;
    static inline std::ptrdiff_t most_ = 0;
    static inline bool is_on_ = false;
};

} // namespace quadrille::fuzz

#endif
