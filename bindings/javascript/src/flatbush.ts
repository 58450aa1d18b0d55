// A drop-in for flatbush: its calls, over a quadtree.
// SPDX-License-Identifier: MIT
import { QuadrilleError } from './errors.js';
import { ExactBoxes } from './exact.js';

/**
 * The calls of flatbush: change one import, and await `load()` before. `add` as many boxes as the constructor expects,
 * then `finish`, then ask. Boxes are finite; `search` returns indices in no order. Answers are exact in double.
 */
export class Flatbush {
  readonly numItems: number;
  private readonly exact = new ExactBoxes();
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
    const { boxes } = this;
    const at = 4 * this.count;
    boxes[at] = minX;
    boxes[at + 1] = minY;
    boxes[at + 2] = maxX;
    boxes[at + 3] = maxY;
    return this.count++;
  }
  finish(): void {
    if (this.count !== this.numItems) {
      throw new QuadrilleError(`wanted ${this.numItems} items, found ${this.count}`);
    }
    for (let at = 0; at < this.boxes.length; ++at) {
      if (!Number.isFinite(this.boxes[at])) {
        throw new QuadrilleError(`wanted finite boxes, found ${this.boxes[at]}`, at >> 2);
      }
    }
    this.exact.assign(this.boxes);
    this.isFinished = true;
  }

  /**
   * The indices of the boxes that intersect this one; with `min > max` those that span from one to the other, as of
   * flatbush. The filter is called with an index and the numbers of its box.
   */
  search(
    minX: number, minY: number, maxX: number, maxY: number,
    filter?: (index: number, minX: number, minY: number, maxX: number, maxY: number) => boolean,
  ): number[] {
    this.demandFinished();
    const found: number[] = [];
    this.exact.search(minX, minY, maxX, maxY, found);
    if (filter === undefined) {
      return found;
    }
    const { boxes } = this;
    return found.filter((index) => {
      const at = 4 * index;
      const [x, y] = [boxes[at] as number, boxes[at + 1] as number];
      return filter(index, x, y, boxes[at + 2] as number, boxes[at + 3] as number);
    });
  }

  /** The indices of the boxes nearest to a place, by distance. */
  neighbors(
    x: number, y: number, maxResults = Infinity, maxDistance = Infinity, filter?: (index: number) => boolean,
  ): number[] {
    this.demandFinished();
    return this.exact.neighbors(x, y, maxResults, maxDistance, filter);
  }
  /** Frees the tree. */
  dispose(): void {
    this.exact.tree.dispose();
  }

  private demandFinished(): void {
    if (!this.isFinished) {
      throw new QuadrilleError('wanted `finish()` before the first question, found none');
    }
  }
}
