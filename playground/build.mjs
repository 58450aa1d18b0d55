// Bundles the page: style, script, worker and both engines in one file. usage: node build.mjs SIMD.wasm PLAIN.wasm OUTPUT.html
// SPDX-License-Identifier: MIT
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const mostBytes = 2_000_000;
const page = join(dirname(fileURLToPath(import.meta.url)), 'page');
const [, , simd, plain, output] = process.argv;
if (!output) {
  console.error('usage: node build.mjs SIMD.wasm PLAIN.wasm OUTPUT.html');
  process.exit(2);
}

const base64 = (file) => JSON.stringify(readFileSync(file).toString('base64'));

async function bundled(entry, define = {}) {
  const options = { bundle: true, minify: true, write: false, target: 'es2022', legalComments: 'none', define };
  const format = entry.endsWith('.ts') ? 'iife' : undefined;
  const { outputFiles } = await build({ ...options, entryPoints: [join(page, entry)], format });
  return outputFiles[0].text.trim();
}

const script = await bundled('main.ts', {
  WORKER_SOURCE: JSON.stringify(await bundled('worker.ts')),
  SIMD_BASE64: base64(simd),
  PLAIN_BASE64: base64(plain),
});
const parts = { STYLE: await bundled('style.css'), SCRIPT: script.replaceAll('</script', '<\\/script') };
const html = readFileSync(join(page, 'index.html'), 'utf8').replace(/\/\*(STYLE|SCRIPT)\*\//g, (_, name) => parts[name]);
if (html.length > mostBytes) {
  console.error(`wanted a page of at most ${mostBytes} bytes, made one of ${html.length}`);
  process.exit(1);
}
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, html);
