// The replaced operators: every form ends in one allocate and one release.
// SPDX-License-Identifier: MIT
#include "memory/counting_memory.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

std::atomic<std::int64_t> made{0};
std::atomic<std::int64_t> given_back{0};
std::atomic<std::int64_t> bytes_made{0};
std::atomic<std::int64_t> bytes_given_back{0};
std::atomic<std::int64_t> max_living_bytes{0};
std::atomic<std::int64_t> until_failure{never};
std::atomic<bool> fails_for_ever{false};
std::atomic<bool> has_failed{false};

bool is_to_fail() noexcept {
    if (until_failure.load() == never || until_failure.fetch_sub(1) > 1) {
        return false;
    }
    if (!fails_for_ever) {
        until_failure = never;
    }
    has_failed = true;
    return true;
}

/// In front of each block, at the end of the room that its alignment leaves there.
struct label {
    std::size_t size;
    std::size_t room;
};

void* allocate(std::size_t size, std::size_t alignment) noexcept {
    if (is_to_fail()) {
        return nullptr;
    }
    const std::size_t room = std::max({alignment, alignof(std::max_align_t), sizeof(label)});
    auto* const begin = static_cast<std::byte*>(std::aligned_alloc(room, (size / room + 2) * room));
    if (begin == nullptr) {
        return nullptr;
    }
    ++made;
    bytes_made += static_cast<std::int64_t>(size);
    max_living_bytes = std::max(max_living_bytes.load(), bytes_made - bytes_given_back);
    new (begin + room - sizeof(label)) label{size, room};
    return begin + room;
}

void release(void* block) noexcept {
    if (block == nullptr) {
        return;
    }
    auto* const begin = static_cast<std::byte*>(block);
    const label of = *reinterpret_cast<const label*>(begin - sizeof(label));
    ++given_back;
    bytes_given_back += static_cast<std::int64_t>(of.size);
    std::free(begin - of.room);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
    void* const block = allocate(size, alignment);
    if (block == nullptr) {
        throw std::bad_alloc();
    }
    return block;
}

} // namespace

void* operator new(std::size_t size) { return allocate_or_throw(size, 1); }
void* operator new[](std::size_t size) { return allocate_or_throw(size, 1); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size, 1); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size, 1); }
void* operator new(std::size_t size, std::align_val_t to) { return allocate_or_throw(size, std::size_t(to)); }
void* operator new[](std::size_t size, std::align_val_t to) { return allocate_or_throw(size, std::size_t(to)); }
void* operator new(std::size_t size, std::align_val_t to, const std::nothrow_t&) noexcept {
    return allocate(size, std::size_t(to));
}
void* operator new[](std::size_t size, std::align_val_t to, const std::nothrow_t&) noexcept {
    return allocate(size, std::size_t(to));
}

void operator delete(void* block) noexcept { release(block); }
void operator delete[](void* block) noexcept { release(block); }
void operator delete(void* block, std::size_t) noexcept { release(block); }
void operator delete[](void* block, std::size_t) noexcept { release(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { release(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { release(block); }
void operator delete(void* block, std::align_val_t) noexcept { release(block); }
void operator delete[](void* block, std::align_val_t) noexcept { release(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { release(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { release(block); }
void operator delete(void* block, std::align_val_t, const std::nothrow_t&) noexcept { release(block); }
void operator delete[](void* block, std::align_val_t, const std::nothrow_t&) noexcept { release(block); }

namespace quadrille::testing::memory {

std::int64_t allocations() noexcept { return made; }
std::int64_t living() noexcept { return made - given_back; }
std::int64_t bytes() noexcept { return bytes_made; }
std::int64_t living_bytes() noexcept { return bytes_made - bytes_given_back; }
std::int64_t most_living_bytes() noexcept { return max_living_bytes; }
void watch_living_bytes() noexcept { max_living_bytes = living_bytes(); }

failing::failing(std::int64_t nth, bool for_ever) noexcept {
    has_failed = false;
    fails_for_ever = for_ever;
    until_failure = nth;
}
failing::~failing() { until_failure = never; }
bool failing::struck() noexcept { return has_failed; }

} // namespace quadrille::testing::memory
