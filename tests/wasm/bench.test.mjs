// The benchmark of WebAssembly: each task is timed with SIMD and without, and has answers, the same ones.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { measured } from '../../bench/wasm/workload.mjs';

const base64 = (kernels) =>
  readFileSync(new URL(`../../build/playground/bin/quadrille_bench_wasm_${kernels}.wasm`, import.meta.url)).toString('base64');
const modules = { simd: base64('simd'), plain: base64('plain') };
const changes = ['sync', 'assign'];
const queries = ['pairs', 'few', 'many', 'nearest', 'nearest_8', 'rays'];

// promise: bench-answers
test('every task is timed with SIMD and without, and the answers are the same', async () => {
  const results = await measured({ modules, tasks: [...changes, ...queries], count: 3000, rounds: 3 });
  assert.deepEqual(results.map(({ task }) => task), [...changes, ...queries]);
  for (const { task, simd, plain, answers } of results) {
    assert.ok(simd >= 0 && plain >= 0 && answers > 0 === queries.includes(task), `${task}: ${simd} ${plain} ${answers}`);
  }
});
