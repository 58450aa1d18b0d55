// The storage of a tree's values: chunks that never move, so that references are valid until the erase.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_TREE_VALUES_HPP
#define QUADRILLE_DETAIL_TREE_VALUES_HPP

#include <quadrille/detail/base/memory.hpp>
#include <quadrille/memory_source.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

/// Raw memory for one `Value` per index. It does not know which values exist: the tree constructs and destroys them.
template <class Value>
class values {
public:
    explicit values(const memory_source& from) noexcept : from_(from) {}
    values(values&& other) noexcept : values(other.from_) { swap(other); }
    values& operator=(values&& other) noexcept {
        values(std::move(other)).swap(*this);
        return *this;
    }
    values(const values&) = delete;
    values& operator=(const values&) = delete;
    ~values() {
        for (std::size_t chunk = 0; chunk < count_; ++chunk) {
            release(from_, chunks_[chunk], per_chunk);
        }
        release(from_, chunks_, capacity_);
    }

    const memory_source& source() const noexcept { return from_; }
    void swap(values& other) noexcept {
        std::swap(from_, other.from_);
        std::swap(chunks_, other.chunks_);
        std::swap(count_, other.count_);
        std::swap(capacity_, other.capacity_);
    }

    /// Makes room for the indices below `limit`. Returns false when memory runs out, without a visible change.
    bool reserve(std::size_t limit) noexcept {
        const std::size_t wanted = (limit + per_chunk - 1) / per_chunk;
        if (wanted > capacity_ && !grow_table(wanted)) {
            return false;
        }
        for (; count_ < wanted; ++count_) {
            auto* const chunk = allocate<Value>(from_, per_chunk);
            if (chunk == nullptr) {
                return false;
            }
            chunks_[count_] = chunk;
        }
        return true;
    }

    Value& operator[](std::uint32_t index) noexcept { return chunks_[index / per_chunk][index % per_chunk]; }
    const Value& operator[](std::uint32_t index) const noexcept {
        return chunks_[index / per_chunk][index % per_chunk];
    }

    template <class... Arguments>
    void construct(std::uint32_t index, Arguments&&... arguments) {
        ::new (static_cast<void*>(&(*this)[index])) Value(std::forward<Arguments>(arguments)...);
    }
    void destroy(std::uint32_t index) noexcept { (*this)[index].~Value(); }

private:
    static constexpr std::uint32_t per_chunk = 256;

    bool grow_table(std::size_t wanted) noexcept {
        const std::size_t capacity = wanted + wanted / 2 + 8;
        auto** const chunks = allocate<Value*>(from_, capacity);
        if (chunks == nullptr) {
            return false;
        }
        for (std::size_t chunk = 0; chunk < count_; ++chunk) {
            chunks[chunk] = chunks_[chunk];
        }
        release(from_, chunks_, capacity_);
        chunks_ = chunks;
        capacity_ = capacity;
        return true;
    }

    memory_source from_;
    Value** chunks_ = nullptr;
    std::size_t count_ = 0;
    std::size_t capacity_ = 0;
};

/// Empty, for a tree without values.
template <>
class values<void> {
public:
    explicit values(const memory_source&) noexcept {}
    void swap(values&) noexcept {}
    bool reserve(std::size_t) noexcept { return true; }
    void destroy(std::uint32_t) noexcept {}
};

/// Storage for copies of values whose copy constructor runs user code. It records which copies exist, since the tree
/// that is copied may be changed meanwhile.
template <class Value>
class copied_values {
public:
    explicit copied_values(const memory_source& from) noexcept : from_(from), room_(from) {}
    copied_values(copied_values&& other) noexcept : copied_values(other.from_) { swap(other); }
    copied_values& operator=(copied_values&& other) noexcept {
        swap(other);
        return *this;
    }
    copied_values(const copied_values&) = delete;
    copied_values& operator=(const copied_values&) = delete;
    ~copied_values() {
        drop();
        release(from_, standing_, capacity_);
    }

    const memory_source& source() const noexcept { return from_; }
    void swap(copied_values& other) noexcept {
        std::swap(from_, other.from_);
        room_.swap(other.room_);
        std::swap(standing_, other.standing_);
        std::swap(capacity_, other.capacity_);
        std::swap(limit_, other.limit_);
    }
    /// Makes room for the indices below `limit`; all are empty.
    bool reserve(std::uint32_t limit) noexcept {
        if (limit > capacity_) {
            const std::size_t capacity = std::size_t{limit} + limit / 4;
            auto* const fresh = allocate<bool>(from_, capacity);
            if (fresh == nullptr) {
                return false;
            }
            release(from_, std::exchange(standing_, fresh), std::exchange(capacity_, capacity));
        }
        return room_.reserve(limit);
    }
    /// Constructs the next value; indices ascend.
    void construct(std::uint32_t index, const Value& from) {
        for (; limit_ < index; ++limit_) {
            standing_[limit_] = false;
        }
        room_.construct(index, from);
        standing_[limit_++] = true;
    }
    /// Moves all values to `to`, in exchange for its empty storage.
    void move_to(values<Value>& to) noexcept {
        room_.swap(to);
        limit_ = 0;
    }
    void drop() noexcept {
        while (limit_ > 0) {
            if (standing_[--limit_]) {
                room_.destroy(limit_);
            }
        }
    }

private:
    memory_source from_;
    values<Value> room_;
    bool* standing_ = nullptr;
    std::size_t capacity_ = 0;
    std::uint32_t limit_ = 0; ///< indices from here on are empty
};

/// Replaces `copied_values` if copying runs no user code or is impossible.
struct no_copied_values {
    explicit no_copied_values(const memory_source&) noexcept {}
};

template <class Value>
inline constexpr bool copies_in_place = std::is_void_v<Value> || std::is_trivially_copyable_v<Value>;

template <class Value>
using copied_values_of = std::conditional_t<copies_in_place<Value> || !std::is_copy_constructible_v<Value>,
                                            no_copied_values, copied_values<Value>>;

} // namespace quadrille::detail

#endif
