// The engine's two modules: one with SIMD, and its plain twin for browsers that have none.
// SPDX-License-Identifier: MIT

declare const SIMD_BASE64: string; // put in by the build
declare const PLAIN_BASE64: string;

/** A module of one function with two instructions of SIMD: a browser without them finds it invalid. */
const probe = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, // the magic number, version 1
  1, 5, 1, 96, 0, 1, 123, // a type: nothing to a vector
  3, 2, 1, 0, // a function of this type
  10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11, // its body: i32.const 0, i8x16.splat, i8x16.popcnt
);

/** The module for this browser; the plain one, too, where the address asks for it: ?plain. */
export function chosenModule(): ArrayBuffer {
  const isPlain = new URLSearchParams(location.search).has('plain') || !globalThis.WebAssembly?.validate(probe);
  const text = atob(isPlain ? PLAIN_BASE64 : SIMD_BASE64);
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;
}
