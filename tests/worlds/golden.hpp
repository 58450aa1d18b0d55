// Golden hashes: what lives of trees answered, and in which order, on every machine and with every kernel.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_GOLDEN_HPP
#define QUADRILLE_TESTS_GOLDEN_HPP

#include "scenes/oracle.hpp"
#include "scenes/scene.hpp"
#include "support/shaped_as.hpp"

#include <quadrille/quadtree.hpp>

#include <cstdint>
#include <vector>

namespace quadrille::testing {

/// What a history of changes and queries hashes to: once as sets of answers, once in the order in which they came.
struct hashes {
    std::uint64_t answers = 0;
    std::uint64_t order = 0;

    void add_in_order(std::uint64_t answer) { order = scenes::mixed(order * 31 + answer + 1); }
    friend bool operator==(const hashes&, const hashes&) = default;
};

/// Zeros if a change was rejected.
template <class Shape>
hashes hashes_of_a_life(scenes::kind which) {
    scenes::world<typename Shape::scalar> world(which, which == scenes::kind::identical ? 150 : 1500, 30);
    quadtree<void, Shape> tree({.leaf_capacity = 16, .period = world.period()});
    std::vector<Shape> shapes = shaped_as<Shape>(world.boxes());
    if (!tree.assign(shapes)) {
        return {};
    }
    oracle::order_free_hash answers;
    hashes both;
    for (std::uint32_t tick = 0; tick < 40; ++tick) {
        tick % 16 == 15 ? world.teleport() : world.step();
        shapes = shaped_as<Shape>(world.boxes());
        if (!tree.sync(shapes)) {
            return {};
        }
        const item mover = tree.item_at(tick);
        tree.move(mover, shapes[tick + 40]);
        tree.erase(tree.item_at(tick + 1));
        tree.insert(shapes[tick + 1]);
        tree.pairs([&](auto a, auto b) {
            const index_pair pair{a.index(), b.index()};
            answers.add(pair);
            both.add_in_order((std::uint64_t{pair.a} << 32U) | pair.b);
        });
        tree.query(world.boxes()[tick + 100], [&](auto hit) {
            answers.add(hit.index());
            both.add_in_order(hit.index());
        });
    }
    both.answers = answers.value();
    return both;
}

/// The answers must never change. Their order depends on the layout of the tree: it may change only on purpose, and the new
/// number must be the same for all compilers and kernels.
struct golden_row {
    scenes::kind which;
    hashes in_float;
    hashes in_double;
};

inline constexpr golden_row golden_rows[] = {
    {scenes::kind::uniform,
     {0x197D'87C3'AE16'A3B3U, 0xA842'462F'E269'344CU},
     {0x197D'87C3'AE16'A3B3U, 0xEE18'892B'05E5'BDFBU}},
    {scenes::kind::clustered,
     {0x44B4'0002'FC92'893CU, 0x3179'093F'3ADA'2514U},
     {0xFEAD'3045'D35D'503EU, 0xB219'9CA0'FCB3'13A8U}},
    {scenes::kind::power_law,
     {0xC02F'A25F'FE17'BC4EU, 0xFE48'1346'6B6D'B087U},
     {0xC02F'A25F'FE17'BC4EU, 0xFE48'1346'6B6D'B087U}},
    {scenes::kind::giant,
     {0x0BF5'3F68'13AD'B816U, 0x0B80'1B57'A07F'BA1CU},
     {0x0BF5'3F68'13AD'B816U, 0xD3D4'5F7B'56C9'AB2BU}},
    {scenes::kind::pile,
     {0x3731'EC27'EE1E'0EDAU, 0x4A16'F2C2'A50D'72F1U},
     {0x3731'EC27'EE1E'0EDAU, 0x4A16'F2C2'A50D'72F1U}},
    {scenes::kind::line,
     {0x1FDB'6EE7'4E42'2F54U, 0x96C5'9E0D'13B8'4262U},
     {0x7FBE'3749'5924'B081U, 0xBDDE'D2D7'153B'F5D1U}},
    {scenes::kind::identical,
     {0x750B'D884'C055'C6CFU, 0x39D6'797A'A699'67F7U},
     {0x750B'D884'C055'C6CFU, 0x39D6'797A'A699'67F7U}},
    {scenes::kind::lattice,
     {0x8F18'4F87'C4CD'76D2U, 0x7173'786D'C26A'24C1U},
     {0x8F18'4F87'C4CD'76D2U, 0x7173'786D'C26A'24C1U}},
    {scenes::kind::runaway,
     {0x68C6'A60A'12C7'32A9U, 0x0038'BA17'F856'5129U},
     {0x68C6'A60A'12C7'32A9U, 0x0038'BA17'F856'5129U}},
};

/// The same for points and circles, all scenes in one number. For boxes see above, scene by scene.
template <class Shape>
inline constexpr hashes golden_shape = {};
template <>
inline constexpr hashes golden_shape<point<float>> = {0x9942'9887'3B24'4CD9U, 0x856F'E18C'9199'F496U};
template <>
inline constexpr hashes golden_shape<point<double>> = {0x9C40'9C5E'0E44'7CE7U, 0x537D'C7FA'5EC6'2D2EU};
template <>
inline constexpr hashes golden_shape<circle<float>> = {0x38ED'7A99'A51D'B614U, 0x522A'106E'8BDF'13A1U};
template <>
inline constexpr hashes golden_shape<circle<double>> = {0x23DD'F5B2'BBCA'0F11U, 0x69F6'1B7F'807F'6A8CU};

/// Of a torus, in a tree with its period.
template <class Shape>
inline constexpr hashes golden_torus_of = {};
template <>
inline constexpr hashes golden_torus_of<point<float>> = {0x4C9E'E7E2'D8EA'B599U, 0xA768'3FAD'8FB9'5094U};
template <>
inline constexpr hashes golden_torus_of<point<double>> = {0x4C9E'E7E2'D8EA'B599U, 0xA768'3FAD'8FB9'5094U};
template <>
inline constexpr hashes golden_torus_of<box<float>> = {0xEB4F'FE38'32AE'2CF9U, 0x9B43'FA8F'3271'C519U};
template <>
inline constexpr hashes golden_torus_of<box<double>> = {0xDDCF'EE97'8B3B'496BU, 0x9765'5D55'D14E'3CD8U};
template <>
inline constexpr hashes golden_torus_of<circle<float>> = {0xC219'40E1'213B'5398U, 0x3F5B'AF4B'9347'E0A0U};
template <>
inline constexpr hashes golden_torus_of<circle<double>> = {0xC219'40E1'213B'5398U, 0x3F5B'AF4B'9347'E0A0U};

template <class Shape>
hashes hashes_of_all_lives() {
    hashes all;
    for (const golden_row& row : golden_rows) {
        const hashes one = hashes_of_a_life<Shape>(row.which);
        all.answers = scenes::mixed(all.answers + one.answers);
        all.order = scenes::mixed(all.order + one.order);
    }
    return all;
}

} // namespace quadrille::testing

#endif
