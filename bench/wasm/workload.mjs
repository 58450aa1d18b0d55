// The measurement, in one function that needs nothing around it: it is run in Node, and handed to a page of Chromium as it is.
// SPDX-License-Identifier: MIT

/**
 * Times both modules in turns, each first in every other round, `rounds` times after one that is not timed. The answers of every round
 * are compared. `modules` are { simd, plain } in base64, `tasks` the names of exports. Returns for each task the median milliseconds,
 * { simd, plain }, and the number of its answers in the last round.
 */
export async function measured({ modules, tasks, count, rounds }) {
  const load = async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    let wasm;
    const wasi_snapshot_preview1 = {
      environ_sizes_get: (...places) => {
        places.forEach((place) => new DataView(wasm.memory.buffer).setUint32(place, 0, true));
        return 0;
      },
      environ_get: () => 0,
      proc_exit: (code) => { throw new Error(`the engine stopped with code ${code}`); },
      fd_write: () => 8, fd_close: () => 8, fd_seek: () => 8, fd_fdstat_get: () => 8,
    };
    wasm = (await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1 })).instance.exports;
    wasm._initialize();
    wasm.begin(count);
    return wasm;
  };
  const engines = { simd: await load(modules.simd), plain: await load(modules.plain) };

  const results = tasks.map((task) => ({ task, simd: [], plain: [], answers: 0 }));
  for (let round = 0; round <= rounds; ++round) {
    Object.values(engines).forEach((engine) => engine.step());
    const turns = Object.entries(engines);
    if (round % 2 === 1) {
      turns.reverse();
    }
    for (const result of results) {
      const hashes = turns.map(([kernels, engine]) => {
        engine.forget();
        const before = performance.now();
        engine[result.task]();
        result[kernels][round] = performance.now() - before;
        result.answers = engine.answers();
        return engine.hash();
      });
      if (hashes[0] !== hashes[1]) {
        throw new Error(`${result.task}: with SIMD the answers are others than without`);
      }
    }
  }
  const median = (times) => times.slice(1).sort((one, other) => one - other)[rounds >> 1];
  return results.map(({ task, simd, plain, answers }) => ({ task, simd: median(simd), plain: median(plain), answers }));
}
