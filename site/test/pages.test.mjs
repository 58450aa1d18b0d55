// The built pages as files, without a browser: what each of them has, and what none of them has.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { innerNames } from '../inner.mjs';
import { brokenLinks } from '../links.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const folder = resolve(process.env.QUADRILLE_SITE ?? 'build/site/pages');
const pages = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.html') && !file.startsWith('playground'));
const read = (file) => readFileSync(join(folder, file), 'utf8');
const plain = (html) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name]);

test('the navigation of every page leads to the command, and marks it there', () => {
  assert.ok(pages.length > 100, `${pages.length} pages`);
  for (const page of pages) {
    const [, ways] = /<nav id="ways"[^>]*>(.*?)<\/nav>/s.exec(read(page));
    assert.match(ways, /<a href="(\.\.\/)*command\.html"[^>]*>Command<\/a>/, page);
  }
  assert.match(read('command.html'), /<a href="command\.html" class="here" aria-current="page">Command<\/a>/);
});

test('no signature shows a macro of the library', () => {
  let seen = 0;
  for (const page of pages) {
    const signatures = [...read(page).matchAll(/<pre [^>]*aria-label="Signature of[^>]*>(.*?)<\/pre>/gs)].map(([, inside]) => plain(inside));
    seen += signatures.length;
    assert.ok(signatures.every((one) => !/QUADRILLE_(INLINE|APART|RARE|C_API)/.test(one)), page);
  }
  assert.ok(seen > 100, `${seen} signatures`);
});

test('no page shows a name of detail', () => {
  assert.deepEqual(innerNames(folder, pages.map((path) => ({ path }))), []);
});

test('the page of each verb shows a call, and each of its lines stands in the file that it names', () => {
  const { chapters } = JSON.parse(readFileSync(join(root, 'site/verbs.json'), 'utf8'));
  for (const verb of chapters.flatMap(({ verbs }) => verbs)) {
    const examples = [...read(`reference/${verb}.html`).matchAll(/<section class="entry example">(.*?)<\/section>/gs)];
    assert.equal(examples.length, 1, verb);
    const [, code, file] = /<code>(.*)<\/code><\/pre>.*Example, from (.*)<\/p>/s.exec(examples[0][1]);
    const lines = readFileSync(join(root, plain(file)), 'utf8')
      .split('\n')
      .map((line) => line.trim());
    for (const line of plain(code).split('\n')) {
      assert.ok(lines.includes(line.trim()), `${verb}: ${line}`);
    }
  }
});

test('drawings lie on white, by the page and by themselves', () => {
  assert.match(read('look/style.css'), /main img\[src\$="\.svg"\] \{[^}]*background: #fff;/);
  const shown = new Set(pages.flatMap((page) => read(page).match(/<(img|source)[^>]* (src|srcset)="[^"]*\.svg"/g) ?? []));
  assert.ok(shown.size > 10, `${shown.size} pictures`);
  for (const picture of readdirSync(join(folder, 'pictures')).filter((file) => file.endsWith('.svg'))) {
    const [, width, height] = /viewBox=['"]0 0 (\d+) (\d+)['"]/.exec(read(`pictures/${picture}`));
    const ground = new RegExp(`<rect (x=.0. y=.0. )?width=.${width}. height=.${height}. fill=.#[0-9a-f]{6}.`);
    assert.match(read(`pictures/${picture}`), ground, `${picture}: a ground of its own, for a picture that no rule reaches`);
  }
});

test('no page has a dead link, and all that the search finds is there', () => {
  assert.deepEqual(brokenLinks(folder, pages.map((path) => ({ path }))), []);
  const addresses = [...read('look/search.js').matchAll(/"u":"([^"]+)"/g)].map(([, address]) => address);
  assert.ok(addresses.length > pages.length, `${addresses.length} addresses`);
  const dead = [...new Set(addresses)].filter((address) => {
    const [page, anchor] = address.split('#');
    return !pages.includes(page) || (anchor && !read(page).includes(` id="${anchor}"`));
  });
  assert.deepEqual(dead, []);
});
