// Questions about one place and changes of one item, in plain numbers: they answer as those in arrays do.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, Quadtree } from 'quadrille';
import double from 'quadrille/double';
import plain from 'quadrille/plain';
import { columns, drawn, randomSource, rowsOf } from './brute.mjs';

await load(process.env.QUADRILLE_PLAIN === '1' ? { engine: plain } : {});
await load({ engine: double });

const scalars = { float32: Float32Array, float64: Float64Array };
const kinds = ['point', 'circle', 'box'].flatMap((shape) => Object.keys(scalars).flatMap((scalar) => [[0, 0], [110, 0]].map((period) => [shape, scalar, period])));
const ascending = (list) => [...list].sort((a, b) => a - b);

for (const [shape, scalar, period] of kinds) {
  const random = randomSource(12);
  const tree = new Quadtree(shape, { scalar, period });
  tree.assign(drawn(shape, 600, random));
  const places = rowsOf(drawn('box', 60, random, 100, 20), 4);

  // promise: javascript: Answers to questions about one place are those to the same questions in arrays.
  test(`${shape} ${scalar}, period ${period}: search, searchWithin, neighbors`, () => {
    const into = new Uint32Array(600);
    for (const [minX, minY, maxX, maxY] of [...places, [0, 0, 100, 100], [60, 20, 20, 60], [-Infinity, -Infinity, Infinity, Infinity]]) {
      const found = tree.search(minX, minY, maxX, maxY);
      assert.deepEqual(ascending(found), ascending(tree.query([minX, minY, maxX, maxY]).indices));
      assert.equal(tree.search(minX, minY, maxX, maxY, into), found.length);
      assert.deepEqual([...into.subarray(0, found.length)], found);
    }
    for (const [x, y, distance] of places) {
      const near = tree.searchWithin(x, y, distance / 8);
      assert.deepEqual(ascending(near), ascending(tree.queryWithin([x, y], distance / 8, { form: 'point' }).indices));
      assert.equal(tree.searchWithin(x, y, distance / 8, into), near.length);
      for (const k of [0, 1, 7, 1000]) {
        const nearest = [...tree.nearest([x, y], k).indices].slice(0, tree.size);
        assert.deepEqual(tree.neighbors(x, y, k), nearest);
        assert.equal(tree.neighbors(x, y, k, into), nearest.length);
        assert.deepEqual([...into.subarray(0, nearest.length)], nearest);
      }
      assert.deepEqual(tree.neighbors(x, y), tree.neighbors(x, y, 1));
    }
  });

  test(`${shape} ${scalar}, period ${period}: insert, erase, move`, () => {
    const [own, other] = [new Quadtree(shape, { scalar, period }), new Quadtree(shape, { scalar, period })];
    const rows = rowsOf(drawn(shape, 300, random), columns[shape]);
    const same = () => {
      own.validate();
      assert.deepEqual(own.shapes, other.shapes);
      assert.deepEqual(own.items, other.items);
    };
    rows.forEach((row, index) => {
      assert.equal(own.insert(...row), index);
      other.insert(row);
    });
    same();
    for (let index = 0; index < 300; index += 3) {
      own.erase(index);
      other.erase(Uint32Array.of(index, 1));
      own.move(index + 1, ...rows[index]);
      other.move(Uint32Array.of(index + 1, 1), rows[index]);
    }
    same();
    assert.equal(own.insert(...rows[0]), other.insert(rows[0])[0]); // an index of an erased item
    same();
    [own, other].forEach((one) => one.dispose());
  });
}

test('into takes as many as it has room for, and keeps the rest', () => {
  const tree = new Quadtree('point');
  tree.assign([1, 1, 2, 2, 3, 3]);
  const short = new Uint32Array(2);
  assert.equal(tree.neighbors(0, 0, 3, short), 3);
  assert.deepEqual([...short], [0, 1]);
  const list = [9, 9, 9, 9, 9];
  assert.equal(tree.neighbors(0, 0, 3, list), 3);
  assert.deepEqual(list, [0, 1, 2, 9, 9]);
});

test('a view of the memory is made anew after it has grown', () => {
  const tree = new Quadtree('point');
  tree.assign([1, 1]);
  assert.deepEqual(tree.search(0, 0, 2, 2), [0]);
  const large = new Quadtree('point');
  const before = tree.engine.wasm.memory.buffer.byteLength;
  large.assign(drawn('point', 200_000, randomSource(1)));
  assert.ok(tree.engine.wasm.memory.buffer.byteLength > before);
  assert.deepEqual(tree.search(0, 0, 2, 2), [0]);
  assert.equal(large.search(0, 0, 100, 100).length, 200_000);
  large.dispose();
});

test('a visitor may ask about one place, and must not change one item', () => {
  const tree = new Quadtree('point');
  tree.assign(drawn('point', 300, randomSource(2)));
  let seen = 0;
  tree.visit({ verb: 'query', areas: [0, 0, 100, 100] }, ({ index }) => {
    const { shapes } = tree;
    assert.ok(tree.search(shapes[2 * index], shapes[2 * index + 1], shapes[2 * index], shapes[2 * index + 1]).includes(index));
    assert.equal(tree.neighbors(shapes[2 * index], shapes[2 * index + 1]).length, 1);
    for (const change of [() => tree.insert(1, 1), () => tree.erase(0), () => tree.move(0, 1, 1)]) {
      assert.throws(change, /wanted a tree that nothing reads, found one that answers a visitor/);
    }
    ++seen;
  });
  assert.equal(seen, 300);
});

// promise: javascript: A bad place or item of a call in plain numbers throws, and changes nothing.
test('what is wrong throws as in arrays, and changes nothing', () => {
  const tree = new Quadtree('box');
  tree.assign([0, 0, 1, 1, 5, 5, 6, 6]);
  const bad = [
    [() => tree.search(0, NaN, 1, 1), 'wanted boxes that are numbers, found NaN in row 0'],
    [() => tree.search(0, 0, 1), 'wanted boxes that are numbers, found undefined in row 0'],
    [() => tree.search(-Infinity, 0, Infinity, 'x'), 'wanted boxes that are numbers, found "x" in row 0'],
    [() => tree.search(0, 0, 1, null), 'wanted boxes that are numbers, found null in row 0'],
    [() => tree.insert(0, 0, { valueOf() { tree.dispose(); return 1; } }, 1), 'wanted shapes that are numbers, found an object in row 0'],
    [() => tree.insert([0, 0, 1, null]), 'wanted an array of numbers, found null at 3'],
    [() => tree.search(0, 0, 1, 1, 5), 'wanted an array or a Uint32Array for the indices, found 5'],
    [() => tree.search(0, 0, 1, 1, new Uint16Array(4)), /^wanted an array or a Uint32Array for the indices, found/],
    [() => tree.searchWithin(NaN, 0, 1), 'wanted points that are numbers, found NaN in row 0'],
    [() => tree.searchWithin(0, 0, -1), 'wanted a distance of 0 or more, found -1'],
    [() => tree.searchWithin(0, 0), 'wanted a distance of 0 or more, found undefined'],
    [() => tree.neighbors(0), 'wanted points that are numbers, found undefined in row 0'],
    [() => tree.neighbors(0, 0, 1.5), 'wanted k as a whole number of 0 … 4294967295, found 1.5'],
    [() => tree.insert(1, 2), 'wanted a shape of 4 numbers, found 2'],
    [() => tree.insert(1, 2, 0, 3), 'wanted min <= max on both axes and radius >= 0, found the contrary, in row 0'],
    [() => tree.insert(1, 2, NaN, 3), 'wanted finite coordinates, found NaN, infinity or a circle that reaches too far, in row 0'],
    [() => tree.erase(2), 'wanted an item of this tree, found a null or stale one, in row 0'],
    [() => tree.erase(-1), 'wanted index as a whole number of 0 … 4294967295, found -1'],
    [() => tree.erase(0.5), 'wanted index as a whole number of 0 … 4294967295, found 0.5'],
    [() => tree.move(2, 0, 0, 1, 1), 'wanted an item of this tree, found a null or stale one, in row 0'],
    [() => tree.move(0, 0, 0, 1), 'wanted a shape of 4 numbers, found 3'],
    [() => tree.move(0, 1, 0, 0, 1), 'wanted min <= max on both axes and radius >= 0, found the contrary, in row 0'],
    [() => new Quadtree('point').insert(1, 2, 3), 'wanted a shape of 2 numbers, found 3'],
  ];
  for (const [call, message] of bad) {
    assert.throws(call, { name: 'QuadrilleError', message });
  }
  assert.throws(() => tree.insert(1, 2, 0, 3), { row: 0 });
  assert.deepEqual([tree.size, ...tree.shapes], [2, 0, 0, 1, 1, 5, 5, 6, 6]);
  tree.validate();
  tree.dispose();
  for (const call of [() => tree.search(0, 0, 1, 1), () => tree.neighbors(0, 0), () => tree.insert(0, 0, 1, 1), () => tree.erase(0)]) {
    assert.throws(call, /wanted a tree, found one that has been disposed of/);
  }
});
