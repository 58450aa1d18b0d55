// Makes the outline of a row from its geometry, else from its shape.
// SPDX-License-Identifier: MIT
#include "row_outlines.hpp"

#include <algorithm>
#include <cstddef>

namespace quadrille::cli {

row_outlines::row_outlines(const files::layer& layer) : layer_(layer) {
    for (std::uint32_t number = 0; !layer.drawn.empty() && number < layer.size(); ++number) {
        if (layer.drawn[number].vertices.size() >= exact::edge_index::least_vertices) {
            large_.push_back(number);
        }
    }
    indexes_ = std::make_unique<late_index[]>(large_.size());
}

const exact::edge_index* row_outlines::index_of(std::uint32_t number) const {
    const auto at = static_cast<std::size_t>(std::lower_bound(large_.begin(), large_.end(), number) - large_.begin());
    late_index& late = indexes_[at];
    std::call_once(late.made, [&] { late.index.emplace(layer_.drawn[number]); });
    return late.index ? &*late.index : nullptr;
}

row_outlines::row::row(const row_outlines& among, std::uint32_t number, const files::any_shape& shape) {
    const files::geometry_view drawn = among.layer_.drawn[number];
    if (drawn.empty()) {
        by_shape_.emplace(shape);
        return;
    }
    drawn_ = {drawn, files::bounds_of_any(shape)};
    if (drawn.vertices.size() >= exact::edge_index::least_vertices) {
        drawn_.index = among.index_of(number);
    }
}

} // namespace quadrille::cli
