// Functions of the interpreter's own calling convention, for calls that take less time than pybind11 takes for one.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_PYTHON_NATIVE_FAST_CALL_HPP
#define QUADRILLE_BINDINGS_PYTHON_NATIVE_FAST_CALL_HPP

#include "bindings/python/native/native_tree.hpp"

#include <pybind11/pybind11.h>

#include <cstddef>
#include <exception>
#include <new>
#include <type_traits>
#include <utility>

namespace quadrille::flat {

/// Sets Python's exception for one of the flat trees; any other exception is thrown again.
inline void translate(std::exception_ptr thrown) {
    try {
        std::rethrow_exception(std::move(thrown));
    } catch (const bad_request& wrong) {
        PyErr_SetString(PyExc_ValueError, wrong.what());
    } catch (const busy& wrong) {
        PyErr_SetString(PyExc_RuntimeError, wrong.what());
    }
}

/// Returns the tree of an object; its type is looked up only once.
inline native_tree& tree_of(py::handle object) {
    static const py::detail::type_info* const type = py::detail::get_type_info(typeid(native_tree));
    py::detail::type_caster_generic caster(type);
    if (!caster.load(object, false) || caster.value == nullptr) {
        throw py::type_error("wanted a native tree");
    }
    return *static_cast<native_tree*>(caster.value);
}

/// `call` takes a tree and the arguments of a function, as positional ones.
template <auto Function>
struct fast_call;
template <class Tree, class... Argument, py::object (*Function)(Tree&, Argument...)>
struct fast_call<Function> {
    static PyObject* call(PyObject*, PyObject* const* given, Py_ssize_t count) noexcept {
        try {
            if (count != 1 + Py_ssize_t{sizeof...(Argument)}) {
                throw py::type_error("wanted a native tree and the arguments of one call");
            }
            return [given]<std::size_t... Which>(std::index_sequence<Which...>) {
                return Function(tree_of(given[0]), py::handle(given[1 + Which])...).release().ptr();
            }(std::index_sequence_for<Argument...>{});
        } catch (py::error_already_set& raised) {
            raised.restore();
        } catch (const py::builtin_exception& raised) {
            raised.set_error();
        } catch (const std::bad_alloc&) {
            PyErr_NoMemory();
        } catch (...) {
            try {
                translate(std::current_exception());
            } catch (const std::exception& other) {
                PyErr_SetString(PyExc_RuntimeError, other.what());
            }
        }
        return nullptr;
    }
    static PyMethodDef named(const char* name) noexcept {
        return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call)), METH_FASTCALL, nullptr};
    }
};

} // namespace quadrille::flat

#endif
