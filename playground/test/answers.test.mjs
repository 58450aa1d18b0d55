// The answers of every scene are those of brute force, frame by frame.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ask, asFloat, box, circle, entry, inWindow, kinds, nearest, open, pairs, point, random, same, shapes, sorted, touch, unrolled,
} from './support.mjs';

const worlds = {
  overview: 'overview&n=600', collide: 'collide&n=600', boids: 'boids&n=500', torus: 'torus&n=500', circles: 'circles&n=700&seed=5', light: 'light&n=120', look: 'look&n=4000',
  hunt: 'hunt&n=800', points: 'points&n=300',
};

function samePairs(all, answers) {
  const found = Array.from({ length: answers.length / 2 }, (_, at) => sorted(answers.slice(2 * at, 2 * at + 2)).join(' '));
  same(found.sort(), pairs(all));
}

/** What a scene itself answers, by brute force over the same shapes. */
const truths = {
  overview: samePairs, collide: samePairs, circles: samePairs,
  boids(all, answers) {
    all.forEach((bird, index) => same(answers[index], inWindow(all, circle(bird.x0, bird.y0, 2)).length));
  },
  torus(all, answers, side) {
    const { images, own } = unrolled(all, side);
    const around = (x, y, radius) => own(inWindow(images, circle(x, y, radius)));
    all.forEach((bird, index) => same(answers[index], around(bird.x0, bird.y0, 2).length));
    const ring = answers.slice(all.length, all.length + 3).map(asFloat);
    same(sorted(answers.slice(all.length + 3)), sorted(around(...ring)));
  },
  light(all, answers) {
    const [x, y] = answers.slice(0, 2).map(asFloat);
    const counted = all.filter((wall) => !touch(wall, point(x, y)));
    for (let at = 3; at < answers.length; at += 3) {
      const moth = answers.slice(at, at + 2).map(asFloat);
      const distance = Math.hypot(moth[0] - x, moth[1] - y);
      if (Math.abs(distance - 16) < 1e-4) {
        continue; // on the edge of the light
      }
      const entries = counted.map((wall) => entry([x, y], moth, wall)).filter((fraction) => fraction >= 0);
      const first = Math.min(...entries, 2);
      if (Math.abs(first - 1) > 1e-5 && !counted.some((wall) => isGrazed([x, y], moth, wall))) {
        same(answers[at + 2], distance <= 16 && first > 1 ? 1 : 0, `moth ${at / 3 - 1}`);
      }
    }
  },
  look(all, answers) {
    same(sorted(answers.slice(4)), inWindow(all, box(...answers.slice(0, 4).map(asFloat))));
  },
  hunt(all, answers) {
    const [x, y, standX, standY] = answers.slice(0, 4).map(asFloat);
    const near = answers.slice(5, 5 + answers[4]);
    same(near, nearest(all, point(x, y), 12));
    const met = answers.slice(6 + near.length, -2);
    same(met.length, answers[5 + near.length]);
    const { fround } = Math;
    const to = [standX + fround(2 * fround(x - standX)), standY + fround(2 * fround(y - standY))];
    const entries = all.map((shape) => entry([standX, standY], to, shape));
    same(sorted(met), entries.flatMap((fraction, index) => (fraction >= 0 ? [index] : [])));
    const first = Math.min(...entries.filter((fraction) => fraction >= 0));
    same(answers.at(-2), met.length > 0 ? entries.indexOf(first) : 2 ** 32 - 1);
  },
  points(all, answers) {
    same(answers, [all.filter(Boolean).length, inWindow(all, box(16, 16, 48, 48)).length]);
  },
};

/** Whether the segment passes a corner so closely that rounding decides. */
function isGrazed([x, y], [toX, toY], { x0, y0, x1, y1 }) {
  const length = Math.hypot(toX - x, toY - y);
  return [[x0, y0], [x1, y0], [x0, y1], [x1, y1]].some(([cornerX, cornerY]) =>
    Math.abs((cornerX - x) * (toY - y) - (cornerY - y) * (toX - x)) < 1e-5 * length);
}

for (const kind of kinds) {
  test(`${kind}: twenty frames answer as brute force does`, async () => {
    const { tab, close } = await open(`${worlds[kind]}&paused=1`);
    const side = await tab.evaluate(() => playground.frame.side);
    const draw = random(7);
    let found = 0;
    for (let frame = 0; frame < 20; ++frame) {
      await ask(tab, { what: 'run', ticks: 3 });
      const all = await shapes(tab, kind);
      const answers = await ask(tab, { what: 'answers' });
      assert.ok(answers.length > 0);
      truths[kind](all, answers, side);
      const { images, own } = kind === 'torus' ? unrolled(all, side) : { images: all, own: (those) => those };
      for (let round = 0; round < 4; ++round) {
        const x = draw() * side;
        const y = draw() * side;
        const width = draw() * draw() * side;
        const area = [x, y, x + width, y + draw() * width].map(Math.fround);
        const window = await ask(tab, { what: 'window', area });
        found += window.length;
        same(sorted(window), sorted(own(inWindow(images, box(...area)))));
        const where = [draw() * side, draw() * side].map(Math.fround);
        const near = own(nearest(images, point(...where), 90)).slice(0, 10);
        same(await ask(tab, { what: 'nearest', x: where[0], y: where[1], most: 10 }), near);
      }
    }
    assert.ok(found > 80, `windows found ${found} items in all`);
    assert.equal(await ask(tab, { what: 'sound' }), true);
    await close();
  });
}

// promise: playground
test('what is on screen is what brute force finds there, and nothing else is sent', async () => {
  for (const kind of kinds) {
    const { tab, close } = await open(`${worlds[kind]}&paused=1`);
    await tab.mouse.move(500, 300);
    await tab.mouse.wheel(0, -900);
    await tab.waitForTimeout(300);
    const [area, ids] = await tab.evaluate(() => [playground.frame.area, [...playground.frame.ids]]);
    const all = await shapes(tab, kind);
    same(sorted(ids), inWindow(all, box(...area.map(Math.fround))), kind);
    if (kind !== 'points' && kind !== 'light') {
      assert.ok(ids.length < all.length, `${kind}: after zooming in some are off screen`);
    }
    await close();
  }
});

// promise: playground
test('too many items are counted tile by tile, as brute force counts them', async () => {
  const { tab, close } = await open('look&n=125000&paused=1');
  const { tiles, tile, facts, ids } = await tab.evaluate(() => {
    const { frame } = playground;
    return { tiles: [...frame.tiles], tile: Math.fround(frame.tile), facts: frame.facts, ids: frame.ids.length };
  });
  same(ids, 0);
  const all = await shapes(tab, 'look');
  const draw = random(3);
  let found = 0;
  for (let round = 0; round < 15; ++round) {
    const at = Math.floor(draw() * tiles.length);
    const column = Math.round(facts.tilesLeft / tile) + (at % facts.tileColumns);
    const row = Math.round(facts.tilesTop / tile) + Math.floor(at / facts.tileColumns);
    const [x, y] = [Math.fround(column * tile), Math.fround(row * tile)];
    same(tiles[at], inWindow(all, box(x, y, Math.fround(x + tile), Math.fround(y + tile))).length);
    found += tiles[at];
  }
  assert.ok(found > 100);
  await close();
});

test('the kernels are those with SIMD, and a million boxes are asked with few tests', async () => {
  const { tab, close } = await open('look&paused=1');
  same(await tab.evaluate(() => playground.kernels), 'simd128');
  same(await tab.evaluate(() => playground.frame.facts.items), 1_000_000);
  const side = await tab.evaluate(() => playground.frame.side);
  const area = [side / 2, side / 2, side / 2 + 20, side / 2 + 12].map(Math.fround);
  const [cells, blocks, lanes, found] = await ask(tab, { what: 'work', area });
  same((await ask(tab, { what: 'window', area })).length, found);
  assert.ok(found > 0 && cells <= 60 && lanes <= 16 * blocks && blocks <= 60 + found, `${cells} ${blocks} ${lanes} ${found}`);
  await close();
});
