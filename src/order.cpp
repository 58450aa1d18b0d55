// The order in which many questions are answered: that of the Morton codes of their centers.
// SPDX-License-Identifier: MIT
#include <quadrille/detail/core.hpp>

#include "digits.hpp"
#include "grid.hpp"
#include "sort.hpp"

#include <cstdint>
#include <span>
#include <utility>

namespace quadrille::detail {

std::uint64_t morton_code(const code_grid& in, const point<double>& center) noexcept {
    return leading_morton(grid::steps_from(in.x, center.x, in.unit), grid::steps_from(in.y, center.y, in.unit));
}

std::span<const placed_question> sort_questions(std::span<placed_question> questions,
                                                std::span<placed_question> other) noexcept {
    const auto count = static_cast<std::uint32_t>(questions.size());
    const int passes = useful_digits(count);
    for (int pass = 0; pass < passes; ++pass) {
        sort_digit(questions.data(), other.data(), count, 64 - (passes - pass) * digit_bits);
        std::swap(questions, other);
    }
    return questions;
}

} // namespace quadrille::detail
