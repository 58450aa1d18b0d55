// Prints the milliseconds of each task in Node and in Chromium, with SIMD and without. usage: node measure.mjs [FOLDER_OF_MODULES]
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measured } from './workload.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = process.argv[2] ?? join(root, 'build/playground/bin');
const base64 = (kernels) => readFileSync(join(folder, `quadrille_bench_wasm_${kernels}.wasm`)).toString('base64');
const names = {
  sync: 'sync of boxes', pairs: 'all pairs', few: '10,000 windows of 2 hits', many: '10,000 windows of 70 hits',
  rays: '10,000 rays of 29 hits', assign: 'assign of points', nearest: '10,000 nearest points', nearest_8: '10,000 nearest 8',
};
const asked = { modules: { simd: base64('simd'), plain: base64('plain') }, tasks: Object.keys(names), count: 100_000, rounds: 41 };

function print(engine, results) {
  console.log(`${engine.padEnd(28)} answers    SIMD   plain   plain / SIMD`);
  for (const { task, simd, plain, answers } of results) {
    const times = [simd, plain].map((time) => time.toFixed(2).padStart(8)).join('');
    console.log(`  ${names[task].padEnd(26)}${String(answers).padStart(8)}${times}${(plain / simd).toFixed(2).padStart(15)}`);
  }
}

async function inChromium() {
  const { chromium } = createRequire(join(root, 'playground/package.json'))('playwright-core');
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, headless: true, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const tab = await browser.newPage();
    return [`Chromium ${browser.version()}`, await tab.evaluate(measured, asked)];
  } finally {
    await browser.close();
  }
}

const processor = cpus()[0]?.model ?? 'an unknown processor';
console.log(`${asked.count.toLocaleString('en')} boxes, or points, on ${processor}; medians of ${asked.rounds} rounds, milliseconds`);
print(`Node ${process.versions.node}`, await measured(asked));
print(...(await inChromium()));
