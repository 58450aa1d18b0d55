// Items and answers as arrays of NumPy.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_PYTHON_ARRAYS_HPP
#define QUADRILLE_BINDINGS_PYTHON_ARRAYS_HPP

#include "bindings/flat/tree.hpp"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::flat {

namespace py = pybind11;

/// Handles are numbers of 64 bits, with the generation above the index, so that no item is 0.
using item_array = py::array_t<std::uint64_t, py::array::c_style>;

/// Rejects an index that takes the place of a handle: it would be the handle of no item.
inline item item_of(std::uint64_t handle) {
    if (handle != 0 && handle >> 32U == 0) {
        const std::string index = std::to_string(handle);
        refuse({}, "handles", "the index " + index + "; tree.items[" + index + "] is its handle");
    }
    return {static_cast<std::uint32_t>(handle), static_cast<std::uint32_t>(handle >> 32U)};
}
inline std::uint64_t handle_of(const item& which) noexcept {
    return std::uint64_t{which.generation} << 32U | which.index;
}

inline std::vector<item> items_of(const item_array& handles) {
    std::vector<item> items;
    items.reserve(static_cast<std::size_t>(handles.size()));
    for (py::ssize_t which = 0; which < handles.size(); ++which) {
        items.push_back(item_of(handles.data()[which]));
    }
    return items;
}

/// Returns a new array of one dimension, whose numbers are not set. pybind11 would allocate vectors for its shape.
template <class Element>
py::array_t<Element> new_array(std::size_t size) {
    const auto& numpy = py::detail::npy_api::get();
    const Py_intptr_t shape[] = {static_cast<Py_intptr_t>(size)};
    PyObject* const made = numpy.PyArray_NewFromDescr_(numpy.PyArray_Type_, py::dtype::of<Element>().release().ptr(), 1,
                                                       shape, nullptr, nullptr, 0, nullptr);
    if (made == nullptr) {
        throw py::error_already_set();
    }
    return py::reinterpret_steal<py::array_t<Element>>(made);
}

/// Returns an array that uses the memory of a vector, without a copy.
template <class Element, class Vector>
py::object lent(Vector from, std::vector<py::ssize_t> shape) {
    if (from.empty()) {
        return py::array_t<Element>(std::move(shape));
    }
    auto kept = std::make_unique<Vector>(std::move(from));
    const void* const data = kept->data();
    const py::capsule owner(kept.get(), [](void* vector) { delete static_cast<Vector*>(vector); });
    static_cast<void>(kept.release());
    return py::array_t<Element>(std::move(shape), static_cast<const Element*>(data), owner);
}
/// Returns an array of one dimension; a copy if that takes less time.
template <class Element, class Vector>
py::object lent(Vector from) {
    constexpr std::size_t most_copied = 1024;
    const std::size_t size = from.size();
    if (size > most_copied) {
        return lent<Element>(std::move(from), {static_cast<py::ssize_t>(size)});
    }
    auto copied = new_array<Element>(size);
    std::copy(from.begin(), from.end(), copied.mutable_data());
    return copied;
}

} // namespace quadrille::flat

#endif
