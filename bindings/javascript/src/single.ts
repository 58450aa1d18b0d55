// Questions about one place, in plain numbers: nothing is allocated but the array of the answer.
// SPDX-License-Identifier: MIT
import { areNumbers, demandIndices, demandNumbers, distanceOf, wholeNumber } from './demands.js';
import { QuadrilleError } from './errors.js';
import { List } from './module.js';
import type { Address, Module } from './module.js';
import type { Indices } from './types.js';

/** Which answers of a box the engine looks for, by the numbers of `wanted` in C++. */
export enum Wanted { all = 0, any = 2 }

/** The questions of a `Quadtree` about one place. */
export abstract class SingleQuestions {
  protected abstract readonly module: Module;
  protected address: Address = 0;

  /**
   * The indices of the items that intersect one box, in no order, as `query` finds them. With `into`, an array of the
   * caller, the call allocates nothing: it writes the indices to the beginning of `into`, as many as fit in a
   * Uint32Array, and returns their number.
   */
  search(minX: number, minY: number, maxX: number, maxY: number): number[];
  search(minX: number, minY: number, maxX: number, maxY: number, into: Indices): number;
  search(minX: number, minY: number, maxX: number, maxY: number, into?: Indices): number[] | number {
    if (!areNumbers(minX, minY, maxX, maxY)) {
      demandNumbers([minX, minY, maxX, maxY], 4, 'boxes');
    }
    return this.answer(this.searchBox(minX, minY, maxX, maxY, Wanted.all), into);
  }

  /** The indices of the items no farther than a distance from one point, in no order; `into` as in `search`. */
  searchWithin(x: number, y: number, distance: number): number[];
  searchWithin(x: number, y: number, distance: number, into: Indices): number;
  searchWithin(x: number, y: number, distance: number, into?: Indices): number[] | number {
    demandPoint(x, y);
    distanceOf(distance);
    const { module } = this;
    const stack = module.stack;
    let count = 0;
    try {
      count = module.wasm.search_within(this.alive(), x, y, distance);
    } catch (thrown) {
      throw module.restored(stack, thrown);
    }
    return this.answer(count, into);
  }

  /**
   * The indices of the k items nearest to one point, by distance, then index; fewer if the tree has fewer. `into` as in
   * `search`.
   */
  neighbors(x: number, y: number, k?: number): number[];
  neighbors(x: number, y: number, k: number, into: Indices): number;
  neighbors(x: number, y: number, k = 1, into?: Indices): number[] | number {
    demandPoint(x, y);
    return this.answer(this.nearestTo(x, y, wholeNumber(k, 'k'), Infinity), into);
  }

  /** Returns how many items intersect a box; here and below their indices are in the list of a. @internal */
  searchBox(minX: number, minY: number, maxX: number, maxY: number, wanted: Wanted): number {
    const { module } = this;
    const stack = module.stack;
    try {
      return module.wasm.search(this.alive(), minX, minY, maxX, maxY, wanted);
    } catch (thrown) {
      throw module.restored(stack, thrown);
    }
  }
  /** Returns how many items of the k nearest there are; their squared distances are in the measures. @internal */
  nearestTo(x: number, y: number, k: number, distance: number): number {
    const { module } = this;
    const stack = module.stack;
    try {
      return module.wasm.neighbors(this.alive(), x, y, k, distance);
    } catch (thrown) {
      throw module.restored(stack, thrown);
    }
  }

  protected alive(): Address {
    if (this.address === 0) {
      throw new QuadrilleError('wanted a tree, found one that has been disposed of');
    }
    return this.address;
  }
  private answer(count: number, into: Indices | undefined): number[] | number {
    const words = this.module.words;
    const from = this.module.wasm.list_data(List.a) >>> 2;
    if (into !== undefined) {
      demandIndices(into);
      const some = into instanceof Uint32Array ? Math.min(count, into.length) : count;
      for (let each = 0; each < some; ++each) {
        into[each] = words[from + each] as number;
      }
      return count;
    }
    const found: number[] = [];
    for (let each = 0; each < count; ++each) {
      found.push(words[from + each] as number);
    }
    return found;
  }
}

function demandPoint(x: number, y: number): void {
  if (!areNumbers(x, y, 0, 0)) {
    demandNumbers([x, y], 2, 'points');
  }
}
