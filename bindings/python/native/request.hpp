// The questions of Python, with the arrays that they read during a call.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_PYTHON_REQUEST_HPP
#define QUADRILLE_BINDINGS_PYTHON_REQUEST_HPP

#include "bindings/python/native/arrays.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace quadrille::flat {

/// Returns whether no signal is pending. It is called without the interpreter's lock, and takes it.
inline bool no_signal_waits() {
    const py::gil_scoped_acquire held;
    return PyErr_CheckSignals() == 0; // else Python's exception is set
}

class native_tree;

/// Questions of one verb, with the arrays that they read. Fields are given by name; None is the default.
class request {
public:
    explicit request(const py::kwargs& given) {
        filler from{given, *this};
        asked_.fields(from);
        if (from.known != given.size()) {
            throw py::type_error("wanted the fields of a request, found another one among them");
        }
        asked_.goes_on = no_signal_waits;
    }
    request(const request&) = delete;
    request& operator=(const request&) = delete;

    bool counts() const noexcept { return asked_.what == wanted::count || asked_.what == wanted::any; }
    bool has_items() const noexcept { return asked_.with_items; }
    /// Calls `ask` with the questions, while the other tree cannot be changed. Defined where the tree is
    /// (native_tree.hpp).
    template <class Ask>
    void use(const Ask& ask) const;

private:
    /// An archive for the fields of questions.
    struct filler {
        const py::kwargs& given;
        request& into;
        std::size_t known = 0; ///< the given ones
        std::size_t which = 0; ///< the next field

        template <class Field>
        void operator()(const char* name, Field& field) {
            PyObject* const found = PyDict_GetItemWithError(given.ptr(), interned(which++, name));
            if (found != nullptr) {
                ++known;
                if (const auto value = py::reinterpret_borrow<py::object>(found); !value.is_none()) {
                    take(value, field);
                }
            }
        }
        /// Returns the name of a field as keywords have it, which is looked up without creating it again.
        static PyObject* interned(std::size_t field, const char* name) {
            static std::array<PyObject*, 32> names = {};
            names.at(field) = names.at(field) != nullptr ? names.at(field) : PyUnicode_InternFromString(name);
            return names.at(field);
        }

        template <class Number>
        void take(const py::object& value, Number& field) const {
            if constexpr (std::is_enum_v<Number>) {
                field = static_cast<Number>(value.cast<int>());
            } else {
                field = value.cast<Number>();
            }
        }
        void take(const py::object& value, std::string_view&) const { into.verb_ = value.cast<std::string>(); }
        void take(const py::object& value, item& field) const { field = item_of(value.cast<std::uint64_t>()); }
        void take(const py::object& value, const double*&) const { into.distance_ = value.cast<double>(); }
        void take(const py::object& value, const void*& field) const { field = kept<py::array>(value).data(); }
        void take(const py::object& value, const std::size_t*& field) const {
            const auto ends = value.cast<py::array_t<std::uint64_t, py::array::c_style>>();
            into.ends_.assign(ends.data(), ends.data() + ends.size());
            field = into.ends_.data();
        }
        void take(const py::object& value, const item*& field) const {
            into.items_ = items_of(value.cast<item_array>());
            field = into.items_.data();
        }
        template <class Element>
        void take(const py::object& value, Element*& field) const {
            if constexpr (std::is_same_v<Element, const tree>) {
                into.kept_.push_back(value);
                into.other_ = value.cast<const native_tree*>();
            } else if constexpr (std::is_same_v<Element, counters>) {
                throw py::type_error("wanted a request without counters: those of a tree are its own");
            } else {
                field = kept<py::array_t<Element, py::array::c_style>>(value).mutable_data();
            }
        }
        template <class Array>
        Array kept(const py::object& value) const {
            auto made = value.cast<Array>();
            into.kept_.push_back(made);
            return made;
        }
    };

    std::string verb_;
    std::vector<py::object> kept_; ///< the arrays that are read or written during the call
    std::vector<std::size_t> ends_;
    std::vector<item> items_;
    std::optional<double> distance_;
    const native_tree* other_ = nullptr;
    questions asked_;
};

} // namespace quadrille::flat

#endif
