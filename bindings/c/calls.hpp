// How each call from C begins and ends: the access to trees, and the status of errors.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_C_CALLS_HPP
#define QUADRILLE_BINDINGS_C_CALLS_HPP

#define QUADRILLE_BUILDS_C
#include <quadrille.h>

#include "bindings/c/live_handles.hpp"
#include "bindings/flat/access.hpp"
#include "bindings/flat/contacts.hpp"
#include "bindings/flat/tree.hpp"

#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

/// A tree of any shape.
struct quadrille_tree {
    std::unique_ptr<quadrille::flat::tree> own;
    quadrille::flat::access access;
};
struct quadrille_contacts {
    std::unique_ptr<quadrille::flat::contacts> own;
    quadrille::flat::access access;
};

namespace quadrille::flat {

inline thread_local std::string message_of_thread; // NOLINT: each thread has its own

/// Noexcept: if there is no memory for the message, it is a shorter one.
inline quadrille_status told(quadrille_status status, const char* what) noexcept {
    try {
        message_of_thread = what;
    } catch (...) {
        message_of_thread.clear();
    }
    return status;
}

/// Calls `work`, which returns a status; an exception from it becomes a status.
template <class Work>
quadrille_status guarded(const Work& work) noexcept {
    try {
        return work();
    } catch (const bad_request& wrong) {
        return told(QUADRILLE_BAD_REQUEST, wrong.what());
    } catch (const busy& wrong) {
        return told(QUADRILLE_BUSY, wrong.what());
    } catch (const std::bad_alloc&) {
        return told(QUADRILLE_NO_MEMORY, "out of memory");
    } catch (const std::length_error&) {
        return told(QUADRILLE_NO_MEMORY, "out of memory: more than there can be");
    } catch (const std::exception& wrong) {
        return told(QUADRILLE_FAILED, wrong.what());
    } catch (...) {
        return told(QUADRILLE_FAILED, "an exception that is none of the standard library");
    }
}

inline void demand(bool is_there, const char* wanted) {
    if (!is_there) {
        throw bad_request(wanted);
    }
}
/// Access to a tree, or to contacts, for reading or changing, for the lifetime of this object.
template <class Handle, class Access>
class held {
public:
    explicit held(Handle* of) : own_(checked(of)), access_(of->access) {}
    auto* operator->() const noexcept { return own_; }
    auto& operator*() const noexcept { return *own_; }

private:
    static auto checked(Handle* of) {
        constexpr bool is_tree = std::is_same_v<std::remove_const_t<Handle>, quadrille_tree>;
        demand(of != nullptr, is_tree ? "wanted a tree, found null" : "wanted contacts, found null");
        live_handles::demand(of);
        using own = typename decltype(of->own)::element_type;
        return static_cast<std::conditional_t<std::is_const_v<Handle>, const own, own>*>(of->own.get());
    }

    decltype(checked(nullptr)) own_;
    Access access_;
};
using reading = held<const quadrille_tree, access::reading>;
using changing = held<quadrille_tree, access::changing>;

/// Passes a new object to C as a handle.
template <class Handle, class Own>
quadrille_status give(std::unique_ptr<Own> made, Handle** to) {
    auto one = std::make_unique<Handle>();
    one->own = std::move(made);
    live_handles::add(one.get());
    *to = one.release();
    return QUADRILLE_OK;
}
/// Frees the object of a handle; does nothing for null.
template <class Handle>
void take_back(Handle* from) {
    std::unique_ptr<Handle> gone; // destroyed after the access to it
    if (from != nullptr) {
        const held<Handle, access::changing> no_one_reads(from);
        live_handles::remove(from);
        gone.reset(from);
    }
}

} // namespace quadrille::flat

#endif
