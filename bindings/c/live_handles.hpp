// In a checked build: the existing trees and contacts, so that the use of a destroyed one is reported.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_C_LIVE_HANDLES_HPP
#define QUADRILLE_BINDINGS_C_LIVE_HANDLES_HPP

#include "bindings/flat/questions.hpp"

#ifdef QUADRILLE_CHECKED
#include <mutex>
#include <unordered_set>
#endif

namespace quadrille::flat::live_handles {

#ifdef QUADRILLE_CHECKED

/// The addresses of the objects; any thread may use them.
class addresses {
public:
    void add(const void* one) {
        const std::lock_guard alone(one_at_a_time_);
        all_.insert(one);
    }
    bool remove(const void* one) {
        const std::lock_guard alone(one_at_a_time_);
        return all_.erase(one) > 0;
    }
    bool has(const void* one) {
        const std::lock_guard alone(one_at_a_time_);
        return all_.contains(one);
    }

private:
    std::mutex one_at_a_time_;
    std::unordered_set<const void*> all_;
};
inline addresses& known() {
    static addresses all;
    return all;
}
inline void add(const void* one) { known().add(one); }
inline bool has(const void* one) { return known().has(one); }
inline void demand(const void* one) {
    if (!known().has(one)) {
        refuse({}, "a tree or contacts", "some that have been destroyed, or none");
    }
}
inline void remove(const void* one) {
    if (!known().remove(one)) {
        refuse({}, "a tree or contacts", "some that have been destroyed, or none");
    }
}

#else

inline void add(const void*) noexcept {}
inline bool has(const void*) noexcept { return true; }
inline void demand(const void*) noexcept {}
inline void remove(const void*) noexcept {}

#endif

} // namespace quadrille::flat::live_handles

#endif
