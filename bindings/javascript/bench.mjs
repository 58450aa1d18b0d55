// Compares with rbush, flatbush, kdbush and d3-quadtree, after the answers have been compared. usage: node bench.mjs [COUNT…]
// SPDX-License-Identifier: MIT
import { quadtree as d3Quadtree } from 'd3-quadtree';
import Flatbush from 'flatbush';
import KDBush from 'kdbush';
import RBush from 'rbush';
import assert from 'node:assert/strict';
import { cpus } from 'node:os';
import { Flatbush as OwnFlatbush, load, Quadtree, RBush as OwnRBush } from 'quadrille';

await load();
const counts = process.argv.slice(2).map(Number);
const rounds = 15;
const questions = 2000;

let state = 1;
const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
const floats = (length, make) => Float32Array.from({ length }, make);

/** The least of some rounds, those of all contestants in turn. Rows are { name: function }. */
function times(contestants) {
  const least = Object.fromEntries(Object.keys(contestants).map((name) => [name, Infinity]));
  for (let round = 0; round < rounds; ++round) {
    for (const [name, work] of Object.entries(contestants)) {
      const before = performance.now();
      work();
      least[name] = Math.min(least[name], performance.now() - before);
    }
  }
  return least;
}
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

function row(count, name, contestants, answers) {
  const [own, ...others] = Object.keys(contestants);
  const told = Object.entries(answers ?? {}).map(([, answer]) => answer());
  told.forEach((one) => assert.deepEqual(one, told[0], name));
  const found = times(contestants);
  const ratios = others.map((other) => `${other} ${(found[other] / found[own]).toFixed(1)}`).join(', ');
  console.log(`${String(count).padStart(7)}  ${name.padEnd(42)} ${found[own].toFixed(2).padStart(9)} ms   ${ratios}`);
  const lost = others.filter((other) => found[other] < found[own]);
  return lost.map((other) => `${count} ${name}: ${other}`);
}

console.log(`${cpus()[0].model}, Node ${process.versions.node}. How many times as long others take:`);
const lost = [];
for (const count of counts.length > 0 ? counts : [1000, 10_000, 100_000]) {
  const side = Math.sqrt(count) * 10;
  const boxes = floats(4 * count, () => 0);
  for (let at = 0; at < boxes.length; at += 4) {
    const [x, y] = [random() * side, random() * side];
    boxes.set([x, y, x + 1 + random() * 6, y + 1 + random() * 6], at);
  }
  const items = () => Array.from({ length: count }, (_, id) => ({ id, minX: boxes[4 * id], minY: boxes[4 * id + 1], maxX: boxes[4 * id + 2], maxY: boxes[4 * id + 3] }));
  const windows = floats(4 * questions, () => 0);
  const places = floats(2 * questions, () => random() * side);
  for (let at = 0; at < windows.length; at += 4) {
    const [x, y] = [random() * side, random() * side];
    windows.set([x, y, x + 40, y + 40], at);
  }
  const eachWindow = (use) => {
    for (let at = 0; at < windows.length; at += 4) {
      use(windows[at], windows[at + 1], windows[at + 2], windows[at + 3]);
    }
  };

  const tree = new Quadtree('box');
  const points = new Quadtree('point');
  const corners = floats(2 * count, (_, at) => boxes[4 * (at >> 1) + (at % 2)]);
  const makeFlatbush = (Maker) => {
    const made = new Maker(count);
    for (let at = 0; at < boxes.length; at += 4) {
      made.add(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
    }
    made.finish();
    return made;
  };
  const makeKDBush = () => {
    const made = new KDBush(count);
    for (let at = 0; at < corners.length; at += 2) {
      made.add(corners[at], corners[at + 1]);
    }
    return made.finish();
  };
  const makeD3 = () => d3Quadtree(Array.from({ length: count }, (_, index) => [corners[2 * index], corners[2 * index + 1], index]));
  let listed = items();
  lost.push(...row(count, 'build, boxes', {
    quadrille: () => tree.assign(boxes), flatbush: () => makeFlatbush(Flatbush), rbush: () => new RBush().load(listed),
  }));
  lost.push(...row(count, 'build, points', { quadrille: () => points.assign(corners), kdbush: makeKDBush, 'd3-quadtree': makeD3 }));

  const flatbush = makeFlatbush(Flatbush);
  const rbush = new RBush().load(listed);
  const kdbush = makeKDBush();
  const d3 = makeD3();
  const counted = (search) => {
    let total = 0;
    eachWindow((...window) => { total += search(...window).length; });
    return total;
  };
  const search = {
    quadrille: () => tree.query(windows).indices.length,
    flatbush: () => counted((...window) => flatbush.search(...window)),
    rbush: () => counted((minX, minY, maxX, maxY) => rbush.search({ minX, minY, maxX, maxY })),
  };
  lost.push(...row(count, `${questions} windows`, search, search));
  const k = 8;
  const eachPlace = (use) => {
    let total = 0;
    for (let at = 0; at < places.length; at += 2) {
      total += use(places[at], places[at + 1]);
    }
    return total;
  };
  const gap = (x, y) => (index) => Math.hypot(
    Math.max(0, boxes[4 * index] - x, x - boxes[4 * index + 2]), Math.max(0, boxes[4 * index + 1] - y, y - boxes[4 * index + 3]));
  lost.push(...row(count, `${k} nearest of ${questions}`, {
    quadrille: () => tree.nearest(places, k), flatbush: () => eachPlace((x, y) => flatbush.neighbors(x, y, k).length),
  }, {
    quadrille: () => Math.round(1000 * sum(tree.nearest(places, k).distances)),
    flatbush: () => Math.round(1000 * eachPlace((x, y) => sum(flatbush.neighbors(x, y, k).map(gap(x, y))))),
  }));
  const discs = floats(3 * questions, (_, at) => (at % 3 === 2 ? 20 : places[2 * Math.floor(at / 3) + (at % 3)]));
  const within = {
    quadrille: () => points.query(discs, { form: 'circle' }).indices.length, kdbush: () => eachPlace((x, y) => kdbush.within(x, y, 20).length),
  };
  lost.push(...row(count, `${questions} circles, points`, within, within));
  lost.push(...row(count, `the nearest of ${questions}, points`, {
    quadrille: () => points.nearest(places), 'd3-quadtree': () => eachPlace((x, y) => d3.find(x, y)[2]),
  }, {
    quadrille: () => sum(Array.from(points.nearest(places).indices)), 'd3-quadtree': () => eachPlace((x, y) => d3.find(x, y)[2]),
  }));

  // One call after the other: each library in its best form, and the drop-ins beside what they replace.
  const into = new Uint32Array(count);
  const ownRBush = new OwnRBush().load(listed);
  const ownFlatbush = makeFlatbush(OwnFlatbush);
  const compare = (name, contestants) => lost.push(...row(count, name, contestants, contestants));
  for (const wide of [8, 80, 640].filter((one) => one < side)) {
    const name = `${questions} calls, windows of ${wide}`;
    const byBox = (own) => () => eachPlace((x, y) =>
      own.search({ minX: x, minY: y, maxX: x + wide, maxY: y + wide }).length);
    const byNumbers = (own) => () => eachPlace((x, y) => own.search(x, y, x + wide, y + wide).length);
    compare(name, {
      quadrille: () => eachPlace((x, y) => tree.search(x, y, x + wide, y + wide, into)),
      flatbush: byNumbers(flatbush), rbush: byBox(rbush),
    });
    compare(`${name}, drop-in`, { Flatbush: byNumbers(ownFlatbush), flatbush: byNumbers(flatbush) });
    compare(`${name}, drop-in`, { RBush: byBox(ownRBush), rbush: byBox(rbush) });
  }
  for (const most of [1, 8]) {
    const byNumbers = (own) => () => eachPlace((x, y) => own.neighbors(x, y, most).length);
    compare(`${questions} calls, ${most} nearest`, {
      quadrille: () => eachPlace((x, y) => tree.neighbors(x, y, most, into)), flatbush: byNumbers(flatbush),
    });
    compare(`${questions} calls, ${most} nearest, drop-in`, {
      Flatbush: byNumbers(ownFlatbush), flatbush: byNumbers(flatbush),
    });
  }
  compare(`${questions} calls, circles, points`, {
    quadrille: () => eachPlace((x, y) => points.searchWithin(x, y, 20, into)), kdbush: within.kdbush,
  });
  const changeRBush = (own) => () => eachPlace((x, y) => {
    const item = { minX: x, minY: y, maxX: x + 4, maxY: y + 4 };
    own.insert(item);
    own.remove(item);
    return 1;
  });
  compare(`${questions} calls, insert and erase`, {
    quadrille: () => eachPlace((x, y) => { tree.erase(tree.insert(x, y, x + 4, y + 4)); return 1; }),
    rbush: changeRBush(rbush),
  });
  compare(`${questions} calls, insert and erase, points`, {
    quadrille: () => eachPlace((x, y) => { points.erase(points.insert(x, y)); return 1; }),
    'd3-quadtree': () => eachPlace((x, y) => {
      const one = [x, y, count];
      d3.add(one);
      d3.remove(one);
      return 1;
    }),
  });
  compare(`${questions} calls, insert and remove, drop-in`, {
    RBush: changeRBush(ownRBush), rbush: changeRBush(rbush),
  });
  const used = (own) => { own.dispose?.(); return count; };
  compare('build, drop-in', {
    Flatbush: () => used(makeFlatbush(OwnFlatbush)), flatbush: () => used(makeFlatbush(Flatbush)),
  });
  compare('load, drop-in', {
    RBush: () => used(new OwnRBush().load(listed)), rbush: () => used(new RBush().load(listed)),
  });

  // A frame: all move, and who touches whom is found.
  tree.assign(boxes); // without the index of the item that came and went
  const ways = floats(2 * count, () => random() - 0.5);
  const moved = () => {
    for (let at = 0; at < boxes.length; at += 4) {
      boxes[at] += ways[at >> 1];
      boxes[at + 2] += ways[at >> 1];
      boxes[at + 1] += ways[(at >> 1) + 1];
      boxes[at + 3] += ways[(at >> 1) + 1];
    }
  };
  const touching = (found) => {
    let total = 0;
    for (let at = 0; at < boxes.length; at += 4) {
      total += found(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
    }
    return (total - count) / 2;
  };
  const frame = {
    quadrille: () => { tree.sync(boxes); return tree.pairs().length / 2; },
    flatbush: () => { const made = makeFlatbush(Flatbush); return touching((...box) => made.search(...box).length); },
    rbush: () => {
      listed = items();
      const made = new RBush().load(listed);
      return touching((minX, minY, maxX, maxY) => made.search({ minX, minY, maxX, maxY }).length);
    },
  };
  moved();
  lost.push(...row(count, 'a frame: all move, all pairs', Object.fromEntries(Object.entries(frame).map(([name, work]) => [name, () => { moved(); work(); }])), frame));
}
if (lost.length > 0) {
  console.log(`slower than: ${lost.join('; ')}`);
  process.exitCode = 1;
}
