// Makes the package of three modules of WebAssembly. usage: node bundle.mjs SIMD.wasm PLAIN.wasm DOUBLE.wasm
// SPDX-License-Identifier: MIT
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [, , simd, plain, double] = process.argv;
if (!double) {
  console.error('usage: node bundle.mjs SIMD.wasm PLAIN.wasm DOUBLE.wasm');
  process.exit(2);
}
const dist = join(here, 'dist');
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);

/**
 * Without what only debuggers read, functions in the order of their use, which compresses better; then in base 64.
 * zopfli finds shorter gzip than zlib does.
 */
function packed(wasm) {
  const features = ['simd', 'bulk-memory', 'sign-ext', 'nontrapping-float-to-int', 'mutable-globals'];
  const small = join(dist, 'small.wasm');
  execFileSync('wasm-opt', [...features.map((one) => `--enable-${one}`), '-Oz', '--reorder-functions', wasm, '-o', small]);
  const text = execFileSync('zopfli', ['-c', small]).toString('base64');
  rmSync(small);
  return JSON.stringify(text);
}

// REUSE-IgnoreStart
const head = '// quadrille: a quadtree for things that move. SPDX-License-Identifier: MIT\n';
// REUSE-IgnoreEnd
for (const [name, scalar, wasm] of [['plain', 'float32', plain], ['double', 'float64', double]]) {
  writeFileSync(join(dist, `${name}.js`), `${head}export default { scalar: '${scalar}', packed: ${packed(wasm)} };\n`);
  writeFileSync(join(dist, `${name}.d.ts`), `${head}import type { Engine } from './loading.js';\ndeclare const engine: Engine;\nexport default engine;\n`);
}
await build({
  entryPoints: [join(here, 'src/index.ts')],
  outfile: join(dist, 'quadrille.js'),
  bundle: true,
  minify: true,
  lineLimit: 1000, // Node prints the whole line that throws, above the message
  keepNames: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
  banner: { js: head.trim() },
  define: { SIMD_PACKED: packed(simd) },
});
execFileSync(join(here, 'node_modules/.bin/tsc'), ['-p', here]);
cpSync(join(here, '../../LICENSE'), join(here, 'LICENSE')); // `npm pack` takes it from here

