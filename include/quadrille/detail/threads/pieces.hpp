// Pieces of a query that run on several threads: how they end, and the memory for their answers.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_THREADS_PIECES_HPP
#define QUADRILLE_DETAIL_THREADS_PIECES_HPP

#include <quadrille/config.hpp>
#include <quadrille/detail/base/memory.hpp>
#include <quadrille/memory_source.hpp>
#include <quadrille/vocabulary.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

/// How the pieces of one query end, visible to all its tasks. Each piece is run once, by any thread.
class piece_ends {
public:
    /// Whether a piece should begin or continue: the query has not been stopped, and no earlier piece has thrown.
    bool is_wanted(std::uint32_t piece) const noexcept { return piece < limit_.load(std::memory_order_relaxed); }

    /// Runs a piece, `work() -> outcome`, if it is wanted. An outcome other than `complete` ends the query. An
    /// exception is kept; the pieces before it continue, since one of them may throw too.
    template <class Work>
    void run(std::uint32_t piece, const Work& work) noexcept {
        if (!is_wanted(piece)) {
            return;
        }
#if defined(__cpp_exceptions)
        try {
            end(work());
        } catch (...) {
            keep(piece, std::current_exception());
        }
#else
        end(work());
#endif
    }
    /// Call it when all tasks are done. Rethrows the exception of the first piece, in their order, that has thrown.
    outcome finish() const {
#if defined(__cpp_exceptions)
        if (thrown_ != nullptr) {
            std::rethrow_exception(thrown_);
        }
#endif
        return outcome_;
    }

private:
    void end(outcome how) noexcept {
        if (how != outcome::complete) {
            lock();
            outcome_ = outcome_ < how ? how : outcome_;
            limit_.store(0, std::memory_order_relaxed);
            unlock();
        }
    }
    void keep(std::uint32_t piece, std::exception_ptr thrown) noexcept {
        lock();
        if (thrown_ == nullptr || piece < thrower_) {
            thrown_ = std::move(thrown);
            thrower_ = piece;
            const std::uint32_t limit = limit_.load(std::memory_order_relaxed);
            limit_.store(piece < limit ? piece : limit, std::memory_order_relaxed);
        }
        unlock();
    }
    // Not a std::mutex, which some standard libraries without threads lack. Few threads hold this lock, and only for
    // moments.
    void lock() noexcept {
        while (is_locked_.exchange(true, std::memory_order_acquire)) {
        }
    }
    void unlock() noexcept { is_locked_.store(false, std::memory_order_release); }

    std::atomic<std::uint32_t> limit_{~std::uint32_t{0}};
    std::atomic<bool> is_locked_{false}; ///< guards the members below
    outcome outcome_ = outcome::complete;
    std::uint32_t thrower_ = 0;
    std::exception_ptr thrown_;
};

/// A vector that does not initialize elements that will be overwritten.
template <class Element>
class raw_vector {
    static_assert(std::is_trivially_copyable_v<Element>);

public:
    explicit raw_vector(const memory_source& from) noexcept : from_(from) {}
    raw_vector(raw_vector&& other) noexcept : raw_vector(other.from_) { swap(other); }
    raw_vector& operator=(raw_vector&& other) noexcept {
        raw_vector(std::move(other)).swap(*this);
        return *this;
    }
    raw_vector(const raw_vector&) = delete;
    raw_vector& operator=(const raw_vector&) = delete;
    ~raw_vector() { source_allocator<Element>(from_).deallocate(elements_, capacity_); }

    void swap(raw_vector& other) noexcept {
        std::swap(from_, other.from_);
        std::swap(elements_, other.elements_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    const Element* data() const noexcept { return elements_; }
    std::size_t size() const noexcept { return size_; }
    const Element* begin() const noexcept { return elements_; }
    const Element* end() const noexcept { return elements_ + size_; }

    void clear() noexcept { size_ = 0; }
    /// Appends `count` elements; the caller writes them. Throws `std::bad_alloc`.
    Element* extend(std::size_t count) {
        if (count > capacity_ - size_) {
            grow(size_ + count);
        }
        return elements_ + std::exchange(size_, size_ + count);
    }
    void append(const Element* from, std::size_t count) { std::memcpy(extend(count), from, count * sizeof(Element)); }

private:
    void grow(std::size_t wanted) {
        const std::size_t capacity = wanted < 2 * capacity_ ? 2 * capacity_ : wanted;
        source_allocator<Element> memory(from_);
        auto* const fresh = memory.allocate(capacity);
        if (size_ > 0) {
            std::memcpy(static_cast<void*>(fresh), elements_, size_ * sizeof(Element));
        }
        memory.deallocate(std::exchange(elements_, fresh), std::exchange(capacity_, capacity));
    }

    memory_source from_;
    Element* elements_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace quadrille::detail

#endif
