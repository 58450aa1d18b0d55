// Arrays that grow without throwing, and pools of chunks that never move.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_BYTES_ARRAYS_HPP
#define QUADRILLE_SRC_BYTES_ARRAYS_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/base/memory.hpp>
#include <quadrille/memory_source.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

/// Prefetches the cache line of this address; never faults.
inline void prefetch(const void* where) noexcept {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(where);
#else
    static_cast<void>(where);
#endif
}

/// For functions that only prefetch. This empty statement counts as an effect: g++ otherwise assumes that such a
/// function has no effect, and removes its calls.
inline void keep_calls() noexcept {
#if defined(__GNUC__) || defined(__clang__)
    asm volatile("");
#endif
}

/// The memory of an array of any element type. Its source must outlive it.
template <std::size_t Alignment>
class array_memory {
public:
    explicit array_memory(const memory_source& from) noexcept : from_(&from) {}
    array_memory(const array_memory&) = delete;
    array_memory& operator=(const array_memory&) = delete;
    QUADRILLE_APART ~array_memory() { release_to(*from_, where_, bytes_, Alignment); }

    const memory_source& source() const noexcept { return *from_; }
    std::size_t bytes() const noexcept { return bytes_; }
    void drop() noexcept { release_to(*from_, std::exchange(where_, nullptr), std::exchange(bytes_, 0), Alignment); }

protected:
    /// Replaces the memory by memory of `wanted` bytes; the first `kept` bytes keep their values. Returns false when
    /// memory runs out; then nothing has changed.
    QUADRILLE_APART bool replace(std::size_t wanted, std::size_t kept) noexcept {
        void* const fresh = wanted == 0 ? nullptr : allocate_from(*from_, wanted, Alignment);
        if (fresh == nullptr && wanted > 0) {
            return false;
        }
        if (kept > 0) {
            std::memcpy(fresh, where_, kept);
        }
        release_to(*from_, where_, bytes_, Alignment);
        where_ = fresh;
        bytes_ = wanted;
        return true;
    }

    const memory_source* from_;
    void* where_ = nullptr;
    std::size_t bytes_ = 0;
};

/// A growing array of trivially copyable elements. New elements are not initialized.
template <class Element>
class array : public array_memory<alignment_of<Element>> {
    static_assert(std::is_trivially_copyable_v<Element>);
    using memory = array_memory<alignment_of<Element>>;
    using memory::bytes_;
    using memory::where_;

public:
    using memory::memory;

    Element& operator[](std::size_t index) noexcept { return data()[index]; }
    const Element& operator[](std::size_t index) const noexcept { return data()[index]; }
    Element* data() noexcept { return static_cast<Element*>(where_); }
    const Element* data() const noexcept { return static_cast<const Element*>(where_); }
    std::size_t capacity() const noexcept { return bytes_ / sizeof(Element); }

    /// Makes room for exactly `wanted` elements; the first `kept` keep their values. Returns false when memory runs
    /// out; then nothing has changed.
    bool resize(std::size_t wanted, std::size_t kept) noexcept {
        return wanted <= most && memory::replace(wanted * sizeof(Element), kept * sizeof(Element));
    }
    /// Makes room for at least `wanted` elements; if it must grow, it allocates exactly that number.
    bool reserve(std::size_t wanted, std::size_t kept) noexcept { return has_room(wanted) || resize(wanted, kept); }
    /// The same, but allocates a quarter more if it must grow.
    bool grow(std::size_t wanted, std::size_t kept) noexcept {
        return has_room(wanted) || resize(wanted + wanted / 4 + 1, kept) || resize(wanted, kept);
    }
    /// Reduces the room to `wanted` elements; unchanged when memory runs out.
    void trim(std::size_t wanted, std::size_t kept) noexcept {
        static_cast<void>(wanted >= capacity() || resize(wanted, kept));
    }
    /// Makes room for the first `count` elements of another array. If this array is too small, it gets the other's
    /// capacity, so that it does not reallocate earlier than the other when both grow.
    bool make_room(const array& from, std::size_t count, std::size_t kept) noexcept {
        return has_room(count) || resize(from.capacity(), kept);
    }
    /// There must be room for `count` elements.
    void copy(const array& from, std::size_t count) noexcept {
        if (count > 0) {
            std::memcpy(where_, from.where_, count * sizeof(Element));
        }
    }
    /// Refers to the elements of another array until `give_back`. Neither array may be resized meanwhile.
    void borrow(const array& from) noexcept {
        where_ = from.where_;
        bytes_ = from.bytes_;
    }
    void give_back() noexcept {
        where_ = nullptr;
        bytes_ = 0;
    }
    /// Both arrays have the same source.
    void swap(array& other) noexcept {
        std::swap(where_, other.where_);
        std::swap(bytes_, other.bytes_);
    }

private:
    static constexpr std::size_t most = static_cast<std::size_t>(-1) / sizeof(Element);

    bool has_room(std::size_t wanted) const noexcept { return wanted * sizeof(Element) <= bytes_ && wanted <= most; }
};

/// Elements in chunks. Growing copies nothing and wastes little; addresses stay valid, except in `trim`. Chunks that
/// are requested together form one slab of memory.
template <class Element>
class pool {
public:
    static constexpr std::uint32_t per_chunk = 64;

    explicit pool(const memory_source& from) noexcept : chunks_(from), slabs_(from) {}
    pool(const pool&) = delete;
    pool& operator=(const pool&) = delete;
    ~pool() { trim(0, 0); }
    void swap(pool& other) noexcept {
        chunks_.swap(other.chunks_);
        slabs_.swap(other.slabs_);
        std::swap(count_, other.count_);
        std::swap(slab_count_, other.slab_count_);
    }

    Element& operator[](std::uint32_t index) noexcept { return chunks_[index / per_chunk][index % per_chunk]; }
    const Element& operator[](std::uint32_t index) const noexcept {
        return chunks_[index / per_chunk][index % per_chunk];
    }
    std::uint32_t capacity() const noexcept { return count_ * per_chunk; }
    std::size_t bytes() const noexcept {
        return std::size_t{count_} * per_chunk * sizeof(Element) + chunks_.bytes() + slabs_.bytes();
    }

    bool reserve(std::uint32_t wanted) noexcept { return wanted <= capacity() || add_slab(wanted - capacity()); }
    /// Reduces the room to `wanted` elements, in whole chunks; the first `kept` elements keep their values. Keeps more
    /// room when memory runs out. The remaining chunks of the last slab move to a smaller slab.
    QUADRILLE_RARE void trim(std::uint32_t wanted, std::uint32_t kept) noexcept {
        while (slab_count_ > 0 && slabs_[slab_count_ - 1] * per_chunk >= wanted) {
            drop_slab();
        }
        const std::uint32_t chunks = chunks_for(wanted);
        if (chunks >= count_) {
            return;
        }
        const std::uint32_t first = slabs_[slab_count_ - 1];
        Element* const fresh = allocate<Element>(chunks_.source(), std::size_t{chunks - first} * per_chunk);
        if (fresh == nullptr) {
            return;
        }
        if (kept > first * per_chunk) {
            std::memcpy(static_cast<void*>(fresh), chunks_[first], (kept - first * per_chunk) * sizeof(Element));
        }
        drop_slab();
        take_slab(fresh, chunks - first);
    }
    bool make_room(const pool& from, std::uint32_t count) noexcept {
        return count <= capacity() || add_slab(from.capacity() - capacity());
    }
    /// Copies the first `count` elements of another pool; there must be room for them.
    void copy(const pool& from, std::uint32_t count) noexcept {
        static_assert(std::is_trivially_copyable_v<Element>);
        for (std::uint32_t first = 0; first < count; first += per_chunk) {
            const std::uint32_t length = count - first < per_chunk ? count - first : per_chunk;
            std::memcpy(static_cast<void*>(&(*this)[first]), &from[first], length * sizeof(Element));
        }
    }

    /// Like `array::borrow`.
    void borrow(const pool& from) noexcept {
        chunks_.borrow(from.chunks_);
        count_ = from.count_;
    }
    void give_back() noexcept {
        chunks_.give_back();
        count_ = 0;
    }

private:
    /// Makes room for `elements` more elements. A pool that is asked for one chunk at a time grows by 1/32 of its
    /// chunks, so that a large pool also lies on huge pages.
    QUADRILLE_RARE bool add_slab(std::uint32_t elements) noexcept {
        const std::uint32_t wanted = chunks_for(elements);
        const std::uint32_t some = wanted > count_ / 32 ? wanted : count_ / 32;
        if (!chunks_.grow(count_ + some, count_) || !slabs_.grow(slab_count_ + 1, slab_count_)) {
            return false;
        }
        Element* const slab = allocate<Element>(chunks_.source(), std::size_t{some} * per_chunk);
        if (slab == nullptr) {
            return false;
        }
        take_slab(slab, some);
        return true;
    }
    static constexpr std::uint32_t chunks_for(std::uint32_t elements) noexcept {
        return (elements + per_chunk - 1) / per_chunk;
    }
    /// There must be room in the lists of slabs and chunks.
    void take_slab(Element* slab, std::uint32_t chunks) noexcept {
        slabs_[slab_count_++] = count_;
        for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
            chunks_[count_++] = slab + std::size_t{chunk} * per_chunk;
        }
    }
    void drop_slab() noexcept {
        const std::uint32_t first = slabs_[--slab_count_];
        release(chunks_.source(), chunks_[first], std::size_t{count_ - first} * per_chunk);
        count_ = first;
    }

    array<Element*> chunks_;
    array<std::uint32_t> slabs_; ///< the first chunk of each slab
    std::uint32_t count_ = 0;    ///< number of chunks
    std::uint32_t slab_count_ = 0;
};

} // namespace quadrille::detail

#endif
