// The rows of a layer as outlines.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_RELATIONS_ROW_OUTLINES_HPP
#define QUADRILLE_CLI_RELATIONS_ROW_OUTLINES_HPP

#include "exact/relations/outline.hpp"
#include "files/layer/layer.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace quadrille::cli {

/// Several threads may use it. An index of edges is made when it is first requested.
class row_outlines {
public:
    explicit row_outlines(const files::layer& layer);

    /// One row; it is valid as long as the `row_outlines`.
    class row {
    public:
        row(const row_outlines& among, std::uint32_t number, const files::any_shape& shape);
        const exact::outline& get() const noexcept { return by_shape_ ? by_shape_->get() : drawn_; }

    private:
        exact::outline drawn_{};
        std::optional<exact::shape_outline> by_shape_;
    };

private:
    struct late_index {
        std::once_flag made;
        std::optional<exact::edge_index> index;
    };
    const exact::edge_index* index_of(std::uint32_t number) const;

    const files::layer& layer_;
    std::vector<std::uint32_t> large_; ///< rows with many vertices, ascending
    std::unique_ptr<late_index[]> indexes_;
};

} // namespace quadrille::cli

#endif
