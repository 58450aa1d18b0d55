// Files in the formats of the command, as arrays and lists. The public functions are in quadrille/_read.py.
// SPDX-License-Identifier: MIT
#include "files/gdal/module.hpp"
#include "files/bytes/progress.hpp"
#include "files/gdal/wkb.hpp"
#include "files/layer/changes.hpp"
#include "files/layer/demand_attributes.hpp"
#include "files/layer/layer.hpp"
#include "files/layer/reading_options.hpp"
#include "files/layer/row_geometry.hpp"
#include "files/rows/option.hpp"
#include "files/text/errors.hpp"

#include <quadrille/geometry.hpp>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace py = pybind11;

namespace quadrille::files {

namespace {

static_assert(sizeof(point<double>) == 2 * sizeof(double) && sizeof(circle<double>) == 3 * sizeof(double) &&
                  sizeof(box<double>) == 4 * sizeof(double),
              "shapes are rows of an array");

py::str text_of(std::string_view text) { return {text.data(), text.size()}; }

/// Converts a number or boolean in the form of JSON.
py::object plain_value(const std::string& text) {
    if (text == "true" || text == "false") {
        return py::bool_(text == "true");
    }
    if (text.find_first_of(".eE") == std::string::npos) {
        return py::reinterpret_steal<py::object>(PyLong_FromString(text.c_str(), nullptr, 10));
    }
    return py::float_(py::str(text));
}

py::object value_of(const attribute& one, const py::object& parse_json) {
    switch (one.kind) {
    case value_kind::nothing: break;
    case value_kind::text: return text_of(one.text);
    case value_kind::plain: return plain_value(std::string(one.text));
    case value_kind::nested: return parse_json(text_of(one.text));
    }
    return py::none();
}

/// A file that has been read. Arrays use its memory if possible.
class native_layer {
public:
    native_layer(layer&& own, std::vector<std::string> told) : own_(std::move(own)), told_(std::move(told)) {}

    std::size_t size() const noexcept { return own_.size(); }
    const char* shape() const noexcept {
        constexpr std::array<const char*, 3> names = {"point", "circle", "box"};
        return names[own_.shapes.index()];
    }
    /// `self` owns the memory.
    static py::object shapes(const py::object& self) {
        const auto& of = self.cast<const native_layer&>();
        return std::visit(
            [&]<class Shape>(const std::vector<Shape>& rows) -> py::object {
                constexpr auto columns = static_cast<py::ssize_t>(sizeof(Shape) / sizeof(double));
                const auto count = static_cast<py::ssize_t>(rows.size());
                py::array_t<double> made({count, columns}, reinterpret_cast<const double*>(rows.data()), self);
                made.attr("flags").attr("writeable") = false;
                return made;
            },
            of.own_.shapes);
    }
    py::list ids() const {
        std::vector<py::str> of_entities;
        of_entities.reserve(own_.ids.size());
        for (std::size_t entity = 0; entity < own_.ids.size(); ++entity) {
            of_entities.push_back(text_of(own_.ids[entity]));
        }
        py::list all(size());
        for (std::size_t row = 0; row < size(); ++row) {
            all[row] = of_entities[own_.entities[row]];
        }
        return all;
    }
    py::object times() const {
        if (!own_.has_times) {
            return py::none();
        }
        py::array_t<double> all(static_cast<py::ssize_t>(size()));
        for (const moment& now : own_.moments) {
            std::fill(all.mutable_data() + now.first, all.mutable_data() + now.last, now.t);
        }
        return all;
    }
    py::dict attributes() const {
        const py::object parse_json = py::module_::import("json").attr("loads");
        py::dict all;
        for (std::size_t which = 0; which < own_.attributes.count(); ++which) {
            py::list values(size());
            for (std::size_t row = 0; row < size(); ++row) {
                values[row] = value_of(own_.attributes.at(row, which), parse_json);
            }
            all[text_of(own_.attributes.name(which))] = values;
        }
        return all;
    }
    py::list wkb() const {
        py::list all(size());
        for (std::size_t row = 0; row < size(); ++row) {
            all[row] = py::bytes(wkb_of(drawn({own_, static_cast<std::uint32_t>(row)})));
        }
        return all;
    }
    py::object crs() const { return own_.crs.empty() ? py::object(py::none()) : text_of(own_.crs); }
    py::tuple period() const { return py::make_tuple(own_.wraps.width(), own_.wraps.height()); }
    std::uint64_t skipped() const noexcept { return own_.skipped; }
    const std::string& name() const noexcept { return own_.name; }
    const std::vector<std::string>& messages() const noexcept { return told_; }

private:
    layer own_;
    std::vector<std::string> told_;
};

/// The options for a file, by the names of the command's options.
using option_values = std::map<std::string, std::string>;

std::string name_of(const option& each) { return each.names().back().substr(2); }

void take_options(const option_values& given, reading& into) {
    std::vector<option> known;
    add_reading_options(known, into);
    for (const option& each : known) {
        const auto found = given.find(name_of(each));
        if (found == given.end()) {
            continue;
        }
        if (each.is_given != nullptr) {
            *each.is_given = true;
            continue;
        }
        try {
            each.read(found->second);
        } catch (const bad_value& wrong) {
            throw bad_value(found->first + ": " + wrong.what());
        }
    }
}

/// Ends the reading if a signal is pending. It is called without the interpreter's lock, and takes it.
void demand_no_signal() {
    const py::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) { // Python's exception is set
        throw interrupted(SIGINT);
    }
}

[[noreturn]] void raise_unreadable(const unreadable_file& wrong, const std::string& path) {
    errno = wrong.system_error;
    const py::object name = py::reinterpret_steal<py::object>(
        PyUnicode_DecodeFSDefaultAndSize(path.data(), static_cast<py::ssize_t>(path.size())));
    PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, name.ptr());
    throw py::error_already_set();
}

layer layer_in(const std::string& path, const reading& how, bool is_exact) {
    const py::gil_scoped_release unlocked;
    const progress::listener asking(demand_no_signal);
    layer read = read_layer(path, how);
    read.trees = {}; // of an index: users build their own trees
    demand_attributes(how.with, {&read});
    tell_of_changes(read, !is_exact, how);
    return read;
}

std::unique_ptr<native_layer> read(const py::bytes& path, const option_values& options, attribute_wish with,
                                   bool is_exact) {
    const std::string name = path;
    std::vector<std::string> told;
    reading how;
    take_options(options, how);
    how.with = std::move(with);
    how.with_vertices = is_exact;
    how.told = &told;
    try {
        layer own = layer_in(name, how, is_exact);
        return std::make_unique<native_layer>(std::move(own), std::move(told));
    } catch (const interrupted&) {
        throw py::error_already_set();
    } catch (const unreadable_file& wrong) {
        if (PyErr_CheckSignals() != 0) { // a signal has ended the reading
            throw py::error_already_set();
        }
        raise_unreadable(wrong, name);
    }
}

/// Returns the name, the kind of value and the help of each option.
std::vector<std::array<std::string, 3>> options() {
    reading any;
    std::vector<option> known;
    add_reading_options(known, any);
    std::vector<std::array<std::string, 3>> all;
    all.reserve(known.size());
    for (const option& each : known) {
        all.push_back({name_of(each), each.takes, each.about});
    }
    return all;
}

} // namespace

} // namespace quadrille::files

PYBIND11_MODULE(_files, module) {
    using namespace quadrille::files; // NOLINT: names of one file

    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            std::rethrow_exception(std::move(thrown));
        } catch (const bad_input& wrong) {
            PyErr_SetString(PyExc_ValueError, wrong.what());
        } catch (const bad_value& wrong) {
            PyErr_SetString(PyExc_ValueError, wrong.what());
        } catch (const failure& wrong) {
            PyErr_SetString(PyExc_ImportError, wrong.what());
        }
    });
    module.attr("gdal_file") = QUADRILLE_GDAL_FILE;
    module.attr("gdal_folders") = std::vector<std::string>{QUADRILLE_GDAL_FOLDERS};
    module.def("look_for_gdal_in", &gdal::look_for_module_in);
    module.def("options", &options);
    module.def("read",
               [](const py::bytes& path, const option_values& given, std::vector<std::string> with, bool with_all,
                  bool is_exact) { return read(path, given, {std::move(with), with_all}, is_exact); });
    py::class_<native_layer>(module, "Layer")
        .def("size", &native_layer::size)
        .def("shape", &native_layer::shape)
        .def("shapes", &native_layer::shapes)
        .def("ids", &native_layer::ids)
        .def("times", &native_layer::times)
        .def("attributes", &native_layer::attributes)
        .def("wkb", &native_layer::wkb)
        .def("crs", &native_layer::crs)
        .def("period", &native_layer::period)
        .def("skipped", &native_layer::skipped)
        .def("name", &native_layer::name)
        .def("messages", &native_layer::messages);
}
