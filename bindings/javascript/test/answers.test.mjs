// Answers are those of a full scan: of all shapes, in float and double, with SIMD and without.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, noItem, Quadtree } from 'quadrille';
import double from 'quadrille/double';
import plain from 'quadrille/plain';
import { columns, distance, drawn, pairsOf, randomSource, rowsOf, setsOf } from './brute.mjs';

await load(process.env.QUADRILLE_PLAIN === '1' ? { engine: plain } : {});
await load({ engine: double });

const slack = 1e-4; // what a full scan in double and circles in float may differ by, on a border
const scalars = { float32: Float32Array, float64: Float64Array };
const kinds = ['point', 'circle', 'box'].flatMap((shape) => Object.keys(scalars).map((scalar) => [shape, scalar]));

/** Compares a list with the rows that are surely in it, and those that are surely not. */
function expectNear(found, gaps, most = 0) {
  const inside = new Set(found);
  gaps.forEach((gap, index) => {
    if (gap < most - slack) {
      assert.ok(inside.has(index), `${index} at ${gap} is missing`);
    }
    if (gap > most + slack) {
      assert.ok(!inside.has(index), `${index} at ${gap} is one too many`);
    }
  });
  assert.equal(inside.size, found.length);
}

for (const [shape, scalar] of kinds) {
  const random = randomSource(7);
  const shapes = scalars[scalar].from(drawn(shape, 400, random));
  const rows = rowsOf(shapes, columns[shape]);
  const tree = new Quadtree(shape, { scalar });
  tree.assign(shapes);
  const name = `${shape} ${scalar}`;

  // promise: javascript: Answers to areas of all forms are those of a full scan.
  test(`${name}: areas`, () => {
    for (const form of ['point', 'circle', 'box']) {
      const areas = scalars[scalar].from(drawn(form, 50, random, 100, 20));
      const areaRows = rowsOf(areas, columns[form]);
      const found = setsOf(tree.query(areas, { form }));
      found.forEach((list, row) => expectNear(list, rows.map((one) => distance(one, areaRows[row]) || (distance(one, areaRows[row]) === 0 ? -1 : 0))));
      assert.deepEqual([...tree.count(areas, { form })], found.map((list) => list.length));
      assert.deepEqual([...tree.any(areas, { form })], found.map((list) => (list.length > 0 ? 1 : 0)));
      const near = setsOf(tree.queryWithin(areas, 5, { form }));
      near.forEach((list, row) => expectNear(list, rows.map((one) => distance(one, areaRows[row])), 5));
      assert.deepEqual([...tree.count(areas, { form, within: 5 })], near.map((list) => list.length));
      const visited = areaRows.map(() => []);
      tree.visit({ verb: 'query', areas, form }, ({ question, index }) => { visited[question].push(index); });
      assert.deepEqual(visited.map((list) => list.sort((a, b) => a - b)), found);
    }
  });

  // promise: javascript: A box with min > max is empty as an area.
  test(`${name}: inverted areas are empty`, () => {
    for (const area of [[60, 20, 20, 60], [20, 60, 60, 20], [90, 90, 0, 0]]) {
      for (const relation of ['intersecting', 'inside', 'containing']) {
        assert.deepEqual(setsOf(tree.query(area, { relation })), [[]]);
        assert.deepEqual([...tree.count(area, { relation }), ...tree.any(area, { relation })], [0, 0]);
      }
      assert.deepEqual(setsOf(tree.queryWithin(area, 500)), [[]]);
      assert.deepEqual([...tree.nearest(area, 2, { form: 'box' }).indices], [noItem, noItem]);
    }
  });

  test(`${name}: relations, segments and polygons`, () => {
    const inside = setsOf(tree.query([20, 20, 60, 60], { relation: 'inside' }))[0];
    const bounds = (row) => (row.length === 4 ? row : [row[0] - (row[2] ?? 0), row[1] - (row[2] ?? 0), row[0] + (row[2] ?? 0), row[1] + (row[2] ?? 0)]);
    const wanted = rows.map(bounds).flatMap(([a, b, c, d], index) => (a >= 20 && b >= 20 && c <= 60 && d <= 60 ? [index] : []));
    assert.deepEqual(inside, wanted);
    const square = setsOf(tree.query([[20, 20, 60, 20, 60, 60, 20, 60], [1, 1, 2, 2, 1, 3]], { form: 'polygon' }))[0];
    assert.deepEqual(square, setsOf(tree.query([20, 20, 60, 60]))[0]);
    const [across] = setsOf(tree.query([0, 50, 100, 50], { form: 'segment' }));
    assert.deepEqual(across, setsOf(tree.query([0, 50, 100, 50]))[0]);
  });

  test(`${name}: the nearest`, () => {
    const places = scalars[scalar].from(drawn('point', 40, random));
    const { indices, distances } = tree.nearest(places, 5);
    rowsOf(places, 2).forEach((place, row) => {
      const wanted = rows.map((one) => distance(one, place)).sort((a, b) => a - b).slice(0, 5);
      wanted.forEach((gap, at) => {
        assert.ok(Math.abs(distances[5 * row + at] - gap) < slack);
        assert.ok(Math.abs(distance(rows[indices[5 * row + at]], place) - gap) < slack);
      });
    });
    const far = tree.nearest([1e4, 1e4], 3, { distance: 1 });
    assert.deepEqual([...far.indices], [noItem, noItem, noItem]);
    assert.deepEqual([...far.distances], [Infinity, Infinity, Infinity]);
  });

  test(`${name}: pairs and joins`, () => {
    for (const within of [0, 1.5]) {
      const gaps = rows.flatMap((one, a) => rows.slice(a + 1).map((other, b) => [`${a} ${a + 1 + b}`, distance(one, other)]));
      const found = new Set(pairsOf(tree.pairs({ within })));
      for (const [pair, gap] of gaps) {
        assert.ok(gap > within + slack || (gap === 0 && within > 0) || Math.abs(gap - within) <= slack || found.has(pair), pair);
        assert.ok(gap < within + slack || !found.has(pair), pair);
      }
      assert.equal(tree.countPairs({ within }), found.size);
    }
    const other = new Quadtree('circle', { scalar });
    const circles = scalars[scalar].from(drawn('circle', 100, random));
    other.assign(circles);
    const joined = tree.join(other, { within: 1 });
    const circleRows = rowsOf(circles, 3);
    const byA = rows.map(() => []);
    rowsOf(joined, 2).forEach(([a, b]) => byA[a].push(b));
    byA.forEach((list, a) => expectNear(list, circleRows.map((one) => distance(rows[a], one)), 1));
    assert.equal(tree.countPairs({ within: 1, other }), joined.length / 2);
    const closest = tree.closestPairs(10);
    const least = rows.flatMap((one, a) => rows.slice(a + 1).map((two) => distance(one, two))).sort((a, b) => a - b);
    closest.distances.forEach((gap, at) => assert.ok(Math.abs(gap - least[at]) < slack));
    const some = tree.items.slice(0, 20);
    const those = pairsOf(tree.pairsOf(some));
    assert.deepEqual(those, pairsOf(tree.pairs()).filter((pair) => pair.split(' ').some((index) => index < 10)));
    other.dispose();
  });

  test(`${name}: paths`, () => {
    const origins = scalars[scalar].from(drawn('point', 40, random));
    const ways = scalars[scalar].from(drawn('point', 40, random)).map((one) => one - 50);
    const hits = tree.raycast(origins, ways);
    const first = tree.closestHit(origins, ways);
    for (let row = 0; row < 40; ++row) {
      const own = [...hits.indices.subarray(hits.offsets[row], hits.offsets[row + 1])];
      const fractions = [...hits.fractions.subarray(hits.offsets[row], hits.offsets[row + 1])];
      const [line] = setsOf(tree.query([origins[2 * row], origins[2 * row + 1], origins[2 * row] + ways[2 * row], origins[2 * row + 1] + ways[2 * row + 1]], { form: 'segment' }));
      if (shape !== 'point') { // a line hardly meets a point
        assert.ok(Math.abs(own.length - line.length) <= 1);
      }
      fractions.forEach((one, at) => {
        const place = [origins[2 * row] + one * ways[2 * row], origins[2 * row + 1] + one * ways[2 * row + 1]];
        assert.ok(distance(rows[own[at]], place) < 1e-3);
      });
      assert.equal(first.fractions[row], own.length > 0 ? Math.min(...fractions) : Infinity);
      assert.equal(first.indices[row] === noItem, own.length === 0);
    }
    const discs = scalars[scalar].from(drawn('circle', 20, random));
    const casts = tree.cast(discs, ways.subarray(0, 40), { form: 'circle' });
    const closest = tree.closestCast(discs, ways.subarray(0, 40), { form: 'circle' });
    for (let row = 0; row < 20; ++row) {
      const fractions = casts.fractions.subarray(casts.offsets[row], casts.offsets[row + 1]);
      assert.equal(closest.fractions[row], fractions.length > 0 ? Math.min(...fractions) : Infinity);
    }
    assert.ok(casts.indices.length > 0);
  });

  test(`${name}: changes, layers and handles`, () => {
    const own = new Quadtree(shape, { scalar });
    const items = own.insert(shapes.subarray(0, 100 * columns[shape]), 1);
    own.setLayers(items.slice(0, 40), 2);
    assert.deepEqual(setsOf(own.query([-1000, -1000, 1000, 1000], { layers: 2 }))[0], Array.from({ length: 20 }, (_, index) => index));
    assert.equal(own.layers(items[0], items[1]), 2);
    own.erase(items.slice(0, 2));
    assert.equal(own.contains(items[0], items[1]), false);
    assert.throws(() => own.erase(items.slice(0, 2)), { name: 'QuadrilleError', row: 0 });
    own.move(items.slice(2, 4), shapes.subarray(0, columns[shape]));
    assert.deepEqual([...own.shapes.subarray(columns[shape], 2 * columns[shape])], [...shapes.subarray(0, columns[shape])]);
    assert.ok(Number.isNaN(own.shapes[0]));
    const [index, generation] = items.slice(4, 6);
    assert.ok(!setsOf(own.query([-1000, -1000, 1000, 1000], { without: [index, generation] }))[0].includes(index));
    const copy = own.clone();
    own.clear();
    assert.equal(own.size, 0);
    assert.equal(copy.size, 99);
    copy.validate();
    const saved = copy.save();
    own.load(saved);
    assert.deepEqual(own.shapes, copy.shapes);
    assert.throws(() => own.load(saved.slice(0, -9)), { name: 'QuadrilleError' });
    assert.equal(own.size, 99);
    assert.throws(() => own.load(Uint8Array.of(1, 2, 3)), { name: 'QuadrilleError' });
    const rows100 = copy.shapes;
    const report = copy.sync(rows100.map((one) => one + 1));
    assert.ok(['none', 'refit', 'reinsert', 'rebuild'].includes(report.method));
    copy.dispose();
    own.dispose();
  });
}

test('shapes may be written into the engine’s own memory', () => {
  const tree = new Quadtree('circle');
  const shapes = tree.input(1000);
  shapes.set(drawn('circle', 1000, randomSource(3)));
  tree.assign(shapes);
  const copied = new Quadtree('circle');
  copied.assign(drawn('circle', 1000, randomSource(3)));
  assert.deepEqual(tree.shapes, copied.shapes);
});

test('a world that wraps tells by how many periods', () => {
  const tree = new Quadtree('point', { period: [360, 0] });
  tree.assign([359, 0, 1, 0, 180, 0]);
  assert.deepEqual([...tree.pairs({ within: 3 })].sort(), [0, 1]);
  assert.equal(tree.countPairs({ within: 3 }), 1);
  assert.equal(tree.countPairs({ within: 1 }), 0);
  assert.equal(tree.countPairs({ within: 3, other: tree }), tree.join(tree, { within: 3 }).length / 2);
  let met = 0;
  tree.visit({ verb: 'raycast', areas: [350, 0], ways: [20, 0] }, () => { ++met; }); // points, as `raycast` has it
  assert.equal(met, 2);
  const { indices, shifts } = tree.query([355, -1, 365, 1]);
  const shiftOf = Object.fromEntries([...indices].map((index, at) => [index, [...shifts.subarray(2 * at, 2 * at + 2)]]));
  assert.deepEqual(shiftOf, { 0: [0, 0], 1: [1, 0] });
  assert.deepEqual(tree.period, [360, 0]);
  assert.deepEqual([...tree.closestHit([350, 0], [20, 0]).indices], [0]);
  assert.throws(() => new Quadtree('point', { period: [-1, 1] }), /wanted a period of 0, or of 1,024 steps or more/);
});

test('sums, cells, and what is visible', () => {
  const tree = new Quadtree('box');
  tree.assign(drawn('box', 500, randomSource(9)));
  const cells = tree.cells();
  assert.equal(cells.counts.reduce((sum, one) => sum + one, 0), 500);
  const weights = Float64Array.from({ length: 500 }, (_, index) => 1 + (index % 3));
  const sums = tree.aggregate(weights);
  for (let cell = 0; cell < sums.ends.length; ++cell) {
    const below = sums.items.subarray(sums.firstItems[cell], sums.firstItems[sums.ends[cell]]);
    assert.ok(Math.abs(sums.weights[cell] - below.reduce((sum, index) => sum + weights[index], 0)) < 1e-9);
  }
  const lamp = new Quadtree('box');
  lamp.assign([4, -1, 5, 1]);
  const { offsets, vertices } = lamp.look([0, 0, 10]);
  assert.deepEqual([...offsets], [0, vertices.length / 2]);
  let area = 0;
  for (let at = 0; at < vertices.length; at += 2) {
    const next = (at + 2) % vertices.length;
    area += (vertices[at] * vertices[next + 1] - vertices[next] * vertices[at + 1]) / 2;
  }
  assert.ok(Math.abs(area - (400 - 0.5 * 6 * (2 + 5))) < 1e-3);
  assert.deepEqual([...lamp.sees([0, 0, 10, 0, 0, 0, 10, 10])], [0, 1]);
  assert.deepEqual([...lamp.sees([0, 0, 10, 0], { walls: [4, 0.5, 5, 0.5] })], [1]);
});
