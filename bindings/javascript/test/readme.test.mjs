// The code for JavaScript in README.md and in the package's README runs as it stands there.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as quadrille from 'quadrille';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const AsyncFunction = (async () => {}).constructor;

/** Runs the blocks of a page one after the other in one scope, with what it is given; returns what these names are at the end. */
async function run(page, given, names) {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
  assert.ok(blocks.length > 0);
  const code = blocks.join('\n').replaceAll(/^import \{.*\} from 'quadrille';.*$/gm, (line) => {
    line.match(/\{ (.*) \}/)[1].split(', ').forEach((name) => assert.ok(name in quadrille, name));
    return '';
  });
  const own = { ...quadrille, ...given };
  return new AsyncFunction(...Object.keys(own), `${code}\nreturn { ${names.join(', ')} };`)(...Object.values(own));
}

// promise: true-documents
test('README.md', async () => {
  const { pairs } = await run(join(here, '../../README.md'), { circles: [0, 0, 1, 1, 0, 1, 9, 9, 1] }, ['pairs']);
  assert.deepEqual([...pairs], [0, 1]);
});

test('the README of the package', async () => {
  const { world } = await run(join(here, 'README.md'), {}, ['world']);
  const { indices, distances } = world.nearest([8, 8], 2); // as its comments say
  assert.deepEqual([...indices], [2, 1]);
  assert.deepEqual([...distances].map((one) => Math.floor(1000 * one)), [414, 7544]);
  const { offsets, indices: found } = world.query([0, 0, 6, 6]);
  assert.deepEqual([[...offsets], [...found]], [[0, 2], [0, 1]]);
  assert.equal(world.pairs().length, 0);
});
