// What is asked of a tree, and what it answers.
// SPDX-License-Identifier: MIT

/** Of the numbers of a tree. */
export type Scalar = 'float32' | 'float64';
export type Shape = 'point' | 'circle' | 'box';
export type Form = 'box' | 'circle' | 'point' | 'segment' | 'polygon';
/** The names of questions, as the other languages have them. */
export type Verb =
  | 'query' | 'query_within' | 'intersecting' | 'each' | 'raycast' | 'cast' | 'nearest' | 'pairs' | 'pairs_of' | 'join' | 'closest_pairs';
export type Relation = 'intersecting' | 'inside' | 'containing';
/** Numbers in a row: a typed array or a plain one. A Float32Array (in a tree of 'float64' a Float64Array) is copied as it is. */
export type Numbers = ArrayLike<number>;
/** Where a question about one place may write its answers. */
export type Indices = number[] | Uint32Array;
/** Handles of items, two numbers each: index, generation. A handle is valid until its item is erased. */
export type Items = Uint32Array;

export interface TreeOptions {
  /** Of all shapes and places; 'float32' without. */
  scalar?: Scalar;
  /** Width and height after which the world repeats itself; 0 where it does not. */
  period?: readonly [number, number];
  /** Where a period begins. */
  origin?: readonly [number, number];
  /** Options of the tree; the usual ones suit nearly all worlds. */
  leafCapacity?: number;
  maxDepth?: number;
  minCellSide?: number;
  maxItems?: number;
}
/** Which items count. */
export interface Filter {
  /** Items in any of these layers (bit i is layer i). With all, which is usual, also items in no layer. */
  layers?: number;
  /** Index and generation of an item that is left out. */
  without?: readonly [number, number];
}
export interface AreaOptions extends Filter {
  /** What the areas are; boxes without. Of polygons, which are convex, the areas are a list of arrays, one for each. */
  form?: Form;
  /** 'inside' for items that lie inside of the area, 'containing' for those that contain all of it. */
  relation?: Relation;
}
export interface NearOptions extends Filter {
  form?: Form;
}
export interface PairOptions {
  /** Pairs that are no farther apart than this; those that intersect without. */
  within?: number;
  /** One of the two is in any of these layers … */
  layers?: number;
  /** … and the other in any of those. */
  partners?: number;
}
/** Answers of many questions: those of question q are from offsets[q] to before offsets[q + 1]. */
export interface Rows {
  offsets: Uint32Array;
  indices: Uint32Array;
  /** In worlds that wrap two for each answer: by how many periods it is met away from where it is stored. */
  shifts?: Int16Array;
}
/** The same with the fractions of the ways at which items are met. */
export interface Hits extends Rows {
  fractions: Float64Array;
}
/** How `sync` or `move` was made. */
export interface Report {
  method: 'none' | 'refit' | 'reinsert' | 'rebuild';
  /** Items outside their cells. */
  displaced: number;
  /** How many of them got another cell. */
  reinserted: number;
}
export interface Stats {
  size: number;
  innerCells: number;
  leaves: number;
  blocks: number;
  deepest: number;
  /** All memory that the tree holds. */
  bytes: number;
  /** The set of instructions that runs: 'simd128' or 'plain'. */
  kernels: string;
}
/** The work of all questions in arrays of one scalar: cells and blocks opened, items tested (lanes), answers, pairs tested. */
export interface Counters {
  cells: number;
  blocks: number;
  lanes: number;
  answers: number;
  pairs: number;
}
/** The cells of a tree, parents before children. Of squares and bounds four numbers each: min x, min y, max x, max y. */
export interface Cells {
  squares: Float64Array;
  /** Around all items of a cell and below; inverted where there are none. */
  bounds: Float64Array;
  depths: Uint32Array;
  /** Items filed in the cell itself: in an inner cell those too wide for its children. */
  counts: Uint32Array;
  leaves: Uint8Array;
}
/**
 * Cells with items, parents before children, and sums over these. Below cell i are the cells i + 1 … ends[i] − 1: who takes the sum of cell i
 * goes on at ends[i], who opens it at i + 1. The items of a cell and below are `items` from firstItems[i] to before firstItems[ends[i]].
 */
export interface Sums {
  ends: Uint32Array;
  firstItems: Uint32Array;
  items: Uint32Array;
  depths: Uint32Array;
  leaves: Uint8Array;
  /** Four numbers each, around all items of a cell and below. */
  bounds: Float64Array;
  weights: Float64Array;
  /** x, y of each: the mean of the items' centers by their weights; 0, 0 where these are 0. */
  centers: Float64Array;
}
export interface ViewOptions {
  /** x, y of each view, a direction; with `halfAngles`, in radians: cones. Without, views look in all directions. */
  facings?: Numbers;
  halfAngles?: Numbers;
  /** By index four numbers, from x, from y, to x, to y: segments inside the items' bounds. Without, the boxes of the tree are walls. */
  walls?: Numbers;
  layers?: number;
}
