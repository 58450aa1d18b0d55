// Indices as lists and sets of Python.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_PYTHON_NATIVE_LISTS_HPP
#define QUADRILLE_BINDINGS_PYTHON_NATIVE_LISTS_HPP

#include "bindings/python/native/arrays.hpp"
#include "bindings/python/native/interpreter.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quadrille::flat {

using index_array = py::array_t<std::uint32_t, py::array::c_style>;

/// Python's ints of the indices below a limit. If there are more answers than indices, each int is made once.
class index_ints {
    static constexpr std::uint32_t between_looks = 1U << 16U;

public:
    index_ints(std::uint32_t limit, py::ssize_t answers) : made_(limit < answers ? limit : 0) {}

    /// Returns a new reference; looks for signals now and then.
    PyObject* operator()(std::uint32_t index) {
        if (++given_ % between_looks == 0) {
            look_for_signals();
        }
        if (index >= made_.size()) {
            return made(index).release().ptr();
        }
        py::object& one = made_[index];
        if (!one) {
            one = made(index);
        }
        return py::object(one).release().ptr();
    }

private:
    static py::object made(std::uint32_t index) {
        PyObject* const one = PyLong_FromUnsignedLong(index);
        if (one == nullptr) {
            throw py::error_already_set();
        }
        return py::reinterpret_steal<py::object>(one);
    }

    std::vector<py::object> made_;
    std::uint32_t given_ = 0;
};

/// Returns compressed rows of indices below a limit as a list of lists; if it `sorts`, they ascend in `indices`, too.
inline py::list lists_of(const py::array_t<std::uint64_t, py::array::c_style>& ends, index_array indices,
                         std::uint32_t limit, bool sorts) {
    const collector_pause paused;
    index_ints ints(limit, indices.size());
    py::list all(static_cast<std::size_t>(ends.size()));
    std::uint32_t* const first = indices.mutable_data();
    std::uint64_t begin = 0;
    for (py::ssize_t which = 0; which < ends.size(); ++which) {
        const std::uint64_t end = ends.data()[which];
        if (sorts) {
            std::sort(first + begin, first + end);
        }
        py::list row(static_cast<std::size_t>(end - begin));
        for (std::uint64_t at = begin; at < end; ++at) {
            PyList_SET_ITEM(row.ptr(), static_cast<py::ssize_t>(at - begin), ints(first[at]));
        }
        PyList_SET_ITEM(all.ptr(), which, row.release().ptr());
        begin = end;
    }
    return all;
}

/// Returns pairs of indices below a limit as a set of tuples, each with the lower index first.
inline py::set pair_set(const index_array& a, const index_array& b, std::uint32_t limit) {
    const collector_pause paused;
    index_ints ints(limit, 2 * a.size());
    py::set all;
    for (py::ssize_t which = 0; which < a.size(); ++which) {
        const auto [low, high] = std::minmax(a.data()[which], b.data()[which]);
        py::tuple pair(2);
        PyTuple_SET_ITEM(pair.ptr(), 0, ints(low));
        PyTuple_SET_ITEM(pair.ptr(), 1, ints(high));
        PyObject_GC_UnTrack(pair.ptr());
        if (PySet_Add(all.ptr(), pair.ptr()) != 0) {
            throw py::error_already_set();
        }
    }
    return all;
}

} // namespace quadrille::flat

#endif
