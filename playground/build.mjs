// Bundles the page: style, script, worker and both engines in one file. usage: node build.mjs SIMD.wasm PLAIN.wasm OUTPUT.html
// SPDX-License-Identifier: MIT
// Links go to the clone in which the page lies; QUADRILLE_REPOSITORY is where they go in a page that is published.
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const mostBytes = 700_000;
const mostLines = 15; // of code that the page shows
const page = join(dirname(fileURLToPath(import.meta.url)), 'page');
const [, , simd, plain, output] = process.argv;
if (!output) {
  console.error('usage: node build.mjs SIMD.wasm PLAIN.wasm OUTPUT.html');
  process.exit(2);
}

const packed = (file) => JSON.stringify(gzipSync(readFileSync(file), { level: 9 }).toString('base64'));

async function bundled(entry, define = {}) {
  const options = { bundle: true, minify: true, write: false, target: 'es2022', legalComments: 'none', define };
  const format = entry.endsWith('.ts') ? 'iife' : undefined;
  const { outputFiles } = await build({ ...options, entryPoints: [join(page, entry)], format });
  return outputFiles[0].text.trim();
}

/** The lines between the marks "// [code" and "// code]", at the left margin. */
function codeOf(scene) {
  const lines = readFileSync(scene, 'utf8').split('\n');
  const first = lines.findIndex((line) => line.trim() === '// [code');
  const last = lines.findIndex((line) => line.trim() === '// code]');
  const code = lines.slice(first + 1, last);
  if (first < 0 || last < 0 || code.length > mostLines) {
    console.error(`${scene}: wanted at most ${mostLines} lines between "// [code" and "// code]", found ${code.length}`);
    process.exit(1);
  }
  const margin = Math.min(...code.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  return code.map((line) => line.slice(margin)).join('\n');
}

const script = await bundled('main.ts', {
  SCENE_CODE: JSON.stringify(codeOf(join(page, '../scene_overview.cpp'))),
  REPOSITORY: JSON.stringify(process.env.QUADRILLE_REPOSITORY ?? '../..'),
  WORKER_SOURCE: JSON.stringify(await bundled('worker.ts')),
  SIMD_PACKED: packed(simd),
  PLAIN_PACKED: packed(plain),
});
const parts = { STYLE: await bundled('style.css'), SCRIPT: script.replaceAll('</script', '<\\/script') };
const html = readFileSync(join(page, 'index.html'), 'utf8').replace(/\/\*(STYLE|SCRIPT)\*\//g, (_, name) => parts[name]);
if (html.length > mostBytes) {
  console.error(`wanted a page of at most ${mostBytes} bytes, made one of ${html.length}`);
  process.exit(1);
}
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, html);
