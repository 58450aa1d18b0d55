// Worlds whose answers are compared with those of the native library.
// SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';

export const ticks = 200;
export const sizes = ['equal', 'log-normal', 'power-law'];
/** Scene, count, number of the sizes, speed, leaf capacity, seed. */
export const asked = [
  ['overview', 2000, 1, 1, 16, 1], ['collide', 3000, 1, 1, 48, 1], ['collide', 800, 2, 2, 8, 9], ['boids', 2500, 0, 1, 48, 1],
  ['torus', 2500, 0, 1, 48, 1],
  ['circles', 8000, 1, 1, 48, 1], ['light', 90, 0, 1, 48, 1], ['look', 100000, 1, 1, 48, 1], ['hunt', 2000, 1, 1, 48, 1],
  ['points', 700, 0, 1, 4, 1], ['points', 5000, 0, 3, 16, 4],
];

let hashes;
/** Of each of these its scene and the hash of the answers of all ticks; nothing where QUADRILLE_PLAYGROUND_ANSWERS names no program. */
export function nativeHashes() {
  const program = process.env.QUADRILLE_PLAYGROUND_ANSWERS;
  if (!program) {
    return undefined;
  }
  const input = asked.map((line) => `${line.join(' ')} ${ticks}\n`).join('');
  hashes ??= execFileSync(program, { input, encoding: 'utf8' }).trim().split('\n');
  return hashes;
}
