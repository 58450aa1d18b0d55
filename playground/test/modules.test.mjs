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
import { asked, nativeHashes, sizes, ticks } from './worlds.mjs';

const module = (kernels) => join(root, `../build/playground/bin/quadrille_playground_${kernels}.wasm`);
/** V8 has no SIMD of WebAssembly on processors without SSE4.1; this makes it believe that this is one. */
const withoutSimd = '--no-enable-sse4-1';

/** The page's engine, as the worker has it. */
async function engineOf(kernels) {
  const { outputFiles } = await build({ entryPoints: [join(root, 'page/engine.ts')], bundle: true, write: false, format: 'esm' });
  const { Engine } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
  return Engine.load(readFileSync(module(kernels)));
}

for (const [kernels, named] of [['simd', 'simd128'], ['plain', 'plain']]) {
  test(`in Node the module with the kernels ${named} answers as the native library does, for ${ticks} ticks`, async (context) => {
    const wanted = nativeHashes();
    if (!wanted) {
      return context.skip('QUADRILLE_PLAYGROUND_ANSWERS names no program');
    }
    const engine = await engineOf(kernels);
    for (const [number, [kind, count, size, speed, leaf, seed]] of asked.entries()) {
      engine.begin({ kind, count, sizes: sizes[size], speed, leaf, seed });
      while (engine.prepare() < 1);
      same(engine.kernels, named);
      same(`${kind} ${engine.ask({ what: 'run', ticks })}`, wanted[number], `${kind} ${count}`);
    }
  });
}

test('without SIMD only the plain module is valid', () => {
  const isValid = (kernels) => {
    const code = `WebAssembly.validate(require('fs').readFileSync(${JSON.stringify(module(kernels))}))`;
    return execFileSync(process.execPath, [withoutSimd, '-p', code], { encoding: 'utf8' }).trim();
  };
  same([isValid('plain'), isValid('simd')], ['true', 'false']);
});

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
