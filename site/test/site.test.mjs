// The site in a real Chromium, from the disk: it is quiet, whole, found through, readable for everyone, and fits a phone.
// SPDX-License-Identifier: MIT
import { chromium } from 'playwright-core';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.env.QUADRILLE_SITE ?? 'build/site/pages');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pages = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.html') && !file.startsWith('playground'));
/** One of each kind. */
const kinds = [
  'index.html',
  'guide/index.html',
  'guide/near.html',
  'reference/index.html',
  'reference/nearest.html',
  'reference/ask.html',
  'reference/cpp/index.html',
  'reference/cpp/quadtree.html',
  'reference/c/index.html',
  'reference/python/index.html',
  'examples/hello.html',
  'pictures.html',
  'files.html',
  'performance.html',
  'live.html',
  'design.html',
  'design/bindings.html',
  'contract.html',
  'changes.html',
  'command.html',
  'reference/javascript/index.html',
].filter((page) => pages.includes(page));

let browser;
const opened = new Set();
before(async () => {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args });
});
after(() => browser.close());
afterEach(async () => {
  await Promise.all([...opened].map((context) => context.close()));
  opened.clear();
});

/** A tab; `lines` are those on its console, `far` what it asked the network for. */
async function open({ width = 1280, height = 800, scheme = 'light' } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce' });
  opened.add(context);
  const tab = await context.newPage();
  const lines = [];
  const far = [];
  tab.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  tab.on('pageerror', (error) => lines.push(`error: ${error.message}`));
  tab.on('requestfailed', (request) => {
    // what a tab gives up as it goes on to the next page is not missing
    if (request.failure().errorText !== 'net::ERR_ABORTED') {
      lines.push(`not loaded: ${request.url()}`);
    }
  });
  tab.on('request', (request) => (/^(file|data|blob):/.test(request.url()) ? undefined : far.push(request.url())));
  const go = (page) =>
    tab.goto(`${pathToFileURL(join(folder, page.split('#')[0])).href}${page.includes('#') ? `#${page.split('#')[1]}` : ''}`);
  return { tab, lines, far, go };
}

const isWide = (tab) => tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What axe-core finds wrong with the page. */
async function violations(tab) {
  await tab.evaluate(axe);
  return tab.evaluate(async () => {
    const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], iframes: false };
    const { violations: all } = await globalThis.axe.run(document, options);
    return all.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 160))
          .join(' | ')}`,
    );
  });
}

/** What the search finds, as `title → address`. */
async function found(tab, words) {
  await tab.locator('#search').fill(words);
  await tab.waitForFunction(() => !document.querySelector('#results').hidden);
  return tab
    .locator('#results a')
    .evaluateAll((links) => links.map((link) => `${link.querySelector('strong').textContent} → ${link.getAttribute('href')}`));
}

test('every page opens from the disk, is quiet, asks no network, and fits a phone', async () => {
  assert.ok(pages.length > 100, `${pages.length} pages`);
  const { tab, lines, far, go } = await open({ width: 390, height: 844 });
  for (const page of pages) {
    await go(page);
    assert.equal(await isWide(tab), 0, `${page} is wider than the screen`);
    assert.deepEqual([lines, far], [[], []], page);
    assert.equal(await tab.locator('h1').count(), 1, `${page}: one heading`);
  }
});

for (const scheme of ['light', 'dark']) {
  test(`each kind of page is accessible in ${scheme} (WCAG 2 AA)`, async () => {
    const { tab, go } = await open({ scheme });
    for (const page of kinds) {
      await go(page);
      assert.deepEqual(await violations(tab), [], page);
    }
    await found(tab, 'nearest to a segment');
    assert.deepEqual(await violations(tab), [], 'what the search has found');
  });
}

test('the search finds what is asked', async () => {
  const { tab, go, lines } = await open();
  await go('guide/start.html');
  await tab.keyboard.press('/');
  const cases = [
    ['nearest to a segment', /nearest/],
    ['pairs within a distance', /pairs|near/],
    ['query_within', /query_within/],
    ['period torus', /wraps|period/],
    ['from python', /from-python|python/],
    ['quadrille_ask', /c\/index\.html|ask/],
    ['save a tree', /save/],
  ];
  for (const [words, wanted] of cases) {
    const first = (await found(tab, words)).slice(0, 2);
    assert.ok(
      first.some((each) => wanted.test(each)),
      `${words}: ${first}`,
    );
  }
  const nearest = (await found(tab, 'nearest to a segment')).slice(0, 2);
  assert.ok(
    nearest.some((each) => /reference\/nearest\.html$|guide\/near/.test(each)),
    String(nearest),
  );
  assert.deepEqual(await found(tab, 'zzyzx'), []);
  assert.match(await tab.locator('#results').innerText(), /Nothing is found/);
  assert.deepEqual(lines, []);
});

test('the keyboard alone finds a page and goes there', async () => {
  const { tab, go } = await open();
  await go('index.html');
  await tab.keyboard.press('/');
  await tab.keyboard.type('closest_pairs');
  await tab.waitForFunction(() => document.querySelector('#results [aria-selected="true"]'));
  await tab.keyboard.press('Enter');
  await tab.waitForURL(/reference\/closest_pairs\.html/);
  await tab.keyboard.press('Tab');
  assert.equal(await tab.evaluate(() => document.activeElement.textContent), 'Skip to the content');
  await tab.keyboard.press('Enter');
  assert.equal(await tab.evaluate(() => document.activeElement.id), 'content');
});

test('the chosen language stays from page to page, and the keys change it', async () => {
  const { tab, go } = await open();
  await go('reference/nearest.html');
  assert.ok(await tab.locator('#in-cpp').isVisible());
  assert.match(await tab.locator('#in-cpp').innerText(), /std::span<neighbor> results/);
  await tab.locator('#tab-cpp').focus();
  await tab.keyboard.press('ArrowRight');
  assert.match(await tab.locator('#in-c').innerText(), /quadrille_nearest/);
  await tab.locator('#tab-python').click();
  assert.match(await tab.locator('#in-python').innerText(), /k nearest to each place|k items nearest to each place/);
  assert.ok(!(await tab.locator('#in-cpp').isVisible()));
  await go('reference/pairs.html');
  assert.ok(await tab.locator('#in-python').isVisible());
});

test('light and dark: as the system has it, by the switch, and kept', async () => {
  const { tab, go } = await open({ scheme: 'dark' });
  const background = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await go('index.html');
  const dark = await background();
  await tab.locator('.theme').click();
  const light = await background();
  assert.notEqual(light, dark);
  await go('contract.html');
  assert.equal(await background(), light);
});

test('a dark page inverts drawings, and leaves photographs as they are', async () => {
  for (const [scheme, filter] of [['light', /^none$/], ['dark', /^invert/]]) {
    const { tab, go } = await open({ scheme });
    const filterOf = (picture) => tab.locator(picture).first().evaluate((image) => getComputedStyle(image).filter);
    await go('guide/near.html');
    assert.match(await filterOf('main img[src$=".svg"]'), filter);
    await go('index.html');
    assert.equal(await filterOf('main img:not([src$=".svg"])'), 'none');
  }
});

test('the navigation is one line on every wide screen', async () => {
  for (const width of [1090, 1150, 1215, 1220, 1280, 1300, 1360, 1390, 1395, 1920]) {
    const { tab, go } = await open({ width });
    await go('guide/index.html');
    const tops = await tab.locator('#ways a').evaluateAll((links) => links.map(({ offsetTop }) => offsetTop));
    assert.equal(new Set(tops).size, 1, `${width} px`);
  }
});

test('on a phone the menu opens', async () => {
  const { tab, go } = await open({ width: 390, height: 844 });
  await go('index.html');
  assert.ok(!(await tab.locator('#ways').isVisible()));
  await tab.locator('.menu').click();
  await tab.locator('#ways a', { hasText: 'Reference' }).click();
  await tab.waitForURL(/reference\/index\.html/);
});

test('without scripts all languages are shown', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  opened.add(context);
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(join(folder, 'reference/query.html')).href);
  for (const language of ['cpp', 'c', 'python']) {
    assert.ok(await tab.locator(`#in-${language}`).isVisible(), language);
  }
});
