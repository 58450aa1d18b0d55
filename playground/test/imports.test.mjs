// The imports of the page's files: no file imports itself by way of others.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../page', import.meta.url));

/** What each file imports, types included. */
function importsOf(files) {
  return new Map(Object.entries(files).map(([name, text]) =>
    [name, [...text.matchAll(/\bfrom '\.\/([^']+)'/g)].map(([, imported]) => `${imported}.ts`)]));
}

/** The first circle found, as a list of files that ends where it begins. */
function circleIn(imports) {
  const done = new Set();
  const follow = (name, way) => {
    if (way.includes(name)) {
      return [...way.slice(way.indexOf(name)), name];
    }
    if (done.has(name)) {
      return undefined;
    }
    for (const next of imports.get(name) ?? []) {
      const circle = follow(next, [...way, name]);
      if (circle) {
        return circle;
      }
    }
    done.add(name);
    return undefined;
  };
  for (const name of imports.keys()) {
    const circle = follow(name, []);
    if (circle) {
      return circle;
    }
  }
  return undefined;
}

test('no file of the page is in a circle of imports', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const imports = importsOf(Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])));
  assert.ok([...imports.values()].flat().length > 20);
  for (const imported of [...imports.values()].flat()) {
    assert.ok(imports.has(imported), imported);
  }
  assert.deepEqual(circleIn(imports), undefined);
});

test('a circle of imports is found', () => {
  const imports = importsOf({ 'a.ts': "import { b } from './b';", 'b.ts': "import type { C } from './c';", 'c.ts': "export * from './b';" });
  assert.deepEqual(circleIn(imports), ['b.ts', 'c.ts', 'b.ts']);
});
