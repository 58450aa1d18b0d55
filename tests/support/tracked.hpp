// A value that counts its live instances, and can throw on demand.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_TRACKED_HPP
#define QUADRILLE_TESTS_TRACKED_HPP

#include <stdexcept>
#include <utility>

namespace quadrille::testing {

/// A number that is counted during its lifetime. A moved-from one is −1.
class tracked {
public:
    static inline long living = 0;
    /// The copy or move, counted from 1, that throws; 0: none.
    static inline long throw_at = 0;
    static inline long made = 0;

    /// Makes the n-th copy or move from now on throw.
    static void arm(long nth) noexcept {
        made = 0;
        throw_at = nth;
    }
    static void disarm() noexcept { throw_at = 0; }

    tracked(int number) : number_(number) { ++living; } // NOLINT: implicit, so that plain numbers can be inserted
    tracked(const tracked& other) : number_(other.number_) { count(); }
    tracked(tracked&& other) : number_(other.number_) {
        count();
        other.number_ = -1;
    }
    tracked& operator=(const tracked&) = default;
    tracked& operator=(tracked&& other) noexcept {
        number_ = std::exchange(other.number_, -1);
        return *this;
    }
    ~tracked() { --living; }

    int number() const noexcept { return number_; }
    friend bool operator==(const tracked& one, const tracked& other) noexcept { return one.number_ == other.number_; }

private:
    static void count() {
        if (++made == throw_at) {
            throw std::runtime_error("as asked");
        }
        ++living;
    }

    int number_;
};

} // namespace quadrille::testing

#endif
