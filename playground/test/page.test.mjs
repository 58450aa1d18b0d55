// The page itself: quiet, quick, alone; its controls and keys do what they say; its pictures are kept.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { ask, drawn, factsOf, frames, hashOf, kinds, open, page, ready, root, same, shapes, stateOf } from './support.mjs';

test('the types fit', () => {
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'tsconfig.json')]);
});

// ---- The file --------------------------------------------------------------------------------------------------------

test('the page is one file of less than 2 MB that names no other', () => {
  const file = fileURLToPath(page);
  assert.ok(statSync(file).size < 2_000_000);
  const text = readFileSync(file, 'utf8');
  same(text.match(/\b(?:src|href)\s*=\s*["'](?!data:|#)[^"']*["']/g), null); // links are made when a dialog opens
  assert.ok(!/@import|url\((?!["']?data:)/.test(text));
});

for (const kind of kinds) {
  test(`${kind}: a hundred frames without a line on the console, and nothing is loaded`, async () => {
    const { tab, lines, loaded, close } = await open(kind);
    await frames(tab, 100);
    same(lines, []);
    same(loaded.filter((address) => !address.startsWith('blob:') && !address.startsWith('data:')), [page]);
    const { ticks, items } = await factsOf(tab);
    assert.ok(ticks >= 90 && items > 0, `${ticks} ticks, ${items} items`);
    same(await ask(tab, { what: 'sound' }), true);
    await assertOrderly(tab, { width: 1280, height: 800 });
    await keepPicture(tab, `${kind}_1280`);
    await close();
  });
}

test('building two million boxes does not freeze the page, and shows how far it is', async () => {
  const pauses = [];
  while (pauses.length < 3 && !pauses.some((pause) => pause < 250)) { // others may be using the machine
    const { tab, close } = await open('collide&paused=1');
    const { longest, shown } = await tab.evaluate(watchBuilding);
    assert.ok(shown.length >= 3, `progress: ${shown}`);
    pauses.push(longest);
    await close();
  }
  assert.ok(Math.min(...pauses) < 250, `the longest pauses of the page took ${pauses} ms`);
});

/** In the page: the longest time between two pictures of the browser while a world is built, and what progress was shown. */
function watchBuilding() {
  return new Promise((resolve) => {
    let last = performance.now();
    let longest = 0;
    const shown = new Set();
    const watch = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      const bar = document.getElementById('progress');
      if (!bar.hidden) {
        shown.add(bar.getAttribute('aria-valuenow'));
      }
      if (playground.isReady && playground.state.kind === 'look') {
        resolve({ longest, shown: [...shown] });
      } else {
        requestAnimationFrame(watch);
      }
    };
    location.hash = '#look&n=2000000';
    watch();
  });
}

/** How many canvases show items, and how many pixels these cover. */
const covered = (tab) => tab.evaluate(() => {
  dispatchEvent(new Event('resize')); // draws at once
  const shown = [...document.querySelectorAll('#items, #spare')].filter((each) => !each.hidden);
  const copy = document.createElement('canvas');
  copy.width = shown[0].width;
  copy.height = shown[0].height;
  const context = copy.getContext('2d');
  context.drawImage(shown[0], 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  return [shown.length, data.filter((value, at) => at % 4 === 3 && value > 100).length];
});

test('WebGL draws the same items as the plain canvas, which draws while the graphics processor is lost', async () => {
  const pixels = {};
  for (const query of ['', '?webgl']) {
    const { tab, lines, close } = await open('collide&n=400&paused=1', { query });
    await ask(tab, { what: 'run', ticks: 60 });
    await drawn(tab, () => tab.keyboard.press('b')); // another picture of the same moment
    const painter = await tab.evaluate(() => playground.painter);
    [, pixels[painter]] = await covered(tab);
    if (painter === 'WebGL') {
      await tab.evaluate(() => {
        globalThis.handle = document.getElementById('items').getContext('webgl2').getExtension('WEBGL_lose_context');
        globalThis.handle.loseContext();
      });
      await tab.waitForFunction(() => playground.painter === 'canvas');
      same(await covered(tab), [1, pixels.canvas]);
      await tab.evaluate(() => globalThis.handle.restoreContext());
      await tab.waitForFunction(() => playground.painter === 'WebGL');
      same(await covered(tab), [1, pixels.WebGL]);
    }
    same(lines.filter((line) => line.startsWith('error')), []);
    await close();
  }
  const { canvas, WebGL } = pixels;
  assert.ok(canvas > 10_000 && Math.abs(canvas - WebGL) < 0.15 * canvas, JSON.stringify(pixels));
});

// ---- The address and the controls ------------------------------------------------------------------------------------

test('the address is all: the same link shows the same', async () => {
  const link = 'collide&n=1200&sizes=power-law&speed=2&leaf=16&seed=3&paused=1&cells=1&bounds=1&hits=0&counters=1&theme=dark';
  const one = await open(link);
  const other = await open(link);
  const { kind, count, sizes, speed, leaf, seed, paused, cells, bounds, hits, counters, theme } = await stateOf(one.tab);
  same({ kind, count, sizes, speed, leaf, seed, paused, cells, bounds, hits, counters, theme }, {
    kind: 'collide', count: 1200, sizes: 'power-law', speed: 2, leaf: 16, seed: 3, paused: true, cells: true, bounds: true,
    hits: false, counters: true, theme: 'dark',
  });
  assert.ok(await one.tab.locator('#note').isHidden());
  const hash = await ask(one.tab, { what: 'run', ticks: 50 });
  same(await ask(other.tab, { what: 'run', ticks: 50 }), hash);
  const elsewhere = await open(link.replace('seed=3', 'seed=4'));
  assert.notEqual(await ask(elsewhere.tab, { what: 'run', ticks: 50 }), hash);
  for (const each of [one, other, elsewhere]) {
    await each.close();
  }
});

test('each control does what it says, and stands in the address', async () => {
  const { tab, lines, close } = await open('collide&n=500');
  const slide = (name, value) => tab.locator(`input[name="${name}"]`).evaluate((input, to) => {
    input.value = String(to);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);

  await slide('count', 700);
  await ready(tab);
  const { count } = await stateOf(tab);
  assert.ok(count > 500);
  await frames(tab, 2);
  same((await factsOf(tab)).items, count);
  assert.match(await hashOf(tab), new RegExp(`n=${count}`));

  const widthsOf = async () => (await shapes(tab, 'collide')).map((shape) => shape.x1 - shape.x0);
  await tab.getByText('equal', { exact: true }).click();
  await ready(tab);
  let widths = await widthsOf();
  assert.ok(Math.max(...widths) - Math.min(...widths) < 0.001);
  await tab.getByText('power-law').click();
  await ready(tab);
  widths = await widthsOf();
  assert.ok(Math.max(...widths) > 5 * Math.min(...widths));
  assert.match(await hashOf(tab), /sizes=power-law/);

  await slide('speed', 0);
  await frames(tab, 3);
  const still = await ask(tab, { what: 'shapes' });
  // At rest they may still be moved apart where they overlap; one that touches none stays where it is.
  const touching = new Set(await ask(tab, { what: 'answers' }));
  await frames(tab, 5);
  const later = await ask(tab, { what: 'shapes' });
  const free = [...Array(count).keys()].filter((index) => !touching.has(index));
  assert.ok(free.filter((index) => still[4 * index] === later[4 * index]).length > 0.8 * free.length);
  assert.match(await hashOf(tab), /speed=0/);

  const before = await factsOf(tab);
  await slide('leaf', 400);
  await ready(tab);
  await frames(tab, 2);
  assert.ok((await stateOf(tab)).leaf < 48);
  assert.ok((await factsOf(tab)).leaves > before.leaves);

  await tab.locator('input[name="seed"]').fill('77');
  await tab.locator('input[name="seed"]').blur();
  await ready(tab);
  same((await stateOf(tab)).seed, 77);
  assert.match(await hashOf(tab), /seed=77/);

  await tab.getByText('cells', { exact: true }).click();
  await tab.getByText('measured bounds').click();
  await frames(tab, 2);
  const [cells, bounds] = await tab.evaluate(() => [playground.frame.cells.length / 6, playground.frame.bounds.length / 4]);
  const { leaves, innerCells } = await factsOf(tab);
  assert.ok(cells >= leaves + innerCells && bounds >= 1, `${cells} cells, ${bounds} bounds`);
  assert.ok(!(await tab.locator('#counters').isVisible()));
  await tab.locator('#controls').getByText('counters').click();
  await frames(tab, 2);
  assert.ok(await tab.locator('#counters').isVisible());
  assert.match(await tab.locator('#counters').innerText(), /screen/);
  assert.match(await hashOf(tab), /cells=1&bounds=1&counters=1/);
  same(lines, []);
  await close();
});

test('hits are shown or not', async () => {
  const colored = (tab) => tab.evaluate(() => {
    dispatchEvent(new Event('resize')); // draws at once
    const items = document.getElementById('items');
    const { data } = items.getContext('2d').getImageData(0, 0, items.width, items.height);
    let found = 0;
    for (let at = 0; at < data.length; at += 4) {
      found += data[at] > 200 && data[at + 2] < 120 && data[at + 3] > 100 ? 1 : 0;
    }
    return found;
  });
  const { tab, close } = await open('collide&n=500&paused=1');
  await ask(tab, { what: 'run', ticks: 40 });
  await drawn(tab, () => tab.keyboard.press('c'));
  assert.ok((await colored(tab)) > 500);
  await tab.keyboard.press('h');
  same(await colored(tab), 0);
  assert.match(await hashOf(tab), /hits=0/);
  await close();
});

test('pause, step, again, and the keys for them', async () => {
  const { tab, close } = await open('hunt');
  await frames(tab, 3);
  await tab.locator('#pause').click();
  await tab.waitForTimeout(200);
  const { ticks } = await factsOf(tab);
  await tab.waitForTimeout(300);
  same((await factsOf(tab)).ticks, ticks);
  assert.match(await hashOf(tab), /paused=1/);
  await drawn(tab, () => tab.locator('#step').click());
  same((await factsOf(tab)).ticks, ticks + 1);
  await tab.locator('#stage').focus();
  await drawn(tab, () => tab.keyboard.press('.'));
  same((await factsOf(tab)).ticks, ticks + 2);
  await tab.keyboard.press(' ');
  await tab.waitForFunction((wanted) => playground.frame.facts.ticks > wanted, ticks + 4);
  await tab.locator('#again').click();
  await ready(tab);
  assert.ok((await factsOf(tab)).ticks < ticks);
  await tab.locator('#stage').focus();
  await tab.keyboard.press('7');
  await ready(tab);
  same((await stateOf(tab)).kind, 'look');
  same(await hashOf(tab), '#look');
  await tab.goBack().catch(() => undefined);
  await close();
});

test('dark and light, by the system and by hand', async () => {
  for (const scheme of ['dark', 'light']) {
    const { tab, close } = await open('hunt&n=100', { scheme });
    const ground = () => tab.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const brightness = async () => Number(/\d+/.exec(await ground())[0]);
    assert.ok(scheme === 'dark' ? (await brightness()) < 60 : (await brightness()) > 200);
    await tab.locator('#stage').focus();
    await tab.keyboard.press('t');
    assert.ok((await brightness()) < 60, 'auto, then dark');
    await tab.keyboard.press('t');
    assert.ok((await brightness()) > 200, 'then light');
    assert.match(await hashOf(tab), /theme=light/);
    await close();
  }
});

// ---- The looks -------------------------------------------------------------------------------------------------------

const phone = { width: 390, height: 844, touch: true, scheme: 'light' };
for (const [kind, size, least] of [
  ...kinds.map((each) => [each, phone, 10]), ['points', { width: 360, height: 640, touch: true }, 10], ['points', { width: 3840, height: 2160 }, 15],
]) {
  test(`${kind}: in order and readable at ${size.width} pixels`, async () => {
    const { tab, close } = await open(kind, size);
    await frames(tab, 20);
    await assertOrderly(tab, size);
    await keepPicture(tab, `${kind}_${size.width}`);
    const letters = await tab.evaluate(() => [...document.querySelectorAll('#panel *, header *, #transport *')]
      .filter((each) => each.childNodes.length > 0 && each.getClientRects().length > 0 && each.textContent.trim() !== '')
      .map((each) => parseFloat(getComputedStyle(each).fontSize)).filter((pixels) => pixels > 0));
    assert.ok(Math.min(...letters) >= least, `the smallest letters have ${Math.min(...letters)} pixels`);
    await close();
  });
}

async function keepPicture(tab, name) {
  mkdirSync(join(root, 'dist/pictures'), { recursive: true });
  await tab.screenshot({ path: join(root, `dist/pictures/${name}.png`) });
}

/** Nothing overlaps or runs out of the screen. */
async function assertOrderly(tab, { width, height }) {
  const boxes = await tab.evaluate(() => Object.fromEntries(['header', '#panel', '#transport', '#tools'].map((name) => {
    const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
    return [name, { left, top, right, bottom }];
  }).filter(([, each]) => each.right > each.left)));
  for (const [name, each] of Object.entries(boxes)) {
    assert.ok(each.left >= 0 && each.top >= 0 && each.right <= width && each.bottom <= height, `${name}: ${JSON.stringify(each)}`);
    for (const [other, its] of Object.entries(boxes)) {
      const isApart = each.right <= its.left || its.right <= each.left || each.bottom <= its.top || its.bottom <= each.top;
      assert.ok(name === other || isApart, `${name} and ${other} overlap`);
    }
  }
  same(await tab.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]), [width, height]);
}
