// Thousands of trees that nobody disposes of: the memory grows a few times, as engines collect all garbage when it does.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, Quadtree, RBush } from '../dist/quadrille.js';

const memories = [];
const Memory = WebAssembly.Memory;
WebAssembly.Memory = class extends Memory {
  constructor(...all) {
    super(...all);
    memories.push(this);
  }
};

test('trees that are kept let the memory grow by steps, not with each tree', async () => {
  await load();
  assert.equal(memories.length, 1);
  const [memory] = memories;
  const kept = [];
  let growths = 0;
  let known = memory.buffer;
  for (let number = 0; number < 3000; ++number) {
    const box = [number, 0, number + 1, 1];
    kept.push(number % 2 === 0 ? new Quadtree('box') : new RBush());
    number % 2 === 0 ? kept.at(-1).insert(box) : kept.at(-1).load([{ minX: box[0], minY: box[1], maxX: box[2], maxY: box[3] }]);
    growths += memory.buffer === known ? 0 : 1;
    known = memory.buffer;
  }
  assert.ok(memory.buffer.byteLength > 8 << 20, `${memory.buffer.byteLength} bytes`);
  assert.ok(growths < 50, `${growths} times`); // by an eighth each time, from 2 MB
  assert.deepEqual([...kept[2998].query([2998.5, 0, 2999, 1]).indices], [0]);
});
