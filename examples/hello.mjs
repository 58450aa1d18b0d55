// The world in JavaScript: circles that move, who touches whom, who is near.
// SPDX-License-Identifier: MIT

// [tick
import { load, Quadtree } from 'quadrille';

await load(); // compiles the engine, once

let state = 1;
const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
const circles = Float32Array.from({ length: 3000 }, (_, at) => (at % 3 === 2 ? 0.6 : random() * 100)); // x, y, radius of each
const ways = Float32Array.from({ length: 2000 }, () => random() - 0.5);

const world = new Quadtree('circle');
world.assign(circles);
let pairs;
for (let tick = 0; tick < 10; ++tick) {
  ways.forEach((way, at) => { circles[3 * (at >> 1) + (at % 2)] += way; });
  world.sync(circles);
  pairs = world.pairs(); // two indices for each pair that touches
  pairs.forEach((index) => {
    ways[2 * index] *= -1;
    ways[2 * index + 1] *= -1;
  });
}
// tick]
console.log(`${pairs.length / 2} pairs touch`);

// [ask
const { indices, distances } = world.nearest([50, 50, 0, 0], 3); // of two places three each
const { offsets, indices: found } = world.query([40, 40, 60, 60, 0, 0, 9, 9]); // in window i: found[offsets[i]] … found[offsets[i + 1] - 1]
const ahead = world.closestHit([50, 50], [30, 0]); // what a line meets first
world.visit({ verb: 'query', areas: [40, 40, 60, 60] }, ({ index }) => index !== found[0]); // one by one; false ends it
world.dispose();
// ask]
console.log(`nearest to the middle: ${indices.subarray(0, 3)}, ${distances[0].toFixed(3)} away`);
console.log(`${offsets[1]} in the window; a line meets ${ahead.indices[0]}`);
// Prints:
// 203 pairs touch
// nearest to the middle: 735,107,65, 1.386 away
// 40 in the window; a line meets 459
