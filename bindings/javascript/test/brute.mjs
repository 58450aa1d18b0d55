// Answers by a full scan, over shapes as arrays of numbers.
// SPDX-License-Identifier: MIT

export const columns = { point: 2, circle: 3, box: 4 };

/** A stream of numbers in 0 … 1, the same each time. */
export function randomSource(seed = 1) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** So many shapes in a square; in double. */
export function drawn(shape, count, random, side = 100, size = 6) {
  const all = new Float64Array(count * columns[shape]);
  for (let at = 0; at < all.length; at += columns[shape]) {
    const x = random() * side;
    const y = random() * side;
    const row = { point: [x, y], circle: [x, y, random() * size / 2], box: [x, y, x + random() * size, y + random() * size] }[shape];
    all.set(row, at);
  }
  return all;
}

export function rowsOf(numbers, width) {
  return Array.from({ length: numbers.length / width }, (_, row) => [...numbers.subarray(row * width, row * width + width)]);
}

/** A row as a box and how far it reaches beyond. */
function boxOf(row) {
  return row.length === 4 ? [row, 0] : [[row[0], row[1], row[0], row[1]], row[2] ?? 0];
}
/** Between the shapes of two rows: of points, circles or boxes. */
export function distance(one, other) {
  const [a, aReach] = boxOf(one);
  const [b, bReach] = boxOf(other);
  const x = Math.max(0, a[0] - b[2], b[0] - a[2]);
  const y = Math.max(0, a[1] - b[3], b[1] - a[3]);
  return Math.max(0, Math.hypot(x, y) - aReach - bReach);
}
/** Of rows from offsets the sets of what is in them. */
export function setsOf({ offsets, indices }) {
  return Array.from({ length: offsets.length - 1 }, (_, row) => [...indices.subarray(offsets[row], offsets[row + 1])].sort((a, b) => a - b));
}
export function pairsOf(list) {
  return rowsOf(list, 2).map(([a, b]) => (a < b ? `${a} ${b}` : `${b} ${a}`)).sort();
}
