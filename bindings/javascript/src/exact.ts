// Boxes in double over a tree of floats, for the drop-ins: its boxes are not smaller, and its answers are candidates.
// SPDX-License-Identifier: MIT
import { List } from './module.js';
import { Room } from './questions.js';
import { floatAbove, floatBelow, mostFloat, nextFloat } from './rounding.js';
import { Wanted } from './single.js';
import { Quadtree } from './tree.js';

const fewCandidates = 24; // up to this number it is faster to compare each than to ask a second time
const firstNeighbors = 32; // where all within a distance are wanted
const less = 1 - 2 ** -50; // more than distances and squares are rounded

/** From a place to a box, on one axis. */
function gap(value: number, low: number, high: number): number {
  return value < low ? low - value : value <= high ? 0 : value - high;
}

export class ExactBoxes {
  readonly tree = new Quadtree('box');
  /** By index min x, min y, max x, max y of each. */
  boxes: Float64Array = new Float64Array();
  private areFloats = true; // no box was rounded
  private areSure = false; // the answers of the last `find` need no comparison

  /** Boxes that are rounded outwards to floats, in the engine's memory: the next call reads them there. */
  private rounded(boxes: Float64Array): Float32Array {
    const { engine } = this.tree;
    const rows = engine.view(Float32Array, engine.room(Room.places, 4 * boxes.length), boxes.length);
    for (let at = 0; at < boxes.length; ++at) {
      const number = boxes[at] as number;
      const near = Math.fround(number);
      if (near === number) {
        rows[at] = near;
      } else {
        rows[at] = (at & 2) === 0 ? floatBelow(number) : floatAbove(number);
        this.areFloats = false;
      }
    }
    return rows;
  }
  /** Replaces all boxes: box i gets index i. */
  assign(boxes: Float64Array): void {
    this.areFloats = true;
    this.tree.assign(this.rounded(boxes));
    this.boxes = boxes;
  }
  /** Adds a box, and returns its index. */
  insert(minX: number, minY: number, maxX: number, maxY: number): number {
    const [lowX, lowY, highX, highY] = [floatBelow(minX), floatBelow(minY), floatAbove(maxX), floatAbove(maxY)];
    const index = this.tree.insert(lowX, lowY, highX, highY);
    this.areFloats &&= lowX === minX && lowY === minY && highX === maxX && highY === maxY;
    this.keep(index, minX, minY, maxX, maxY);
    return index;
  }
  /** Adds boxes, and calls `use` with the index of each row. */
  insertAll(boxes: Float64Array, use: (index: number, row: number) => void): void {
    const handles = this.tree.insert(this.rounded(boxes));
    for (let row = 0; 2 * row < handles.length; ++row) {
      const at = 4 * row;
      const index = handles[2 * row] as number;
      this.keep(index, boxes[at] as number, boxes[at + 1] as number, boxes[at + 2] as number, boxes[at + 3] as number);
      use(index, row);
    }
  }
  erase(index: number): void {
    this.tree.erase(index);
    this.boxes[4 * index] = NaN;
  }
  clear(): void {
    this.tree.clear();
    this.boxes = new Float64Array();
    this.areFloats = true;
  }
  /** Whether there is a box of an index. */
  has(index: number): boolean {
    return !Number.isNaN(this.boxes[4 * index]);
  }
  private keep(index: number, minX: number, minY: number, maxX: number, maxY: number): void {
    const at = 4 * index;
    if (at >= this.boxes.length) {
      const more = new Float64Array(Math.max(64, 2 * at));
      more.set(this.boxes);
      this.boxes = more;
    }
    this.boxes[at] = minX;
    this.boxes[at + 1] = minY;
    this.boxes[at + 2] = maxX;
    this.boxes[at + 3] = maxY;
  }

  /**
   * Writes the indices of the boxes that intersect a window to `found`, and returns their number. With `min > max` a
   * window is what flatbush and rbush make of it: boxes that span from one to the other intersect it.
   */
  search(minX: number, minY: number, maxX: number, maxY: number, found: number[]): number {
    const count = this.find(minX, minY, maxX, maxY, Wanted.all);
    const { areSure } = this;
    const { words, wasm } = this.tree.engine;
    const from = wasm.list_data(List.a) >>> 2;
    let kept = 0;
    for (let each = 0; each < count; ++each) {
      const index = words[from + each] as number;
      if (areSure || this.intersects(index, minX, minY, maxX, maxY)) {
        found[kept++] = index;
      }
    }
    return kept;
  }
  /** Returns whether any box intersects a window. */
  collides(minX: number, minY: number, maxX: number, maxY: number): boolean {
    const count = this.find(minX, minY, maxX, maxY, Wanted.any);
    const { words, wasm } = this.tree.engine;
    const from = wasm.list_data(List.a) >>> 2;
    for (let each = 0; each < count; ++each) {
      if (this.areSure || this.intersects(words[from + each] as number, minX, minY, maxX, maxY)) {
        return true;
      }
    }
    return false;
  }
  /** The indices of the nearest boxes by distance, at most so many, no farther than a distance. */
  neighbors(x: number, y: number, most: number, maxDistance: number, filter?: (index: number) => boolean): number[] {
    const { tree } = this;
    const placeX = Math.max(-mostFloat, Math.min(Math.fround(x), mostFloat));
    const placeY = Math.max(-mostFloat, Math.min(Math.fround(y), mostFloat));
    const slack = Math.hypot(placeX - x, placeY - y) / less;
    const limit = maxDistance / less + slack;
    const found: number[] = [];
    const { size } = tree;
    const isExact = this.areFloats && slack === 0;
    if (!(most > 0 && limit >= 0)) { // NaN, too
      return found;
    }
    // The tree measures lower bounds, because its boxes are not smaller and the place is rounded. Boxes wait, by
    // distance, until no box that is not seen yet can be nearer.
    const waiting: number[] = [];
    const squares: number[] = [];
    const farthest = maxDistance * maxDistance;
    let decided = 0; // of those that wait
    let seen = 0;
    const spare = filter ? 2 * most : isExact ? 0 : 2; // for those that the filter or the exact distance leaves out
    const first = most < Infinity ? Math.ceil(most + spare) : firstNeighbors;
    for (let k = Math.min(size, first); ; k = Math.min(size, 4 * k)) {
      const count = tree.nearestTo(placeX, placeY, k, limit);
      const { words, doubles, wasm } = tree.engine;
      const from = wasm.list_data(List.a) >>> 2;
      const measures = wasm.list_data(List.measures) >>> 3;
      for (; seen < count; ++seen) {
        const index = words[from + seen] as number;
        const square = isExact ? (doubles[measures + seen] as number) : this.squareTo(index, x, y);
        if (square <= farthest) {
          let to = squares.length;
          for (; to > decided && (squares[to - 1] as number) > square; --to) {
            squares[to] = squares[to - 1] as number;
            waiting[to] = waiting[to - 1] as number;
          }
          squares[to] = square;
          waiting[to] = index;
        }
      }
      const isLast = count < k || k === size;
      const bound = isLast ? Infinity : Math.max(0, Math.sqrt(doubles[measures + count - 1] as number) * less - slack);
      const sure = isExact ? Infinity : bound * bound * less;
      for (; decided < waiting.length && (squares[decided] as number) <= sure; ++decided) {
        if (!filter || filter(waiting[decided] as number)) { // which may ask again
          found.push(waiting[decided] as number);
          if (found.length >= most) {
            return found;
          }
        }
      }
      if (isLast) {
        return found;
      }
    }
  }

  /**
   * Asks for the boxes that may intersect a window, and returns their number; the list of a has them. Those that meet
   * the largest window of floats inside of it are the answer if no box was rounded. If boxes were rounded, those that
   * meet a window that is smaller by one more float on each side surely intersect.
   */
  private find(minX: number, minY: number, maxX: number, maxY: number, wanted: Wanted): number {
    const { tree } = this;
    const lowX = floatAbove(minX);
    const lowY = floatAbove(minY);
    const highX = floatBelow(maxX);
    const highY = floatBelow(maxY);
    const isUpright = lowX >= minX && lowY >= minY && highX <= maxX && highY <= maxY && lowX <= highX && lowY <= highY;
    this.areSure = true;
    if (isUpright && this.areFloats) {
      return tree.searchBox(lowX, lowY, highX, highY, wanted);
    }
    if (isUpright && wanted === Wanted.any && this.findSure(lowX, lowY, highX, highY, wanted) > 0) {
      return 1;
    }
    const count = this.findAll(minX, minY, maxX, maxY);
    if (isUpright && wanted === Wanted.all && count > fewCandidates) {
      if (this.findSure(lowX, lowY, highX, highY, wanted) === count) {
        return count;
      }
      this.findAll(minX, minY, maxX, maxY);
    }
    this.areSure = false;
    return count;
  }
  private findSure(lowX: number, lowY: number, highX: number, highY: number, wanted: Wanted): number {
    const { tree } = this;
    return tree.searchBox(nextFloat(lowX, 1), nextFloat(lowY, 1), nextFloat(highX, -1), nextFloat(highY, -1), wanted);
  }
  private findAll(minX: number, minY: number, maxX: number, maxY: number): number {
    return this.tree.searchBox(
      floatBelow(Math.min(minX, maxX)), floatBelow(Math.min(minY, maxY)), floatAbove(Math.max(minX, maxX)),
      floatAbove(Math.max(minY, maxY)), Wanted.all,
    );
  }
  private intersects(index: number, minX: number, minY: number, maxX: number, maxY: number): boolean {
    const { boxes } = this;
    const at = 4 * index;
    return (boxes[at] as number) <= maxX && (boxes[at + 1] as number) <= maxY && (boxes[at + 2] as number) >= minX &&
      (boxes[at + 3] as number) >= minY;
  }
  private squareTo(index: number, x: number, y: number): number {
    const { boxes } = this;
    const at = 4 * index;
    const dx = gap(x, boxes[at] as number, boxes[at + 2] as number);
    const dy = gap(y, boxes[at + 1] as number, boxes[at + 3] as number);
    return dx * dx + dy * dy;
  }
}
