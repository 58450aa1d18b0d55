// What a tree finds in areas.
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

/// Areas of one type, which follow each other.
using area_list = std::variant<std::vector<box<double>>, std::vector<circle<double>>, std::vector<polygon<double>>>;

/// An area as the library wants it.
inline box<double> as_area(const box<double>& area) { return area; }
inline circle<double> as_area(const circle<double>& area) { return area; }
inline polygon<double> as_area(const vertex_list& area) { return {area.vertices}; }

/// The areas in their order. Vertices stay where they are.
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

/// What trees find in areas, of which many are asked about in one call.
class tree_areas {
public:
    tree_areas(pool& threads, const std::vector<any_area>& areas)
        : threads_(threads), lists_(lists_of(areas)), counts_(areas.size()) {}

    /// How many shapes intersect each area.
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

    /// Calls `answer(number of the area, indices of the shapes that intersect it)` for each area in its turn; indices ascend.
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
    /// How many areas may be asked about in one call: one, or more if their answers are not too many for the memory.
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
    std::vector<std::uint32_t> counts_; ///< of each area; zeros when there is but one
    batch_workspace workspace_;
    answer_rows<std::uint32_t> rows_;
};

} // namespace quadrille::cli

#endif
