// Reads the arguments of single calls: one place or shape, a number, a handle.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_PYTHON_NATIVE_ROW_HPP
#define QUADRILLE_BINDINGS_PYTHON_NATIVE_ROW_HPP

#include "bindings/flat/tree.hpp"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace quadrille::flat {

namespace py = pybind11;

// Only objects whose numbers NumPy would read as the same numbers are read here. All others are left to the arrays of
// the package, which also have the messages for wrong arguments.

/// Returns the number of a float or an int.
inline std::optional<double> number_of(py::handle from) noexcept {
    if (PyFloat_Check(from.ptr())) {
        return PyFloat_AS_DOUBLE(from.ptr());
    }
    if (PyLong_CheckExact(from.ptr())) {
        const double number = PyLong_AsDouble(from.ptr());
        if (number != -1 || PyErr_Occurred() == nullptr) {
            return number;
        }
        PyErr_Clear();
    }
    return std::nullopt;
}

/// Returns the number of an int of 0 … `most`.
inline std::optional<std::uint64_t> whole_number_of(py::handle from, std::uint64_t most) noexcept {
    if (!PyLong_CheckExact(from.ptr())) {
        return std::nullopt;
    }
    const std::uint64_t number = PyLong_AsUnsignedLongLong(from.ptr());
    if (number == ~std::uint64_t{0} && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        return std::nullopt;
    }
    return number <= most ? std::optional(number) : std::nullopt;
}

/// Returns the handle that an int or an element of an array of handles is.
inline std::optional<std::uint64_t> handle_number_of(py::handle from) {
    static const PyObject* const element = py::object(py::dtype::of<std::uint64_t>().attr("type")).release().ptr();
    if (reinterpret_cast<const PyObject*>(Py_TYPE(from.ptr())) != element) {
        return whole_number_of(from, ~std::uint64_t{0});
    }
    return whole_number_of(py::reinterpret_steal<py::object>(PyNumber_Index(from.ptr())), ~std::uint64_t{0});
}

/// One row of two to four numbers, of the scalar of a tree; of a tuple, a list, or an array of floats.
class row {
public:
    row(py::handle from, scalar_kind scalar) : is_float_(scalar == scalar_kind::float32) {
        if (PyTuple_CheckExact(from.ptr()) || PyList_CheckExact(from.ptr())) {
            read(PySequence_Fast_GET_SIZE(from.ptr()),
                 [items = PySequence_Fast_ITEMS(from.ptr())](py::ssize_t which) { return number_of(items[which]); });
        } else if (py::isinstance<doubles>(from)) {
            read_array<doubles>(from);
        } else if (py::isinstance<floats>(from)) {
            read_array<floats>(from);
        }
    }

    /// Returns how many numbers there are; 0 for what is no row.
    std::size_t size() const noexcept { return size_; }
    const void* data() const noexcept {
        return is_float_ ? static_cast<const void*>(floats_.data()) : static_cast<const void*>(doubles_.data());
    }
    /// Returns the form of the place, if it is one.
    std::optional<flat::form> form() const noexcept {
        constexpr std::array<flat::form, 5> forms = {form::box, form::box, form::point, form::circle, form::box};
        const bool is_circle = size_ == 3;
        const bool is_place = size_ > 0 && !has_nan() && !(is_circle && doubles_[2] < 0);
        return is_place ? std::optional(forms[size_]) : std::nullopt;
    }

private:
    using doubles = py::array_t<double, py::array::c_style>;
    using floats = py::array_t<float, py::array::c_style>;

    template <class Array>
    void read_array(py::handle from) {
        const auto numbers = py::reinterpret_borrow<Array>(from);
        read(numbers.ndim() == 1 ? numbers.size() : 0,
             [data = numbers.data()](py::ssize_t which) { return std::optional<double>(data[which]); });
    }
    template <class Number>
    void read(py::ssize_t size, const Number& number) noexcept {
        if (size < 2 || size > static_cast<py::ssize_t>(doubles_.size())) {
            return;
        }
        for (py::ssize_t which = 0; which < size; ++which) {
            const auto place = static_cast<std::size_t>(which);
            const std::optional<double> one = number(which);
            if (!one) {
                return;
            }
            doubles_[place] = *one;
            if (is_float_) {
                floats_[place] = static_cast<float>(*one);
                if (std::isinf(floats_[place]) && !std::isinf(*one)) {
                    return; // NumPy warns
                }
            }
        }
        size_ = static_cast<std::size_t>(size);
    }
    bool has_nan() const noexcept {
        for (std::size_t which = 0; which < size_; ++which) {
            if (std::isnan(doubles_[which])) {
                return true;
            }
        }
        return false;
    }

    std::array<double, 4> doubles_;
    std::array<float, 4> floats_;
    std::size_t size_ = 0;
    bool is_float_;
};

} // namespace quadrille::flat

#endif
