// Recorded lives: every verb of a tree by chance, done on a tree or on a recording of one.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_RECORDED_LIFE_HPP
#define QUADRILLE_TESTS_RECORDED_LIFE_HPP

#include "keep/saved.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/recording.hpp>
#include <quadrille/replay.hpp>
#include <quadrille/text.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace quadrille::testing {

/// Every question, of a tree or of a recording of one; the answers as numbers.
template <class Shape, class World, class Tree>
std::vector<double> ask_all_questions(World& world, const Tree& tree, random_source& source) {
    using scalar = typename Shape::scalar;
    std::vector<double> all;
    const auto note = [&](auto... hits) { (all.push_back(double(hits.index())), ...); };
    const auto note_met = [&](auto hit) {
        all.push_back(double(hit.index()));
        all.push_back(double(hit.fraction()));
    };
    const auto someone = [&] { return tree.item_at(source.below(tree.index_limit() + 1)); };
    auto few = [&, left = 3](auto hit) mutable {
        note(hit);
        return --left > 0 ? flow::next : flow::stop;
    };
    const filter some{1 + source.below(7)};
    const auto area = draw_area<scalar>(source, style::spread);
    const std::array<point<scalar>, 3> corners = {area.min, {area.max.x, area.min.y}, area.max};
    const circle<scalar> disc{area.min, scalar(3)};
    const segment<scalar> stroke{area.min, area.max};
    const ray<scalar> path = draw_ray<scalar>(source, style::spread);
    world.query(area, note);
    world.query(area, few, some);
    world.query(disc, note);
    world.query(area.min, note);
    world.query(stroke, note);
    world.query(polygon<scalar>{corners}, note, some);
    world.query_within(disc, 1.5, note, some);
    all.push_back(world.any(area, some) ? 1 : 0);
    all.push_back(world.count(polygon<scalar>{corners}));
    world.intersecting(someone(), note);
    world.intersecting(item{}, note);
    world.pairs(note, {.layers = some.layers, .partners = 6, .distance = 0.25});
    world.pairs_of({someone(), someone()}, note);
    std::vector<neighbor> nearest;
    world.nearest(area.min, 5, nearest, {.layers = some.layers, .distance = 9});
    world.nearest(area, 2, nearest);
    world.nearest(disc, 2, nearest, {.layers = some.layers});
    world.nearest(stroke, 2, nearest);
    world.nearest(polygon<scalar>{corners}, 2, nearest);
    nearest.resize(nearest.size() + 3);
    all.push_back(double(world.nearest(area.max, std::span(nearest).last(3))));
    for (const neighbor& each : nearest) {
        all.push_back(each.distance2);
    }
    world.raycast(path, note_met);
    world.raycast(path, [&](auto hit) { return note_met(hit), hit.fraction(); });
    world.raycast(path, [&](auto hit) { return note_met(hit), hit.index() % 2 == 0 ? 0.5 : 1.0; });
    world.cast(disc, path.translation, [&](auto hit) { return note_met(hit), flow::stop; }, some);
    world.cast(area, path.translation, note_met);
    for (const auto met : {world.closest_hit(path, some), world.closest_cast(area.min, path.translation)}) {
        all.push_back(met ? double(met->fraction) : -1);
    }
    return all;
}

/// Changes of every kind, rejected ones, too; and questions. The same seed does the same. Returns the reason of each change that may be
/// rejected, and the answers.
template <class Shape, class World, class Tree>
std::vector<double> lead_life(World& world, Tree& tree, std::uint64_t seed, int rounds) {
    constexpr bool is_bare = std::is_void_v<typename Tree::value_type>;
    random_source source(seed);
    std::vector<double> all;
    std::vector<item> items;
    const auto note = [&](const auto&) { all.push_back(double(world.error())); };
    const auto someone = [&] { return tree.item_at(source.below(tree.index_limit() + 1)); };
    const auto some_shapes = [&](std::uint32_t count) {
        std::vector<Shape> shapes(count);
        for (Shape& each : shapes) {
            each = draw<Shape>(source, source.below(9) == 0 ? style::sizes : style::spread);
        }
        return shapes;
    };
    const std::vector<Shape> bad = bad_shapes<Shape>();
    for (int round = 0; round < rounds; ++round) {
        items.clear();
        const auto several = some_shapes(source.below(20));
        std::vector<item> room(several.size() + 1);
        if constexpr (is_bare) {
            note(world.insert(draw<Shape>(source, style::cluster), in_layers{source.below(8)}));
            note(world.insert(bad[source.below(static_cast<std::uint32_t>(bad.size()))]));
            note(world.insert(several, items, in_layers{3}));
            note(world.insert(several, std::span(room)));
            note(world.insert(bad, items));
        } else {
            note(world.insert(draw<Shape>(source, style::cluster), round, in_layers{source.below(8)}));
            note(world.insert(bad[source.below(static_cast<std::uint32_t>(bad.size()))], 1));
            note(world.insert(several, std::vector<int>(several.size(), round), items, in_layers{3}));
            note(world.insert(several, {1}, items));
        }
        note(world.erase(someone()));
        note(world.erase(item{}));
        note(world.erase({someone(), someone()}));
        note(world.move(someone(), draw<Shape>(source, style::cluster)));
        note(world.move(someone(), bad[0]));
        const std::vector<item> some = {someone(), someone(), someone()};
        note(world.move(some, some_shapes(3)));
        note(world.move(some, some_shapes(2)));
        note(world.set_layers(someone(), source.below(8)));
        switch (source.below(12)) {
        case 0: world.erase_if([&](auto hit) { return hit.index() % 5 == 0; }); break;
        case 1: note(world.reserve(source.below(700))); break;
        case 2: world.clear(); break;
        case 3:
            if constexpr (is_bare) {
                note(world.assign(some_shapes(60)));
            } else {
                note(world.assign(some_shapes(60), std::vector<int>(60, 4)));
            }
            break;
        case 4: note(world.sync(some_shapes(tree.index_limit() + 1))); break;
        case 5: note(world.sync(std::vector<Shape>(tree.index_limit(), bad[0]))); break;
        case 6: note(world.sync([&](auto) { return draw<Shape>(source, style::grid); })); break;
        default: note(world.sync(some_shapes(tree.index_limit()))); break;
        }
        const auto answers = ask_all_questions<Shape>(world, tree, source);
        all.insert(all.end(), answers.begin(), answers.end());
    }
    return all;
}

/// Calls `use(name, act)` for every verb of a recording: `act()` does it in `verbs`, a recording of `tree`, or the tree itself. Items 1, 2
/// and 5 should be there.
template <class Verbs, class Use>
void each_verb(Verbs& verbs, const quadtree<>& tree, const Use& use) {
    const box<float> small = {{0, 0}, {1, 1}};
    const std::vector<box<float>> some(6, {{1, 1}, {2, 2}});
    const std::vector<box<float>> all(tree.index_limit(), small);
    const ray<float> path = {{-1, 0}, {9, 0}};
    const auto ignore = [](auto...) {};
    std::vector<item> fresh;
    std::vector<index_pair> pairs;
    pairs.reserve(8000); // a recording appends one by one
    std::vector<neighbor> near;
    if constexpr (requires { verbs.tick(); }) {
        use("tick", [&] { verbs.tick(); });
    }
    use("sync", [&] { verbs.sync(all); });
    use("sync by a function", [&] { verbs.sync([&](auto) { return small; }); });
    use("query", [&] { verbs.query(small, ignore); });
    use("query_within", [&] { verbs.query_within(small, 2, ignore); });
    use("any", [&] { static_cast<void>(verbs.any(small)); });
    use("count", [&] { static_cast<void>(verbs.count(circle<float>{{1, 1}, 1})); });
    use("intersecting", [&] { verbs.intersecting(tree.item_at(5), ignore); });
    use("pairs", [&] { verbs.pairs(pairs); });
    use("pairs_of", [&] { verbs.pairs_of({tree.item_at(5)}, ignore); });
    use("nearest", [&] { verbs.nearest(point<float>{0, 0}, 9, near); });
    use("nearest in a span", [&] {
        std::array<neighbor, 9> found;
        verbs.nearest(point<float>{0, 0}, std::span(found));
    });
    use("raycast", [&] { verbs.raycast(path, ignore); });
    use("closest_hit", [&] { static_cast<void>(verbs.closest_hit(path)); });
    use("cast", [&] { verbs.cast(small, path.translation, ignore); });
    use("closest_cast", [&] { static_cast<void>(verbs.closest_cast(small, path.translation)); });
    use("insert", [&] { verbs.insert(small); });
    use("insert of many", [&] { verbs.insert(some, fresh); });
    use("insert of many in a span", [&] {
        std::array<item, 6> found;
        verbs.insert(some, std::span(found));
    });
    use("move", [&] { verbs.move(tree.item_at(5), small); });
    use("move of many", [&] { verbs.move(std::array{tree.item_at(5)}, std::array{small}); });
    use("set_layers", [&] { verbs.set_layers(tree.item_at(5), 2); });
    use("erase", [&] { verbs.erase(tree.item_at(1)); });
    use("erase of many", [&] { verbs.erase({tree.item_at(1), tree.item_at(2)}); });
    use("erase_if", [&] { verbs.erase_if([](auto hit) { return hit.index() == 5; }); });
    use("reserve", [&] { verbs.reserve(300); });
    use("assign", [&] { verbs.assign(some); });
    use("clear", [&] { verbs.clear(); });
}

/// A recording of such a life, and how many operations it has.
struct recorded_life {
    byte_list bytes;
    std::uint64_t operations = 0;
};
template <class Shape>
recorded_life record_life(quadtree<void, Shape>& world, std::uint64_t seed, int rounds) {
    recorded_life life;
    {
        recording record(world, life.bytes);
        for (int round = 0; round < rounds; ++round) {
            lead_life<Shape>(record, world, seed + static_cast<std::uint64_t>(round), 1);
            record.tick();
        }
        life.operations = record.operations();
    }
    return life;
}

/// A recording that may be cut and changed, small enough for each of its bits.
inline recorded_life small_life() {
    quadtree<void, box<float>> world;
    recorded_life life;
    recording record(world, life.bytes);
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        const item one = record.insert({{float(seed), 0}, {4, 4}});
        record.insert({{1, 1}, {2, 2}}, in_layers{2});
        record.move(one, {{0, 0}, {3, 3}});
        record.query({{0, 0}, {9, 9}}, [](auto) {});
        record.pairs([](auto, auto) {});
        record.tick();
    }
    record.finish();
    life.operations = record.operations();
    return life;
}

inline std::string in_words(const replay_report& report) {
    return std::string(to_string(report.stream.error)) + " at " + std::to_string(report.stream.at) + "; different " +
           std::to_string(report.different) + ", first " + std::to_string(report.first.number) + " " +
           to_string(report.first.verb);
}

} // namespace quadrille::testing

#endif
