// Writes layers as saved trees: first a tree of one point whose value is the table (ids, the id of each row, times),
// then a tree for each moment. So all bytes have checksums, and any program with the library can read them.
// SPDX-License-Identifier: MIT
#include "saved_layer.hpp"

#include "cli/answers/trees.hpp"
#include "files/index/saved_geometry.hpp"
#include "files/index/saved_table.hpp"

#include <quadrille/save.hpp>

#include <cstddef>
#include <cstdint>

namespace quadrille::cli {

namespace {

files::table_head head_of(const files::layer& layer) {
    files::table_head head;
    head.kind = static_cast<std::uint8_t>(layer.shapes.index());
    head.has_times = layer.has_times;
    head.skipped = layer.skipped;
    head.taken_as_boxes = layer.taken_as_boxes;
    head.is_drawn = !layer.drawn.empty();
    head.crs = layer.crs;
    head.moments = layer.moments;
    return head;
}

void write_rows(const files::layer& input, byte_writer& out) {
    out.number(static_cast<std::uint32_t>(input.ids.size()));
    for (std::size_t at = 0; at < input.ids.size(); ++at) {
        out.text(input.ids[at]);
    }
    for (const std::uint32_t entity : input.entities) {
        out.number(entity);
    }
    if (!input.drawn.empty()) {
        files::write_geometries(input.drawn, static_cast<std::uint32_t>(input.size()), out);
    }
}

} // namespace

void write_saved_layer(pool& threads, const files::layer& input, const files::byte_sink& write) {
    head_of(input).save(input.wraps, write, [&](byte_writer& out) { write_rows(input, out); });
    at_each_moment(threads, input, [&](const auto& tree, auto, const files::moment&) { save(tree, write); });
}

} // namespace quadrille::cli
