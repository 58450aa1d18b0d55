// Everyone can use it: by keyboard, by screen reader, by finger, on a small screen, in dark and light.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { drawn, frames, kinds, open, same, settled } from './support.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page as it is now, once colors have faded to what they are going to be. */
async function faults(tab) {
  await tab.evaluate(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)));
  await tab.evaluate(axe);
  const { violations } = await tab.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`));
}

for (const kind of kinds) {
  const world = kind === 'look' ? 'look&n=20000' : kind;

  test(`${kind}: axe finds nothing, in dark and light, wide and narrow`, async () => {
    const { tab, close } = await open(`${world}&counters=1`);
    await frames(tab, 3);
    for (const width of [1280, 320]) {
      await tab.setViewportSize({ width, height: 700 });
      for (const scheme of ['dark', 'light']) {
        await tab.emulateMedia({ colorScheme: scheme });
        await tab.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, scheme);
        await settled(tab);
        same(await faults(tab), [], `${scheme} ${width}`);
      }
    }
    await close();
  });

  test(`${kind}: targets are 40 pixels wide and high, nothing runs out of 320 pixels, every control has a name`, async () => {
    const { tab, close } = await open(`${world}&paused=1`, { width: 320, height: 640, touch: true });
    await tab.locator('#fold').click();
    await settled(tab);
    const targets = await tab.evaluate(() => [...document.querySelectorAll('button, a, input, label:has(input)')]
      .filter((each) => each.getClientRects().length > 0 && !(each.localName === 'input' && ['radio', 'checkbox'].includes(each.type)))
      .map((each) => {
        const { width, height } = each.getBoundingClientRect();
        return { name: each.id || each.textContent || each.name, width, height };
      }));
    assert.ok(targets.length > 15);
    same(targets.filter(({ width, height }) => Math.round(width) < 40 || Math.round(height) < 40), []);
    same(await tab.evaluate(() => [document.documentElement.scrollWidth, document.getElementById('panel').scrollWidth]), [320, 320]);
    const session = await tab.context().newCDPSession(tab);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const controls = nodes.filter(({ role, ignored }) => !ignored && ['button', 'slider', 'checkbox', 'radio', 'switch', 'link', 'spinbutton'].includes(role?.value));
    assert.ok(controls.length > 15);
    for (const { role, name, value, properties } of controls) {
      assert.ok(name?.value, `a ${role.value} without a name`);
      const told = value?.value ?? properties.find((each) => ['checked', 'valuetext', 'focusable'].includes(each.name))?.value.value;
      assert.notEqual(told, undefined, `${role.value} ${name.value} tells no value`);
    }
    for (const slider of await tab.locator('input[type="range"]').all()) {
      assert.match(await slider.getAttribute('aria-valuetext'), /\d.* [a-z]/, 'a value with its unit');
    }
    await close();
  });
}

test('dialogs and notes: axe finds nothing there either', async () => {
  for (const scheme of ['dark', 'light']) {
    const { tab, close } = await open('overview&n=abc&paused=1', { scheme });
    same(await faults(tab), []);
    await tab.locator('#code').click();
    same(await faults(tab), []);
    await tab.keyboard.press('Escape');
    await tab.keyboard.press('?');
    same(await faults(tab), []);
    await close();
  }
});

test('shortcuts work after a click on any control, and while it has the focus', async () => {
  const { tab, close } = await open('collide&n=200&paused=1');
  const state = (name) => tab.evaluate((key) => playground.state[key], name);
  for (const control of ['#step', '#fit', 'input[name="cells"]', 'input[name="count"]', 'input[name="speed"]', 'input[value="equal"]']) {
    await tab.locator(control).click();
    const [cells, paused] = [await state('cells'), await state('paused')];
    await tab.keyboard.press('c');
    same(await state('cells'), !cells, control);
    await tab.keyboard.press(' ');
    same(await state('paused'), !paused, `${control}: space`);
    await tab.keyboard.press(' ');
  }
  await tab.locator('input[name="seed"]').click();
  await tab.keyboard.press('c');
  await tab.keyboard.press('7');
  same(await state('kind'), 'collide', 'a number is being typed');
  await tab.locator('#scenes a', { hasText: 'Boids' }).click();
  await tab.waitForFunction(() => playground.state.kind === 'boids');
  await tab.keyboard.press('c');
  same(await state('cells'), true);
  await close();
});

test('by Tab alone: each control is reached, its focus is seen, space and arrows are its own', async () => {
  const { tab, close } = await open('overview&paused=1');
  const reached = new Set();
  await tab.locator('#stage').focus();
  for (let press = 0; press < 45; ++press) {
    await tab.keyboard.press('Tab');
    const at = await tab.evaluate(() => {
      const focused = document.activeElement;
      const shown = focused.closest('label:has(:focus-visible)') ?? focused;
      const style = getComputedStyle(shown);
      return focused === document.body ? undefined
        : { name: focused.id || focused.name || focused.textContent, outline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 };
    });
    if (at) {
      reached.add(at.name);
      assert.ok(at.outline, `the focus of ${at.name} is not seen`);
    }
  }
  for (const name of ['pane', 'corner', 'Points', 'force', 'steps', 'code', 'count', 'sizes', 'speed', 'leaf', 'seed', 'cells', 'pause', 'help']) {
    assert.ok(reached.has(name), `${name} is not reached: ${[...reached]}`);
  }
  await tab.locator('#pause').focus();
  await tab.keyboard.press(' ');
  same(await tab.evaluate(() => [playground.state.paused, document.activeElement.id]), [false, 'pause'], 'pressed once; the focus stays');
  same(await tab.locator('#pause').getAttribute('aria-label'), 'Pause (space)');
  await close();
});

test('? lists the keys, and each of them does something', async () => {
  const { tab, close } = await open('overview&paused=1');
  await tab.keyboard.press('?');
  const listed = await tab.locator('#dialog kbd').allInnerTexts();
  for (const key of ['space', '.', 'r', '1', '9', '←', '+', '-', 'f', 'x', 'c', 'b', 'h', 'n', 't', '?']) {
    assert.ok(listed.includes(key), `${key} is not listed: ${listed}`);
  }
  await tab.keyboard.press('c');
  same(await tab.evaluate(() => playground.state.cells), true, 'the page below rests');
  await tab.keyboard.press('Escape');
  await drawn(tab, () => tab.keyboard.press('c'));
  same(await tab.evaluate(() => playground.state.cells), false);
  await close();
});
