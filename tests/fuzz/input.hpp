// The bytes of a fuzzer as choices, numbers and shapes, hostile ones among them; and how a fuzzer ends when it has found something.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_FUZZ_INPUT_HPP
#define QUADRILLE_TESTS_FUZZ_INPUT_HPP

#include "support/shapes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::fuzz {

/// Says what is wrong, and aborts: libFuzzer then keeps the input.
[[noreturn]] inline void found(std::string_view what) {
    std::fprintf(stderr, "FOUND: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}
inline void expect(bool holds, std::string_view what) {
    if (!holds) {
        found(what);
    }
}

/// Bytes are taken from the front; behind the last one they are 0. So a byte inserted or removed moves all that follow, and
/// what is before it stays the same.
class input {
public:
    input(const std::uint8_t* bytes, std::size_t size) : rest_(bytes, size) {}

    bool is_empty() const noexcept { return rest_.empty(); }
    std::span<const std::uint8_t> rest() const noexcept { return rest_; }

    template <class Number>
    Number raw() noexcept {
        Number taken{};
        const std::size_t size = std::min(sizeof taken, rest_.size());
        if (size > 0) {
            std::memcpy(&taken, rest_.data(), size);
        }
        rest_ = rest_.subspan(size);
        return taken;
    }
    std::uint8_t byte() noexcept { return raw<std::uint8_t>(); }

    /// 0 … limit − 1, from as few bytes as that takes.
    std::uint32_t below(std::uint32_t limit) noexcept {
        return (limit <= 0x100 ? byte() : limit <= 0x1'0000 ? raw<std::uint16_t>() : raw<std::uint32_t>()) % limit;
    }

    /// One byte: a multiple of 1/4 in a small world, or a coordinate at which something changes; one byte in sixteen brings the bits
    /// of any number.
    template <class Scalar>
    Scalar number() noexcept {
        static const std::vector<Scalar> awkward = with_bad_ones<Scalar>();
        const std::uint8_t die = byte();
        if (die < 128) {
            return static_cast<Scalar>(die - 64) / 4;
        }
        return die < 240 ? awkward[(die - 128U) % awkward.size()] : raw<Scalar>();
    }
    /// Bounds in their order, unless one of them is a NaN or, seldom, they are not to be.
    template <class Scalar>
    std::pair<Scalar, Scalar> bounds() noexcept {
        std::pair<Scalar, Scalar> both = {number<Scalar>(), number<Scalar>()};
        if (both.first > both.second && (is_empty() || rest_[0] % 16 != 0)) {
            std::swap(both.first, both.second);
        }
        return both;
    }

    template <class Scalar>
    point<Scalar> place() noexcept {
        const auto x = number<Scalar>();
        return {x, number<Scalar>()};
    }
    template <class Scalar>
    box<Scalar> area() noexcept {
        const auto x = bounds<Scalar>();
        const auto y = bounds<Scalar>();
        return {{x.first, y.first}, {x.second, y.second}};
    }
    template <class Scalar>
    circle<Scalar> disc() noexcept {
        const auto center = place<Scalar>();
        const auto radius = number<Scalar>();
        return {center, radius < 0 && byte() % 16 != 0 ? -radius : radius};
    }
    template <class Scalar>
    segment<Scalar> line() noexcept {
        const auto from = place<Scalar>();
        return {from, place<Scalar>()};
    }
    template <class Shape>
    Shape shape() noexcept {
        using scalar = typename Shape::scalar;
        if constexpr (is_point<Shape>) {
            return place<scalar>();
        } else if constexpr (is_box<Shape>) {
            return area<scalar>();
        } else {
            return disc<scalar>();
        }
    }
    template <class Shape>
    std::vector<Shape> shapes(std::uint32_t count) {
        std::vector<Shape> taken(count);
        for (Shape& each : taken) {
            each = shape<Shape>();
        }
        return taken;
    }

    /// All layers, none, or one of three.
    std::uint32_t layers() noexcept {
        const std::uint32_t die = below(16);
        return die < 8 ? all_layers : die == 8 ? 0 : 1U << die % 3;
    }

private:
    template <class Scalar>
    static std::vector<Scalar> with_bad_ones() {
        std::vector<Scalar> all = testing::awkward_coordinates<Scalar>();
        all.insert(all.begin(), {testing::not_a_number<Scalar>, testing::infinite<Scalar>, -testing::infinite<Scalar>});
        return all;
    }

    std::span<const std::uint8_t> rest_;
};

/// Calls `run.template operator()<Shape>()` with a shape that the first byte chooses: each kind, and both scalars.
template <class Run>
void with_a_shape(input& from, Run&& run) {
    switch (from.below(3)) {
    case 0: run.template operator()<box<float>>(); break;
    case 1: run.template operator()<circle<double>>(); break;
    default: run.template operator()<point<float>>(); break;
    }
}

/// Options of a tree: mostly small leaves, so that few items make many cells.
inline options options_from(input& from) {
    options config{.leaf_capacity = 1 + from.below(4), .max_items = 300};
    const std::uint8_t unusual = from.byte();
    if (unusual >= 128) {
        config.leaf_capacity = from.below(40);
        config.max_depth = static_cast<int>(from.below(40)) - 2;
        config.min_cell_side = (unusual & 1U) != 0 ? from.number<double>() : 0;
        config.max_items = (unusual & 2U) != 0 ? from.below(100) : 300;
        config.max_generations = (unusual & 4U) != 0 ? from.below(4) : 0;
        if ((unusual & 24U) == 24U) {
            config.period = {(unusual & 32U) != 0 ? 64.0 : 0, (unusual & 32U) != 0 && (unusual & 64U) != 0 ? 0 : 100.5};
        }
    }
    return config;
}

} // namespace quadrille::fuzz

#endif
