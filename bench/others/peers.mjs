// The rows of a JavaScript peer: `peers.mjs PACKAGE NAME FOLDER float|double` prints a line of JSON for each.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [home, name, folder, scalar] = process.argv.slice(2);
const { version, module, main } = JSON.parse(readFileSync(`${home}/package.json`));
const { default: Tree } = await import(pathToFileURL(`${home}/${module ?? main}`));
const ArrayType = scalar === 'float' ? Float32Array : Float64Array;

const read = (what) => new Float64Array(new Uint8Array(readFileSync(`${folder}/${what}.f64`)).buffer);
const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

/** The results of `of(place, index)`, for each `width` numbers of an array. */
function each(array, width, of) {
    const found = new Array(array.length / width);
    for (let i = 0; i < found.length; ++i) found[i] = of(i * width, i);
    return found;
}

function timed(work) {
    const before = performance.now();
    const answer = work();
    return [performance.now() - before, answer];
}

/** A row of a second or more is measured once, others are medians of three after one to warm up. */
function measured(work) {
    const [first, answer] = timed(work);
    return [first >= 1000 ? first : median([1, 2, 3].map(() => timed(work)[0])), answer];
}

/** What a peer does with boxes, of which those of points have no size: `id` is that of a hit, `nearest` not all can. */
const peers = {
    flatbush: {
        shapes: ['boxes', 'points'],
        build(b) {
            const tree = new Tree(b.length / 4, 16, ArrayType);
            for (let i = 0; i < b.length; i += 4) tree.add(b[i], b[i + 1], b[i + 2], b[i + 3]);
            tree.finish();
            return tree;
        },
        window: (tree, x0, y0, x1, y1) => tree.search(x0, y0, x1, y1),
        nearest: (tree, x, y, k) => tree.neighbors(x, y, k),
        id: (hit) => hit,
    },
    rbush: {
        shapes: scalar === 'float' ? [] : ['boxes', 'points'],
        build: (b) =>
            new Tree().load(
                each(b, 4, (i, id) => ({ minX: b[i], minY: b[i + 1], maxX: b[i + 2], maxY: b[i + 3], id })),
            ),
        window: (tree, minX, minY, maxX, maxY) => tree.search({ minX, minY, maxX, maxY }),
        id: (hit) => hit.id,
    },
    kdbush: {
        shapes: ['points'],
        build(b) {
            const tree = new Tree(b.length / 4, 64, ArrayType);
            for (let i = 0; i < b.length; i += 4) tree.add(b[i], b[i + 1]);
            return tree.finish();
        },
        window: (tree, x0, y0, x1, y1) => tree.range(x0, y0, x1, y1),
        id: (hit) => hit,
    },
};

function pairs(peer, tree, b) {
    const found = [];
    for (let i = 0; i < b.length; i += 4) {
        for (const hit of peer.window(tree, b[i], b[i + 1], b[i + 2], b[i + 3])) {
            if (peer.id(hit) > i / 4) found.push(i / 4, peer.id(hit));
        }
    }
    return found;
}

/** The number of the hits, and the sum of what `of(hit, question)` makes of each. */
function answers(found, of) {
    const sum = [0, 0];
    for (const [question, hits] of found.entries()) {
        for (const hit of hits) sum[0] += 1, sum[1] += of(hit, question);
    }
    return sum;
}
const answersOfPairs = (found) =>
    answers([each(found, 2, (i) => i)], (i) => ((found[i] + 1) * (found[i + 1] + 1)) % 1000003);

function rows(peer, shape) {
    const say = (row, time, count, answers) => {
        const ns = (time * 1e6) / count;
        console.log(JSON.stringify({ subject: name, version, row: `${shape}: ${row}`, ns, answers }));
    };
    const items = read(shape);
    const flat = () => Float64Array.from({ length: items.length * 2 }, (_, i) => items[(i >> 2) * 2 + (i & 1)]);
    const boxes = shape === 'boxes' ? items : flat();
    const count = boxes.length / 4;
    const [building, tree] = measured(() => peer.build(boxes));
    say('build', building, count, [count, 0]);
    for (const size of [2, 70, 4000]) {
        const w = read(`${shape}${size}`);
        const [time, found] = measured(() => each(w, 4, (i) => peer.window(tree, w[i], w[i + 1], w[i + 2], w[i + 3])));
        const weighed = (hit, question) => ((question % 1024) + 1) * (peer.id(hit) + 1);
        say(`windows of ${size}`, time, found.length, answers(found, weighed));
    }
    const at = read('places');
    for (const k of shape === 'points' && peer.nearest ? [1, 8] : []) {
        const [time, found] = measured(() => each(at, 2, (i) => peer.nearest(tree, at[i], at[i + 1], k)));
        const apart = (hit, q) => (items[2 * hit] - at[2 * q]) ** 2 + (items[2 * hit + 1] - at[2 * q + 1]) ** 2;
        say(`nearest ${k}`, time, found.length, answers(found, apart));
    }
    if (shape === 'boxes') {
        const [time, found] = measured(() => pairs(peer, tree, boxes));
        say('pairs', time, count, answersOfPairs(found));
        const moves = read('moves');
        const ticks = each(moves, boxes.length, (i) => {
            const moved = moves.subarray(i, i + boxes.length);
            const [time, found] = timed(() => pairs(peer, peer.build(moved), moved));
            return [time, answersOfPairs(found)];
        });
        const sum = [0, 1].map((which) => ticks.reduce((all, [, found]) => all + found[which], 0));
        say('tick', median(ticks.slice(2).map(([time]) => time)), count, sum);
    }
}

for (const shape of peers[name].shapes) rows(peers[name], shape);
