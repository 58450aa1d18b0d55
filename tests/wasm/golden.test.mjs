// The modules with SIMD and without have the golden hashes, in Node.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { WASI } from 'node:wasi';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../build/playground/bin');

async function load(name) {
  const wasi = new WASI({ version: 'preview1' });
  const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, name)), wasi.getImportObject());
  wasi.initialize(instance);
  return instance.exports;
}

function text(memory, place) {
  const bytes = new Uint8Array(memory.buffer, place);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

for (const [kernels, named] of [['simd', 'simd128'], ['plain', 'plain']]) {
  // promise: every-machine
  test(`the module with the kernels ${named} has the golden hashes`, async () => {
    const golden = await load(`quadrille_golden_${kernels}.wasm`);
    assert.equal(text(golden.memory, golden.kernels()), named);
    for (let life = 0; life < golden.lives(); ++life) {
      golden.live(life);
      assert.equal(golden.found_answers(), golden.wanted_answers(), `answers of life ${life}`);
      assert.equal(golden.found_order(), golden.wanted_order(), `order of life ${life}`);
    }
  });
}
