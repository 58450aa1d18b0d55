// Arrays that grow without throwing, and pools of chunks that never move.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_BYTES_ARRAYS_HPP
#define QUADRILLE_SRC_BYTES_ARRAYS_HPP

#include <quadrille/detail/base/apart.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

/// Raw, aligned memory; null when memory runs out.
template <class Element>
Element* allocate(std::size_t count) noexcept {
    constexpr std::size_t most = static_cast<std::size_t>(-1) / sizeof(Element);
    if (count > most) {
        return nullptr;
    }
    constexpr std::align_val_t alignment{alignof(Element) > alignof(void*) ? alignof(Element) : alignof(void*)};
    return static_cast<Element*>(::operator new(count * sizeof(Element), alignment, std::nothrow));
}

template <class Element>
void release(Element* elements) noexcept {
    constexpr std::align_val_t alignment{alignof(Element) > alignof(void*) ? alignof(Element) : alignof(void*)};
    ::operator delete(static_cast<void*>(elements), alignment);
}

/// Prefetches the cache line of this address; never faults.
inline void prefetch(const void* where) noexcept {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(where);
#else
    static_cast<void>(where);
#endif
}

/// For functions that only prefetch. An empty statement that compilers must assume to have an effect: g++ takes such a function for
/// one without effect, and removes calls to it.
inline void keep_calls() noexcept {
#if defined(__GNUC__) || defined(__clang__)
    asm volatile("");
#endif
}

/// A growing array of trivially copyable elements. New elements are not initialised.
template <class Element>
class array {
    static_assert(std::is_trivially_copyable_v<Element>);

public:
    array() = default;
    array(array&& other) noexcept
        : elements_(std::exchange(other.elements_, nullptr)), capacity_(std::exchange(other.capacity_, 0)) {}
    array& operator=(array&& other) noexcept {
        std::swap(elements_, other.elements_);
        std::swap(capacity_, other.capacity_);
        return *this;
    }
    array(const array&) = delete;
    array& operator=(const array&) = delete;
    ~array() { release(elements_); }

    Element& operator[](std::size_t index) noexcept { return elements_[index]; }
    const Element& operator[](std::size_t index) const noexcept { return elements_[index]; }
    Element* data() noexcept { return elements_; }
    const Element* data() const noexcept { return elements_; }
    std::size_t capacity() const noexcept { return capacity_; }
    std::size_t bytes() const noexcept { return capacity_ * sizeof(Element); }

    /// Room for exactly `wanted`, of which the first `kept` keep their value. False when memory runs out; nothing has changed
    /// then.
    QUADRILLE_APART bool resize(std::size_t wanted, std::size_t kept) noexcept {
        Element* fresh = allocate<Element>(wanted);
        if (fresh == nullptr) {
            return false;
        }
        if (kept > 0) {
            std::memcpy(static_cast<void*>(fresh), elements_, kept * sizeof(Element));
        }
        release(elements_);
        elements_ = fresh;
        capacity_ = wanted;
        return true;
    }
    /// Room for at least `wanted`; allocates exactly that where there is less.
    bool reserve(std::size_t wanted, std::size_t kept) noexcept { return wanted <= capacity_ || resize(wanted, kept); }
    /// The same, with a quarter more where it has to grow.
    bool grow(std::size_t wanted, std::size_t kept) noexcept {
        return wanted <= capacity_ || resize(wanted + wanted / 4 + 1, kept) || resize(wanted, kept);
    }
    /// Room for at most `wanted`; unchanged when memory runs out.
    void trim(std::size_t wanted, std::size_t kept) noexcept {
        static_cast<void>(wanted >= capacity_ || resize(wanted, kept));
    }
    /// Room for the first `count` elements of another: where there is less, the capacity of that one, so that this one does not
    /// reallocate earlier than that one when both grow.
    bool make_room(const array& from, std::size_t count, std::size_t kept) noexcept {
        return count <= capacity_ || resize(from.capacity_, kept);
    }
    /// There must be room for `count`.
    void copy(const array& from, std::size_t count) noexcept {
        if (count > 0) {
            std::memcpy(static_cast<void*>(elements_), from.elements_, count * sizeof(Element));
        }
    }
    void drop() noexcept { array().swap(*this); }
    /// Refers to the elements of another, until `give_back`. Must not be resized meanwhile, no more than that one.
    void borrow(const array& from) noexcept {
        elements_ = from.elements_;
        capacity_ = from.capacity_;
    }
    void give_back() noexcept {
        elements_ = nullptr;
        capacity_ = 0;
    }
    void swap(array& other) noexcept {
        std::swap(elements_, other.elements_);
        std::swap(capacity_, other.capacity_);
    }

private:
    Element* elements_ = nullptr;
    std::size_t capacity_ = 0;
};

/// Elements in chunks: growing copies nothing, wastes little, and keeps addresses.
template <class Element>
class pool {
public:
    static constexpr std::uint32_t per_chunk = 64;

    pool() = default;
    pool(pool&& other) noexcept : chunks_(std::move(other.chunks_)), count_(std::exchange(other.count_, 0)) {}
    pool& operator=(pool&&) = delete;
    ~pool() {
        for (std::uint32_t chunk = 0; chunk < count_; ++chunk) {
            release(chunks_[chunk]);
        }
    }
    void swap(pool& other) noexcept {
        chunks_.swap(other.chunks_);
        std::swap(count_, other.count_);
    }

    Element& operator[](std::uint32_t index) noexcept { return chunks_[index / per_chunk][index % per_chunk]; }
    const Element& operator[](std::uint32_t index) const noexcept {
        return chunks_[index / per_chunk][index % per_chunk];
    }
    std::uint32_t capacity() const noexcept { return count_ * per_chunk; }
    std::size_t bytes() const noexcept { return std::size_t{count_} * per_chunk * sizeof(Element) + chunks_.bytes(); }

    QUADRILLE_APART bool reserve(std::uint32_t wanted) noexcept {
        while (capacity() < wanted) {
            if (!chunks_.grow(count_ + 1, count_)) {
                return false;
            }
            Element* chunk = allocate<Element>(per_chunk);
            if (chunk == nullptr) {
                return false;
            }
            chunks_[count_++] = chunk;
        }
        return true;
    }
    void trim(std::uint32_t wanted) noexcept {
        while (count_ * per_chunk >= wanted + per_chunk) {
            release(chunks_[--count_]);
        }
    }
    bool make_room(const pool& from, std::uint32_t count) noexcept {
        return count <= capacity() || reserve(from.capacity());
    }
    /// Copies the first `count` elements of another; there must be room for them.
    void copy(const pool& from, std::uint32_t count) noexcept {
        static_assert(std::is_trivially_copyable_v<Element>);
        for (std::uint32_t first = 0; first < count; first += per_chunk) {
            const std::uint32_t length = count - first < per_chunk ? count - first : per_chunk;
            std::memcpy(static_cast<void*>(&(*this)[first]), &from[first], length * sizeof(Element));
        }
    }

    /// As an array does.
    void borrow(const pool& from) noexcept {
        chunks_.borrow(from.chunks_);
        count_ = from.count_;
    }
    void give_back() noexcept {
        chunks_.give_back();
        count_ = 0;
    }

private:
    array<Element*> chunks_;
    std::uint32_t count_ = 0;
};

} // namespace quadrille::detail

#endif
