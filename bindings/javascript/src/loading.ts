// The engines that have been loaded: of float shapes, which comes with this file, or those of other files.
// SPDX-License-Identifier: MIT
import { known } from './demands.js';
import { QuadrilleError } from './errors.js';
import { Module } from './module.js';
import type { Scalar } from './types.js';
import { hasSimd, unpacked } from './wasm.js';

declare const SIMD_PACKED: string; // put in by the build

/** A file of its own: what `quadrille/double` and `quadrille/plain` have by default. */
export interface Engine {
  /** Of the trees that it has. */
  readonly scalar: Scalar;
  /** A module of WebAssembly, compressed and in base 64. */
  readonly packed: string;
}

/** What `load` loads. */
export interface LoadOptions {
  /** Another engine than that of float trees with SIMD: `import double from 'quadrille/double'`, or `'quadrille/plain'`. */
  engine?: Engine;
  /** How many bytes all trees of this scalar and their answers may take; 4 GiB is the most that there is. */
  maxMemory?: number;
}

const leastMemory = 2 ** 21; // what an engine begins with

const loaded = new Map<Scalar, Promise<Module>>();
const modules = new Map<Scalar, Module>();

/**
 * Compiles the engine: once, before the first tree. Further calls for the same scalar return at once, and their options do not count.
 *
 * Trees in 'float32' run kernels with SIMD, which browsers have had since 2023. Where a machine has none, `quadrille/plain` has their plain
 * twins; trees in 'float64' run those of `quadrille/double`, which has no SIMD. Answers are the same.
 */
export async function load(options: LoadOptions = {}): Promise<void> {
  const { engine, maxMemory } = known(options, ['engine', 'maxMemory'], 'load');
  if (engine !== undefined && (typeof engine?.packed !== 'string' || (engine.scalar !== 'float32' && engine.scalar !== 'float64'))) {
    throw new QuadrilleError(`wanted the engine of 'quadrille/double' or 'quadrille/plain', found ${JSON.stringify(engine)}`);
  }
  if (maxMemory !== undefined && !(maxMemory >= leastMemory && maxMemory <= 2 ** 32)) {
    throw new QuadrilleError(`wanted a maxMemory of ${leastMemory} to ${2 ** 32} bytes, found ${String(maxMemory)}`);
  }
  if (engine === undefined && !hasSimd()) {
    throw new QuadrilleError("wanted WebAssembly with SIMD, found it without; `import plain from 'quadrille/plain'`, `await load({ engine: plain })`");
  }
  const scalar = engine?.scalar ?? 'float32';
  if (!loaded.has(scalar)) {
    const module = unpacked(engine?.packed ?? SIMD_PACKED).then((bytes) => Module.of(bytes, maxMemory));
    loaded.set(scalar, module);
    module.catch(() => loaded.delete(scalar));
  }
  modules.set(scalar, await (loaded.get(scalar) as Promise<Module>));
}

export function moduleOf(scalar: Scalar): Module {
  const own = modules.get(scalar);
  if (!own) {
    const how = scalar === 'float32' ? 'await load()' : "await load({ engine: double })";
    const from = scalar === 'float32' ? '' : " (`import double from 'quadrille/double'`)";
    throw new QuadrilleError(`wanted \`${how}\`${from} before the first tree in ${scalar}, found none`);
  }
  return own;
}
