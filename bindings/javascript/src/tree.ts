// The quadtree, over typed arrays.
// SPDX-License-Identifier: MIT
import { demandAsMany, demandNumbers, demandSound, finite, known, layerBits, numberOf, pairOf, rowsOf, wholeNumber } from './demands.js';
import { QuadrilleError } from './errors.js';
import { moduleOf } from './loading.js';
import { List } from './module.js';
import type { Address, Exports, Module } from './module.js';
import { allLayers, noItem, Questions, Room } from './questions.js';
import type { Cells, Counters, Items, Numbers, Report, Scalar, Shape, Stats, Sums, TreeOptions, ViewOptions } from './types.js';

const shapeColumns = { point: 2, circle: 3, box: 4 } as const;
const shapeNumbers = { point: 0, circle: 1, box: 2 } as const;
const noMemory = 3; // as trees.cpp has it
const methods = ['none', 'refit', 'reinsert', 'rebuild'] as const;

// Trees that are dropped are freed some time later; `dispose` frees them at once.
const dropped = new FinalizationRegistry<() => void>((free) => free());

/**
 * Items on the plane, each a point (x, y), a circle (x, y, radius) or a box (min x, min y, max x, max y), that can be asked by place.
 *
 * - Shapes and places are arrays of numbers, one after the other, in the tree's scalar. They are read before a call returns.
 * - Shapes are closed: what only touches intersects, too. Answers are exact for the shapes as they are stored, and complete.
 * - Shapes that are not finite, inverted boxes and handles of items that there are not are a `QuadrilleError` with the number of their
 *   row; then nothing has changed.
 * - So are areas, places and ways that are NaN, boxes of `cast` that are inverted and circles with a radius below 0. An area with
 *   `min > max` is empty: every verb finds nothing. Squares of distances are those of doubles: beyond 1e154, and below 1e-162, they are
 *   infinite and 0.
 * - Areas are boxes, places of `nearest` and origins of lines points, shapes of `cast` boxes, unless `form` says otherwise. What is infinite
 *   as a way or an origin meets nothing.
 * - In a world that wraps, shapes beyond its seam are moved by a period and rounded to the scalar: there answers are exact for what that
 *   makes of them, and distances may depend in their last digits on who asks.
 * - When memory runs out, calls throw a RangeError, and the tree is as it was.
 * - `dispose` frees a tree; one that is dropped is freed by the garbage collector, some time later.
 */
export class Quadtree extends Questions {
  /** What all items are. */
  readonly shape: Shape;
  /** The numbers of shapes and places. */
  readonly scalar: Scalar;
  protected readonly module: Module;
  private readonly columns: number;
  private own: { input?: { at: Address; bytes: number } } = {};

  constructor(shape: Shape = 'box', options: TreeOptions = {}) {
    super();
    const kind = numberOf(shapeNumbers, shape, 'shape');
    const {
      scalar = 'float32', period = [0, 0], origin = [0, 0], leafCapacity = 48, maxDepth = 32, minCellSide = 0, maxItems = 2 ** 30,
    } = known(options, ['scalar', 'period', 'origin', 'leafCapacity', 'maxDepth', 'minCellSide', 'maxItems'], 'Quadtree');
    if (scalar !== 'float32' && scalar !== 'float64') {
      throw new QuadrilleError(`wanted the scalar 'float32' or 'float64', found ${String(scalar)}`);
    }
    const numbers = [
      wholeNumber(leafCapacity, 'leafCapacity'), wholeNumber(maxDepth, 'maxDepth', 2 ** 31 - 1), finite(minCellSide, 'minCellSide'),
      wholeNumber(maxItems, 'maxItems'), ...pairOf(period, 'period'), ...pairOf(origin, 'origin'),
    ] as [number, number, number, number, number, number, number, number];
    this.module = moduleOf(scalar);
    this.shape = shape;
    this.scalar = scalar;
    this.columns = shapeColumns[shape];
    this.address = this.module.call((wasm) =>
      wasm.tree_make(kind, scalar === 'float64' ? 1 : 0, ...numbers));
    this.registerIn();
  }

  /** Frees the tree; a call after that is an error. Twice is as once. */
  dispose(): void {
    if (this.address !== 0) {
      this.demandRest();
      dropped.unregister(this);
      this.module.wasm.tree_free(this.address);
      this.address = 0;
      if (this.own.input) {
        this.module.takeInput(this.own.input);
      }
    }
  }

  // ---- Change: all or nothing ----------------------------------------------------------------------------------------

  /** Replaces the content: shape i gets index i, in all layers. O(n). */
  assign(shapes: Numbers): void {
    const count = rowsOf(shapes, this.columns, 'shapes');
    this.change((wasm, tree) => wasm.assign(tree, this.put(Room.places, shapes), count));
  }

  /** Shape i replaces that of index i, for all indices below `indexLimit`. Those of erased indices are not read. O(n). */
  sync(shapes: Numbers): Report {
    const count = rowsOf(shapes, this.columns, 'shapes');
    if (count !== this.indexLimit) {
      throw new QuadrilleError(`wanted one shape for each index below indexLimit, ${this.indexLimit}, found ${count}`);
    }
    return this.change((wasm, tree) => wasm.sync(tree, this.put(Room.places, shapes), count));
  }

  /**
   * An array in the engine's own memory for the shapes of so many items: who writes shapes there saves `assign` and `sync` a copy. Each tree
   * has one. It is valid until the next call of `input` or `dispose`, or any call that makes the memory grow (then its length is 0): ask for
   * it anew each tick.
   */
  input(count: number): Float32Array | Float64Array {
    const length = wholeNumber(count, 'count', 2 ** 30) * this.columns;
    const type = this.scalar === 'float64' ? Float64Array : Float32Array;
    const bytes = length * type.BYTES_PER_ELEMENT;
    this.alive();
    if (!this.own.input || this.own.input.bytes < bytes) {
      const larger = this.module.lendInput(bytes);
      if (this.own.input) {
        this.module.takeInput(this.own.input);
      }
      this.own.input = larger;
    }
    return this.module.view<Float32Array | Float64Array>(type, this.own.input.at, length);
  }

  /** Adds items in these layers, and returns their handles. */
  insert(shapes: Numbers, layers?: number): Items;
  /** Adds one item in all layers, its shape in plain numbers, and returns its index. Allocates nothing in JavaScript. */
  insert(x: number, y: number, third?: number, fourth?: number): number;
  insert(shapes: Numbers | number, second?: number, third?: number, fourth?: number): Items | number {
    if (typeof shapes === 'number') {
      return this.insertOne(shapes, second as number, third, fourth);
    }
    const layers = second === undefined ? allLayers : second;
    const count = rowsOf(shapes, this.columns, 'shapes');
    this.change((wasm, tree) => wasm.insert(tree, this.put(Room.places, shapes), count, layerBits(layers)));
    return this.module.list(List.items, Uint32Array, 2);
  }

  /** Erases items by their handles, or the item that has an index now. */
  erase(items: Items | number): void {
    if (typeof items === 'number') {
      return this.eraseOne(items);
    }
    const count = rowsOf(items, 2, 'items');
    this.change((wasm, tree) => wasm.erase(tree, this.putItems(items), count));
  }

  /** Gives items, by their handles, new shapes. */
  move(items: Items, shapes: Numbers): Report;
  /** Gives the item that has an index now a new shape, in plain numbers. */
  move(index: number, x: number, y: number, third?: number, fourth?: number): void;
  move(items: Items | number, shapes: Numbers | number, y?: number, third?: number, fourth?: number): Report | void {
    if (typeof items === 'number') {
      return this.moveOne(items, shapes as number, y as number, third, fourth);
    }
    const count = rowsOf(items, 2, 'items');
    demandAsMany(rowsOf(shapes as Numbers, this.columns, 'shapes'), count, 'shapes as items');
    return this.change((wasm, tree) => {
      const places = this.put(Room.places, shapes as Numbers);
      return wasm.move(tree, this.putItems(items), count, places);
    });
  }

  /** Gives items, by their handles, new layers: one number for all, or one for each. */
  setLayers(items: Items, layers: number | Numbers): void {
    const count = rowsOf(items, 2, 'items');
    const each = new Uint32Array(count);
    if (typeof layers === 'number') {
      each.fill(layerBits(layers));
    } else {
      demandAsMany(layers.length, count, 'layers as items');
      each.forEach((_, at) => { each[at] = layerBits(layers[at] as number, `the layers of item ${at}`); });
    }
    this.change((wasm, tree) => {
      const bits = this.module.put(Room.layers, Uint32Array, each);
      return wasm.set_layers(tree, this.putItems(items), count, bits);
    });
  }

  /** Erases all items, and keeps the memory. */
  clear(): void {
    this.demandRest();
    this.module.wasm.clear(this.alive());
  }

  /** Makes room for so many items. */
  reserve(items: number): void {
    this.demandRest();
    if (this.module.call((wasm) => wasm.reserve(this.alive(), wholeNumber(items, 'items'))) === 0) {
      throw new RangeError('out of memory, or more than maxItems');
    }
  }

  // ---- Inspect -------------------------------------------------------------------------------------------------------

  /** How many items there are. */
  get size(): number { return this.module.wasm.size(this.alive()); }
  /** One more than the highest index that has been in use since `assign` or `clear`: how many shapes `sync` reads. */
  get indexLimit(): number { return this.module.wasm.index_limit(this.alive()); }
  /** min x, min y, max x, max y around all items: never too small; inverted when there are none. */
  get bounds(): [number, number, number, number] {
    this.module.call((wasm) => wasm.extents(this.alive()));
    return [...this.module.list(List.numbers, Float64Array).subarray(0, 4)] as [number, number, number, number];
  }
  /** After how far the world repeats itself; 0 where it does not. */
  get period(): [number, number] {
    this.module.call((wasm) => wasm.extents(this.alive()));
    return [...this.module.list(List.numbers, Float64Array).subarray(4, 6)] as [number, number];
  }
  /** A copy of all shapes, by index; NaN where there is no item. */
  get shapes(): Float32Array | Float64Array {
    const length = this.indexLimit * this.columns;
    const type = this.scalar === 'float64' ? Float64Array : Float32Array;
    const at = this.module.room(Room.places, length * type.BYTES_PER_ELEMENT);
    this.module.wasm.shapes(this.alive(), at);
    return this.module.view<Float32Array | Float64Array>(type, at, length).slice();
  }
  /** The handles of all items, by index; generation 0 where there is none. */
  get items(): Items {
    const tree = this.alive();
    const items = new Uint32Array(2 * this.indexLimit);
    for (let index = 0; 2 * index < items.length; ++index) {
      items[2 * index] = index;
      items[2 * index + 1] = this.module.wasm.generation_at(tree, index);
    }
    return items;
  }
  /** Whether there is the item of this handle. */
  contains(index: number, generation: number): boolean {
    return this.module.wasm.contains(this.alive(), wholeNumber(index, 'index'), wholeNumber(generation, 'generation')) === 1;
  }
  /** The layers of an item; 0 if there is none. */
  layers(index: number, generation: number): number {
    return this.module.wasm.layers(this.alive(), wholeNumber(index, 'index'), wholeNumber(generation, 'generation')) >>> 0;
  }
  /** Counts of items, cells and blocks, the bytes of memory that are held, and the set of instructions that runs. O(cells). */
  get stats(): Stats {
    this.module.call((wasm) => wasm.stats(this.alive()));
    const [size, innerCells, leaves, blocks, deepest, bytes] = this.module.list(List.numbers, Float64Array) as unknown as [
      number, number, number, number, number, number];
    return { size, innerCells, leaves, blocks, deepest, bytes, kernels: this.module.text() };
  }
  /** The work of all questions in arrays to trees of this scalar since the last `resetCounters`. */
  get counters(): Counters { return this.work(0); }
  /** Sets the counters to 0. */
  resetCounters(): void { this.work(1); }
  /** Throws an Error if an invariant of the data structure is broken. O(n). */
  validate(): void {
    if (this.module.call((wasm) => wasm.validate(this.alive())) !== 0) {
      throw new Error(this.module.text());
    }
  }
  /** The cells of the tree. O(cells). */
  cells(): Cells {
    this.module.call((wasm) => wasm.cells(this.alive()));
    const { module } = this;
    return {
      squares: module.list(List.cellSquares, Float64Array), bounds: module.list(List.cellBounds, Float64Array),
      depths: module.list(List.cellDepths, Uint32Array), counts: module.list(List.cellCounts, Uint32Array),
      leaves: module.list(List.cellLeaves, Uint8Array),
    };
  }
  /** Shape, scalar, number of items and bounds, for a log. */
  toString(): string {
    const [lowX, lowY, highX, highY] = this.bounds;
    const where = this.size > 0 ? ` in (${lowX}, ${lowY}) … (${highX}, ${highY})` : '';
    return `Quadtree('${this.shape}', ${this.scalar}): ${this.size} items${where}`;
  }
  /** What `console.log` writes in Node. @internal */
  [Symbol.for('nodejs.util.inspect.custom')](): string { return this.address === 0 ? 'Quadtree, disposed of' : this.toString(); }

  // ---- Sums, and what is visible -------------------------------------------------------------------------------------

  /** Sums over the items of every cell, each with its weight (by index; 1 without): for forces of far bodies, densities, levels of detail. O(n). */
  aggregate(weights?: Numbers, options: { layers?: number } = {}): Sums {
    const { layers = allLayers } = known(options, ['layers'], 'aggregate');
    if (weights) {
      demandAsMany(weights.length, this.indexLimit, 'weights as indexLimit');
    }
    const { module } = this;
    module.call((wasm) => wasm.aggregate(this.alive(), module.put(Room.weights, Float64Array, weights), layerBits(layers)));
    return {
      ends: module.list(List.sumEnds, Uint32Array), firstItems: module.list(List.sumFirstItems, Uint32Array),
      items: module.list(List.sumItems, Uint32Array), depths: module.list(List.sumDepths, Uint32Array),
      leaves: module.list(List.sumLeaves, Uint8Array), bounds: module.list(List.sumBounds, Float64Array),
      weights: module.list(List.sumWeights, Float64Array), centers: module.list(List.sumCenters, Float64Array),
    };
  }

  /**
   * All places that are visible from each view (x, y, reach) among walls, within the square of half side `reach` around it: polygons, of
   * view i the vertices (x, y) from offsets[i] to before offsets[i + 1], counter-clockwise where y is upwards.
   */
  look(views: Numbers, options: ViewOptions = {}): { offsets: Uint32Array; vertices: Float64Array } {
    const { facings, halfAngles, walls, layers = allLayers } = known(options, ['facings', 'halfAngles', 'walls', 'layers'], 'look');
    const count = rowsOf(views, 3, 'views');
    if (facings || halfAngles) {
      demandAsMany(facings ? rowsOf(facings, 2, 'facings') : 0, count, 'facings as views');
      demandAsMany(halfAngles?.length ?? 0, count, 'halfAngles as views');
      demandSound(facings as Numbers, 'point', 'facings');
      demandNumbers(halfAngles as Numbers, 1, 'halfAngles');
    }
    demandSound(views, 'circle', 'views');
    this.demandWalls(walls);
    this.module.call((wasm) => {
      const places = this.put(Room.places, views);
      const directions = this.put(Room.facings, facings);
      const angles = this.put(Room.angles, halfAngles);
      wasm.look(this.alive(), count, places, directions, angles, this.put(Room.walls, walls), layerBits(layers));
    });
    return { offsets: this.module.offsets(List.seenEnds), vertices: this.module.list(List.seenVertices, Float64Array) };
  }

  /** For each line (from x, from y, to x, to y) 1 if its end is visible from its beginning, else 0. */
  sees(lines: Numbers, options: { walls?: Numbers; layers?: number } = {}): Uint8Array {
    const { walls, layers = allLayers } = known(options, ['walls', 'layers'], 'sees');
    const count = rowsOf(lines, 4, 'lines');
    demandSound(lines, 'segment', 'lines');
    this.demandWalls(walls);
    return this.module.call((wasm) => {
      const places = this.put(Room.places, lines);
      const segments = this.put(Room.walls, walls);
      const seen = this.module.room(Room.seen, count);
      wasm.see(this.alive(), count, places, segments, layerBits(layers), seen);
      return this.module.view(Uint8Array, seen, count).slice();
    });
  }

  // ---- Keep ----------------------------------------------------------------------------------------------------------

  /** A tree with the same items, handles, layers and options. */
  clone(): this {
    const copy = Object.create(Object.getPrototypeOf(this) as object) as this;
    const address = this.module.call((wasm) => wasm.tree_clone(this.alive()));
    Object.assign(copy, this, { address, visits: 0, own: {} });
    copy.registerIn();
    return copy;
  }

  /** The tree in bytes, which C++, C and Python read, too. */
  save(): Uint8Array {
    this.module.call((wasm) => wasm.save(this.alive()));
    return this.module.list(List.saved, Uint8Array);
  }

  /**
   * Replaces the content by what was saved of a tree of this shape and scalar. Other bytes are an error, and change nothing. What comes
   * after the tree is not looked at.
   */
  load(bytes: ArrayBuffer | ArrayBufferView): void {
    this.demandRest();
    if (!(bytes instanceof ArrayBuffer) && !ArrayBuffer.isView(bytes)) {
      throw new QuadrilleError(`wanted the bytes of a saved tree, found ${String(bytes)}`);
    }
    const all = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const refused = this.module.call((wasm) => wasm.load(this.alive(), this.module.put(Room.places, Uint8Array, all), all.length));
    if (refused === 2) {
      throw new RangeError('out of memory');
    }
    if (refused !== 0) {
      throw new QuadrilleError(`wanted a saved tree of this shape and scalar in ${all.length} bytes, found one that is: ${this.module.text()}`);
    }
  }

  // ---- One item ------------------------------------------------------------------------------------------------------

  // If the engine rejects one item, the call for many throws, with the reason.

  private insertOne(x: number, y: number, third?: number, fourth?: number): number {
    this.demandColumns(x, y, third, fourth);
    this.demandRest();
    const index = this.module.wasm.insert_one(this.alive(), x, y, third ?? 0, fourth ?? 0) >>> 0;
    if (index === noItem) {
      return this.insert([x, y, third, fourth].slice(0, this.columns) as number[])[0] as number;
    }
    return index;
  }
  private eraseOne(index: number): void {
    this.demandRest();
    if (this.module.wasm.erase_one(this.alive(), wholeNumber(index, 'index')) === 0) {
      this.erase(Uint32Array.of(index, 0));
    }
  }
  private moveOne(index: number, x: number, y: number, third?: number, fourth?: number): void {
    this.demandColumns(x, y, third, fourth);
    this.demandRest();
    const tree = this.alive();
    if (this.module.wasm.move_one(tree, wholeNumber(index, 'index'), x, y, third ?? 0, fourth ?? 0) === 0) {
      const generation = this.module.wasm.generation_at(tree, index);
      this.move(Uint32Array.of(index, generation), [x, y, third, fourth].slice(0, this.columns) as number[]);
    }
  }
  private demandColumns(x: unknown, y: unknown, third: unknown, fourth: unknown): void {
    const given = fourth !== undefined ? 4 : third !== undefined ? 3 : y !== undefined ? 2 : 1;
    if (given !== this.columns) {
      throw new QuadrilleError(`wanted a shape of ${this.columns} numbers, found ${given}`);
    }
    if (typeof x !== 'number' || typeof y !== 'number' || typeof (third ?? 0) !== 'number' || typeof (fourth ?? 0) !== 'number') {
      demandNumbers([x, y, third, fourth].slice(0, given) as number[], given, 'shapes');
    }
  }

  // ---- Arguments -----------------------------------------------------------------------------------------------------

  private registerIn(): void {
    const { module, address, own } = this;
    dropped.register(this, () => {
      module.wasm.tree_free(address);
      if (own.input) {
        module.takeInput(own.input);
      }
    }, this);
  }
  private demandRest(): void {
    if (this.visits > 0) {
      throw new QuadrilleError('wanted a tree that nothing reads, found one that answers a visitor');
    }
  }
  private change(make: (wasm: Exports, tree: Address) => number): Report {
    this.demandRest();
    const { module } = this;
    const error = module.call((wasm) => make(wasm, this.alive()));
    const [rejected, first, displaced, reinserted, method] = module.list(List.change, Uint32Array) as unknown as [
      number, number, number, number, number];
    if (error !== 0) {
      module.call((wasm) => wasm.error_text(error));
      const sentence = module.text();
      if (error === noMemory) {
        throw new RangeError('out of memory');
      }
      throw rejected > 0 ? new QuadrilleError(`${sentence}, in row ${first}${rejected > 1 ? ` and ${rejected - 1} more` : ''}`, first) : new QuadrilleError(sentence);
    }
    return { method: methods[method] as Report['method'], displaced, reinserted };
  }
  private demandWalls(walls: Numbers | undefined): void {
    if (walls) {
      demandAsMany(rowsOf(walls, 4, 'walls'), this.indexLimit, 'walls as indexLimit');
      demandSound(walls, 'segment', 'walls');
    }
  }
  private work(anew: number): Counters {
    this.module.call((wasm) => wasm.work(anew));
    const [cells, blocks, lanes, answers, pairs] = this.module.list(List.numbers, Float64Array) as unknown as [number, number, number, number, number];
    return { cells, blocks, lanes, answers, pairs };
  }
}
