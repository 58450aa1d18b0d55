// The modules that have been loaded: float shapes, which come with this file, and double shapes, which are a file of their own.
// SPDX-License-Identifier: MIT
import { known } from './demands.js';
import { QuadrilleError } from './errors.js';
import { Module } from './module.js';
import type { Scalar } from './types.js';
import { hasSimd, unpacked } from './wasm.js';

declare const SIMD_PACKED: string; // put in by the build

/** What `load` loads. */
export interface LoadOptions {
  /** Of the trees that are to be made: 'float32', or 'float64', for which another file is loaded. */
  scalar?: Scalar;
  /** How many bytes all trees of this scalar and their answers may take; 4 GiB is the most that there is. */
  maxMemory?: number;
  /** Without SIMD, also where there is SIMD; to compare. */
  plain?: boolean;
}

const leastMemory = 2 ** 21; // what an engine begins with

const loaded = new Map<Scalar, Promise<Module>>();
const modules = new Map<Scalar, Module>();

async function packedModule(scalar: Scalar, isPlain: boolean): Promise<string> {
  if (scalar === 'float64') {
    return ((await import('./double.js')) as { packed: string }).packed;
  }
  return isPlain ? ((await import('./plain.js')) as { packed: string }).packed : SIMD_PACKED;
}

/**
 * Compiles the engine: once, before the first tree. Further calls for the same scalar return at once, and their options do not count.
 *
 * A tree in 'float32' runs kernels with SIMD where the machine has it, and those of a plain twin elsewhere, which is loaded from
 * `plain.js`; one in 'float64' those of `double.js`, which have none. Answers are the same.
 */
export async function load(options: LoadOptions = {}): Promise<void> {
  const { scalar = 'float32', maxMemory, plain = false } = known(options, ['scalar', 'maxMemory', 'plain'], 'load');
  if (scalar !== 'float32' && scalar !== 'float64') {
    throw new QuadrilleError(`wanted the scalar 'float32' or 'float64', found ${String(scalar)}`);
  }
  if (maxMemory !== undefined && !(maxMemory >= leastMemory && maxMemory <= 2 ** 32)) {
    throw new QuadrilleError(`wanted a maxMemory of ${leastMemory} to ${2 ** 32} bytes, found ${String(maxMemory)}`);
  }
  if (!loaded.has(scalar)) {
    const module = packedModule(scalar, plain || !hasSimd()).then(async (packed) => Module.of(await unpacked(packed), maxMemory));
    loaded.set(scalar, module);
    module.catch(() => loaded.delete(scalar));
  }
  modules.set(scalar, await (loaded.get(scalar) as Promise<Module>));
}

export function moduleOf(scalar: Scalar): Module {
  const own = modules.get(scalar);
  if (!own) {
    const how = scalar === 'float32' ? 'await load()' : "await load({ scalar: 'float64' })";
    throw new QuadrilleError(`wanted \`${how}\` before the first tree in ${scalar}, found none`);
  }
  return own;
}
