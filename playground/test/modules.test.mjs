// The two modules of the page: in Node both answer as the native library does, and a browser without SIMD runs the plain one.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { ask, launching, open, page, ready, root, same } from './support.mjs';

const module = (kernels) => join(root, `../build/playground/bin/quadrille_playground_${kernels}.wasm`);
/** V8 has no SIMD of WebAssembly on processors without SSE4.1; this makes it believe that this is one. */
const withoutSimd = '--no-enable-sse4-1';

/** The page's engine, as the worker has it. */
async function engineOf(kernels) {
  const { outputFiles } = await build({ entryPoints: [join(root, 'page/engine.ts')], bundle: true, write: false, format: 'esm' });
  const { Engine } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
  return Engine.load(readFileSync(module(kernels)));
}

/** Scene, count, number of the sizes, speed, leaf capacity, seed. */
const worlds = [
  ['overview', 2000, 1, 1, 16, 1], ['collide', 3000, 1, 1, 48, 1], ['collide', 800, 2, 2, 8, 9], ['boids', 2500, 0, 1, 48, 1],
  ['torus', 2500, 0, 1, 48, 1],
  ['circles', 8000, 1, 1, 48, 1], ['light', 90, 0, 1, 48, 1], ['look', 100000, 1, 1, 48, 1], ['hunt', 2000, 1, 1, 48, 1],
  ['points', 700, 0, 1, 4, 1], ['points', 5000, 0, 3, 16, 4],
];
const sizesOfAll = ['equal', 'log-normal', 'power-law'];
const ticks = 200;

for (const [kernels, named] of [['simd', 'simd128'], ['plain', 'plain']]) {
  // promise: every-machine
  test(`in Node the module with the kernels ${named} answers as the native library does, for ${ticks} ticks`, async (context) => {
    const program = process.env.QUADRILLE_PLAYGROUND_ANSWERS;
    if (!program) {
      return context.skip('QUADRILLE_PLAYGROUND_ANSWERS names no program');
    }
    const input = worlds.map((world) => `${world.join(' ')} ${ticks}\n`).join('');
    const wanted = execFileSync(program, { input, encoding: 'utf8' }).trim().split('\n');
    const engine = await engineOf(kernels);
    same(worlds.map(([kind, count, sizes, speed, leaf, seed]) => {
      engine.begin({ kind, count, sizes: sizesOfAll[sizes], speed, leaf, seed });
      while (engine.prepare() < 1);
      same(engine.kernels, named);
      return `${kind} ${engine.ask({ what: 'run', ticks })}`; // the hash of all answers
    }), wanted);
  });
}

// promise: playground
test('a browser without SIMD runs the plain module, and so does any other that is told to', async () => {
  const { tab, close } = await open('collide&n=300&paused=1', { query: '?plain' });
  same(await tab.evaluate(() => playground.kernels), 'plain');
  const wanted = await ask(tab, { what: 'run', ticks: 20 });
  await close();

  const old = await chromium.launch({ ...launching, args: [...launching.args, `--js-flags=${withoutSimd}`] });
  try {
    const other = await old.newPage();
    await other.goto(`${page}#collide&n=300&paused=1`);
    await ready(other);
    same(await other.evaluate(() => playground.kernels), 'plain');
    same(await ask(other, { what: 'run', ticks: 20 }), wanted);
  } finally {
    await old.close();
  }
});
