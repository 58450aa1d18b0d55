// Figures: how numbers are written, and the typical value of the last second.
// SPDX-License-Identifier: MIT
import { build } from 'esbuild';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import assert from 'node:assert/strict';

const entry = fileURLToPath(new URL('../page/figures.ts', import.meta.url));
const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: 'esm' });
const { LastSecond, bytes, count, counted, milliseconds } =
  await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);

test('digits are in groups, units are named, one is one', () => {
  assert.deepEqual([count(1_999_000), count(0), milliseconds(0.1234), milliseconds(12.34), bytes(45_678), bytes(4_567_890)],
    ['1,999,000', '0', '0.12 ms', '12.3 ms', '46 kB', '4.6 MB']);
  assert.deepEqual(['boxes', 'walls', 'circles'].map((name) => [counted(1, name), counted(2000, name)]),
    [['1 box', '2,000 boxes'], ['1 wall', '2,000 walls'], ['1 circle', '2,000 circles']]);
});

test('times are the median of the last second', () => {
  const time = new LastSecond();
  assert.equal(time.typical, 0);
  for (const [at, value] of [2, 3, 90, 3, 2, 4, 3].entries()) {
    time.add(value, 100 * at);
  }
  assert.equal(time.typical, 3, 'one slow frame does not count');
  for (let at = 0; at < 9; ++at) {
    time.add(20, 1200 + 100 * at);
  }
  assert.equal(time.typical, 20, 'what is older than a second does not count');
  time.clear();
  assert.equal(time.typical, 0);
});

test('below a millisecond the steps of the clock are averaged, without the outliers', () => {
  const time = new LastSecond();
  for (let at = 0; at < 60; ++at) {
    time.add(at % 20 === 0 ? 50 : at % 2 === 0 ? 0.1 : 0.2, 10 * at);
  }
  assert.ok(Math.abs(time.typical - 0.15) < 0.02, `${time.typical}`);
});
