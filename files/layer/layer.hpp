// A file of shapes, whatever it is written in: each with an id, and, where there are times, at a moment.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_LAYER_HPP
#define QUADRILLE_FILES_LAYER_LAYER_HPP

#include "files/rows/attributes.hpp"
#include "files/rows/geometry.hpp"
#include "files/rows/index_set.hpp"
#include "files/rows/reading.hpp"
#include "files/rows/row_sink.hpp"
#include "files/text/text_list.hpp"

#include <quadrille/geometry.hpp>
#include <quadrille/quadtree.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::files {

template <class Shape>
using tree_of = quadtree<void, Shape>;

/// Trees of these shapes.
using tree_list = std::variant<std::vector<tree_of<point<double>>>, std::vector<tree_of<circle<double>>>,
                               std::vector<tree_of<box<double>>>>;

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
    std::vector<std::uint32_t> entities; ///< whose shape each row is: an index into `ids`
    text_list ids;                ///< each different from the others, in the order of the rows that name them first
    attribute_list attributes;    ///< by rows, those that are wanted
    bool has_row_numbers = false; ///< which are the ids, for no column is known to have them
    bool has_times = false;
    std::string times_of_events =
        {}; ///< the column of times that do not count, as each id is there once; empty where there are none
    bool counts_frames = false; ///< times are frames
    std::vector<moment>
        moments;               ///< by ascending time, none without rows; at most one (all rows) when there are no times
    std::uint64_t skipped = 0; ///< features of the file that have no geometry, and so no row
    std::uint64_t repeated = 0; ///< rows of the file that say again what an earlier one does, and are no rows here
    std::uint64_t taken_as_boxes = 0; ///< rows that the file draws as lines, polygons or several shapes
    std::string crs;                  ///< of its coordinates, as `crs_called` has it; empty where it is not known
    period wraps = {};                ///< of the world that they are in
    geometry_list drawn;              ///< by rows
    bool is_table = false;            ///< a file of rows, as text
    bool is_index = false;            ///< a file that `quadrille index` wrote
    bool has_trees = false;
    tree_list trees; ///< of an index one for each moment, of the same shapes, unless a moment has several there

    std::size_t size() const noexcept { return entities.size(); }
    std::string_view id_of(std::uint32_t row) const noexcept { return ids[entities[row]]; }
};

/// Reads a file, `-` being standard input: what `quadrille index` wrote, which its first byte tells; GeoJSON where the first
/// visible character is a brace or bracket; what GDAL reads; else a table. Throws `bad_input` that says where in the file what
/// was wanted and what was found.
layer read_layer(const std::string& path, const reading& how = {});

/// Appends a point or box to a list of points, which becomes one of boxes with its first box.
void add_point_or_box(shape_list& shapes, const box<double>& bounds, bool is_point);

/// Puts a layer together from rows as they come.
class layer_builder final : public row_sink {
public:
    explicit layer_builder(bool with_vertices) : with_vertices_(with_vertices) {}

    bool wants_vertices() const noexcept override { return with_vertices_; }
    void begin(row_head head) override;
    void add(std::string_view id, double t, const row_place& place) override;
    void add_shape(const any_shape& shape) override;
    void add_attribute(std::uint32_t number, const attribute& value) override;
    void add_geometry(const geometry_view& drawn) override;
    void forget() override;

    /// When `read_rows` has returned.
    layer finish() &&;

private:
    /// A row whose id is looked for some rows later, when the memory where it may be has come.
    struct begun_row {
        std::string id;
        double t;
        row_place place;
        std::size_t id_hash;
        std::size_t hash; ///< of id and time
    };

    void demand_own_ids() override;
    void take_row(std::uint32_t entity, std::string_view id, double t, std::uint64_t line);
    void remember_ids();
    void settle_row();
    bool is_same_point(std::uint32_t row, std::uint32_t begun) const;
    void leave_out_repeated();
    void order_by_time();
    bool dates_events() const;
    void number_ids_by_rows();

    bool with_vertices_;
    layer built_;
    bool has_points_and_boxes_ = false;
    bool numbers_shared_ids_ = false; ///< each row has an id of its own, which need not differ from others yet
    bool are_ascending_ = true;       ///< the ids of all rows so far
    std::array<begun_row, 16> in_flight_;
    std::uint32_t begun_ = 0; ///< rows; those from `settled_` on are in flight
    std::uint32_t settled_ = 0;
    bad_rows* passed_over_ = nullptr;
    std::string guessed_times_;           ///< as in `row_head`
    std::vector<std::uint32_t> repeated_; ///< rows with the id of an earlier one, which are no rows here
    std::vector<double> times_;           ///< of each row; none when there are no times
    std::vector<std::uint64_t> lines_;    ///< of each row
    std::vector<std::uint32_t> numbers_;  ///< of each row, of features
    index_set known_ids_;
    index_set seen_; ///< rows, by whose they are and their time
};

} // namespace quadrille::files

#endif
