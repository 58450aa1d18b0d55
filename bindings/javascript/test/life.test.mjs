// What goes wrong, visitors, contacts, and memory.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { Contacts, load, QuadrilleError, Quadtree, Visits } from 'quadrille';
import { distance, drawn, randomSource, rowsOf } from './brute.mjs';

test('a tree before `load` says what is wanted', () => {
  assert.throws(() => new Quadtree(), /wanted `await load\(\)` before the first tree in float32, found none/);
});

const most = 64 << 20;
await assert.rejects(load({ maxmemory: most }), /load: wanted options of engine, maxMemory, found "maxmemory"/);
await assert.rejects(load({ engine: {} }), /wanted the engine of 'quadrille\/double' or 'quadrille\/plain', found \{\}/);
await load({ maxMemory: most });

test('the verbs that TypeScript knows are those of the engine', () => {
  const types = readFileSync(new URL('../dist/types.d.ts', import.meta.url), 'utf8');
  const known = [...types.match(/type Verb = ([^;]*);/)[1].matchAll(/'(\w+)'/g)].map(([, name]) => name);
  assert.throws(() => new Quadtree('box').visit({ verb: '' }, () => {}), new RegExp(`one of the verbs ${known.join(', ')}, found`));
});

// promise: javascript: What is wrong throws, and changes nothing.
test('bad requests say what was wanted and found, and change nothing', () => {
  const tree = new Quadtree('circle');
  tree.assign([0, 0, 1, 5, 5, 1]);
  const bad = [
    [() => new Quadtree('disc'), "wanted the shape 'point', 'circle', 'box', found \"disc\""],
    [() => new Quadtree('toString'), "wanted the shape 'point', 'circle', 'box', found \"toString\""],
    [() => new Quadtree('box', { scalar: 'float64' }), "wanted `await load({ engine: double })` (`import double from 'quadrille/double'`) before the first tree in float64, found none"],
    [() => tree.assign([1, 2]), 'wanted shapes of 3 numbers each, found 2 numbers'],
    [() => tree.assign(undefined), 'wanted shapes in an array, found undefined'],
    [() => tree.sync([1, 2, 1]), 'wanted one shape for each index below indexLimit, 2, found 1'],
    [() => tree.query([1, 2, 3]), 'wanted boxes of 4 numbers each, found 3 numbers'],
    [() => tree.query([1, 2], { form: 'star' }), "wanted the form 'box', 'circle', 'point', 'segment', 'polygon', found \"star\""],
    [() => tree.query([1, 2, 3, 4], { relation: 'near' }), "wanted the relation 'intersecting', 'inside', 'containing', found \"near\""],
    [() => tree.raycast([1, 2], [1, 2, 3, 4]), 'wanted as many ways as places, 1, found 2'],
    [() => tree.nearest([1, 2], -1), 'wanted k as a whole number of 0 … 4294967295, found -1'],
    [() => tree.join({}), 'wanted another Quadtree, found [object Object]'],
    [() => tree.visit({ verb: 'pears' }, () => {}), /wanted one of the verbs query, .*, found pears/],
    [() => tree.visit({ verb: 'pairs', k: 3 }, () => {}), 'pairs: wanted no k'],
    [() => tree.look([0, 0, 1]), 'visibility: wanted a tree of boxes, or walls, found none'],
    [() => tree.aggregate([1]), 'wanted as many weights as indexLimit, 2, found 1'],
    [() => tree.join(), 'wanted another Quadtree, found undefined'],
    [() => tree.query([1, 2, 3, 4, 1, NaN, 3, 4]), 'wanted boxes that are numbers, found NaN in row 1'],
    [() => tree.query([[1, 2, NaN, 4, 5, 6]], { form: 'polygon' }), 'wanted vertices that are numbers, found NaN in row 0'],
    [() => tree.query([[0, 0, 1, 0, 0, 1], [0, 0, 1, 0, NaN, 1]], { form: 'polygon' }), 'wanted vertices that are numbers, found NaN in row 1'],
    [() => tree.query([[0, 0, 1, 0, 0, 1], [0, 0, 4, 0, 4, 4, 2, 1, 0, 4]], { form: 'polygon' }), 'query: wanted convex polygons, found another one in row 1'],
    [() => tree.pairs({ within: null }), 'wanted a distance of 0 or more, found null'],
    [() => tree.pairs({ within: '1' }), 'wanted a distance of 0 or more, found "1"'],
    [() => tree.queryWithin([1, 2, 3, 4]), 'wanted a distance of 0 or more, found undefined'],
    [() => tree.countPairs({ other: null }), 'wanted another Quadtree in float32, found null'],
    [() => tree.query(null), 'wanted boxes in an array, found null'],
    [() => tree.pairs(Object.create({ distance: 1 })), 'pairs: wanted options of within, layers, partners, found "distance"'],
    [() => tree.aggregate(undefined, { layers: -1 }), 'wanted layers as a whole number of 0 … 4294967295, found -1'],
    [() => tree.look([NaN, 0, 1]), 'wanted views that are numbers, found NaN in row 0'],
    [() => tree.sees([0, 0, 1, 1, NaN, 0, 1, 1]), 'wanted lines that are numbers, found NaN in row 1'],
    [() => tree.erase([0.9, 1]), 'wanted the index of item 0 as a whole number of 0 … 4294967295, found 0.9'],
    [() => tree.contains(2 ** 32, 1), 'wanted index as a whole number of 0 … 4294967295, found 4294967296'],
    [() => tree.cast([1, 2, 3, 4, 5, 5, 4, 6], [1, 1, 1, 1]), 'wanted boxes of min x, min y, max x, max y, found 5, 5, 4, 6 in row 1'],
    [() => tree.any([1, 2, -1], { form: 'circle' }), 'wanted circles of x, y and a radius of 0 or more, found 1, 2, -1 in row 0'],
    [() => tree.nearest([0, 0, undefined, 1], 1), 'wanted points that are numbers, found undefined in row 1'],
    [() => tree.raycast([1, 2], [NaN, 1]), 'wanted ways that are numbers, found NaN in row 0'],
    [() => tree.queryWithin([1, 2, 3, 4], NaN), 'wanted a distance of 0 or more, found NaN'],
    [() => tree.pairs({ within: -1 }), 'wanted a distance of 0 or more, found -1'],
    [() => tree.pairs(5), 'pairs: wanted an object with options, of within, layers, partners, found 5'],
    [() => tree.pairs({ distance: 5 }), 'pairs: wanted options of within, layers, partners, found "distance"'],
    [() => tree.nearest([1, 2], 1, { within: 5 }), 'nearest: wanted options of distance, form, layers, without, found "within"'],
    [() => tree.count([1, 2, 3, 4], { distance: 5 }), 'count: wanted options of within, form, relation, layers, without, found "distance"'],
    [() => tree.visit({ verb: 'pairs', within: 3 }, () => {}), /^visit: wanted options of verb, .*, found "within"/],
    [() => new Contacts().update(tree, { gap: 3 }), 'update: wanted options of other, within, layers, partners, found "gap"'],
    [() => new Quadtree('box', { dtype: 'float64' }), /^Quadtree: wanted options of scalar, .*, found "dtype"/],
    [() => tree.insert([1, 1, 1], -1), 'wanted layers as a whole number of 0 … 4294967295, found -1'],
    [() => tree.query([1, 2, 3, 4], { without: 5 }), 'wanted without, the index and generation of an item, as two numbers, found 5'],
    [() => tree.visit({ verb: 'pairs', what: 'some' }, () => {}), "wanted the kind of answers 'all', 'count', 'any', 'first', found \"some\""],
    [() => tree.visit({ verb: 'pairs' }), 'wanted a visitor that is a function, found undefined'],
    [() => tree.load('text'), 'wanted the bytes of a saved tree, found text'],
    [() => new Quadtree('box', { scalar: 'float16' }), "wanted the scalar 'float32' or 'float64', found float16"],
    [() => new Quadtree('box', { period: [1, 2, 3] }), 'wanted period as two numbers, found [1,2,3]'],
    [() => new Quadtree('box', { leafCapacity: 1.5 }), 'wanted leafCapacity as a whole number of 0 … 4294967295, found 1.5'],
  ];
  for (const [call, message] of bad) {
    assert.throws(call, { name: 'QuadrilleError', message });
  }
  assert.throws(() => tree.assign([0, 0, 1, 1, NaN, 1]), { name: 'QuadrilleError', row: 1 });
  assert.throws(() => tree.insert([0, 0, -1]), { name: 'QuadrilleError', row: 0 });
  assert.equal(tree.size, 2);
  assert.equal(tree.query([-9, -9, 9, 9], Object.create({ layers: 0 })).indices.length, 0); // inherited ones count
  tree.validate();
  assert.equal(inspect(tree), "Quadtree('circle', float32): 2 items in (-1, -1) … (6, 6)");
  tree.dispose();
  assert.equal(inspect(tree), 'Quadtree, disposed of');
});

test('a visitor may ask, may stop, may throw, and must not change', () => {
  const tree = new Quadtree('point');
  const points = drawn('point', 200, randomSource(4));
  tree.assign(points);
  const every = [0, 0, 100, 100];
  let seen = 0;
  tree.visit({ verb: 'query', areas: every }, ({ index }) => {
    const at = [Math.fround(points[2 * index]), Math.fround(points[2 * index + 1])];
    assert.ok([...tree.query([...at, ...at]).indices].includes(index)); // another request meanwhile
    tree.visit({ verb: 'nearest', areas: at, form: 'point' }, (nearest) => {
      assert.equal(nearest.measure, 0);
    });
    ++seen;
  });
  assert.equal(seen, 200);
  seen = 0;
  tree.visit({ verb: 'query', areas: every }, () => ++seen < 7);
  assert.equal(seen, 7);
  assert.throws(() => tree.visit({ verb: 'query', areas: every }, () => { throw new TypeError('mine'); }), /mine/);
  for (const change of [() => tree.assign([1, 1]), () => tree.clear(), () => tree.dispose(), () => tree.insert([1, 1])]) {
    assert.throws(() => tree.visit({ verb: 'query', areas: every }, change), /wanted a tree that nothing reads, found one that answers a visitor/);
  }
  const other = new Quadtree('point');
  other.assign(points);
  for (const change of [() => other.clear(), () => other.dispose(), () => other.insert([1, 1])]) {
    const join = { verb: 'join', other, distance: 5 };
    assert.throws(() => tree.visit(join, change), /wanted a tree that nothing reads, found one that answers a visitor/);
  }
  const nested = (depth) => tree.visit({ verb: 'join', other }, () => {
    if (depth > 1) {
      nested(depth - 1);
    }
    return false;
  });
  nested(16);
  assert.throws(() => nested(17), /wanted visits in visitors of visits up to 16 deep, found one more/);
  tree.validate();
  assert.equal(tree.size, 200);
  assert.equal(tree.query(every).indices.length, 200);
  tree.dispose();
  tree.dispose();
  assert.throws(() => tree.size, /wanted a tree, found one that has been disposed of/);
});

test('each tree has an input of its own', () => {
  const trees = [new Quadtree('point'), new Quadtree('point')];
  const inputs = trees.map((tree) => tree.input(2));
  inputs.forEach((input, number) => input.set([number, number, number + 5, number]));
  trees[1].nearest([55, 56], 1);
  trees.forEach((tree, number) => tree.assign(inputs[number]));
  trees.forEach((tree, number) => assert.deepEqual([...tree.shapes], [number, number, number + 5, number]));
  const grown = new Quadtree('box');
  grown.reserve(200_000); // so that the memory does not grow below
  grown.dispose();
  const old = trees[0].input(100);
  trees[0].input(100_000);
  old.fill(1e9); // memory that nothing else has
  trees.forEach((tree) => tree.validate());
  const copy = trees[0].clone();
  trees.forEach((tree) => tree.dispose());
  copy.input(2).set([7, 7, 8, 8]);
  copy.validate();
  class Own extends Quadtree {}
  assert.ok(new Own().clone() instanceof Own);
});

test('contacts begin, persist and end as a full scan tells it', () => {
  const random = randomSource(6);
  const tree = new Quadtree('circle');
  const contacts = new Contacts();
  const visits = new Visits();
  const areas = [20, 20, 60, 60, 500, 500, 501, 501];
  let shapes = drawn('circle', 150, random);
  tree.assign(shapes);
  let before = [new Set(), new Set()];
  for (let tick = 0; tick < 5; ++tick) {
    contacts.update(tree, { within: 0.5 });
    visits.update(tree, areas);
    const rows = rowsOf(Float32Array.from(shapes), 3);
    const touching = rows.flatMap((one, a) => rows.flatMap((other, b) => (a < b && distance(one, other) <= 0.5 ? [`${a},${b}`] : [])));
    const entered = rows.flatMap((one, index) => (distance(one, areas.slice(0, 4)) === 0 ? [`0,${index}`] : []));
    const now = [new Set(touching), new Set(entered)];
    [contacts, visits].forEach((lists, kind) => {
      const list = (numbers) => rowsOf(numbers, 2).map(String);
      const without = (one, other) => [...one].filter((each) => !other.has(each));
      assert.deepEqual(list(lists.now).sort(), [...now[kind]].sort());
      assert.deepEqual(list(lists.began ?? lists.entered).sort(), without(now[kind], before[kind]).sort());
      assert.deepEqual(list(lists.ended ?? lists.left).sort(), without(before[kind], now[kind]).sort());
      assert.equal((lists.persisted ?? lists.stayed).length / 2, now[kind].size - without(now[kind], before[kind]).length);
    });
    before = now;
    shapes = shapes.map((one, at) => (at % 3 === 2 ? one : one + random() * 4 - 2));
    tree.sync(shapes);
  }
  assert.throws(() => contacts.handles('later'), /wanted the list 'now', 'began', 'persisted' or 'ended', found later/);
  assert.throws(() => contacts.update(tree, { other: tree }), /wanted the verb that these contacts have been updated with/);
  contacts.dispose();
  visits.dispose();
});

// promise: javascript: Trees that are freed leave no memory.
test('ten thousand trees, made and freed, leave nothing', () => {
  const shapes = drawn('box', 300, randomSource(8));
  const memory = () => {
    const tree = new Quadtree();
    const { buffer } = tree.engine.wasm.memory;
    tree.dispose();
    return buffer.byteLength;
  };
  const round = () => {
    const tree = new Quadtree('box');
    tree.assign(shapes);
    tree.pairs();
    const contacts = new Contacts();
    contacts.update(tree);
    contacts.dispose();
    tree.visit({ verb: 'closest_pairs', k: 9 }, () => false);
    assert.throws(() => tree.visit({ verb: 'query', areas: [0, 0, 100, 100] }, () => { throw new TypeError('mine'); }), /mine/);
    assert.throws(() => tree.query([0, 0, NaN, 1]), QuadrilleError);
    assert.throws(() => tree.insert([3, 3, 2, 2]), QuadrilleError);
    tree.dispose();
  };
  for (let each = 0; each < 100; ++each) {
    round();
  }
  const before = memory();
  for (let each = 0; each < 10_000; ++each) {
    round();
  }
  assert.equal(memory(), before);
});

test('memory that runs out is an exception, and what was there is there', () => {
  const small = new Quadtree('point');
  small.assign([1, 1, 2, 2]);
  const large = new Quadtree('box');
  assert.throws(() => large.assign(new Float32Array(4 * 2_000_000)), RangeError); // 32 MB, and as much again for the tree
  assert.equal(large.size, 0);
  const points = new Quadtree('point');
  points.assign(drawn('point', 20_000, randomSource(5), 1));
  assert.throws(() => points.pairs({ within: 10 }), RangeError); // 200 million
  assert.equal(points.size, 20_000);
  points.validate();
  for (const tree of [large, points]) {
    tree.dispose();
  }
  assert.deepEqual([...small.nearest([0, 0], 2).indices], [0, 1]);
  assert.throws(() => new Quadtree('box').input(2 ** 30), RangeError);
  assert.throws(() => large.size, /disposed/);
  for (let each = 0; each < 20; ++each) { // what fails leaves nothing
    const crowd = new Quadtree('point');
    crowd.assign(drawn('point', 20_000, randomSource(5), 1));
    const contacts = new Contacts();
    assert.throws(() => crowd.pairs({ within: 10 }), RangeError);
    assert.throws(() => contacts.update(crowd, { within: 10 }), RangeError);
    assert.throws(() => crowd.closestPairs(5_000_000), RangeError);
    contacts.dispose();
    crowd.dispose();
  }
  for (let each = 0; each < 5; ++each) { // it can be had again
    const again = new Quadtree('box');
    again.assign(new Float32Array(4 * 200_000));
    assert.equal(again.size, 200_000);
    again.dispose();
  }
});

test('a tree that is dropped is freed', { skip: typeof globalThis.gc !== 'function' && 'wanted --expose-gc' }, async () => {
  const shapes = new Float32Array(4 * 50_000);
  for (let each = 0; each < 40; ++each) { // 40 of them would not fit
    new Quadtree('box').assign(shapes);
    globalThis.gc();
    await new Promise((done) => { setTimeout(done, 0); });
  }
});
