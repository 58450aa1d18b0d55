// Queries trees for areas.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_AREAS_TREE_AREAS_HPP
#define QUADRILLE_CLI_AREAS_TREE_AREAS_HPP

#include "cli/answers/trees.hpp"
#include "cli/command/pool.hpp"
#include "cli/input/areas.hpp"

#include <quadrille/parallel.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

namespace quadrille::cli {

/// Consecutive areas of one type.
using area_list = std::variant<std::vector<box<double>>, std::vector<circle<double>>, std::vector<polygon<double>>>;

/// Converts an area to the type that the library takes.
inline box<double> as_area(const box<double>& area) { return area; }
inline circle<double> as_area(const circle<double>& area) { return area; }
inline polygon<double> as_area(const vertex_list& area) { return {area.vertices}; }

/// Groups the areas in their order. The vertices are not copied.
inline std::vector<area_list> lists_of(const std::vector<any_area>& areas) {
    std::vector<area_list> lists;
    for (const any_area& each : areas) {
        std::visit(
            [&](const auto& given) {
                const auto area = as_area(given);
                using list = std::vector<std::remove_const_t<decltype(area)>>;
                if (lists.empty() || !std::holds_alternative<list>(lists.back())) {
                    lists.emplace_back(list());
                }
                std::get<list>(lists.back()).push_back(area);
            },
            each);
    }
    return lists;
}

/// Queries trees for areas, with many areas in one call.
class tree_areas {
public:
    tree_areas(pool& threads, const std::vector<any_area>& areas)
        : threads_(threads), lists_(lists_of(areas)), counts_(areas.size()) {}

    /// Returns the number of shapes that intersect each area.
    template <class Tree>
    std::span<const std::uint32_t> count(const Tree& tree) {
        std::size_t first = 0;
        for (const area_list& list : lists_) {
            std::visit(
                [&](const auto& areas) {
                    parallel::count(threads_, tree, areas, workspace_, std::span(counts_).subspan(first, areas.size()));
                    first += areas.size();
                },
                list);
        }
        return counts_;
    }

    /// Calls `answer(number of the area, indices of the shapes that intersect it)` for each area in order; indices
    /// ascend.
    template <class Tree, class Answer>
    void ask(const Tree& tree, const Answer& answer) {
        if (counts_.size() > 1) {
            count(tree);
        }
        std::size_t number = 0;
        for (const area_list& list : lists_) {
            std::visit(
                [&](const auto& areas) {
                    for (std::size_t first = 0; first < areas.size();) {
                        const std::size_t size = few_enough(std::span(counts_).subspan(number, areas.size() - first));
                        parallel::query(threads_, tree, std::span(areas).subspan(first, size), workspace_, rows_);
                        for (std::size_t row = 0; row < size; ++row) {
                            const auto begin = rows_.answers.begin();
                            const auto from = begin + static_cast<std::ptrdiff_t>(rows_.offsets[row]);
                            const auto to = begin + static_cast<std::ptrdiff_t>(rows_.offsets[row + 1]);
                            std::sort(from, to);
                            answer(number + row, std::span<const std::uint32_t>(from, to));
                        }
                        first += size;
                        number += size;
                    }
                },
                list);
        }
    }

private:
    /// Returns the number of areas for the next call: one, or more if the memory suffices for all their answers.
    static std::size_t few_enough(std::span<const std::uint32_t> counts) {
        constexpr std::uint64_t max_answers = std::uint64_t{1} << 22U;
        std::uint64_t answers = counts.front();
        std::size_t size = 1;
        while (size < counts.size() && answers + counts[size] <= max_answers) {
            answers += counts[size++];
        }
        return size;
    }

    pool& threads_;
    std::vector<area_list> lists_;
    std::vector<std::uint32_t> counts_; ///< for each area; zeros if there is only one
    batch_workspace workspace_;
    answer_rows<std::uint32_t> rows_;
};

} // namespace quadrille::cli

#endif
