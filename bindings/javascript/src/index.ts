// A quadtree for things that move.
// SPDX-License-Identifier: MIT
export { Contacts, Visits } from './contacts';
export type { ContactList } from './contacts';
export { QuadrilleError } from './errors';
export { Flatbush } from './flatbush';
export { load } from './loading';
export type { LoadOptions } from './loading';
export type { Answer } from './module';
export { RBush } from './rbush';
export type { Bounds } from './rbush';
export { allLayers, noItem } from './questions';
export type { Request } from './questions';
export { Quadtree } from './tree';
export type {
  AreaOptions, Cells, Counters, Filter, Form, Hits, Items, NearOptions, Numbers, PairOptions, Relation, Report, Rows, Scalar,
  Shape, Stats, Sums, TreeOptions, ViewOptions,
} from './types';
