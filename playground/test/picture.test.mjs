// The picture in README is that of the page as it is: `PICTURE=write node --test playground/test/picture.test.mjs` makes it anew.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { drawn, open, root } from './support.mjs';

const picture = join(dirname(root), 'docs/pictures/playground.png');

/** The share of pixels that differ so much that one sees it; 1 where the sizes differ. In the page, which can decode pictures. */
const shareOfOthers = (tab, ...pictures) => tab.evaluate(async (texts) => {
  const [one, other] = await Promise.all(texts.map(async (text) => {
    const bytes = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  }));
  if (one.width !== other.width || one.height !== other.height) {
    return 1;
  }
  let others = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    others += [0, 1, 2].some((channel) => Math.abs(one.data[at + channel] - other.data[at + channel]) > 40) ? 1 : 0;
  }
  return others / (one.width * one.height);
}, pictures.map((each) => each.toString('base64')));

test('the picture in README is that of the page', async () => {
  const { tab, close } = await open('overview&paused=1', { scale: 0.75 });
  for (let tick = 0; tick < 20; ++tick) { // the times of the first ones are those of a machine that begins
    await drawn(tab, () => tab.keyboard.press('.'));
  }
  const now = await tab.screenshot();
  if (process.env.PICTURE === 'write') {
    await writeFile(picture, now);
  }
  const others = await shareOfOthers(tab, await readFile(picture), now);
  assert.ok(others < 0.02, `${(100 * others).toFixed(1)} % of its pixels are others: PICTURE=write makes it anew`);
  await close();
});
