// A quadtree for things that move.
// SPDX-License-Identifier: MIT
export { Contacts, Visits } from './contacts.js';
export type { ContactList } from './contacts.js';
export { QuadrilleError } from './errors.js';
export { Flatbush } from './flatbush.js';
export { load } from './loading.js';
export type { Engine, LoadOptions } from './loading.js';
export type { Answer } from './module.js';
export { RBush } from './rbush.js';
export type { Bounds } from './rbush.js';
export { allLayers, noItem } from './questions.js';
export type { Request } from './questions.js';
export { Quadtree } from './tree.js';
export type {
  AreaOptions, Cells, Counters, Filter, Form, Hits, Indices, Items, NearOptions, Numbers, PairOptions, Relation, Report,
  Rows, Scalar, Shape, Stats, Sums, TreeOptions, Verb, ViewOptions,
} from './types.js';
