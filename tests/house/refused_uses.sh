#!/usr/bin/env bash
# Wrong uses do not compile, and the first lines of the compiler's message say what was expected.
# SPDX-License-Identifier: MIT
# usage: refused_uses.sh COMPILER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
compiler=${1:-c++}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# Compiled once for all uses, where the compiler looks for such a file.
mkdir "$scratch/quadrille"
"$compiler" -std=c++20 -Iinclude -x c++-header include/quadrille/quadtree.hpp -o "$scratch/quadrille/quadtree.hpp.gch"

# use LINE…: a program of these lines. The first error's lines are kept, with what the compiler says of where it stands.
use() {
    printf '%s\n' '#include <quadrille/quadtree.hpp>' "$@" >"$scratch/use.cpp"
    # shellcheck disable=SC2086 # a standard may come with a flag
    "$compiler" -std=${standard:-c++20} -I"$scratch" -Iinclude -fsyntax-only "$scratch/use.cpp" >"$scratch/said" 2>&1
}
# misuse SENTENCE LINE…: does not compile, and says so within the first lines.
misuse() {
    local sentence=$1
    shift
    if use "$@"; then
        echo "compiles, and should not: $*"
        failed=1
    elif ! head -n "$first_lines" "$scratch/said" | grep -q -- "$sentence"; then
        echo "is refused without \"$sentence\" in the first $first_lines lines: $*"
        head -n "$first_lines" "$scratch/said"
        failed=1
    fi
}
first_lines=16

# call VERB: a program that calls this verb of a tree.
call() { use "void run(quadrille::quadtree<int>& tree) { tree.$1; }"; }
refuse() {
    if call "$1"; then
        echo "compiles, and should not: $1"
        failed=1
    elif ! grep -q "$2" "$scratch/said"; then
        echo "is refused without a sentence: $1"
        failed=1
    fi
}
take() {
    call "$1" || { echo "does not compile: $1"; cat "$scratch/said"; failed=1; }
}

fraction='returns nothing, quadrille::flow or a fraction'
for answer in true 1 "'a'" 1U; do
    refuse "raycast({{0, 0}, {1, 1}}, [](auto) { return $answer; })" "$fraction"
    refuse "cast(quadrille::box<float>{}, {1, 1}, [](auto) { return $answer; })" "$fraction"
    refuse "query({{0, 0}, {1, 1}}, [](auto) { return $answer; })" 'returns nothing or quadrille::flow'
    refuse "pairs([](auto, auto) { return $answer; })" 'returns nothing or quadrille::flow'
done
for answer in 0.5 0.5F 'hit.fraction()' quadrille::flow::stop ''; do
    take "raycast({{0, 0}, {1, 1}}, []([[maybe_unused]] auto hit) { return $answer; })"
done

in_tree() { misuse "$1" "void run(quadrille::quadtree<int>& tree) { $2 }"; }
one='this visitor is called with one answer'
two='this visitor is called with two'
in_tree "$one" 'tree.query({{0, 0}, {1, 1}}, [](auto, auto) {});'
in_tree "$one" 'tree.query({{0, 0}, {1, 1}}, [] {});'
in_tree "$one" 'tree.query({{0, 0}, {1, 1}}, [](const char*) {});'
in_tree "$one" 'tree.each([](auto, auto) {});'
in_tree "$one" 'tree.touching({}, [](int) {});'
in_tree "$one" 'tree.raycast({{0, 0}, {1, 1}}, [](auto, auto) {});'
in_tree "$two" 'tree.pairs([](auto) {});'
in_tree "$two" 'tree.pairs([](int, int) {});'
in_tree "$two" 'tree.pairs([](auto) {}, {.distance = 1});'
in_tree "$two" 'tree.join(tree, [](auto) {});'

in_tree "$two" 'tree.join(tree, [](auto) {}, {.distance = 1});'
items='a vector of quadrille::item or of std::uint32_t'
pairs='a vector of quadrille::item_pair or of quadrille::index_pair'
in_tree "$items" 'std::vector<int> found; tree.query({{0, 0}, {1, 1}}, found);'
in_tree "$items" 'std::vector<quadrille::item_pair> found; tree.touching({}, found);'
in_tree "$items" 'std::vector<quadrille::ray_hit<double>> found; tree.raycast({{0, 0}, {1, 1}}, found);'
in_tree "$pairs" 'std::vector<quadrille::item> found; tree.pairs(found);'
in_tree "$pairs" 'std::vector<std::uint32_t> found; tree.pairs_of({}, found);'

vertices='vertices: give the polygon a name'
corner='quadrille::polygon<float>{std::vector<quadrille::point<float>>(3)}'
in_tree "$vertices" "for (auto hit : tree.query($corner)) { hit.value() = 1; }"
in_tree "$vertices" "for (auto hit : tree.query_within($corner, 1)) { hit.value() = 1; }"
in_tree 'give it a name' 'for (auto [a, b] : tree.join(quadrille::quadtree<>())) { a.value() = b.index(); }'
in_tree 'give it a name' 'for (auto hit : tree.clone().each()) { hit.value() = 1; }'

area="of the tree's own scalar"
in_tree "$area" 'tree.query(quadrille::box<double>{}, [](auto) {});'
in_tree 'a box is {{min.x' 'tree.query({3, 4}, [](auto) {});'
in_tree 'a box is {{min.x' 'std::vector<quadrille::item> found; tree.query_within({3, 4}, 5, found);'
in_tree 'a box is {{min.x' 'auto many = tree.count({3, 4}); static_cast<void>(many);'
in_tree 'a box is {{min.x' 'tree.insert({3, 4}, 7);'
in_tree 'a box is {{min.x' 'tree.move({}, {3, 4});'
in_tree 'a box is {{min.x' 'tree.erase(tree.find({3, 4}));'
in_tree "$area" 'static_cast<void>(tree.any(quadrille::circle<double>{}));'
in_tree "$area" 'static_cast<void>(tree.count(7));'
in_tree 'its own kind and scalar alone' 'tree.insert(quadrille::box<double>{}, 1);'
in_tree 'its own kind and scalar alone' 'tree.insert(quadrille::circle<float>{}, 1);'
in_tree 'its own kind and scalar alone' 'tree.move({}, quadrille::box<double>{});'
in_tree 'tree.each() and tree.query(area) are' 'for (auto each : tree) { static_cast<void>(each); }'
in_tree 'clone() and copy_from(tree)' 'auto copy = tree; static_cast<void>(copy);'
in_tree 'clone() and copy_from(tree)' 'quadrille::quadtree<int> copy; copy = tree;'
in_tree 'single pass' 'auto hits = tree.query({{0, 0}, {1, 1}}); static_cast<void>(hits.empty());'

shapes='std::vector<quadrille::box<float>> shapes; std::vector<quadrille::item> items;'
values="what the tree's values can be constructed from"
in_tree "$values" "$shapes tree.insert(shapes, std::vector<const char*>(), items);"
in_tree "$values" "$shapes tree.insert(shapes, std::vector<bool>(), items);"
in_tree "$values" "$shapes tree.insert(shapes, 7, items);"
in_tree "$values" "$shapes tree.assign(shapes, std::vector<bool>());"
in_tree 'insert(shapes, values, items)' "$shapes tree.insert(shapes, items);"
in_tree 'assign(shapes, values)' "$shapes tree.assign(shapes);"
bare() { misuse "$1" "void run(quadrille::quadtree<>& tree) { $shapes $2 }"; }
in_tree 'cannot be constructed from this one' 'tree.insert({{0, 0}, {1, 1}}, "text");'
in_tree 'insert(shape, value)' 'tree.insert({{0, 0}, {1, 1}});'
bare 'this tree has no values' 'tree.insert({{0, 0}, {1, 1}}, 7);'
in_tree 'a function of a hit' 'tree.sync(std::vector<quadrille::box<double>>());'
bare 'this tree has no values' 'tree.insert(shapes, std::vector<int>(), items);'
bare 'this tree has no values' 'tree.assign(shapes, std::vector<int>());'

misuse 'objects that it owns' 'quadrille::quadtree<int&> tree;'
misuse 'objects that it owns' 'quadrille::quadtree<const int> tree;'
misuse 'objects that it owns' 'quadrille::quadtree<int[4]> tree;'
misuse 'points, boxes or circles' 'quadrille::quadtree<int, int> tree;'
misuse 'floating_point' 'quadrille::quadtree<int, quadrille::box<int>> tree;'
standard=c++17 misuse 'quadrille wants C++20' 'int main() {}'
if [[ $("$compiler" -dumpmachine) == x86_64-* ]] && "$compiler" --version | grep -q 'Free Software'; then
    standard='c++20 -mfpmath=387' misuse 'quadrille wants float and double to be rounded' 'int main() {}'
fi

((failed)) || echo "wrong uses are refused with a sentence, and right ones taken"
exit "$failed"
