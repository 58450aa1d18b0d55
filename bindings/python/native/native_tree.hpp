// A tree for Python; questions are answered without the interpreter's lock.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_PYTHON_NATIVE_TREE_HPP
#define QUADRILLE_BINDINGS_PYTHON_NATIVE_TREE_HPP

#include "bindings/flat/access.hpp"
#include "bindings/python/native/interpreter.hpp"
#include "bindings/python/native/request.hpp"

#include <quadrille/load.hpp>
#include <quadrille/save.hpp>
#include <quadrille/text.hpp>

#include <pybind11/stl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::flat {

/// A tree that knows its readers and its writer.
class native_tree {
public:
    native_tree(int shape, int scalar, std::pair<double, double> period, std::pair<double, double> origin,
                std::uint32_t leaf_capacity, int max_depth, double min_cell_side, std::uint32_t max_items,
                std::uint32_t threads)
        : own_(made(shape, scalar, period, origin, leaf_capacity, max_depth, min_cell_side, max_items)) {
        own_->set_threads(threads);
    }
    explicit native_tree(std::unique_ptr<tree> own) : own_(std::move(own)) {}

    // ---- Change -----------------------------------------------------------------------------------------------------

    /// Returns the report as a tuple: method, displaced, reinserted.
    py::tuple assign(const py::array& shapes) {
        return as_tuple(change([&](tree& own) { return own.assign(shapes.data(), rows_of(shapes)); }));
    }
    py::tuple sync(const py::array& shapes) {
        return as_tuple(change([&](tree& own) { return own.sync(shapes.data(), rows_of(shapes)); }));
    }
    py::object insert(const py::array& shapes, std::uint32_t layers) {
        const std::size_t count = rows_of(shapes);
        std::vector<item> items(count);
        change([&](tree& own) { return own.insert(shapes.data(), count, layers, items.data()); });
        std::vector<std::uint64_t> handles;
        handles.reserve(count);
        for (const item& each : items) {
            handles.push_back(handle_of(each));
        }
        return lent<std::uint64_t>(std::move(handles));
    }
    void erase(const item_array& handles) {
        const std::vector<item> items = items_of(handles);
        change([&](tree& own) { return own.erase(items); });
    }
    py::tuple move(const item_array& handles, const py::array& shapes) {
        const std::vector<item> items = items_of(handles);
        return as_tuple(change([&](tree& own) { return own.move(items, shapes.data()); }));
    }
    void set_layers(const item_array& handles, const py::array_t<std::uint32_t, py::array::c_style>& layers) {
        const std::vector<item> items = items_of(handles);
        change([&](tree& own) { return own.set_layers(items, layers.data()); });
    }
    /// Makes a change; raises what went wrong.
    template <class Lock = interpreter_unlocked, class Change>
    change_report change(const Change& change) {
        change_report done;
        {
            const Lock lock;
            const access::changing alone(access_);
            done = change(*own_);
        }
        switch (done.error) {
        case error::none: return done;
        case error::no_memory: throw std::bad_alloc();
        case error::no_item: throw py::key_error(text_of(done));
        default: throw bad_request(text_of(done));
        }
    }
    static py::tuple as_tuple(const change_report& done) {
        return py::make_tuple(to_string(done.method), done.displaced, done.reinserted);
    }
    void clear() {
        const access::changing alone(access_);
        own_->clear();
    }
    void reserve(std::uint32_t items) {
        const access::changing alone(access_);
        if (!own_->reserve(items)) {
            throw std::bad_alloc();
        }
    }
    void set_threads(std::uint32_t threads) {
        const access::changing alone(access_);
        own_->set_threads(threads);
    }

    // ---- Inspect ----------------------------------------------------------------------------------------------------

    std::uint32_t size() const {
        return read([](const tree& in) { return in.size(); });
    }
    std::uint32_t index_limit() const {
        return read([](const tree& in) { return in.index_limit(); });
    }
    std::uint32_t threads() const { return own_->threads(); }
    py::tuple bounds() const {
        const auto all = read([](const tree& in) { return in.bounds(); });
        return py::make_tuple(all.min.x, all.min.y, all.max.x, all.max.y);
    }
    py::tuple period() const {
        const auto of = read([](const tree& in) { return in.world(); });
        return py::make_tuple(of.width(), of.height());
    }
    void shapes(py::array into) const {
        read([&](const tree& in) {
            if (rows_of(into) != in.index_limit()) {
                throw busy("the tree has been changed");
            }
            in.shapes(into.mutable_data());
            return 0;
        });
    }
    py::object items() const {
        return read([](const tree& in) {
            std::vector<std::uint64_t> handles;
            handles.reserve(in.index_limit());
            for (std::uint32_t index = 0; index < in.index_limit(); ++index) {
                handles.push_back(handle_of(in.item_at(index)));
            }
            return lent<std::uint64_t>(std::move(handles));
        });
    }
    py::array_t<bool> contains(const item_array& handles) const {
        return of_each<bool>(handles, [](const tree& in, const item& which) { return in.contains(which); });
    }
    py::array_t<std::uint32_t> layers(const item_array& handles) const {
        return of_each<std::uint32_t>(handles, [](const tree& in, const item& which) { return in.layers(which); });
    }
    py::dict stats() const {
        const statistics all = read([](const tree& in) { return in.stats(); });
        py::dict named;
        named["size"] = all.size;
        named["inner_cells"] = all.inner_cells;
        named["leaves"] = all.leaves;
        named["blocks"] = all.blocks;
        named["deepest"] = all.deepest;
        named["bytes"] = all.bytes;
        named["kernels"] = all.kernels;
        return named;
    }
    std::optional<std::string> validate() const {
        const fault broken = read([](const tree& in) { return in.validate(); });
        return broken ? std::optional(text_of(broken)) : std::nullopt;
    }
    py::dict work() const {
        py::dict named;
        named["cells"] = work_.cells;
        named["blocks"] = work_.blocks;
        named["lanes"] = work_.lanes;
        named["answers"] = work_.answers;
        named["pairs"] = work_.pairs;
        return named;
    }
    void reset_work() noexcept { work_ = {}; }

    // ---- Ask --------------------------------------------------------------------------------------------------------

    template <class Lock>
    answers answer(const questions& asked) const {
        return answered<Lock>([&](const auto& answer) { answer(asked); });
    }
    /// Returns (ends, a, b, a's generations, b's, measures, shifts, counts, count of pairs); None for those that are
    /// absent.
    py::tuple ask(const request& asked) const {
        bool wraps = false;
        answers found = answered<interpreter_unlocked>([&](const auto& answer) {
            wraps = bool(own_->world());
            asked.use(answer);
        });
        const bool is_list = !asked.counts();
        const bool is_pairs = !found.b.empty();
        const std::uint64_t pair_count = found.pair_count;
        const auto answer_count = static_cast<py::ssize_t>(found.a.size());
        return py::make_tuple(
            given(is_list, [&] { return lent<std::uint64_t>(std::move(found.ends)); }),
            given(is_list, [&] { return lent<std::uint32_t>(std::move(found.a)); }),
            given(is_pairs, [&] { return lent<std::uint32_t>(std::move(found.b)); }),
            given(is_list && asked.has_items(), [&] { return lent<std::uint32_t>(std::move(found.a_generations)); }),
            given(is_pairs && asked.has_items(), [&] { return lent<std::uint32_t>(std::move(found.b_generations)); }),
            given(is_list, [&] { return lent<double>(std::move(found.measures)); }),
            given(is_list && wraps, [&] { return lent<std::int16_t>(std::move(found.shifts), {answer_count, 2}); }),
            given(!is_list, [&] { return lent<std::uint32_t>(std::move(found.counts)); }), pair_count);
    }

    /// (squares, bounds, depths, counts, leaves)
    py::tuple cells() const {
        cell_list found;
        unlocked([&](const tree& in) { in.cells(found); });
        const auto count = static_cast<py::ssize_t>(found.depths.size());
        return py::make_tuple(
            lent<double>(std::move(found.squares), {count, 4}), lent<double>(std::move(found.bounds), {count, 4}),
            lent<std::uint32_t>(std::move(found.depths)), lent<std::uint32_t>(std::move(found.counts)),
            lent<std::uint8_t>(std::move(found.leaves)));
    }
    /// (ends, first items, items, depths, leaves, bounds, weights, centers)
    py::tuple aggregate(const std::optional<py::array_t<double, py::array::c_style>>& weights,
                        std::uint32_t layers) const {
        cell_sums found;
        unlocked([&](const tree& in) {
            if (weights && rows_of(*weights) != in.index_limit()) {
                throw bad_request("wanted one weight for each index, " + std::to_string(in.index_limit()) + ", found " +
                                  std::to_string(rows_of(*weights)));
            }
            in.aggregate(weights ? weights->data() : nullptr, layers, found);
        });
        const auto count = static_cast<py::ssize_t>(found.ends.size());
        return py::make_tuple(
            lent<std::uint32_t>(std::move(found.ends)), lent<std::uint32_t>(std::move(found.first_items)),
            lent<std::uint32_t>(std::move(found.items)), lent<std::uint32_t>(std::move(found.depths)),
            lent<std::uint8_t>(std::move(found.leaves)), lent<double>(std::move(found.bounds), {count, 4}),
            lent<double>(std::move(found.weights)), lent<double>(std::move(found.centers), {count, 2}));
    }
    /// (ends, vertices)
    py::tuple look(const py::array& places, const std::optional<py::array>& facings,
                   const std::optional<py::array>& half_angles, const std::optional<py::array>& walls,
                   std::uint32_t layers) const {
        views asked;
        asked.count = rows_of(places);
        asked.places = places.data();
        asked.facings = data_of(facings);
        asked.half_angles = data_of(half_angles);
        asked.walls = data_of(walls);
        asked.layers = layers;
        outlines found;
        unlocked([&](const tree& in) {
            demand_walls(in, walls);
            in.look(asked, found);
        });
        const auto count = static_cast<py::ssize_t>(found.vertices.size() / 2);
        return py::make_tuple(lent<std::uint64_t>(std::move(found.ends)),
                              lent<double>(std::move(found.vertices), {count, 2}));
    }
    py::object see(const py::array& lines, const std::optional<py::array>& walls, std::uint32_t layers) const {
        std::vector<std::uint8_t> found(rows_of(lines));
        unlocked([&](const tree& in) {
            demand_walls(in, walls);
            in.see({found.size(), lines.data(), data_of(walls), layers}, found.data());
        });
        return lent<std::uint8_t>(std::move(found));
    }

    // ---- Keep -------------------------------------------------------------------------------------------------------

    py::bytes save() const {
        std::string all;
        {
            const interpreter_unlocked unlocked;
            const access::reading reading(access_);
            own_->save([&](std::span<const std::byte> some) {
                all.append(reinterpret_cast<const char*>(some.data()), some.size());
                return true;
            });
        }
        return py::bytes(all);
    }
    void load(const py::bytes& from) {
        char* begin = nullptr;
        py::ssize_t size = 0;
        if (PyBytes_AsStringAndSize(from.ptr(), &begin, &size) != 0) {
            throw py::error_already_set();
        }
        std::string_view rest(begin, static_cast<std::size_t>(size));
        load_report done;
        {
            const interpreter_unlocked unlocked;
            const access::changing alone(access_);
            done = own_->load([&](std::span<std::byte> into) {
                const std::size_t some = std::min(into.size(), rest.size());
                std::memcpy(into.data(), rest.data(), some);
                rest.remove_prefix(some);
                return some;
            });
        }
        if (!done) {
            throw bad_request(text_of(done));
        }
    }
    std::unique_ptr<native_tree> clone() const {
        const interpreter_unlocked unlocked;
        const access::reading reading(access_);
        return std::make_unique<native_tree>(own_->clone());
    }

    const tree& own() const noexcept { return *own_; }
    const flat::access& guard() const noexcept { return access_; }

private:
    static std::unique_ptr<tree> made(int shape, int scalar, std::pair<double, double> period,
                                      std::pair<double, double> origin, std::uint32_t leaf_capacity, int max_depth,
                                      double min_cell_side, std::uint32_t max_items) {
        options wanted;
        wanted.leaf_capacity = leaf_capacity;
        wanted.max_depth = max_depth;
        wanted.min_cell_side = min_cell_side;
        wanted.max_items = max_items;
        wanted.period = {period.first, period.second};
        wanted.origin = {origin.first, origin.second};
        return tree::make(static_cast<shape_kind>(shape), static_cast<scalar_kind>(scalar), wanted);
    }
    /// Calls `use` with a function that answers questions, and counts the work.
    template <class Lock, class Use>
    answers answered(const Use& use) const {
        counters work;
        answers found;
        try {
            const Lock lock;
            const access::reading reading(access_);
            use([&](questions asked) {
                asked.work = &work;
                own_->ask(asked, found);
            });
        } catch (const interrupted&) {
            throw py::error_already_set();
        }
        work_.cells += work.cells;
        work_.blocks += work.blocks;
        work_.lanes += work.lanes;
        work_.answers += work.answers;
        work_.pairs += work.pairs;
        return found;
    }
    static std::size_t rows_of(const py::array& shapes) { return static_cast<std::size_t>(shapes.shape(0)); }

    template <class Report>
    static std::string text_of(const Report& report) {
        std::ostringstream text;
        text << report;
        return text.str();
    }
    template <class Read>
    std::invoke_result_t<const Read&, const tree&> read(const Read& read) const {
        const access::reading reading(access_);
        return read(std::as_const(*own_));
    }
    /// Reads without the interpreter's lock.
    template <class Read>
    void unlocked(const Read& read) const {
        const interpreter_unlocked unlocked;
        const access::reading reading(access_);
        read(std::as_const(*own_));
    }
    static const void* data_of(const std::optional<py::array>& from) { return from ? from->data() : nullptr; }
    static void demand_walls(const tree& in, const std::optional<py::array>& walls) {
        if (walls && rows_of(*walls) != in.index_limit()) {
            throw bad_request("wanted one wall for each index, " + std::to_string(in.index_limit()) + ", found " +
                              std::to_string(rows_of(*walls)));
        }
    }
    template <class Make>
    static py::object given(bool is_there, const Make& make) {
        return is_there ? py::object(make()) : py::none();
    }
    template <class Element, class Of>
    py::array_t<Element> of_each(const item_array& handles, const Of& of) const {
        return read([&](const tree& in) {
            py::array_t<Element> all(handles.size());
            for (py::ssize_t which = 0; which < handles.size(); ++which) {
                all.mutable_data()[which] = of(in, item_of(handles.data()[which]));
            }
            return all;
        });
    }

    std::unique_ptr<tree> own_;
    flat::access access_;
    mutable counters work_; ///< of all questions so far; the interpreter's lock guards it
};

template <class Ask>
void request::use(const Ask& ask) const {
    std::optional<access::reading> reading_other;
    questions asked = asked_;
    asked.verb = verb_;
    asked.distance = distance_ ? &*distance_ : nullptr;
    if (other_ != nullptr) {
        reading_other.emplace(other_->guard());
        asked.other = &other_->own();
    }
    ask(asked);
}

} // namespace quadrille::flat

#endif
