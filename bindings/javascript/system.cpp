// Replaces exceptions in a module of WebAssembly: functions of JavaScript that throw.
// SPDX-License-Identifier: MIT
#include "bindings/flat/questions.hpp"
#include "bindings/javascript/results.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string_view>

#define QUADRILLE_IMPORT(NAME) extern "C" __attribute__((import_module("quadrille"), import_name(#NAME)))

// They do not return: JavaScript catches their exceptions outside the module.
QUADRILLE_IMPORT(refuse)
void quadrille_refuse(const char* about, std::size_t about_length, const char* wanted, std::size_t wanted_length,
                      const char* found, std::size_t found_length);
QUADRILLE_IMPORT(out_of_memory) void quadrille_out_of_memory();

namespace quadrille::flat {

void refuse(std::string_view about, std::string_view wanted, std::string_view found) {
    quadrille_refuse(about.data(), about.size(), wanted.data(), wanted.size(), found.data(), found.size());
    std::abort();
}
void refuse_memory() {
    quadrille_out_of_memory();
    std::abort();
}
void interrupt() { std::abort(); } // the module never asks whether to continue

} // namespace quadrille::flat

/// For containers; `last` owns their memory if this throws. The library's own allocations request null instead.
void* operator new(std::size_t bytes) {
    void* const fresh = std::malloc(bytes == 0 ? 1 : bytes);
    if (fresh == nullptr) {
        quadrille::flat::refuse_memory();
    }
    return fresh;
}
void operator delete(void* from) noexcept { std::free(from); }
void operator delete(void* from, std::size_t) noexcept { std::free(from); }

/// Replaces the function of the C library, whose allocator calls it for each piece. Engines collect all garbage after a
/// memory has grown several times, so it grows by at least an eighth.
extern "C" void* sbrk(std::intptr_t bytes) {
    constexpr std::size_t page = 65'536;
    static std::size_t end = __builtin_wasm_memory_size(0) * page;
    const auto wanted = static_cast<std::size_t>(bytes);
    const std::size_t there = __builtin_wasm_memory_size(0) * page;
    if (wanted > there - end) {
        const std::size_t missing = (wanted - (there - end) + page - 1) / page;
        const std::size_t eighth = there / page / 8;
        constexpr std::size_t none = static_cast<std::size_t>(-1);
        if ((eighth <= missing || __builtin_wasm_memory_grow(0, eighth) == none) &&
            __builtin_wasm_memory_grow(0, missing) == none) {
            return reinterpret_cast<void*>(-1); // as the standard defines it
        }
    }
    void* const begin = reinterpret_cast<void*>(end);
    end += wanted;
    return begin;
}

QUADRILLE_EXPORT(allocate) void* quadrille_allocate(std::size_t bytes) { return operator new(bytes); }
QUADRILLE_EXPORT(release) void quadrille_release(void* from) { std::free(from); }
