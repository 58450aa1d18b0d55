// Allows many readers or one writer. A conflicting call fails at once; no call waits.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_ACCESS_HPP
#define QUADRILLE_BINDINGS_FLAT_ACCESS_HPP

#include <atomic>
#include <cstdint>
#include <stdexcept>

namespace quadrille::flat {

/// A change while the tree answers, in a visitor or on another thread, or a question while the tree is changed.
class busy : public std::runtime_error {
    using runtime_error::runtime_error;
};

/// The readers and the writer of a tree.
class access {
public:
    class reading {
    public:
        explicit reading(const access& of) : of_(of) {
            std::int32_t seen = of_.readers_.load(std::memory_order_relaxed);
            do {
                if (seen < 0) {
                    throw busy("wanted a tree that is not being changed, found one that another thread changes");
                }
            } while (!of_.readers_.compare_exchange_weak(seen, seen + 1, std::memory_order_acquire));
        }
        reading(const reading&) = delete;
        reading& operator=(const reading&) = delete;
        ~reading() { of_.readers_.fetch_sub(1, std::memory_order_release); }

    private:
        const access& of_;
    };
    class changing {
    public:
        explicit changing(access& of) : of_(of) {
            std::int32_t none = 0;
            if (!of_.readers_.compare_exchange_strong(none, -1, std::memory_order_acquire)) {
                throw busy(none > 0
                               ? "wanted a tree that nothing reads, found one that answers a visitor or another thread"
                               : "wanted a tree that is not being changed, found one that another thread changes");
            }
        }
        changing(const changing&) = delete;
        changing& operator=(const changing&) = delete;
        ~changing() { of_.readers_.store(0, std::memory_order_release); }

    private:
        access& of_;
    };

private:
    mutable std::atomic<std::int32_t> readers_{0}; ///< −1: a writer
};

} // namespace quadrille::flat

#endif
