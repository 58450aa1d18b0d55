// A module of WebAssembly: which one this machine runs, and what it imports.
// SPDX-License-Identifier: MIT

/** A module of one function with two instructions of SIMD: an engine without them finds it invalid. */
const probe = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, // the magic number, version 1
  1, 5, 1, 96, 0, 1, 123, // a type: nothing to a vector
  3, 2, 1, 0, // a function of this type
  10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11, // its body: i32.const 0, i8x16.splat, i8x16.popcnt
);

/** Whether WebAssembly has SIMD here. */
export function hasSimd(): boolean {
  return WebAssembly.validate(probe);
}

/** What the C library imports: an environment without variables, and no way out. */
function system(memory: () => WebAssembly.Memory): Record<string, (...args: number[]) => number> {
  const badFile = 8;
  return {
    environ_sizes_get: (count = 0, size = 0) => {
      const view = new DataView(memory().buffer);
      view.setUint32(count, 0, true);
      view.setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    proc_exit: (code = 0) => { throw new Error(`the module has stopped with code ${code}`); },
    fd_write: () => badFile,
    fd_close: () => badFile,
    fd_seek: () => badFile,
    fd_fdstat_get: () => badFile,
  };
}

/** Runs a module of wasi-libc. `memory` is of how many bytes it may have at most, in a module that imports its memory. */
export async function instantiate<Exports>(
  bytes: BufferSource,
  imports: Record<string, (...args: never[]) => unknown> = {},
  memory?: WebAssembly.Memory,
): Promise<Exports> {
  let exported: { memory: WebAssembly.Memory; _initialize(): void } | undefined;
  const own = () => memory ?? (exported as { memory: WebAssembly.Memory }).memory;
  const { instance } = await WebAssembly.instantiate(bytes, {
    wasi_snapshot_preview1: system(own),
    quadrille: imports as Record<string, WebAssembly.ImportValue>,
    ...(memory ? { env: { memory } } : {}),
  });
  exported = instance.exports as unknown as NonNullable<typeof exported>;
  exported._initialize();
  return { ...instance.exports, memory: own() } as Exports;
}

/** The bytes of a module that was compressed by gzip and written in base 64. */
export async function unpacked(text: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}
