// What the page and the worker that runs the engine say to each other.
// SPDX-License-Identifier: MIT

/** By their numbers in playground/settings.hpp. */
export const kinds = ['overview', 'collide', 'boids', 'torus', 'circles', 'light', 'look', 'hunt', 'points'] as const;
export type Kind = (typeof kinds)[number];
export const everySize = ['equal', 'log-normal', 'power-law'] as const;
export type Size = (typeof everySize)[number];

/** By their numbers in playground/scene.hpp. */
export const actions = ['hover', 'add', 'grab', 'carry', 'drop', 'erase'] as const;
export type Action = (typeof actions)[number];

export interface Settings {
  kind: Kind;
  count: number;
  sizes: Size;
  speed: number;
  leaf: number;
  seed: number;
}

/** The facts of playground/picture.hpp, in their order. */
export const facts = [
  'ticks', 'items', 'answers', 'began', 'ended', 'innerCells', 'leaves', 'deepest', 'bytes', 'visible', 'windowCells',
  'windowBlocks', 'windowLanes', 'answerCells', 'answerBlocks', 'answerLanes', 'answerPairs', 'compared', 'comparedTests', 'paneLeaves', 'paneLanes', 'paneAnswers', 'vertices',
  'ringed', 'across', 'tileColumns', 'tilesLeft', 'tilesTop',
] as const;
export type Facts = Record<(typeof facts)[number], number>;

/** Milliseconds. */
export interface Times {
  update: number;
  answer: number;
  compare: number;
  show: number;
}

/** x0, y0, x1, y1 in the world. */
export type Area = [number, number, number, number];

/** What a picture is to show. */
export interface Shown {
  area: Area;
  cells: boolean;
  bounds: boolean;
  /** With more items than this on screen they are counted by tiles of the side `tile`. */
  most: number;
  tile: number;
  /** Whether brute force answers the same question beside the tree. */
  force: boolean;
  /** The window that a hand drags over the world, where the scene has one. */
  pane: Area | undefined;
}

export interface Frame {
  shapes: Float32Array;
  marks: Uint8Array;
  ids: Uint32Array;
  tiles: Uint32Array;
  cells: Float32Array;
  bounds: Float32Array;
  lines: Float32Array;
  vertices: Float32Array;
  polygons: Uint32Array;
  dots: Float32Array;
  facts: Facts;
  times: Times;
  /** Whether a tick was made for it. */
  ticked: boolean;
  side: number;
  area: Area;
  tile: number;
  /** Of the scene that it shows. */
  turn: number;
}

export type ToWorker =
  | { type: 'load'; module: string } // packed
  | { type: 'begin'; turn: number; settings: Settings }
  | { type: 'frame'; ticks: number; shown: Shown }
  | { type: 'speed'; speed: number }
  | { type: 'act'; action: Action; x: number; y: number; reach: number }
  | { type: 'ask'; id: number; question: Question };

export type FromWorker =
  | { type: 'progress'; turn: number; done: number }
  | { type: 'begun'; turn: number; side: number; kernels: string }
  | { type: 'frame'; frame: Frame }
  | { type: 'failed'; why: string }
  | { type: 'told'; id: number; answer: unknown };

/** What tests ask, and whoever is curious: `await playground.ask({what: 'run', ticks: 200})` in the console. */
export type Question =
  | { what: 'run'; ticks: number }
  | { what: 'shapes' }
  | { what: 'answers' }
  | { what: 'window'; area: Area }
  | { what: 'nearest'; x: number; y: number; most: number }
  | { what: 'work'; area: Area }
  | { what: 'sound' };
