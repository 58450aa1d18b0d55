// In a checked build: which trees there are, so that one that has been destroyed is told.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_C_LIVE_TREES_HPP
#define QUADRILLE_BINDINGS_C_LIVE_TREES_HPP

#include "bindings/flat/questions.hpp"

#ifdef QUADRILLE_CHECKED
#include <mutex>
#include <unordered_set>
#endif

namespace quadrille::flat::live_trees {

#ifdef QUADRILLE_CHECKED

/// Addresses of trees, for any thread.
class addresses {
public:
    void add(const void* tree) {
        const std::lock_guard alone(one_at_a_time_);
        all_.insert(tree);
    }
    bool remove(const void* tree) {
        const std::lock_guard alone(one_at_a_time_);
        return all_.erase(tree) > 0;
    }
    bool has(const void* tree) {
        const std::lock_guard alone(one_at_a_time_);
        return all_.contains(tree);
    }

private:
    std::mutex one_at_a_time_;
    std::unordered_set<const void*> all_;
};
inline addresses& known() {
    static addresses all;
    return all;
}
inline void add(const void* tree) { known().add(tree); }
inline bool has(const void* tree) { return known().has(tree); }
inline void demand(const void* tree) {
    if (!known().has(tree)) {
        throw bad_request("wanted a tree, found one that has been destroyed, or none");
    }
}
inline void remove(const void* tree) {
    if (!known().remove(tree)) {
        throw bad_request("wanted a tree, found one that has been destroyed, or none");
    }
}

#else

inline void add(const void*) noexcept {}
inline bool has(const void*) noexcept { return true; }
inline void demand(const void*) noexcept {}
inline void remove(const void*) noexcept {}

#endif

} // namespace quadrille::flat::live_trees

#endif
