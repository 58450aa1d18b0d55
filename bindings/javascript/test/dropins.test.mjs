// The drop-ins answer as rbush and flatbush do.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import OriginalFlatbush from 'flatbush';
import OriginalRBush from 'rbush';
import { Flatbush, load, RBush } from 'quadrille';
import { drawn, randomSource, rowsOf } from './brute.mjs';

await load();
const random = randomSource(11);
const boxes = rowsOf(drawn('box', 2000, random), 4); // in double: most are no floats
const upright = rowsOf(drawn('box', 200, random, 100, 12), 4);
/** Windows that end before they begin, on one axis or both: inside of boxes, which span them. */
const inverted = boxes.slice(0, 60).map(([minX, minY, maxX, maxY], row) => {
  const [x, y, wide, high] = [(minX + maxX) / 2, (minY + maxY) / 2, (maxX - minX) / 4, (maxY - minY) / 4];
  const [signX, signY] = [[-1, 1], [1, -1], [-1, -1]][row % 3];
  return [x - signX * wide, y - signY * high, x + signX * wide, y + signY * high];
});
const windows = [...upright, ...inverted];
const itemOf = ([minX, minY, maxX, maxY], id) => ({ minX, minY, maxX, maxY, id });
const ids = (items) => items.map(({ id }) => id).sort((a, b) => a - b);

test('rbush: load, search, collides, all, insert, remove, clear, JSON', () => {
  const own = new RBush();
  const theirs = new OriginalRBush();
  const items = boxes.map(itemOf);
  const same = () => {
    for (const window of [...windows, [NaN, 0, 100, 100], [0, 0, 100, NaN]]) {
      const box = itemOf(window);
      assert.deepEqual(ids(own.search(box)), ids(theirs.search(box)));
      assert.equal(own.collides(box), theirs.collides(box));
    }
    assert.deepEqual(ids(own.all()), ids(theirs.all()));
  };
  [own, theirs].forEach((tree) => tree.load(items.slice(0, 1500)));
  same();
  items.slice(1500).forEach((item) => [own, theirs].forEach((tree) => tree.insert(item)));
  same();
  items.slice(300, 900).forEach((item) => [own, theirs].forEach((tree) => tree.remove(item)));
  same();
  const equal = (a, b) => a.id === b.id;
  [own, theirs].forEach((tree) => tree.remove({ ...items[5] }, equal).remove({ minX: 0, minY: 0, maxX: 0, maxY: 0, id: -1 }, equal));
  same();
  [own, theirs].forEach((tree) => tree.insert(items[7])); // a second time
  same();
  [own, theirs].forEach((tree) => tree.remove(items[7]));
  same();
  const again = new RBush().fromJSON(JSON.parse(JSON.stringify(own)));
  assert.deepEqual(ids(again.all()), ids(own.all()));
  [own, theirs].forEach((tree) => tree.clear());
  same();
  assert.throws(() => own.insert({ minX: 1, minY: 0, maxX: 0, maxY: 0 }), /wanted bounds that are finite and not inverted, found \[1,0,0,0\] in row 0/);
  assert.throws(() => again.fromJSON({ items: [items[0], { minX: NaN }] }), { name: 'QuadrilleError', row: 1 });
  assert.throws(() => again.fromJSON({ children: [] }), /wanted an object with items, as toJSON makes it/);
  assert.ok(again.all().length > 1000);
  own.dispose();
});

test('rbush: a border that no float has', () => {
  const own = new RBush().load([{ minX: 0, minY: 0, maxX: 0.1, maxY: 0.1, id: 0 }]);
  assert.equal(own.collides({ minX: 0.1, minY: 0.1, maxX: 1, maxY: 1 }), true);
  assert.equal(own.collides({ minX: 0.10000000000000002, minY: 0, maxX: 1, maxY: 1 }), false);
  class Own extends RBush {
    toBBox([x, y]) { return { minX: x, minY: y, maxX: x, maxY: y }; }
  }
  assert.deepEqual(new Own().load([[1, 2], [3, 4]]).search({ minX: 0, minY: 0, maxX: 2, maxY: 2 }), [[1, 2]]);
});

test('flatbush: search and neighbors', () => {
  const own = new Flatbush(boxes.length);
  const theirs = new OriginalFlatbush(boxes.length);
  boxes.forEach((box) => assert.equal(own.add(...box), theirs.add(...box)));
  own.finish();
  theirs.finish();
  const odd = (index) => index % 2 === 1;
  for (const window of windows) {
    assert.deepEqual(own.search(...window).sort(), theirs.search(...window).sort());
    assert.deepEqual(own.search(...window, odd).sort(), theirs.search(...window, odd).sort());
    const [x, y] = window;
    const gap = (index) => {
      const [a, b, c, d] = boxes[index];
      return Math.hypot(Math.max(0, a - x, x - c), Math.max(0, b - y, y - d));
    };
    for (const args of [[8], [8, 3], [Infinity, 5], [3, Infinity, odd], [0]]) {
      const found = own.neighbors(x, y, ...args);
      const wanted = theirs.neighbors(x, y, ...args).map(gap);
      assert.deepEqual(found.map(gap), args[0] === 0 ? [] : wanted);
      assert.equal(new Set(found).size, found.length);
    }
  }
});

/** Windows with many boxes, whose borders are those of boxes; and without an end. */
const bordering = boxes.slice(0, 40).flatMap(([minX, minY], row) => {
  const [, , maxX, maxY] = boxes[40 + row];
  return minX < maxX && minY < maxY ? [[minX, minY, maxX, maxY], [-Infinity, minY, maxX, Infinity], [-1e300, minY, 1e300, maxY]] : [];
});

for (const [kind, round] of [['double', (number) => number], ['float', Math.fround]]) {
  // promise: javascript: Drop-ins have the answers of the originals, also where borders meet and no float is between.
  test(`windows with many boxes in ${kind}, and borders that meet`, () => {
    const rounded = boxes.map((box) => box.map(round));
    const [flatbush, theirs] = [new Flatbush(rounded.length), new OriginalFlatbush(rounded.length)];
    rounded.forEach((box) => [flatbush, theirs].forEach((tree) => tree.add(...box)));
    [flatbush, theirs].forEach((tree) => tree.finish());
    const items = rounded.map(itemOf);
    const [rbush, theirRBush] = [new RBush().load(items), new OriginalRBush().load(items)];
    const ascending = (list) => list.sort((a, b) => a - b);
    for (const window of [...bordering, ...bordering.map((one) => one.map(round)), ...windows]) {
      assert.deepEqual(ascending(flatbush.search(...window)), ascending(theirs.search(...window)));
      assert.deepEqual(ids(rbush.search(itemOf(window))), ids(theirRBush.search(itemOf(window))));
      assert.equal(rbush.collides(itemOf(window)), theirRBush.collides(itemOf(window)));
      const [x, y] = window.map((number) => Math.max(-50, Math.min(150, number)));
      const gap = (index) => {
        const [a, b, c, d] = rounded[index];
        return Math.max(0, a - x, x - c) ** 2 + Math.max(0, b - y, y - d) ** 2;
      };
      for (const args of [[1], [40], [300], [Infinity, 12], [5, Infinity, (index) => index % 7 === 0]]) {
        assert.deepEqual(flatbush.neighbors(x, y, ...args).map(gap), theirs.neighbors(x, y, ...args).map(gap));
      }
    }
    [flatbush, rbush].forEach((tree) => tree.dispose());
  });
}

test('flatbush: filters get what those of flatbush get', () => {
  const [own, theirs] = [new Flatbush(boxes.length), new OriginalFlatbush(boxes.length)];
  boxes.forEach((box) => [own, theirs].forEach((tree) => tree.add(...box)));
  const calls = [own, theirs].map((tree) => {
    tree.finish();
    const all = [];
    tree.search(20, 20, 60, 60, (...numbers) => { all.push(numbers); return true; });
    return all.sort(([a], [b]) => a - b);
  });
  assert.ok(calls[0].length > 0);
  assert.deepEqual(calls[0], calls[1]);
});

test('rbush: items are found whose bounds have changed, after clear, and by a function that asks', () => {
  const tree = new RBush().load([{ minX: 0, minY: 0, maxX: 1, maxY: 1 }]);
  const item = { minX: 5, minY: 5, maxX: 6, maxY: 6 };
  tree.insert(item);
  Object.assign(item, { minX: 50, maxX: 51 });
  assert.equal(tree.remove(item).all().length, 1);
  tree.remove({ minX: 0, minY: 0, maxX: 1, maxY: 1 }, () => tree.search({ minX: -9, minY: -9, maxX: 9, maxY: 9 }).length === 1);
  assert.deepEqual(tree.all(), []);
  tree.load([item]).clear().load([item, item]);
  tree.load([item]);
  assert.equal(tree.search(item).length, 3);
  assert.equal(tree.search({ minX: NaN, minY: 0, maxX: 100, maxY: 100 }).length, 0);
  tree.dispose();
});

test('flatbush: a filter may ask again', () => {
  const tree = new Flatbush(100);
  for (let x = 0; x < 100; ++x) {
    tree.add(x, 0);
  }
  tree.finish();
  const found = tree.search(10, 0, 19, 0, () => tree.search(50, 0, 60, 0).length === 11);
  assert.deepEqual(found.sort(), [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
});

test('flatbush: what is wrong', () => {
  assert.throws(() => new Flatbush(0), /wanted a number of items of 1 or more, found 0/);
  const tree = new Flatbush(2);
  tree.add(0, 0, 1, 1);
  assert.throws(() => tree.search(0, 0, 1, 1), /wanted `finish\(\)` before the first question/);
  assert.throws(() => tree.finish(), /wanted 2 items, found 1/);
  tree.add(1, NaN);
  assert.throws(() => tree.finish(), { message: 'wanted finite boxes, found NaN', row: 1 });
  assert.throws(() => tree.add(1, 1), /wanted 2 items, found one more/);
});
