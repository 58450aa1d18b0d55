// A drop-in for flatbush: its calls, over a quadtree.
// SPDX-License-Identifier: MIT
import { QuadrilleError } from './errors.js';
import { floatAbove, floatBelow } from './rounding.js';
import { Quadtree } from './tree.js';

/** From a place to a box, on one axis. */
function gap(value: number, low: number, high: number): number {
  return value < low ? low - value : value <= high ? 0 : value - high;
}

/**
 * The calls of flatbush: who used it changes one import, and awaits `load()` before. `add` as many boxes as the constructor is told, then
 * `finish`, then ask. Boxes are finite; `search` tells indices in no order. Answers are exact in double.
 */
export class Flatbush {
  readonly numItems: number;
  private readonly tree = new Quadtree('box');
  private readonly boxes: Float64Array;
  private count = 0;
  private isFinished = false;

  /** `nodeSize` is what flatbush has; it changes nothing here. */
  constructor(numItems: number, nodeSize?: number) {
    void nodeSize;
    if (!Number.isInteger(numItems) || numItems <= 0) {
      throw new QuadrilleError(`wanted a number of items of 1 or more, found ${String(numItems)}`);
    }
    this.numItems = numItems;
    this.boxes = new Float64Array(4 * numItems);
  }

  /** Returns the index of the box. */
  add(minX: number, minY: number, maxX = minX, maxY = minY): number {
    if (this.count === this.numItems) {
      throw new QuadrilleError(`wanted ${this.numItems} items, found one more`);
    }
    this.boxes.set([minX, minY, maxX, maxY], 4 * this.count);
    return this.count++;
  }
  finish(): void {
    if (this.count !== this.numItems) {
      throw new QuadrilleError(`wanted ${this.numItems} items, found ${this.count}`);
    }
    const rows = new Float32Array(this.boxes.length);
    for (let at = 0; at < rows.length; ++at) {
      const number = this.boxes[at] as number;
      if (!Number.isFinite(number)) {
        throw new QuadrilleError(`wanted finite boxes, found ${number}`, at >> 2);
      }
      rows[at] = at % 4 < 2 ? floatBelow(number) : floatAbove(number);
    }
    this.tree.assign(rows);
    this.isFinished = true;
  }

  /** The indices of the boxes that intersect this one; with `min > max` those that span from one to the other, as of flatbush. */
  search(minX: number, minY: number, maxX: number, maxY: number, filter?: (index: number) => boolean): number[] {
    this.demandFinished();
    const { boxes } = this;
    const found: number[] = [];
    const [lowX, lowY] = [floatBelow(Math.min(minX, maxX)), floatBelow(Math.min(minY, maxY))];
    const [highX, highY] = [floatAbove(Math.max(minX, maxX)), floatAbove(Math.max(minY, maxY))];
    const reach = [lowX, lowY, highX, highY] as const;
    for (const index of reach.some(Number.isNaN) ? [] : this.tree.search(...reach)) {
      const at = 4 * index;
      const isIn = (boxes[at] as number) <= maxX && (boxes[at + 1] as number) <= maxY && (boxes[at + 2] as number) >= minX &&
        (boxes[at + 3] as number) >= minY;
      if (isIn && (!filter || filter(index))) {
        found.push(index);
      }
    }
    return found;
  }

  /** The indices of the boxes nearest to a place, by distance. */
  neighbors(x: number, y: number, maxResults = Infinity, maxDistance = Infinity, filter?: (index: number) => boolean): number[] {
    this.demandFinished();
    const { boxes } = this;
    // The tree tells lower bounds, for its boxes are not smaller and the place is rounded. What is waiting is told when no other one can be
    // nearer.
    const place = [Math.fround(x), Math.fround(y)] as const;
    const slack = Math.hypot(place[0] - x, place[1] - y);
    const found: number[] = [];
    const waiting: { index: number; distance: number }[] = []; // by descending distance
    const tell = (bound: number) => {
      for (let one = waiting.at(-1); one && one.distance <= bound && found.length < maxResults; one = waiting.at(-1)) {
        waiting.pop();
        found.push(one.index);
      }
    };
    if (maxResults > 0 && !place.some(Number.isNaN)) {
      const request = { verb: 'nearest', areas: place, form: 'point', k: this.numItems } as const;
      this.tree.visit(request, ({ index, measure }) => {
        const bound = Math.sqrt(measure) * (1 - 2 ** -50) - slack;
        tell(bound);
        if (found.length >= maxResults || bound > maxDistance) {
          return false;
        }
        const at = 4 * index;
        const distance = Math.hypot(
          gap(x, boxes[at] as number, boxes[at + 2] as number),
          gap(y, boxes[at + 1] as number, boxes[at + 3] as number),
        );
        if (distance <= maxDistance && (!filter || filter(index))) {
          let to = waiting.length;
          while (to > 0 && (waiting[to - 1] as { distance: number }).distance < distance) {
            --to;
          }
          waiting.splice(to, 0, { index, distance });
        }
        return true;
      });
      tell(Infinity);
    }
    return found;
  }
  /** Frees the tree. */
  dispose(): void {
    this.tree.dispose();
  }

  private demandFinished(): void {
    if (!this.isFinished) {
      throw new QuadrilleError('wanted `finish()` before the first question, found none');
    }
  }
}
