// A drop-in for rbush: its calls, over a quadtree.
// SPDX-License-Identifier: MIT
import { QuadrilleError } from './errors.js';
import { floatAbove, floatBelow } from './rounding.js';
import { Quadtree } from './tree.js';

export interface Bounds {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

function intersects(a: Bounds, b: Bounds): boolean {
  return a.minX <= b.maxX && a.minY <= b.maxY && a.maxX >= b.minX && a.maxY >= b.minY;
}

/**
 * What a tree of floats is asked for, not smaller than the box. With `min > max` a box is what rbush makes of it: items that span from one
 * to the other intersect it.
 */
function reachOf({ minX, minY, maxX, maxY }: Bounds): [number, number, number, number] {
  return [
    floatBelow(Math.min(minX, maxX)), floatBelow(Math.min(minY, maxY)), floatAbove(Math.max(minX, maxX)), floatAbove(Math.max(minY, maxY)),
  ];
}

/**
 * The calls of rbush: who used it changes one import, and awaits `load()` before. Items are objects whose bounds, finite numbers, `toBBox`
 * tells; they are told in no order. Answers are exact in double.
 */
export class RBush<Item = Bounds> {
  private readonly tree = new Quadtree('box');
  private items: (Item | undefined)[] = []; // by index
  private bounds: (Bounds | undefined)[] = [];
  private handles = new Map<Item, number[]>(); // index and generation, of each time that it is in

  /** `maxEntries` is what rbush has; it changes nothing here. */
  constructor(maxEntries?: number) {
    void maxEntries;
  }

  /** The bounds of an item; those who have others override this. */
  toBBox(item: Item): Bounds {
    return item as unknown as Bounds;
  }

  all(): Item[] {
    return this.items.filter((_, index) => this.bounds[index] !== undefined) as Item[];
  }
  search(box: Bounds): Item[] {
    const found: Item[] = [];
    this.each(box, (index) => found.push(this.items[index] as Item));
    return found;
  }
  collides(box: Bounds): boolean {
    let isThere = false;
    const areas = reachOf(box);
    if (areas.some(Number.isNaN)) {
      return false;
    }
    this.tree.visit({ verb: 'query', areas }, ({ index }) => {
      isThere = intersects(this.bounds[index] as Bounds, box);
      return !isThere;
    });
    return isThere;
  }
  load(items: readonly Item[]): this {
    if (items.length > 0) {
      const bounds = items.map((item, row) => this.boundsOf(item, row));
      const rows = new Float32Array(4 * items.length);
      bounds.forEach(({ minX, minY, maxX, maxY }, row) => {
        rows.set([floatBelow(minX), floatBelow(minY), floatAbove(maxX), floatAbove(maxY)], 4 * row);
      });
      const handles = this.tree.insert(rows);
      items.forEach((item, row) => this.keep(item, bounds[row] as Bounds, handles[2 * row] as number, handles[2 * row + 1] as number));
    }
    return this;
  }
  insert(item: Item): this {
    return item ? this.load([item]) : this;
  }
  /** Removes an item, or one that is equal to it by this function. */
  remove(item: Item, isEqual?: (a: Item, b: Item) => boolean): this {
    const known = isEqual && item ? this.search(this.toBBox(item)).find((one) => isEqual(item, one)) : item;
    const handles = known === undefined ? undefined : this.handles.get(known);
    if (known !== undefined && handles) {
      const [index, generation] = handles.splice(-2) as [number, number];
      if (handles.length === 0) {
        this.handles.delete(known);
      }
      this.tree.erase(Uint32Array.of(index, generation));
      this.items[index] = undefined;
      this.bounds[index] = undefined;
    }
    return this;
  }
  clear(): this {
    this.tree.clear();
    this.items = [];
    this.bounds = [];
    this.handles.clear();
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
    this.tree.dispose();
  }

  private each(box: Bounds, use: (index: number) => void): void {
    const reach = reachOf(box);
    for (const index of reach.some(Number.isNaN) ? [] : this.tree.search(...reach)) {
      if (intersects(this.bounds[index] as Bounds, box)) {
        use(index);
      }
    }
  }
  private boundsOf(item: Item, row: number): Bounds {
    const { minX, minY, maxX, maxY } = this.toBBox(item);
    if (!(Number.isFinite(minX) && Number.isFinite(minY) && Number.isFinite(maxX) && Number.isFinite(maxY) && minX <= maxX && minY <= maxY)) {
      throw new QuadrilleError(`wanted bounds that are finite and not inverted, found ${JSON.stringify([minX, minY, maxX, maxY])} in row ${row}`, row);
    }
    return { minX, minY, maxX, maxY };
  }
  private keep(item: Item, bounds: Bounds, index: number, generation: number): void {
    this.items[index] = item;
    this.bounds[index] = bounds;
    const own = this.handles.get(item);
    if (own) {
      own.push(index, generation);
    } else {
      this.handles.set(item, [index, generation]);
    }
  }
}
