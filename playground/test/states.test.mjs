// Every state of the page is right, or told in a sentence that says what to do.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, drawn, factsOf, frames, kinds, open, openBare, page, ready, same, settled } from './support.mjs';

const troubleOf = async (tab) => {
  await tab.locator('#trouble').waitFor({ timeout: 60_000 });
  return tab.locator('#trouble p').first().innerText();
};
const isClean = (text) => !/NaN|undefined|Infinity|-\d|−/.test(text);
const textOf = (tab) => tab.locator('#panel').innerText();

for (const kind of kinds) {
  const world = kind === 'look' ? 'look&n=20000' : kind;

  test(`${kind}: a link to a paused world shows real figures; then the first tick, and a step`, async () => {
    const { tab, lines, close } = await open(`${world}&paused=1&counters=1`);
    await settled(tab);
    const first = await factsOf(tab);
    same(first.ticks, 0);
    const text = await textOf(tab);
    assert.ok(isClean(text), text);
    const times = await tab.evaluate(() => Object.fromEntries([...document.querySelectorAll('[data-time]')]
      .map((each) => [each.dataset.time, each.textContent])));
    same(times.update, '–', 'no tick, no update');
    assert.match(times.answer, /^\d+\.\d+ ms$/);
    const answered = await ask(tab, { what: 'answers' });
    if (kind === 'torus') {
      const birds = answered.slice(0, first.items);
      const sees = birds.reduce((sum, seen) => sum + seen, 0) / birds.length - 1;
      assert.ok(text.includes(`each sees\n${sees.toFixed(1)}`), `${sees}: ${text}`);
      same(first.ringed, answered.length - first.items - 3);
      assert.ok(first.across > 0 && first.across < first.ringed, 'at first the ring is where four corners meet');
    } else if (kind === 'boids') {
      const sees = answered.reduce((sum, seen) => sum + seen, 0) / answered.length - 1;
      assert.ok(text.includes(`each sees\n${sees.toFixed(1)}`), `${sees}: ${text}`);
    } else if (kind === 'collide' || kind === 'overview' || kind === 'circles') {
      same(first.answers, answered.length / 2);
    }
    await tab.locator('#step').click();
    await tab.waitForFunction(() => playground.frame.facts.ticks === 1);
    await settled(tab);
    assert.match(await tab.locator('[data-time="update"]').innerText(), /^\d+\.\d+ ms$/);
    same(lines, []);
    await close();
  });

  test(`${kind}: with nothing in it, and with the most`, async () => {
    for (const n of ['0', '1e99']) {
      const { tab, lines, close } = await open(`${kind}&n=${n}`);
      await frames(tab, 3);
      const { items } = await factsOf(tab);
      const text = await textOf(tab);
      assert.ok(isClean(text), text);
      same(lines, []);
      if (n === '0') {
        same(items, 0);
        same(await tab.locator('input[name="count"]').getAttribute('aria-valuetext'), `0 ${{
          overview: 'boxes', collide: 'boxes', boids: 'birds', torus: 'birds', circles: 'circles', light: 'walls', look: 'boxes', hunt: 'boxes',
          points: 'points',
        }[kind]}`);
      } else {
        assert.ok(items > 0);
        const [, most] = (await tab.locator('#note').innerText()).match(/not understood: “n=1e99”.*There can be 0 to ([\d,]+)/s);
        same(await tab.evaluate(() => playground.state.count), Number(most.replaceAll(',', '')));
      }
      same(await ask(tab, { what: 'sound' }), true);
      await close();
    }
  });
}

test('a damaged link shows the rest, and says which part was not understood; the note can be closed', async () => {
  for (const [said, kind, count, faults] of [
    ['', 'overview', 2000, []],
    ['nonsense&n=-4', 'overview', 0, ['nonsense', 'n=-4']],
    ['boids&n=abc&seed=&leaf=0', 'boids', 2500, ['n=abc', 'seed=', 'leaf=0']],
    ['points&&&=&n', 'points', 700, ['=', 'n']],
    ['collide&n=300&seed=3&later=1', 'collide', 300, ['later=1']],
    ['points&%E0%A4%A&paused=2', 'points', 700, ['%E0%A4%A', 'paused=2']],
    ['overview&pane=1,2,3', 'overview', 2000, ['pane=1,2,3']],
  ]) {
    const { tab, lines, close } = await open(said);
    const state = await tab.evaluate(() => playground.state);
    same([state.kind, state.count], [kind, count], said);
    assert.ok(state.leaf >= 1);
    await frames(tab, 2);
    same(lines, []);
    const note = tab.locator('#note');
    if (faults.length > 0) {
      const text = await note.innerText();
      faults.forEach((fault) => assert.ok(text.includes(`“${fault}”`), text));
      await note.locator('button').click();
    }
    assert.ok(await note.isHidden());
    await close();
  }
});

test('markup in a link is text', async () => {
  const { tab, close } = await open('<img/src=x/onerror=alert(1)>');
  same(await tab.locator('#note img').count(), 0);
  assert.match(await tab.locator('#note').innerText(), /<img/);
  await close();
});

test('a window of another size, while paused, is filled', async () => {
  const { tab, close } = await open('overview&paused=1');
  for (const [width, height] of [[700, 500], [320, 568], [1600, 900]]) {
    await drawn(tab, () => tab.setViewportSize({ width, height }));
    await settled(tab);
    const { size, world, pane } = await tab.evaluate(() => {
      const { scale, origin } = playground.camera;
      const { left, top, right, bottom } = document.getElementById('pane').getBoundingClientRect();
      return {
        size: [document.getElementById('items').width, document.getElementById('items').height],
        world: [origin.x, origin.y, origin.x + scale * playground.frame.side, origin.y + scale * playground.frame.side],
        pane: [left, top, right, bottom],
      };
    });
    same(size, [width, height]);
    assert.ok(world[0] >= 0 && world[1] >= 0 && world[2] <= width && world[3] <= height, `${world}`);
    assert.ok(pane[0] >= world[0] && pane[1] >= world[1] && pane[2] <= world[2] && pane[3] <= world[3], `${pane}`);
  }
  await close();
});

test('a hidden tab rests, and goes on where it was', async () => {
  const { tab, lines, close } = await open('hunt&n=200');
  await frames(tab, 5);
  const hide = (isHidden) => tab.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
  await hide(true);
  await tab.waitForTimeout(200);
  const { ticks } = await factsOf(tab);
  await tab.waitForTimeout(500);
  same((await factsOf(tab)).ticks, ticks);
  await hide(false);
  await tab.waitForFunction((known) => playground.frame.facts.ticks > known, ticks);
  assert.ok((await factsOf(tab)).ticks < ticks + 25, 'nothing is made up for');
  same(lines, []);
  await close();
});

test('without WebGL a plain canvas draws', async () => {
  const { tab, close } = await openBare(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === 'webgl2' ? null : getContext.call(this, kind, ...rest);
    };
  });
  await tab.goto(`${page}?webgl#overview`);
  await ready(tab);
  await frames(tab, 2);
  same(await tab.evaluate(() => playground.painter), 'canvas');
  assert.ok(await tab.locator('#trouble').isHidden());
  await close();
});

test('a browser that draws on no canvas is told', async () => {
  const { tab, close } = await openBare(() => { HTMLCanvasElement.prototype.getContext = () => null; });
  await tab.goto(page);
  assert.match(await troubleOf(tab), /cannot draw: allow canvases/);
  await close();
});

/** In a page: has its workers run this before their own code. */
const inWorkers = (beforehand) => `(${(prelude) => {
  const Whole = Blob;
  globalThis.Blob = class extends Whole {
    constructor(parts, options) { super([prelude, ...parts], options); }
  };
}})(${JSON.stringify(`(${beforehand})();`)})`;

test('a browser without WebAssembly is told, and can start again', async () => {
  const { tab, close } = await openBare(inWorkers(() => { self.WebAssembly = undefined; }));
  await tab.goto(`${page}#look`);
  assert.match(await troubleOf(tab), /runs no WebAssembly.*allow it, or open the page in/s);
  await tab.getByRole('button', { name: 'Start again' }).click();
  assert.match(await troubleOf(tab), /runs no WebAssembly/);
  await close();
});

/** In the worker: gives every module a memory of at most 64 MB, in place of one without limit. */
function limitMemory() {
  const { instantiate } = WebAssembly;
  const read = (bytes, from) => {
    let value = 0;
    for (let shift = 0, at = from; ; ++at, shift += 7) {
      value |= (bytes[at] & 127) << shift;
      if (bytes[at] < 128) {
        return [value, at + 1];
      }
    }
  };
  const written = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...written(value >>> 7)]);
  WebAssembly.instantiate = (buffer, imports) => {
    const bytes = new Uint8Array(buffer);
    const limited = [...bytes.subarray(0, 8)];
    const parts = [Uint8Array.from(limited)];
    for (let at = 8; at < bytes.length;) {
      const [length, from] = read(bytes, at + 1);
      const body = bytes.subarray(from, from + length);
      const [least] = bytes[at] === 5 ? read(body, 2) : [0];
      const own = bytes[at] === 5 ? [1, 1, ...written(least), ...written(1024)] : undefined;
      parts.push(own ? Uint8Array.from([5, ...written(own.length), ...own]) : bytes.subarray(at, from + length));
      at = from + length;
    }
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((to, part) => (whole.set(part, to), to + part.length), 0);
    return instantiate.call(WebAssembly, whole.buffer, imports);
  };
}

test('a world that is too large for the memory is told, and the page can start again', async () => {
  const { tab, close } = await openBare(inWorkers(limitMemory));
  await tab.goto(`${page}#look&n=2000000`);
  assert.match(await troubleOf(tab), /memory of this browser is too small.*start again with fewer/s);
  assert.ok(await tab.locator('#progress').isHidden());
  await tab.getByRole('button', { name: 'Start again' }).click();
  await ready(tab);
  await frames(tab, 2);
  same(await tab.evaluate(() => playground.state.kind), 'overview');
  assert.ok(await tab.locator('#trouble').isHidden());
  await close();
});

test('figures are grouped and named, and no box of a number changes its width', async () => {
  for (const [kind, size] of [['overview', { width: 1280, height: 800 }], ['circles', { width: 390, height: 844, touch: true }], ['collide', { width: 320, height: 640, touch: true }]]) {
    const { tab, close } = await open(`${kind}&n=3000`, size);
    await frames(tab, 20);
    const widths = () => tab.evaluate(() => [...document.querySelectorAll('#numbers > div, #times .value')].map((each) => {
      const { left, width } = each.getBoundingClientRect();
      return [Math.round(left), Math.round(width)];
    }));
    const before = await widths();
    assert.ok(before.length > 4);
    for (let round = 0; round < 5; ++round) {
      await tab.waitForTimeout(300);
      same(await widths(), before, kind);
    }
    const text = await textOf(tab);
    assert.ok(!/\d{4}/.test(text), text);
    await close();
  }
});

test('who wants little motion begins with a world that rests; a link that says otherwise moves', async () => {
  const calm = await open('collide&n=200', { motion: 'reduce' });
  same(await calm.tab.evaluate(() => playground.state.paused), true);
  await calm.tab.waitForTimeout(300);
  same((await factsOf(calm.tab)).ticks, 0);
  await calm.tab.locator('#pause').click();
  await frames(calm.tab, 3);
  await calm.tab.waitForFunction(() => location.hash.includes('paused=0'));
  await calm.close();
});
