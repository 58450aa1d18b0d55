// The engine's two modules: one with SIMD, and its plain twin for browsers that have none.
// SPDX-License-Identifier: MIT
import { hasSimd } from '../../bindings/javascript/src/wasm';

declare const SIMD_PACKED: string; // put in by the build
declare const PLAIN_PACKED: string;

/** The module for this browser, as `unpacked` takes it; the plain one, too, where the address asks for it: ?plain. */
export function chosenModule(): string {
  const isPlain = new URLSearchParams(location.search).has('plain') || !globalThis.WebAssembly || !hasSimd();
  return isPlain ? PLAIN_PACKED : SIMD_PACKED;
}
