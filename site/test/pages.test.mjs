// The built pages as files, without a browser: what each of them has, and what none of them has.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { innerNames } from '../inner.mjs';

const folder = resolve(process.env.QUADRILLE_SITE ?? 'build/site/pages');
const pages = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.html') && !file.startsWith('playground'));
const read = (file) => readFileSync(join(folder, file), 'utf8');

test('the navigation of every page leads to the command, and marks it there', () => {
  assert.ok(pages.length > 100, `${pages.length} pages`);
  for (const page of pages) {
    const [, ways] = /<nav id="ways"[^>]*>(.*?)<\/nav>/s.exec(read(page));
    assert.match(ways, /<a href="(\.\.\/)*command\.html"[^>]*>Command<\/a>/, page);
  }
  assert.match(read('command.html'), /<a href="command\.html" class="here" aria-current="page">Command<\/a>/);
});

test('no page shows a name of detail', () => {
  assert.deepEqual(innerNames(folder, pages.map((path) => ({ path }))), []);
});
