// Hands: mouse, wheel, fingers and keys do to each scene what they say.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, drawn, factsOf, frames, onScreen, open, same, shapes } from './support.mjs';

test('pan and zoom: by mouse, wheel and keys; the place under the pointer stays', async () => {
  const { tab, close } = await open('look&n=20000&paused=1');
  const area = () => tab.evaluate(() => playground.camera.area);
  const first = await area();
  const under = (from) => [from[0] + (400 / 1280) * (from[2] - from[0]), from[1] + (300 / 800) * (from[3] - from[1])];
  await tab.mouse.move(400, 300);
  await tab.mouse.wheel(0, -500);
  await tab.waitForFunction((width) => playground.camera.area[2] - playground.camera.area[0] < width, first[2] - first[0]);
  const zoomed = await area();
  assert.ok(Math.hypot(under(zoomed)[0] - under(first)[0], under(zoomed)[1] - under(first)[1]) < 0.5);
  await tab.mouse.down();
  await tab.mouse.move(450, 340, { steps: 4 });
  await tab.mouse.up();
  const panned = await area();
  assert.ok(panned[0] < zoomed[0] && panned[1] < zoomed[1]);
  await tab.keyboard.press('ArrowRight');
  assert.ok((await area())[0] > panned[0]);
  await tab.keyboard.press('f');
  same((await area()).map(Math.round), first.map(Math.round));
  await close();
});

test('two fingers zoom', async () => {
  const { tab, close } = await open('look&n=20000&paused=1', { width: 390, height: 844, touch: true });
  const session = await tab.context().newCDPSession(tab);
  const fingers = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const width = () => tab.evaluate(() => playground.camera.area[2] - playground.camera.area[0]);
  const before = await width();
  await fingers('touchStart', { x: 150, y: 300, id: 0 });
  await fingers('touchStart', { x: 150, y: 300, id: 0 }, { x: 240, y: 300, id: 1 });
  await fingers('touchMove', { x: 100, y: 300, id: 0 }, { x: 300, y: 300, id: 1 });
  await fingers('touchEnd');
  assert.ok((await width()) < 0.7 * before, `${before} to ${await width()}`);
  await close();
});

test('boids: a click adds birds', async () => {
  const { tab, close } = await open('boids&n=200');
  await frames(tab, 2);
  const [x, y] = await onScreen(tab, 10, 10);
  await tab.mouse.click(x, y);
  await tab.waitForFunction(() => playground.frame.facts.items === 240);
  same((await shapes(tab, 'boids')).length, 240);
  same(await ask(tab, { what: 'sound' }), true);
  await close();
});

test('torus: the ring follows the pointer across the seams; a click adds birds', async () => {
  const { tab, close } = await open('torus&n=200&paused=1');
  const side = await tab.evaluate(() => playground.frame.side);
  const ringAt = async (x, y) => {
    await drawn(tab, async () => tab.mouse.move(...await onScreen(tab, x, y)));
    const answers = await ask(tab, { what: 'answers' });
    const { ringed, across } = await factsOf(tab);
    same(ringed, answers.length - 200 - 3);
    return { ringed, across, rings: await tab.evaluate(() => playground.frame.lines.length / 5) };
  };
  const middle = await ringAt(side / 2, side / 2);
  same([middle.across, middle.rings], [0, 1]);
  const edge = await ringAt(side - 0.5, side / 2);
  same(edge.rings, 2);
  assert.ok(edge.across > 0 && edge.across < edge.ringed);
  same((await ringAt(0.5, side - 0.5)).rings, 4);
  const [x, y] = await onScreen(tab, 0.2, 0.2);
  await tab.mouse.click(x, y);
  await tab.waitForFunction(() => playground.frame.facts.items === 240);
  assert.ok((await shapes(tab, 'torus')).every(({ x0, y0 }) => x0 >= 0 && y0 >= 0 && x0 <= side && y0 <= side));
  same(await ask(tab, { what: 'sound' }), true);
  await close();
});

test('collide: a press pushes boxes away', async () => {
  const { tab, close } = await open('collide&n=300&paused=1');
  const marked = () => tab.evaluate(() => playground.frame.marks.filter((mark) => mark === 255).length);
  const before = await marked(); // those that touch
  const [x, y] = await onScreen(tab, 15, 15);
  await tab.mouse.click(x, y);
  await tab.waitForFunction((few) => playground.frame.marks.filter((mark) => mark === 255).length > few, before);
  await close();
});

test('light: the lantern goes where it is dragged, and back to its way', async () => {
  const { tab, close } = await open('light&paused=1');
  const lantern = () => tab.evaluate(() => [...playground.frame.lines.subarray(0, 2)]);
  const [from, to] = [await onScreen(tab, ...(await lantern())), await onScreen(tab, 5, 6)];
  await tab.mouse.move(...from);
  await tab.mouse.down();
  await tab.mouse.move(...to, { steps: 5 });
  await tab.mouse.up();
  await tab.waitForFunction(() => Math.hypot(playground.frame.lines[0] - 5, playground.frame.lines[1] - 6) < 0.2);
  assert.ok((await tab.evaluate(() => playground.frame.facts.vertices)) >= 4);
  await close();
});

test('hunt: pointing asks there; a press moves the stand', async () => {
  const { tab, close } = await open('hunt&paused=1');
  const said = async () => {
    const bits = await ask(tab, { what: 'answers' });
    return [...new Float32Array(new Uint32Array(bits.slice(0, 4)).buffer)];
  };
  await tab.mouse.move(...(await onScreen(tab, 30, 40)));
  await tab.waitForTimeout(200);
  let [x, y] = await said();
  assert.ok(Math.hypot(x - 30, y - 40) < 0.5);
  await tab.mouse.click(...(await onScreen(tab, 50, 20)));
  await tab.waitForTimeout(200);
  [, , x, y] = await said();
  assert.ok(Math.hypot(x - 50, y - 20) < 0.5);
  await close();
});

test('points: inserted, moved and erased by hand; cells split and merge', async () => {
  const { tab, close } = await open('points&leaf=1&paused=1');
  const at = (x, y) => onScreen(tab, x, y);
  const items = (wanted) => tab.waitForFunction((count) => playground.frame.facts.items === count, wanted);
  for (const [number, [x, y]] of [[10, 10], [14, 10], [50, 50]].entries()) {
    await tab.mouse.click(...(await at(x, y)));
    await items(number + 2);
  }
  const { leaves } = await factsOf(tab);
  assert.ok(leaves >= 3);
  await tab.getByText('move', { exact: true }).click();
  await tab.mouse.move(...(await at(50, 50)));
  await tab.mouse.down();
  await tab.mouse.move(...(await at(30, 55)), { steps: 5 });
  await tab.mouse.up();
  await tab.waitForTimeout(200);
  const moved = await shapes(tab, 'points');
  assert.ok(moved.some((each) => Math.hypot(each.x0 - 30, each.y0 - 55) < 0.5));
  assert.ok(!moved.some((each) => Math.hypot(each.x0 - 50, each.y0 - 50) < 0.5));
  await tab.getByText('erase', { exact: true }).click();
  await tab.mouse.click(...(await at(10, 10)));
  await items(3);
  await tab.mouse.click(...(await at(14, 10)));
  await items(2);
  assert.ok((await factsOf(tab)).leaves < leaves);
  same(await ask(tab, { what: 'sound' }), true);
  await close();
});

test('circles: both ways find as many pairs, and the plot grows', async () => {
  const { tab, close } = await open('circles&n=900');
  await tab.waitForFunction(() => playground.frame.facts.items === 900, null, { timeout: 60_000 });
  for (let frame = 0; frame < 20; ++frame) {
    await frames(tab, 1);
    const { answers, compared } = await factsOf(tab);
    same(answers, compared);
  }
  assert.ok((await tab.evaluate(() => playground.plotted)) >= 10);
  await close();
});
