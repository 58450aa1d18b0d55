// A file of shapes in any format: each shape has an id and, if there are times, belongs to a moment.
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

/// Trees of shapes of one kind.
using tree_list = std::variant<std::vector<tree_of<point<double>>>, std::vector<tree_of<circle<double>>>,
                               std::vector<tree_of<box<double>>>>;

/// The rows of one time: from `first` to before `last`.
struct moment {
    double t;
    std::uint32_t first;
    std::uint32_t last;

    std::uint32_t size() const noexcept { return last - first; }
};

/// Rows by ascending time, and in the order of the file if times are equal. A tree can store all of them.
struct layer {
    std::string name; ///< the name of the file for messages
    shape_list shapes;
    std::vector<std::uint32_t> entities; ///< the thing of each row: an index into `ids`
    text_list ids;                       ///< all different, in the order of the first rows that have them
    attribute_list attributes;           ///< by rows; only the requested ones
    bool has_row_numbers = false;        ///< the ids are row numbers, because no column has ids
    bool has_times = false;
    std::string times_of_events =
        {}; ///< the column of times that do not count, because each id occurs once; empty if there is none
    bool counts_frames = false;  ///< times are numbers of frames
    std::vector<moment> moments; ///< by ascending time, none without rows; at most one (all rows) if there are no times
    std::uint64_t skipped = 0;   ///< features of the file without a geometry; they are not rows
    std::uint64_t repeated = 0;  ///< rows of the file that repeat an earlier one; they are not rows here
    std::uint64_t taken_as_boxes = 0; ///< rows that are lines, polygons or several shapes in the file
    std::string crs;                  ///< of its coordinates, in the form of `crs_called`; empty if it is unknown
    period wraps = {};                ///< the period of its world
    geometry_list drawn;              ///< by rows
    bool is_table = false;            ///< the file is rows of text
    bool is_index = false;            ///< the file was written by `quadrille index`
    bool has_trees = false;
    tree_list trees; ///< of an index: one for each moment, with its shapes, unless a moment has several

    std::size_t size() const noexcept { return entities.size(); }
    std::string_view id_of(std::uint32_t row) const noexcept { return ids[entities[row]]; }
};

/// Reads a file; `-` is standard input. The format is: an index (`quadrille index`) by its first byte; GeoJSON if the
/// first visible character is a brace or bracket; a format of GDAL's; else a table. Throws `bad_input` with the place
/// in the file, the expected input and the actual one.
layer read_layer(const std::string& path, const reading& how = {});

/// Appends a point or box to a list of points; the first box turns it into a list of boxes.
void add_point_or_box(shape_list& shapes, const box<double>& bounds, bool is_point);

/// Builds a layer from rows as they come.
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

    /// Call it after `read_rows` has returned.
    layer finish() &&;

private:
    /// A row whose id is searched some rows later, when the memory to search has been prefetched.
    struct begun_row {
        std::string id;
        double t;
        row_place place;
        std::size_t id_hash;
        std::size_t hash; ///< of the id and the time
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
    bool numbers_shared_ids_ = false; ///< each row has its own id until shared ids get numbers
    bool are_ascending_ = true;       ///< the ids of all rows so far ascend
    std::array<begun_row, 16> in_flight_;
    std::uint32_t begun_ = 0; ///< the number of rows; those from `settled_` on are in flight
    std::uint32_t settled_ = 0;
    bad_rows* passed_over_ = nullptr;
    std::string guessed_times_;           ///< as in `row_head`
    std::vector<std::uint32_t> repeated_; ///< rows with the id of an earlier one; they are not rows of the layer
    std::vector<double> times_;           ///< of each row; none if there are no times
    std::vector<std::uint64_t> lines_;    ///< of each row
    std::vector<std::uint32_t> numbers_;  ///< of each row, of features
    index_set known_ids_;
    index_set seen_; ///< rows, by their id and time
};

} // namespace quadrille::files

#endif
