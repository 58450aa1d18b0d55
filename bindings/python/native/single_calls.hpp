// Calls about one place or item: their numbers are read without arrays.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_PYTHON_NATIVE_SINGLE_CALLS_HPP
#define QUADRILLE_BINDINGS_PYTHON_NATIVE_SINGLE_CALLS_HPP

#include "bindings/python/native/native_tree.hpp"
#include "bindings/python/native/row.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace quadrille::flat {

// Each returns None, and does nothing, if its arguments have to be read as arrays.

/// A question about one place, as a request for many has it.
struct single_question {
    row place;
    std::optional<double> distance;
    questions asked;
    bool is_read;

    single_question(const native_tree& tree, std::string_view verb, py::handle where, py::handle within,
                    py::handle layers, py::handle without)
        : place(where, tree.own().scalar()) {
        const std::optional<form> form = place.form();
        const auto bits = whole_number_of(layers, all_layers);
        const auto except = handle_number_of(without);
        distance = within.is_none() ? std::nullopt : number_of(within);
        is_read = form && bits && except && (within.is_none() || (distance && *distance >= 0));
        if (is_read) {
            asked.verb = verb;
            asked.form = *form;
            asked.places = place.data();
            asked.distance = distance ? &*distance : nullptr;
            asked.layers = static_cast<std::uint32_t>(*bits);
            asked.except = item_of(*except);
        }
    }
    single_question(const single_question&) = delete;
    single_question& operator=(const single_question&) = delete;
};

/// Returns the indices of the items that intersect one area.
inline py::object query_one(const native_tree& tree, py::handle area, py::handle layers, py::handle without) {
    const single_question one(tree, "query", area, py::none(), layers, without);
    return one.is_read ? lent<std::uint32_t>(tree.answer<interpreter_unlocked>(one.asked).a) : py::none();
}

/// Returns the indices of the items within a distance of one area.
inline py::object query_within_one(const native_tree& tree, py::handle area, py::handle distance, py::handle layers,
                                   py::handle without) {
    const single_question one(tree, "query_within", area, distance, layers, without);
    return one.is_read ? lent<std::uint32_t>(tree.answer<interpreter_unlocked>(one.asked).a) : py::none();
}

/// Returns (distances, indices) of the k items that are nearest to one place.
inline py::object nearest_one(const native_tree& tree, py::handle place, py::handle k, py::handle distance,
                              py::handle layers, py::handle without) {
    constexpr std::uint64_t most = std::uint64_t{1} << 31U;
    constexpr std::uint64_t few = 64;
    single_question one(tree, "nearest", place, distance, layers, without);
    const auto count = whole_number_of(k, most);
    if (!one.is_read || !count) {
        return py::none();
    }
    auto distances = new_array<double>(static_cast<std::size_t>(*count));
    auto indices = new_array<std::int64_t>(static_cast<std::size_t>(*count));
    one.asked.k = *count;
    one.asked.distances = distances.mutable_data();
    one.asked.indices = indices.mutable_data();
    if (*count > few) {
        tree.answer<interpreter_unlocked>(one.asked);
    } else {
        tree.answer<interpreter_locked>(one.asked);
    }
    return py::reinterpret_steal<py::object>(PyTuple_Pack(2, distances.ptr(), indices.ptr()));
}

/// Returns the handle of a new item.
inline py::object insert_one(native_tree& tree, py::handle shape, py::handle layers) {
    const row one(shape, tree.own().scalar());
    const auto bits = whole_number_of(layers, all_layers);
    if (one.size() != numbers_in(tree.own().shape()) || !bits) {
        return py::none();
    }
    item made;
    tree.change<interpreter_locked>(
        [&](flat::tree& own) { return own.insert(one.data(), 1, static_cast<std::uint32_t>(*bits), &made); });
    return py::int_(handle_of(made));
}

/// Returns True.
inline py::object erase_one(native_tree& tree, py::handle handle) {
    const auto which = handle_number_of(handle);
    if (!which) {
        return py::none();
    }
    const item one = item_of(*which);
    tree.change<interpreter_locked>([&](flat::tree& own) { return own.erase(std::span(&one, 1)); });
    return py::bool_(true);
}

/// Returns the report, an object of a class of named tuples.
inline py::object move_one(native_tree& tree, py::handle handle, py::handle shape, py::handle report) {
    const auto which = handle_number_of(handle);
    const row to(shape, tree.own().scalar());
    if (!which || to.size() != numbers_in(tree.own().shape())) {
        return py::none();
    }
    const item one = item_of(*which);
    const change_report done =
        tree.change<interpreter_locked>([&](flat::tree& own) { return own.move(std::span(&one, 1), to.data()); });
    auto* const type = reinterpret_cast<PyTypeObject*>(report.ptr());
    auto made = py::reinterpret_steal<py::object>(type->tp_alloc(type, 3));
    if (!made) {
        throw py::error_already_set();
    }
    PyTuple_SET_ITEM(made.ptr(), 0, py::str(to_string(done.method)).release().ptr());
    PyTuple_SET_ITEM(made.ptr(), 1, py::int_(done.displaced).release().ptr());
    PyTuple_SET_ITEM(made.ptr(), 2, py::int_(done.reinserted).release().ptr());
    return made;
}

} // namespace quadrille::flat

#endif
