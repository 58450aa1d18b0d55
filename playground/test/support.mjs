// What the tests share: a real Chromium, pages in it that are listened to, and the truth by brute force.
// SPDX-License-Identifier: MIT
import { chromium } from 'playwright-core';
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const page = pathToFileURL(join(root, 'dist/quadrille.html')).href;
export const kinds = ['overview', 'collide', 'boids', 'torus', 'circles', 'light', 'look', 'hunt', 'points'];

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
export const launching = { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args };

let browser;
const opened = new Set();
before(async () => { browser = await chromium.launch(launching); });
after(() => browser.close());
afterEach(async () => { // pages go on running until they are closed, also those of a test that failed
  await Promise.all([...opened].map((context) => context.close()));
  opened.clear();
});

/** A tab that shows nothing yet, and runs `beforehand`, if any, before any page. */
export async function openBare(beforehand, options = {}) {
  const context = await browser.newContext(options);
  opened.add(context);
  const tab = await context.newPage();
  if (beforehand) {
    await tab.addInitScript(beforehand);
  }
  const close = async () => {
    opened.delete(context);
    await context.close();
  };
  return { tab, close };
}

/** A page at this address, ready; `lines` are those on its console, `loaded` what it asked the network or the disk for. */
export async function open(hash, { width = 1280, height = 800, scale = 1, touch = false, scheme = 'dark', query = '', motion = 'no-preference' } = {}) {
  const { tab, close } = await openBare(undefined, {
    viewport: { width, height }, deviceScaleFactor: scale, hasTouch: touch, colorScheme: scheme, reducedMotion: motion,
  });
  const lines = [];
  const loaded = [];
  tab.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  tab.on('pageerror', (error) => lines.push(`error: ${error.message}`));
  tab.on('request', (request) => loaded.push(request.url()));
  await tab.goto(`${page}${query}#${hash}`);
  await ready(tab);
  return { tab, lines, loaded, close };
}

export const ready = (tab) => tab.waitForFunction(() => globalThis.playground?.isReady, null, { timeout: 60_000 });

/** Waits until this many more frames are drawn. */
export async function frames(tab, more) {
  const before = await tab.evaluate(() => playground.frames);
  await tab.waitForFunction((wanted) => playground.frames >= wanted, before + more, { timeout: 60_000 });
}

/** Does something to a page that rests, and waits until it is drawn. */
export async function drawn(tab, change) {
  const before = await tab.evaluate(() => playground.received);
  await change();
  await tab.waitForFunction((known) => playground.received > known, before, { timeout: 60_000 });
  await settled(tab);
}

/** Waits until what has come is drawn. */
export const settled = (tab) => tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** What the engine answers; arrays come as arrays. */
export const ask = (tab, question) => tab.evaluate(async (asked) => {
  const answer = await playground.ask(asked);
  return ArrayBuffer.isView(answer) ? [...answer] : answer;
}, question);

export const stateOf = (tab) => tab.evaluate(() => playground.state);
export const factsOf = (tab) => tab.evaluate(() => playground.frame.facts);
/** The address, which is written four times a second at most. */
export const hashOf = async (tab) => {
  await tab.waitForTimeout(300);
  return tab.evaluate(() => location.hash);
};

/** Where a place of the world is on screen. */
export const onScreen = (tab, x, y) => tab.evaluate(([worldX, worldY]) => {
  const { scale, origin } = playground.camera;
  return [origin.x + scale * worldX, origin.y + scale * worldY];
}, [x, y]);

/** The shapes as the engine stores them, by index; none where an item was erased. */
export async function shapes(tab, kind) {
  const numbers = await ask(tab, { what: 'shapes' });
  const found = [];
  for (let at = 0; at < numbers.length; at += 4) {
    const [a, b, c, d] = numbers.slice(at, at + 4);
    found.push(Number.isNaN(a) || a === null ? undefined : kind === 'circles' ? circle(a, b, c) : box(a, b, c, d));
  }
  return found;
}

// ---- The truth -------------------------------------------------------------------------------------------------------

const rounded = Math.fround;
export const box = (x0, y0, x1, y1) => ({ x0, y0, x1, y1, core: [x0, y0, x1, y1], radius: 0 });
export const circle = (x, y, radius) => ({
  x0: rounded(x - radius), y0: rounded(y - radius), x1: rounded(x + radius), y1: rounded(y + radius), core: [x, y, x, y], radius,
});
export const point = (x, y) => box(x, y, x, y);

const gap = (from, to, otherFrom, otherTo) => Math.max(otherFrom - to, from - otherTo, 0);
const square = ([x0, y0, x1, y1], [ox0, oy0, ox1, oy1]) => gap(x0, x1, ox0, ox1) ** 2 + gap(y0, y1, oy0, oy1) ** 2;
const bounds = (shape) => [shape.x0, shape.y0, shape.x1, shape.y1];

/** Whether two shapes touch: closed boxes; circles by their centers and radii, too. */
export function touch(one, other) {
  if (!(one.x0 <= other.x1 && other.x0 <= one.x1 && one.y0 <= other.y1 && other.y0 <= one.y1)) {
    return false;
  }
  return one.radius + other.radius === 0 || square(one.core, other.core) <= (one.radius + other.radius) ** 2;
}

export function distance2(one, other) {
  const between = square(bounds(one), bounds(other));
  const reach = one.radius + other.radius;
  if (reach === 0) {
    return between;
  }
  const cores = square(one.core, other.core);
  return cores <= reach * reach ? between : Math.max((Math.sqrt(cores) - reach) ** 2, between);
}

export function pairs(all) {
  const found = [];
  for (let a = 0; a < all.length; ++a) {
    for (let b = a + 1; b < all.length; ++b) {
      if (touch(all[a], all[b])) {
        found.push(`${a} ${b}`);
      }
    }
  }
  return found.sort();
}

export const inWindow = (all, area) => all.flatMap((shape, index) => (shape && touch(shape, area) ? [index] : []));

/** A world that wraps as one that does not: each shape at all its images beside the square; `own` tells whose one is. */
export function unrolled(all, side) {
  const ways = [0, -side, side];
  const images = ways.flatMap((x) => ways.flatMap((y) => all.map((each) => point(each.x0 + x, each.y0 + y))));
  return { images, own: (found) => [...new Set(found.map((index) => index % all.length))] };
}

export function nearest(all, where, most) {
  const measured = all.flatMap((shape, index) => (shape ? [{ index, distance: distance2(shape, where) }] : []));
  measured.sort((one, other) => one.distance - other.distance || one.index - other.index);
  return measured.slice(0, most).map(({ index }) => index);
}

/** Where the segment enters the box, 0 … 1; −1 where it does not. */
export function entry([x0, y0], [x1, y1], shape) {
  let from = 0;
  let to = 1;
  for (const [start, way, low, high] of [[x0, x1 - x0, shape.x0, shape.x1], [y0, y1 - y0, shape.y0, shape.y1]]) {
    if (way === 0) {
      if (start < low || start > high) {
        return -1;
      }
      continue;
    }
    const one = (low - start) / way;
    const other = (high - start) / way;
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
  }
  return from <= to ? from : -1;
}

export const asFloat = (bits) => new Float32Array(new Uint32Array([bits]).buffer)[0];

/** Numbers that are the same in every run. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function sorted(numbers) { return [...numbers].sort((one, other) => one - other); }

export const same = (found, wanted, what) => assert.deepEqual(found, wanted, what);
