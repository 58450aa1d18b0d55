// Every verb in a program built with -fno-exceptions -fno-rtti. No test framework: a wrong answer is a wrong exit code.
// SPDX-License-Identifier: MIT
#include "scenes/oracle.hpp"
#include "scenes/scene.hpp"

#include <quadrille/aggregate.hpp>
#include <quadrille/load.hpp>
#include <quadrille/parallel.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/recording.hpp>
#include <quadrille/replay.hpp>
#include <quadrille/save.hpp>

#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

#if defined(__cpp_exceptions) || defined(__cpp_rtti)
#error "this program is to be built without exceptions and without run-time types"
#endif

namespace {

using namespace quadrille;

int wrong = 0;

void expect(bool holds, const char* what) {
    if (!holds) {
        ++wrong;
        std::printf("wrong: %s\n", what);
    }
}

template <class Scalar>
void live() {
    using shape = box<Scalar>;
    scenes::world<Scalar> world(scenes::kind::pile, 500, 22);
    quadtree<std::unique_ptr<int>, shape> tree({.leaf_capacity = 8});
    for (const shape& each : world.boxes()) {
        tree.insert(each, std::make_unique<int>(1));
    }
    expect(tree.size() == 500 && tree.error() == error::none, "insert");
    world.step();
    expect(bool(tree.sync(world.boxes())), "sync by a span");
    expect(bool(tree.sync([&](auto hit) { return world.boxes()[hit.index()]; })), "sync by a function");

    std::vector<index_pair> pairs;
    tree.pairs(pairs);
    expect(oracle::hash_of(pairs) == oracle::hash_of_pairs(world.boxes()), "pairs");
    const shape area = world.walls();
    std::vector<std::uint32_t> found;
    tree.query(area, found);
    expect(found.size() == oracle::query(world.boxes(), area).size() && tree.count(area) == found.size(),
           "query and count");
    expect(tree.any(area), "any");
    std::uint32_t intersecting = 0;
    tree.intersecting(tree.item_at(3), [&](auto) { ++intersecting; });
    expect(intersecting == oracle::intersecting(world.boxes(), 3).size(), "intersecting");

    neighbor nearest[3];
    expect(tree.nearest(area.min, nearest) == 3 && nearest[0].distance2 <= nearest[1].distance2, "nearest");
    expect(tree.nearest(area.min, nearest, {}, [](auto hit) { return *hit.value() == 2; }) == 0, "nearest of some");
    nearest_workspace workspace;
    auto near_ones = tree.nearest(area.min, workspace);
    expect((*near_ones.begin()).distance2() == nearest[0].distance2, "nearest, as a range");
    expect(bool(tree.closest_cast(area, {1, 1})), "closest_cast");
    pairs.clear();
    for (const auto [a, b] : tree.pairs()) {
        pairs.push_back({a.index(), b.index()});
    }
    expect(oracle::hash_of(pairs) == oracle::hash_of_pairs(world.boxes()), "pairs, as a range");

    batch_workspace many(ordering::always);
    answer_rows<> rows;
    std::vector<std::uint32_t> counts(world.boxes().size());
    expect(tree.query(world.boxes(), many, rows) == outcome::complete && bool(tree.count(world.boxes(), counts)) &&
               rows[7].size() == counts[7] && counts[7] == tree.count(world.boxes()[7]),
           "many questions");

    cell_numbering<shape> cells;
    std::vector<totals> sums;
    const bool is_aggregated = cells.aggregate(tree, sums) == outcome::complete && sums[0].count == 500;
    std::uint64_t summed = 0;
    cells.walk(tree, sums, [&](auto here) {
        summed += here.is_leaf() ? here.sum().count : 0;
        return descent::open;
    });
    expect(is_aggregated && summed == 500 - tree.stats().large_items, "aggregate and walk");

    const point<Scalar> vertices[] = {area.min, area.max, {area.max.x, area.min.y}};
    const circle<Scalar> disc = {area.max, area.max.x};
    const segment<Scalar> diagonal = {area.min, area.max};
    expect(tree.count(disc) == oracle::query(world.boxes(), disc).size(), "query of a circle");
    expect(tree.count(diagonal) == oracle::query(world.boxes(), diagonal).size(), "query of a segment");
    const polygon<Scalar> half = {vertices};
    expect(tree.count(half) == oracle::query(world.boxes(), half).size(), "query of a polygon");
    const item last = tree.item_at(499);
    expect(tree.set_layers(last, 2) && tree.layers(last) == 2, "set_layers and layers");
    counters visited;
    expect(tree.count(area, {.layers = 4}, &visited) == 499 && visited.answers == 499, "filter and counters");
    expect(tree.shape(tree.find(world.boxes()[9])) == world.boxes()[9], "find");

    quadtree<int, shape> numbered;
    expect(bool(numbered.insert(area, 1)) && *numbered.clone().value(numbered.item_at(0)) == 1, "clone");
    quadtree<std::shared_ptr<int>, shape> shared;
    expect(bool(shared.insert(area, std::make_shared<int>(1))) && shared.clone().copy_from(shared), "copy_from");

    std::vector<item> batch;
    expect(bool(numbered.insert(world.boxes(), std::vector<int>(500), batch)) && numbered.size() == 501,
           "insert of many");
    expect(bool(numbered.erase(batch)) && numbered.size() == 1, "erase of many");

    std::vector<std::byte> bytes;
    expect(bool(save(numbered, bytes, [](int value, byte_writer& out) { out.number(value); })), "save");
    const auto read = [](byte_reader& in) -> std::optional<int> {
        int value = 0;
        return in.number(value) ? std::optional<int>(value) : std::nullopt;
    };
    quadtree<int, shape> loaded;
    expect(bool(load(loaded, bytes, read)) && loaded.size() == 1 && *loaded.value(loaded.item_at(0)) == 1, "load");
    bytes.pop_back();
    expect(load(loaded, bytes, read).error == load_error::cut_short && loaded.size() == 1, "load of a part");

    parallel::thread_pool pool(2);
    quadtree<void, shape> by_tasks({.min_parallel_items = 0});
    expect(bool(parallel::assign(pool, by_tasks, world.boxes())) && by_tasks.size() == 500, "assign over a runner");
    expect(bool(parallel::sync(pool, by_tasks, world.boxes())) &&
               bool(parallel::sync(pool, by_tasks, [](auto hit) { return hit.shape(); })),
           "sync over a runner");
    parallel::answer_pieces<index_pair> in_pieces;
    std::vector<index_pair> all;
    tree.pairs(all);
    expect(parallel::pairs(pool, tree, in_pieces) == outcome::complete && in_pieces.size() == all.size(),
           "pairs over a runner");
    std::uint64_t called = 0;
    parallel::pairs(pool, tree, parallel::in_order([&](auto, auto) { ++called; }));
    expect(called == all.size() && bool(parallel::pairs(pool, tree, in_pieces, all)), "in order, and to a span");
    std::vector<std::uint64_t> of_pieces(parallel::max_pieces);
    parallel::join(pool, tree, tree, parallel::per_piece([&](std::uint32_t piece) {
                       return [&own = of_pieces[piece]](auto, auto) { ++own; };
                   }));
    expect(of_pieces[0] >= tree.size(), "join over a runner");

    std::vector<std::uint32_t> counts_of_tasks(counts.size());
    answer_rows<> rows_of_tasks;
    std::vector<totals> sums_of_tasks;
    expect(parallel::query(pool, tree, world.boxes(), many, rows_of_tasks) == outcome::complete &&
               rows_of_tasks.answers == rows.answers &&
               bool(parallel::count(pool, tree, world.boxes(), many, counts_of_tasks)) && counts_of_tasks == counts,
           "many questions over a runner");
    expect(parallel::aggregate(pool, tree, cells, sums_of_tasks) == outcome::complete && sums_of_tasks == sums,
           "aggregate over a runner");

    std::uint32_t filed = 0;
    tree.cells([&](const auto& seen) { filed += seen.count; });
    expect(filed == 500, "cells");
    expect(tree.cell_at(area.min).has_value(), "cell_at");
    expect(tree.move(tree.item_at(7), area) && tree.shape(tree.item_at(7)) == area, "move");
    expect(tree.erase(tree.item_at(7)) && !tree.erase({}), "erase");
    expect(tree.erase_if([](auto hit) { return hit.index() % 2 == 0; }) == 250, "erase_if");
    expect(tree.reserve(1000) && !tree.validate() && tree.stats().size == 249, "reserve, validate, stats");
    tree.clear();
    expect(tree.empty(), "clear");

    quadtree<void, shape> bare;
    expect(bool(bare.assign(world.boxes())) && bare.size() == 500, "assign");
    quadtree<void, shape> other(std::move(bare));
    other.swap(bare);
    expect(bare.size() == 500 && other.empty(), "move and swap");
    std::vector<std::byte> life;
    {
        recording record(bare, life);
        record.move(bare.item_at(3), area);
        record.pairs([](auto, auto) {});
        expect(record.erase(bare.item_at(4)), "erase in a recording");
    }
    expect(bool(replay(other, life)) && other.size() == 499, "replay");
    expect(bool(bare.insert(area)), "insert");
    expect(!bare.insert({{1, 0}, {0, 0}}) && bare.error() == error::inverted, "error");
}

} // namespace

// promise: no-exceptions-needed
int main() {
    live<float>();
    live<double>();
    return wrong == 0 ? 0 : 1;
}
