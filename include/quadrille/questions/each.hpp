// The question `each`: every item.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_EACH_HPP
#define QUADRILLE_QUESTIONS_EACH_HPP

#include <quadrille/detail/questions/sources.hpp>

#include <cstdint>

namespace quadrille::question {

/// Every item, by ascending index. It is not recorded, and counts no work.
struct each {
    static constexpr const char* name = "each";
    static constexpr bool runs_user_code = false;
    static constexpr filter wanted = {};

    template <class Archive>
    void fields(Archive&&) {}

    template <class Shape>
    using source = detail::each_source<Shape>;

    template <class Shape>
    static detail::measured_image measured(const detail::core<Shape>&, std::uint32_t) noexcept {
        return {.measure = 0};
    }
};

} // namespace quadrille::question

#endif
