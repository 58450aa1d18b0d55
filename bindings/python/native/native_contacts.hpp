// Contacts for Python.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_PYTHON_NATIVE_CONTACTS_HPP
#define QUADRILLE_BINDINGS_PYTHON_NATIVE_CONTACTS_HPP

#include "bindings/flat/contacts.hpp"
#include "bindings/python/native/native_tree.hpp"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace quadrille::flat {

/// Contacts that begin, persist and end from tick to tick.
class native_contacts {
public:
    void update(const native_tree& tree, const request& asked) {
        try {
            const interpreter_unlocked unlocked;
            const access::changing alone(access_);
            const access::reading reading(tree.guard());
            asked.use([&](const questions& made) { own_.update(tree.own(), made); });
        } catch (const interrupted&) {
            throw py::error_already_set();
        }
    }
    std::unique_ptr<native_contacts> clone() const {
        const access::reading reading(access_);
        auto copy = std::make_unique<native_contacts>();
        copy->own_ = own_;
        return copy;
    }
    /// Returns handles, a row of two for each contact.
    py::object list(int which) const {
        const access::reading reading(access_);
        std::vector<std::uint64_t> handles;
        for (const item_pair& one : own_.list(static_cast<contact_list>(which))) {
            handles.push_back(handle_of(one.a));
            handles.push_back(handle_of(one.b));
        }
        const auto rows = static_cast<py::ssize_t>(handles.size() / 2);
        return lent<std::uint64_t>(std::move(handles), {rows, 2});
    }

private:
    contacts own_;
    access access_;
};

} // namespace quadrille::flat

#endif
