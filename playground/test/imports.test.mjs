// The imports of the page's files: no file imports itself by way of others.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../page', import.meta.url));

test('no file of the page is in a circle of imports', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const importsOf = (name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/\bfrom '\.\/([^']+)'/g)].map(([, imported]) => `${imported}.ts`);
  let left = new Map(names.map((name) => [name, importsOf(name)])); // types included
  assert.ok([...left.values()].flat().length > 20);
  [...left.values()].flat().forEach((imported) => assert.ok(left.has(imported), imported));
  // Files that import none of those that are left are in no circle.
  for (let before = Infinity; left.size < before;) {
    before = left.size;
    left = new Map([...left].filter(([, imports]) => imports.some((imported) => left.has(imported))));
  }
  assert.deepEqual([...left.keys()], []);
});
