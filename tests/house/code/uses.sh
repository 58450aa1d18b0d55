# The uses that rejected_uses.sh compiles: wrong ones, each with the sentence that it is rejected with, and right ones near them.
# Sourced, not run.
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

fraction='returns nothing, quadrille::flow or a fraction'
for answer in true 1 "'a'" 1U; do
    in_tree "$fraction" "tree.raycast({{0, 0}, {1, 1}}, [](auto) { return $answer; });"
    in_tree "$fraction" "tree.cast(quadrille::box<float>{}, {1, 1}, [](auto) { return $answer; });"
    in_tree 'returns nothing or quadrille::flow' "tree.query({{0, 0}, {1, 1}}, [](auto) { return $answer; });"
    in_tree 'returns nothing or quadrille::flow' "tree.pairs([](auto, auto) { return $answer; });"
done
for answer in 0.5 0.5F 'hit.fraction()' quadrille::flow::stop ''; do
    right "tree.raycast({{0, 0}, {1, 1}}, []([[maybe_unused]] auto hit) { return $answer; });"
done

one='this visitor is called with one answer'
two='this visitor is called with two'
in_tree "$one" 'tree.query({{0, 0}, {1, 1}}, [](auto, auto) {});'
in_tree "$one" 'tree.query({{0, 0}, {1, 1}}, [] {});'
in_tree "$one" 'tree.query({{0, 0}, {1, 1}}, [](const char*) {});'
in_tree "$one" 'tree.each([](auto, auto) {});'
in_tree "$one" 'tree.intersecting({}, [](int) {});'
in_tree "$one" 'tree.raycast({{0, 0}, {1, 1}}, [](auto, auto) {});'
in_tree "$two" 'tree.pairs([](int, int) {});'
in_tree "$two" 'tree.pairs([](auto) {}, {.distance = 1});'
in_tree "$two" 'tree.join(tree, [](auto) {});'

in_tree "$two" 'tree.join(tree, [](auto) {}, {.distance = 1});'
items='a vector of quadrille::item or of std::uint32_t'
pairs='a vector of quadrille::item_pair or of quadrille::index_pair'
in_tree "$items" 'std::vector<int> found; tree.query({{0, 0}, {1, 1}}, found);'
in_tree "$items" 'std::vector<quadrille::item_pair> found; tree.intersecting({}, found);'
in_tree "$items" 'std::vector<quadrille::ray_hit<double>> found; tree.raycast({{0, 0}, {1, 1}}, found);'
in_tree "$pairs" 'std::vector<quadrille::item> found; tree.pairs(found);'
in_tree "$pairs" 'std::vector<std::uint32_t> found; tree.pairs_of({}, found);'

vertices='vertices: give the polygon a name'
corner='quadrille::polygon<float>{std::vector<quadrille::point<float>>(3)}'
in_tree "$vertices" "for (auto hit : tree.query($corner)) { hit.value() = 1; }"
in_tree "$vertices" "for (auto hit : tree.query_within($corner, 1)) { hit.value() = 1; }"
in_tree 'give it a name' 'for (auto [a, b] : tree.join(quadrille::quadtree<>())) { a.value() = b.index(); }'
in_tree 'give it a name' 'for (auto [a, b] : tree.join(quadrille::quadtree<int, quadrille::circle<float>>())) { a.value() = b.index(); }'
in_tree 'give it a name' 'for (auto hit : tree.clone().each()) { hit.value() = 1; }'

relation='inside(area) and containing(area) are asked by query, any and count'
in_tree 'and inside(polygon) or containing(polygon), too' "const auto field = $corner; for (auto hit : tree.query(quadrille::inside(field))) { hit.value() = 1; }"
in_tree "$relation" 'quadrille::neighbor best[1]; tree.ask(quadrille::question::nearest{quadrille::inside(quadrille::box<float>{})}, best);'
in_tree 'where is asked of a question for items' 'quadrille::question::where some{quadrille::question::pairs{}, [](auto, auto) { return true; }}; tree.ask(some, [](auto, auto) {});'

area="of the tree's own scalar"
in_tree 'a box is {{min.x' 'std::vector<quadrille::item> found; tree.query_within({3, 4}, 5, found);'
in_tree 'a box is {{min.x' 'tree.move({}, {3, 4});'
in_tree 'a box is {{min.x' 'tree.erase(tree.find({3, 4}));'
in_tree 'the scalar differs' 'static_cast<void>(tree.any(quadrille::circle<double>{}));'
in_tree "$area" 'static_cast<void>(tree.count(7));'
in_tree 'its own kind and scalar alone' 'tree.insert(quadrille::circle<float>{}, 1);'
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
in_tree 'cannot be constructed from this one' 'tree.insert({{0, 0}, {1, 1}}, "text");'
in_tree 'insert(shape, value)' 'tree.insert({{0, 0}, {1, 1}});'
bare 'this tree has no values' 'tree.insert({{0, 0}, {1, 1}}, 7);'
in_tree 'a function of a hit' 'tree.sync(std::vector<quadrille::box<double>>());'
bare 'this tree has no values' 'tree.insert(shapes, std::vector<int>(), items);'
bare 'this tree has no values' 'tree.assign(shapes, std::vector<int>());'

misuse 'objects that it owns' 'quadrille::quadtree<int&> tree;'
misuse 'objects that it owns' 'quadrille::quadtree<const int> tree;'
misuse 'objects that it owns' 'quadrille::quadtree<int[4]> tree;'

# ---- What newcomers try first ----------------------------------------------------------------------------------------

box='a box is {{min.x, min.y}, {max.x, max.y}}'
for numbers in '{1, 1}' '{1, 1, 2}' '{1, 1, 2, 2}' '{1.5, 1}' '{one.x, 2.5}'; do
    first "$box" "tree.insert($numbers, 7);"
    first "$box" "tree.insert($numbers);"
    first "$box" "bare.insert($numbers);"
    first "$box" "mobs.insert($numbers, &one);"
    first "$box" "tree.move(which, $numbers);"
    first "$box" "auto many = tree.count($numbers);"
    first "$box" "tree.query($numbers, [](auto) {});"
    first "$box" "dots.query($numbers, [](auto) {}, {.layers = 1});"
done
first "$box" 'if (tree.any({1, 1}, {.layers = 1})) {}'
first "$box" 'auto found = tree.find({1, 1});'
first "$box" 'for (auto hit : tree.query({1, 1, 2, 2})) { hit.value() = 1; }'
first "$box" 'tree.query_within({1, 1}, 5, [](auto) {});'
first "$box" 'for (auto hit : tree.query_within({1, 1, 2, 2}, 5)) { hit.value() = 1; }'
first "$box" 'tree.cast({1, 1}, {2, 2}, [](auto) {});'
first "$box" 'auto met = tree.closest_cast({1, 1}, {2, 2}); met->which;'

# Numbers without braces.
first 'this one boxes: {{min.x, min.y}, {max.x, max.y}}' 'tree.insert(1, 2);'
first 'this one boxes: {{min.x, min.y}, {max.x, max.y}}' 'bare.insert(1, 2, 3, 4);'
first 'this one boxes: {{min.x, min.y}, {max.x, max.y}}' 'tree.move(which, 1, 2);'
first 'this one points: {x, y}' 'dots.insert(1, 2, 7);'
first 'this one circles: {{center.x, center.y}, radius}' 'discs.insert(1, 2, 3, 7);'
first 'an area is a box {{min.x, min.y}, {max.x, max.y}}' 'tree.query(1, 1, 2, 2, [](auto) {});'
first 'an area is a box {{min.x, min.y}, {max.x, max.y}}' 'auto many = tree.count(1, 1);'
first 'an area is a box {{min.x, min.y}, {max.x, max.y}}' 'tree.query_within(1, 1, 5, [](auto) {});'
first 'a point is {x, y}, in braces' 'auto cell = tree.cell_at(1, 1); cell->depth;'
first 'a point is {x, y}, in braces' 'std::vector<quadrille::neighbor> found; tree.nearest(1, 1, 3, found);'
first 'a ray is {{origin.x, origin.y}, {translation.x, translation.y}}' 'tree.raycast(0, 0, 1, 1, [](auto) {});'
first 'a ray is {{origin.x, origin.y}, {translation.x, translation.y}}' 'tree.raycast({0, 0}, {1, 1}, [](auto) {});'
first 'a ray is {{origin.x, origin.y}, {translation.x, translation.y}}' 'auto met = tree.closest_hit({0, 0}, {1, 1}); met->which;'
first 'in two points: quadrille::box<float>{{min.x, min.y}, {max.x, max.y}}' 'tree.insert(quadrille::box{0, 0, 1, 1}, 7);'
first 'the first two in braces: quadrille::circle<float>{{center.x, center.y}, radius}' 'tree.query(quadrille::circle{0, 0, 1}, [](auto) {});'

# Shapes, values and items of other types.
first 'this one boxes' 'tree.insert(quadrille::point<float>{1, 2}, 7);'
first 'the scalar differs' 'tree.move(which, quadrille::box<double>{});'
first 'the scalar differs' 'std::vector<quadrille::box<double>> all; tree.assign(all, std::vector<int>());'
first 'this one points' 'dots.insert({{1, 1}, {2, 2}}, 7);'
first 'this one points' 'dots.insert({1, 1, 2, 2}, 7);'
first 'this one circles' 'discs.insert({{1, 1}, {2, 2}}, 7);'
first 'this tree has values: insert(shape, value)' 'mobs.insert({{1, 1}, {2, 2}});'
first 'this tree has no values' 'bare.insert({{1, 1}, {2, 2}}, &one);'
first "the tree's value cannot be constructed from this one" 'mobs.insert({{1, 1}, {2, 2}}, one);'
first 'the shape is before the value: insert(shape, value)' 'mobs.insert(&one, {{1, 1}, {2, 2}});'
first 'the shape is before the value: insert(shape, value)' 'tree.insert(7, {{1, 1}, {2, 2}});'
first 'the handles need a place: insert(shapes, values, items)' 'std::vector<quadrille::box<float>> all; tree.insert(all, std::vector<int>());'
first 'this is not an item' 'mobs.erase(&one);'
first 'this is not an item' 'tree.erase({{1, 1}, {2, 2}});'
first 'this is not an item' 'mobs.move(&one, {{1, 1}, {2, 2}});'
first 'this is not an item' 'tree.move(7, {{1, 1}, {2, 2}});'
first 'this is not an item' 'tree.intersecting(7, [](auto) {});'
first 'this is not an item' 'tree.intersecting({{1, 1}, {2, 2}}, [](auto) {});'
first 'this is not an item' 'tree.each([&](auto hit) { tree.move(hit, {{1, 1}, {2, 2}}); });'
first 'float or double' 'quadrille::quadtree<int, quadrille::box<int>> other;'
first 'points, boxes or circles of float or double' 'quadrille::quadtree<int, quadrille::point<long double>> other;'
first 'points, boxes or circles' 'quadrille::quadtree<int, float> other;'
first 'a tree has no bounds' 'quadrille::quadtree<int> other(0, 0, 100, 100);'
first 'a tree has no bounds' 'quadrille::quadtree<int> other({0, 0, 100, 100});'
first 'a tree has no bounds' 'quadrille::quadtree<int> other({{0, 0}, {100, 100}});'
first 'a tree has no bounds' 'quadrille::quadtree<int> other(quadrille::box<float>{});'
first 'a tree has no bounds' 'quadrille::quadtree<int> other(16);'

first 'this tree is const' 'const auto& fixed = tree; fixed.insert({{1, 1}, {2, 2}}, 7);'
first 'this tree is const' 'const auto& fixed = tree; fixed.move(which, {{1, 1}, {2, 2}});'
first 'this tree is const' 'const auto& fixed = tree; fixed.erase(which);'
first 'layers are given to insert as in_layers{4}' 'tree.insert({{1, 1}, {2, 2}}, 7, 4);'
first 'layers are given to insert as in_layers{4}' 'std::vector<quadrille::box<float>> boxes; tree.assign(boxes, std::vector<int>(1), 4);'
first 'erase takes one item' 'tree.erase(which, which);'
first 'this one boxes' 'tree.insert(one, 7);'
first 'which item moves is before its shape: move(item, shape)' 'tree.move({{1, 1}, {2, 2}});'
first 'this tree has no values' 'bare.query({{1, 1}, {2, 2}}, [](auto hit) { hit.value(); });'
first 'this tree has no values' 'for (auto hit : bare.each()) { hit.value(); }'
first 'this tree has no values' 'bare.value(which);'
first 'the scalar differs' 'tree.insert(quadrille::box<double>{}, 7);'
first 'the scalar differs' 'tree.query(quadrille::box<double>{}, [](auto) {});'
first 'the scalar differs' 'tree.query_within(quadrille::circle<double>{}, 5, [](auto) {});'
first 'pairs have no single item to leave out' 'tree.pairs([](auto, auto) {}, {.except = which});'
first 'a view needs a range with a name' 'static_cast<void>(tree.query({{1, 1}, {2, 2}}) | which);'

# Visitors and vectors.
first 'called with one answer: [](auto hit) {}' 'tree.query({{1, 1}, {2, 2}}, [](auto& hit) { hit.value() = 1; });'
first 'called with one answer: [](auto hit) {}' 'tree.query({{1, 1}, {2, 2}}, [](int& value) { value = 1; });'
first 'called with one answer: [](auto hit) {}' 'mobs.query({{1, 1}, {2, 2}}, [](mob* found) { found->x = 1; });'
first 'called with two: [](auto a, auto b) {}' 'mobs.pairs([](mob* a, mob* b) { a->x = b->x; });'
first 'called with two: [](auto a, auto b) {}' 'tree.pairs([](auto) {});'
first 'returns nothing or quadrille::flow' 'tree.query({{1, 1}, {2, 2}}, [](auto) { return true; });'
first 'erase_if calls its predicate with one hit' 'tree.erase_if([](int value) { return value == 1; });'
first 'erase_if calls its predicate with one hit' 'tree.erase_if([](auto) {});'
first 'a vector of quadrille::item or of std::uint32_t' 'std::vector<mob*> found; mobs.query({{1, 1}, {2, 2}}, found);'
first 'nearest takes a point, a number and a std::vector<quadrille::neighbor>' 'auto best = tree.nearest({1, 1});'
first 'nearest takes a point, a number and a std::vector<quadrille::neighbor>' 'for (auto hit : tree.nearest({1, 1}, 3)) {}'
first 'nearest takes a point, a number and a std::vector<quadrille::neighbor>' 'tree.nearest({1, 1}, 3, [](auto) {});'
first 'nearest takes a point, a number and a std::vector<quadrille::neighbor>' 'std::vector<quadrille::item> found; tree.nearest({1, 1}, 3, found);'
first 'a distance of pairs is in braces: {.distance = 5}' 'tree.pairs([](auto, auto) {}, 5);'
first 'a distance of pairs is in braces: {.distance = 5}' 'for (auto [a, b] : tree.pairs(5)) {}'
first 'the distance is before the visitor' 'tree.query_within({{1, 1}, {2, 2}}, [](auto) {}, 5);'
first 'query_within asks what is near' 'tree.query_within(quadrille::inside(quadrille::box<float>{{1, 1}, {2, 2}}), 5, [](auto) {});'
first 'sync takes a span of the tree' 'tree.sync([](auto) { return 1; });'

# Questions as values.
how_many='ask(question, results) returns how many there are'
first "$how_many" 'static_cast<void>(tree.ask(quadrille::question::count{quadrille::question::nearest{quadrille::point<float>{}}}));'
first "$how_many" 'static_cast<void>(tree.ask(quadrille::question::any{quadrille::question::nearest{quadrille::box<float>{}}}));'
first "$how_many" 'std::vector asked(3, quadrille::question::count{quadrille::question::nearest{quadrille::point<float>{}}}); std::uint32_t counts[3]; tree.ask(asked, counts);'
for question in 'query{quadrille::box<double>{}}' 'query_within{quadrille::circle<double>{}, 5}' 'query{quadrille::inside(quadrille::box<double>{})}'; do
    first "$area" "tree.ask(quadrille::question::$question, [](auto) {});"
    first "$area" "for (auto hit : tree.ask(quadrille::question::$question)) { hit.value() = 1; }"
    first "$area" "static_cast<void>(tree.ask(quadrille::question::count{quadrille::question::$question}));"
done
first "$area" 'quadrille::neighbor best[1]; tree.ask(quadrille::question::nearest{quadrille::point<double>{}}, best);'
partner='closest_pairs is asked of two trees of one shape and scalar'
first "$partner" 'quadrille::quadtree<int, quadrille::circle<float>> other; tree.ask(quadrille::question::closest_join{other}, [](auto, auto, double) {});'
first "$partner" 'tree.closest_pairs(discs, 3, [](auto, auto, double) {});'
first "$partner" 'for (auto [a, b, distance2] : tree.closest_pairs(dots, 3)) {}'

# ---- Right uses that are near those ----------------------------------------------------------------------------------

right 'quadrille::quadtree<int> a({.leaf_capacity = 3}), b{{.leaf_capacity = 3}}, c{}, d(std::move(a)), e{std::move(b)};'
right 'quadrille::options chosen; quadrille::quadtree<> a(chosen), b{chosen}; quadrille::quadtree c; c = {};'
right "$shapes tree.insert(shapes, {1, 2}, items); tree.assign(shapes, {1, 2}); tree.insert({{0, 0}, {1, 1}}, {});"
right "$shapes bare.insert(shapes, items); bare.assign(shapes); bare.insert({{0, 0}, {1, 1}}, quadrille::in_layers{4});"
right "$shapes tree.erase({}); tree.erase(items); tree.erase({items[0], items[1]}); tree.move({}, {{0, 0}, {1, 1}}); tree.move(items, shapes);"
right 'dots.insert({1, 2}, 3); dots.insert({}, 3); dots.move({}, {1, 2}); static_cast<void>(dots.find({1, 2}));'
right 'std::vector<quadrille::neighbor> found; std::size_t k = 3; tree.nearest({1, 1}, k, found, {.distance = 3}); tree.nearest({1, 1}, found);'
right 'quadrille::neighbor best[3]; tree.nearest({1, 1}, best, {}, [](auto) { return true; }); tree.nearest({1, 1}, best);'
right 'quadrille::nearest_workspace room; for (auto hit : tree.nearest({1, 1}, room)) { hit.value() = 1; }'
right 'tree.cast({{0, 0}, {1, 1}}, {1, 1}, [](auto) {}); static_cast<void>(tree.closest_cast({{0, 0}, {1, 1}}, {1, 1}));'
right 'tree.raycast({{0, 0}, {1, 1}}, [](auto) {}, {.layers = 1}); static_cast<void>(tree.closest_hit({{0, 0}, {1, 1}}, {.layers = 1}));'
right 'tree.query(quadrille::inside(quadrille::box<float>{{1, 1}, {2, 2}}), [](auto) {}); static_cast<void>(tree.any(quadrille::containing(quadrille::point<float>{1, 1})));'
right 'tree.pairs([](auto, auto) {}, {.distance = 5}); for (auto [a, b] : tree.pairs({.distance = 5})) { a.value() = b.value(); }'
