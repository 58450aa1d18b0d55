// The first scene: its figures are true, brute force is real, and its window shows what a query opens and finds.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask, box, drawn, factsOf, frames, inWindow, open, pairs, root, same, settled, shapes, sorted, touch } from './support.mjs';

const paneOf = (tab) => tab.evaluate(() =>
  playground.state.pane.map((part) => Math.fround((part * playground.frame.side) / 1000)));
const numbersOf = (tab) => tab.evaluate(() => Object.fromEntries([...document.querySelectorAll('#numbers > div')].map((each) =>
  [each.querySelector('dt').textContent, each.querySelector('dd').textContent.replaceAll(',', '')]).filter(([, value]) => !value.endsWith(' ms'))
  .map(([name, value]) => [name, Number(value)])));

test('the page begins with it; its line of figures says how many pairs are possible, tested, and intersect', async () => {
  const { tab, close } = await open('');
  same(await tab.evaluate(() => playground.state.kind), 'overview');
  await frames(tab, 20);
  await drawn(tab, () => tab.locator('#pause').click());
  await ask(tab, { what: 'sound' }); // what was on its way has come
  const { ticks } = await factsOf(tab);
  await tab.locator('#step').click();
  await tab.waitForFunction((before) => playground.frame.facts.ticks === before + 1, ticks);
  await settled(tab);
  const facts = await factsOf(tab);
  same(facts.items, 2000);
  same(await numbersOf(tab), { 'pairs are possible': 1_999_000, 'were tested': facts.answerPairs, intersect: facts.answers });
  const truth = pairs(await shapes(tab, 'overview')).length;
  same(facts.answers, truth);
  assert.ok(truth > 50 && facts.answerPairs >= truth && facts.answerPairs < 1_999_000 / 50, JSON.stringify(facts));
  await close();
});

// promise: playground
test('brute force tests every pair of the same world, finds the same, and takes longer', async () => {
  const { tab, close } = await open('overview&n=3000&paused=1');
  const before = await tab.evaluate(() => playground.frame);
  same(before.facts.comparedTests, 0);
  await tab.locator('input[name="force"]').click();
  await tab.waitForFunction(() => playground.frame.facts.comparedTests > 0);
  await settled(tab);
  const { facts, times } = await tab.evaluate(() => playground.frame);
  same([facts.compared, facts.comparedTests], [before.facts.answers, (3000 * 2999) / 2]);
  same(await numbersOf(tab), { 'pairs are possible': 4_498_500, 'were tested': 4_498_500, intersect: before.facts.answers });
  assert.ok(times.compare > 0);
  assert.match(await tab.locator('#times').innerText(), /by brute force/);
  await tab.waitForFunction(() => location.hash.includes('force=1'));
  await drawn(tab, () => tab.keyboard.press('x'));
  same(await tab.evaluate(() => playground.state.force), false);
  assert.doesNotMatch(await tab.locator('#times').innerText(), /by brute force/);
  await settled(tab);
  same(await tab.evaluate(() => playground.frame.times.compare), 0); // it is in no sum any more
  await close();
});

/** Waits until the picture is that of the window as it is now: the last frame that was asked for has come. */
async function atRest(tab) {
  await settled(tab);
  await ask(tab, { what: 'sound' });
  await settled(tab);
}

/** What the page says of its window, against brute force over shapes and over the measured bounds of leaves. */
async function assertPane(tab) {
  const area = box(...(await paneOf(tab)));
  const all = await shapes(tab, 'overview');
  const { cells, bounds, marks, ids, facts } = await tab.evaluate(() => {
    const { frame } = playground;
    return { cells: [...frame.cells], bounds: [...frame.bounds], marks: [...frame.marks], ids: [...frame.ids], facts: frame.facts };
  });
  const found = inWindow(all, area);
  same(facts.paneAnswers, found.length);
  same(sorted(ids.filter((_, at) => marks[at] === 255)), found);
  const opened = [];
  for (let at = 0; at < bounds.length; at += 4) {
    if (touch(box(...bounds.slice(at, at + 4)), area)) {
      opened.push(at);
    }
  }
  same(facts.paneLeaves, opened.length);
  let lit = 0;
  for (let at = 0; at < cells.length; at += 6) {
    lit += cells[at + 5] === 3 ? 1 : 0;
  }
  same(lit, opened.length);
  assert.ok(facts.paneLanes >= found.length && facts.paneLanes < facts.items);
  assert.match(await tab.locator('#steps li').nth(2).innerText(),
    new RegExp(`${opened.length} of ${facts.leaves} cells opened, ${facts.paneLanes} boxes tested, ${found.length} found`));
  same(await tab.locator('#counts').innerText(), `${facts.paneLanes} tested, ${found.length} found`);
}

test('the window is dragged and resized by mouse, arrow keys and touch; cells that it opens are lit, what it finds glows', async () => {
  for (const touching of [false, true]) {
    const { tab, close } = await open('overview&paused=1&bounds=1', { touch: touching });
    await assertPane(tab);
    const pane = () => tab.evaluate(() => playground.state.pane);
    const before = await pane();
    const place = await tab.locator('#pane').boundingBox();
    const corner = await tab.locator('#corner').boundingBox();
    const drag = touching ? dragByFinger : dragByMouse;
    await drawn(tab, () => drag(tab, [place.x + 20, place.y + 20], [place.x - 100, place.y + 80]));
    const moved = await pane();
    assert.ok(moved[0] < before[0] - 100 && moved[1] > before[1] + 50 && moved[2] - moved[0] === before[2] - before[0], `${moved}`);
    const camera = await tab.evaluate(() => playground.camera.area);
    await drawn(tab, () => drag(tab, [corner.x - 100, corner.y + 80], [corner.x - 60, corner.y + 160]));
    const resized = await pane();
    assert.ok(resized[0] === moved[0] && resized[2] > moved[2] + 30 && resized[3] > moved[3] + 60, `${resized}`);
    same(await tab.evaluate(() => playground.camera.area), camera, 'the world stays where it is');
    await atRest(tab);
    await assertPane(tab);

    await tab.locator('#pane').focus();
    await drawn(tab, () => tab.keyboard.press('ArrowRight'));
    same((await pane())[0], resized[0] + 20);
    await tab.locator('#corner').focus();
    await drawn(tab, () => tab.keyboard.press('Shift+ArrowUp'));
    same(await pane(), [resized[0] + 20, resized[1], resized[2] + 20, resized[3] - 4]);
    await tab.waitForFunction(() => /cells opened.*found/.test(document.getElementById('told').textContent));
    await atRest(tab);
    await assertPane(tab);
    const said = (await pane()).join();
    await tab.waitForFunction((wanted) => location.hash.includes(`pane=${wanted}`), said);
    await close();
  }
});

test('the window stays within the world, and does not vanish', async () => {
  const { tab, close } = await open('overview&paused=1&pane=0,0,100,100');
  await tab.locator('#pane').focus();
  await tab.keyboard.press('ArrowLeft');
  await tab.keyboard.press('ArrowUp');
  same(await tab.evaluate(() => playground.state.pane), [0, 0, 100, 100]);
  await tab.locator('#corner').focus();
  for (let press = 0; press < 7; ++press) {
    await tab.keyboard.press('ArrowLeft');
  }
  same(await tab.evaluate(() => playground.state.pane), [0, 0, 20, 100]);
  await close();
});

async function dragByMouse(tab, from, to) {
  await tab.mouse.move(...from);
  await tab.mouse.down();
  await tab.mouse.move(...to, { steps: 4 });
  await tab.mouse.up();
}

async function dragByFinger(tab, from, to) {
  const session = await tab.context().newCDPSession(tab);
  const finger = (type, ...places) => session.send('Input.dispatchTouchEvent', { type, touchPoints: places.map(([x, y]) => ({ x, y, id: 0 })) });
  await finger('touchStart', from);
  await finger('touchMove', [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  await finger('touchMove', to);
  await finger('touchEnd');
}

test('its code is what is compiled, in 15 lines at most; its links lead to files of this repository', async () => {
  const { tab, close } = await open('overview&paused=1');
  await tab.locator('#code').click();
  const shown = await tab.locator('#dialog code').textContent();
  const source = readFileSync(join(root, 'scene_overview.cpp'), 'utf8');
  const lines = shown.split('\n');
  assert.ok(lines.length <= 15 && /pairs\(/.test(shown) && /query\(/.test(shown), shown);
  let from = 0;
  for (const line of lines) {
    from = source.indexOf(line, from);
    assert.ok(from >= 0, line);
  }
  const links = await tab.locator('#dialog a').evaluateAll((all) => all.map((each) => each.href));
  assert.ok(links.length >= 2);
  for (const link of links) {
    const { pathname, hash } = new URL(link);
    assert.ok(existsSync(decodeURIComponent(pathname)), link);
    if (hash) {
      const heads = readFileSync(decodeURIComponent(pathname), 'utf8').match(/^## .*$/gm);
      assert.ok(heads.some((head) => `#${head.slice(3).toLowerCase().replaceAll(' ', '-')}` === hash), link);
    }
  }
  await tab.keyboard.press('Escape');
  same(await tab.locator('#dialog').isVisible(), false);
  await close();
});
