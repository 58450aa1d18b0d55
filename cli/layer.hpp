// A file of shapes, whatever it is written in: each with an id, and, where there are times, at a moment.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_LAYER_HPP
#define QUADRILLE_CLI_LAYER_HPP

#include <quadrille/geometry.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::cli {

/// Shapes of one kind.
using shape_list = std::variant<std::vector<point<double>>, std::vector<circle<double>>, std::vector<box<double>>>;

/// The rows of one time: those from `first` to before `last`.
struct moment {
    double t;
    std::uint32_t first;
    std::uint32_t last;

    std::uint32_t size() const noexcept { return last - first; }
};

/// Rows by ascending time, and in the order of the file where that is equal. All can be stored in a tree.
struct layer {
    std::string name; ///< of the file, as messages call it
    shape_list shapes;
    std::vector<std::uint32_t> things; ///< whose shape each row is: an index into `ids`
    std::deque<std::string> ids;       ///< each different from the others, in the order in which the file names them
    bool has_times = false;
    std::vector<moment>
        moments; ///< by ascending time, none without rows; at most one (all rows) when there are no times

    std::size_t size() const noexcept { return things.size(); }
    const std::string& id_of(std::uint32_t row) const noexcept { return ids[things[row]]; }
};

/// Reads a file, `-` being standard input: GeoJSON where the first visible character is a brace or bracket, else
/// comma-separated text. Throws `bad_input` that says where in the file what was wanted and what was found.
layer read_layer(const std::string& path);

/// Puts a layer together from rows as they come.
class layer_builder {
public:
    layer_builder(std::string name, shape_list no_shapes, bool has_times);

    /// Begins a row: `id` has a shape at `t` (0 when there are no times). `place` is where the file says so. Returns the
    /// place of an earlier row with the same id and time, which makes this one bad; else `place`.
    std::uint64_t add(std::string_view id, double t, std::uint64_t place);

    /// The shape of the row that has begun, of the builder's kind.
    template <class Shape>
    void add_shape(const Shape& shape) {
        std::get<std::vector<Shape>>(built_.shapes).push_back(shape);
    }

    layer finish() &&;

private:
    struct sight {
        std::uint32_t thing;
        double t;

        bool operator==(const sight&) const = default;
    };
    struct sight_hash {
        std::size_t operator()(const sight& seen) const noexcept;
    };

    layer built_;
    std::vector<double> times_;
    std::unordered_map<std::string_view, std::uint32_t> known_ids_;
    std::unordered_map<sight, std::uint64_t, sight_hash> seen_;
};

} // namespace quadrille::cli

#endif
