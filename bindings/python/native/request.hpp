// What Python asks, with the arrays that are read meanwhile.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_PYTHON_REQUEST_HPP
#define QUADRILLE_BINDINGS_PYTHON_REQUEST_HPP

#include "bindings/python/native/arrays.hpp"

#include <pybind11/stl.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::flat {

/// Whether no signal waits: called without the interpreter's lock, which it takes to ask.
inline bool no_signal_waits() {
    const py::gil_scoped_acquire held;
    return PyErr_CheckSignals() == 0; // else its exception is set
}

class native_tree;

/// Questions of one verb, with the arrays that they read.
class request {
public:
    request(std::string verb, int what, int form, std::optional<int> how, std::size_t count,
            std::optional<py::array> places,
            const std::optional<py::array_t<std::uint64_t, py::array::c_style>>& vertex_ends,
            std::optional<py::array> ways, const std::optional<item_array>& items, const native_tree* other,
            std::optional<double> distance, std::uint64_t k, std::uint32_t layers, std::uint32_t partners,
            std::uint64_t except, bool with_items, std::optional<py::array_t<double, py::array::c_style>> distances,
            std::optional<py::array_t<std::int64_t, py::array::c_style>> indices)
        : verb_(std::move(verb)), places_(std::move(places)), ways_(std::move(ways)), distance_(distance),
          distances_(std::move(distances)), indices_(std::move(indices)), other_(other) {
        if (items) {
            items_ = items_of(*items);
        }
        if (vertex_ends) {
            ends_.assign(vertex_ends->data(), vertex_ends->data() + vertex_ends->size());
        }
        asked_.what = static_cast<wanted>(what);
        asked_.form = static_cast<flat::form>(form);
        asked_.is_related = how.has_value();
        asked_.how = how.value_or(0) == 0 ? relation::inside : relation::contains;
        asked_.count = count;
        asked_.places = places_ ? places_->data() : nullptr;
        asked_.vertex_ends = vertex_ends ? ends_.data() : nullptr;
        asked_.ways = ways_ ? ways_->data() : nullptr;
        asked_.items = items ? items_.data() : nullptr;
        asked_.k = k;
        asked_.layers = layers;
        asked_.partners = partners;
        asked_.except = item_of(except);
        asked_.with_items = with_items;
        asked_.goes_on = no_signal_waits;
        asked_.distances = distances_ ? distances_->mutable_data() : nullptr;
        asked_.indices = indices_ ? indices_->mutable_data() : nullptr;
    }
    request(const request&) = delete;
    request& operator=(const request&) = delete;

    bool counts() const noexcept { return asked_.what == wanted::count || asked_.what == wanted::any; }
    bool has_items() const noexcept { return asked_.with_items; }
    /// Calls `ask` with the questions, while the other tree is held. Defined where a tree is (native_tree.hpp).
    template <class Ask>
    void use(const Ask& ask) const;

private:
    std::string verb_;
    std::optional<py::array> places_;
    std::vector<std::size_t> ends_;
    std::optional<py::array> ways_;
    std::vector<item> items_;
    std::optional<double> distance_;
    std::optional<py::array_t<double, py::array::c_style>> distances_; // what is nearest is written here
    std::optional<py::array_t<std::int64_t, py::array::c_style>> indices_;
    const native_tree* other_; // whoever asks keeps it
    questions asked_;
};

} // namespace quadrille::flat

#endif
