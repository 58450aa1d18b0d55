// The native part of the Python package: a flat tree with arrays of NumPy. The public classes are in quadrille/.
// SPDX-License-Identifier: MIT
#include "bindings/python/native/distance_counts.hpp"
#include "bindings/python/native/fast_call.hpp"
#include "bindings/python/native/lists.hpp"
#include "bindings/python/native/native_contacts.hpp"
#include "bindings/python/native/single_calls.hpp"

#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

PYBIND11_MODULE(_quadrille, module) {
    using namespace quadrille::flat; // NOLINT: names of one file
    using tree = native_tree;

    py::register_exception_translator(&translate);
    module.attr("version") = QUADRILLE_VERSION;
    module.def("verbs", &verbs);
    module.def("lists_of", &lists_of);
    module.def("count_distances", &count_distances);
    module.def("pair_set", &pair_set);
    py::class_<tree>(module, "Tree")
        .def(py::init<int, int, std::pair<double, double>, std::pair<double, double>, std::uint32_t, int, double,
                      std::uint32_t, std::uint32_t>())
        .def("assign", &tree::assign)
        .def("sync", &tree::sync)
        .def("insert", &tree::insert)
        .def("erase", &tree::erase)
        .def("move", &tree::move)
        .def("set_layers", &tree::set_layers)
        .def("clear", &tree::clear)
        .def("reserve", &tree::reserve)
        .def("set_threads", &tree::set_threads)
        .def("size", &tree::size)
        .def("index_limit", &tree::index_limit)
        .def("threads", &tree::threads)
        .def("bounds", &tree::bounds)
        .def("period", &tree::period)
        .def("shapes", &tree::shapes)
        .def("items", &tree::items)
        .def("contains", &tree::contains)
        .def("layers", &tree::layers)
        .def("stats", &tree::stats)
        .def("validate", &tree::validate)
        .def("work", &tree::work)
        .def("reset_work", &tree::reset_work)
        .def("ask", &tree::ask)
        .def("cells", &tree::cells)
        .def("aggregate", &tree::aggregate)
        .def("look", &tree::look)
        .def("see", &tree::see)
        .def("save", &tree::save)
        .def("load", &tree::load)
        .def("clone", &tree::clone);
    py::class_<request>(module, "Request").def(py::init<const py::kwargs&>());
    py::class_<native_contacts>(module, "Contacts")
        .def(py::init<>())
        .def("update", &native_contacts::update)
        .def("clone", &native_contacts::clone)
        .def("list", &native_contacts::list);
    static PyMethodDef single_calls[] = {
        fast_call<&query_one>::named("query_one"),
        fast_call<&query_within_one>::named("query_within_one"),
        fast_call<&nearest_one>::named("nearest_one"),
        fast_call<&insert_one>::named("insert_one"),
        fast_call<&erase_one>::named("erase_one"),
        fast_call<&move_one>::named("move_one"),
        {nullptr, nullptr, 0, nullptr},
    };
    if (PyModule_AddFunctions(module.ptr(), single_calls) != 0) {
        throw py::error_already_set();
    }
}
