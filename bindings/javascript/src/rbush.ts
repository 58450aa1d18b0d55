// A drop-in for rbush: its calls, over a quadtree.
// SPDX-License-Identifier: MIT
import { QuadrilleError } from './errors.js';
import { ExactBoxes } from './exact.js';

export interface Bounds {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/**
 * The calls of rbush: change one import, and await `load()` before. Items are objects whose bounds, finite numbers,
 * `toBBox` returns. Answers are in no order, and exact in double.
 */
export class RBush<Item = Bounds> {
  private readonly exact = new ExactBoxes();
  private items: (Item | undefined)[] = []; // by index
  private found: number[] = []; // the candidates of the last call

  /** `maxEntries` is what rbush has; it changes nothing here. */
  constructor(maxEntries?: number) {
    void maxEntries;
  }

  /** The bounds of an item; those who have others override this. */
  toBBox(item: Item): Bounds {
    return item as unknown as Bounds;
  }

  all(): Item[] {
    return this.items.filter((_, index) => this.exact.has(index)) as Item[];
  }
  search({ minX, minY, maxX, maxY }: Bounds): Item[] {
    const { items, found } = this;
    const count = this.exact.search(minX, minY, maxX, maxY, found);
    const all: Item[] = [];
    for (let each = 0; each < count; ++each) {
      all.push(items[found[each] as number] as Item);
    }
    return all;
  }
  collides({ minX, minY, maxX, maxY }: Bounds): boolean {
    return this.exact.collides(minX, minY, maxX, maxY);
  }
  load(items: readonly Item[]): this {
    if (items.length > 0) {
      const boxes = new Float64Array(4 * items.length);
      for (let row = 0; row < items.length; ++row) {
        const { minX, minY, maxX, maxY } = this.boundsOf(items[row] as Item, row);
        const at = 4 * row;
        boxes[at] = minX;
        boxes[at + 1] = minY;
        boxes[at + 2] = maxX;
        boxes[at + 3] = maxY;
      }
      if (this.items.length === 0) {
        this.exact.assign(boxes);
        this.items = items.slice();
      } else {
        this.exact.insertAll(boxes, (index, row) => { this.items[index] = items[row] as Item; });
      }
    }
    return this;
  }
  insert(item: Item): this {
    if (item) {
      const { minX, minY, maxX, maxY } = this.boundsOf(item, 0);
      this.items[this.exact.insert(minX, minY, maxX, maxY)] = item;
    }
    return this;
  }
  /** Removes an item, or one that is equal to it by this function. */
  remove(item: Item, isEqual?: (a: Item, b: Item) => boolean): this {
    const index = item ? this.indexOf(item, isEqual) : -1;
    if (index >= 0) {
      this.exact.erase(index);
      this.items[index] = undefined;
    }
    return this;
  }
  clear(): this {
    this.exact.clear();
    this.items = [];
    return this;
  }
  /** All items. (rbush writes its nodes.) */
  toJSON(): { items: Item[] } {
    return { items: this.all() };
  }
  fromJSON({ items }: { items: Item[] }): this {
    if (!Array.isArray(items)) {
      throw new QuadrilleError(`wanted an object with items, as toJSON makes it, found ${String(items)}`);
    }
    items.forEach((item, row) => this.boundsOf(item, row)); // nothing changes if one is bad
    return this.clear().load(items);
  }
  /** Frees the tree. */
  dispose(): void {
    this.exact.tree.dispose();
  }

  /** Looks an item up by its bounds; if these have changed since it was inserted, among all items. */
  private indexOf(item: Item, isEqual?: (a: Item, b: Item) => boolean): number {
    const { minX, minY, maxX, maxY } = this.toBBox(item);
    const { items } = this;
    const found = isEqual ? [] : this.found; // the function may ask this tree
    const count = this.exact.search(minX, minY, maxX, maxY, found);
    for (let each = 0; each < count; ++each) {
      const index = found[each] as number;
      if (isEqual ? isEqual(item, items[index] as Item) : items[index] === item) {
        return index;
      }
    }
    return isEqual ? -1 : items.indexOf(item);
  }
  private boundsOf(item: Item, row: number): Bounds {
    const bounds = this.toBBox(item);
    const { minX, minY, maxX, maxY } = bounds;
    const areFinite = Number.isFinite(minX) && Number.isFinite(minY) && Number.isFinite(maxX) && Number.isFinite(maxY);
    if (!(areFinite && minX <= maxX && minY <= maxY)) {
      const found = JSON.stringify([minX, minY, maxX, maxY]);
      throw new QuadrilleError(`wanted bounds that are finite and not inverted, found ${found} in row ${row}`, row);
    }
    return bounds;
  }
}
