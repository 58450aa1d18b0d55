// The search of the built site, without a browser: what it finds by words that the pages do not have, and where that leads.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { strayed } from '../search.mjs';

const folder = resolve(process.env.QUADRILLE_SITE ?? 'build/site/pages');
const globals = {};
globals.quadrilleFound = (finder) => Object.assign(globals, { finder });
runInNewContext(readFileSync(join(folder, 'look/search.js'), 'utf8'), globals);
const found = (words) => [...globals.finder(words)].map(({ u }) => u);

const cases = {
  'reference/erase.html': ['remove', 'delete', 'Remove'],
  'reference/pairs.html': ['collision', 'collisions', 'overlap'],
  'reference/nearest.html': ['knn', 'neighbors', 'closest'],
  'reference/raycast.html': ['raycast', 'ray cast'],
  'reference/query.html': ['viewport', 'window', 'range search', 'range  search'],
  'reference/sync.html': ['update', 'move all'],
  'reference/insert.html': ['add'],
  'files.html': ['file formats', 'load file', 'save file'],
  'reference/move.html': ['move'],
  'reference/save.html': ['save'],
  'reference/load.html': ['load'],
};
for (const [page, words] of Object.entries(cases)) {
  test(`the search leads to ${page} by ${words.join(', ')}`, () => {
    for (const each of words) {
      assert.equal(found(each)[0], page, `${each}: ${found(each)}`);
    }
  });
}

test('a type that has the name of a synonym comes first, the verb next', () => {
  const cases = [
    ['neighbor', 'reference/nearest.html'],
    ['ray', 'reference/raycast.html'],
  ];
  for (const [words, page] of cases) {
    assert.equal(found(words)[1], page, `${words}: ${found(words)}`);
  }
});

test('a synonym is found among other words', () => {
  const cases = [
    ['remove an item', 'reference/erase.html'],
    ['update all items', 'reference/sync.html'],
  ];
  for (const [words, page] of cases) {
    assert.ok(found(words).slice(0, 3).includes(page), `${words}: ${found(words)}`);
  }
});

test('all that is found by synonyms is there', () => {
  for (const page of Object.keys(cases)) {
    assert.ok(existsSync(join(folder, page)), page);
  }
  assert.deepEqual(strayed({ 'a.html': ['x'], 'b.html': ['y'] }, [{ path: 'a.html' }]), [
    'site/synonyms.json: wanted the page b.html, found none',
  ]);
});
