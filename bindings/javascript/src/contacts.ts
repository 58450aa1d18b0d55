// What begins, goes on and ends from tick to tick.
// SPDX-License-Identifier: MIT
import { known, nearOptions, pairOptions } from './demands.js';
import { QuadrilleError } from './errors.js';
import { List } from './module.js';
import type { Address, Module } from './module.js';
import type { Request } from './questions.js';
import type { Quadtree } from './tree.js';
import type { NearOptions, Numbers, PairOptions } from './types.js';

const dropped = new FinalizationRegistry<() => void>((free) => free());
const names = ['now', 'began', 'persisted', 'ended'] as const;
export type ContactList = (typeof names)[number];

/** Lists that the engine keeps until the next update. */
class Lists {
  private module: Module | undefined; // that of the first tree
  private address: Address = 0;

  /** Frees the lists; an update after that begins anew. Twice is as once. */
  dispose(): void {
    if (this.module && this.address !== 0) {
      dropped.unregister(this);
      this.module.wasm.contacts_free(this.address);
      this.address = 0;
      this.module = undefined;
    }
  }

  /** The handles of a list: of each pair index and generation of a, then of b. Of 'ended' they may be stale. */
  handles(which: ContactList): Uint32Array {
    const list = names.indexOf(which);
    if (list < 0) {
      throw new QuadrilleError(`wanted the list 'now', 'began', 'persisted' or 'ended', found ${String(which)}`);
    }
    if (!this.module) {
      return new Uint32Array();
    }
    this.module.wasm.contacts_list(this.address, list);
    return this.module.list(List.contacts, Uint32Array, 4);
  }

  protected updateBy(tree: Quadtree, request: Request): void {
    const module = tree.engine;
    if (this.module && this.module !== module) {
      throw new QuadrilleError('wanted a tree of the same scalar as at the first update, found another one');
    }
    if (!this.module) {
      this.module = module;
      this.address = module.call((wasm) => wasm.contacts_make());
      const { address } = this;
      dropped.register(this, () => module.wasm.contacts_free(address), this);
    }
    const at = tree.request(request, 'all');
    module.call((wasm) => wasm.contacts_update(this.address, at));
  }
  protected indices(which: ContactList): Uint32Array {
    const handles = this.handles(which);
    return handles.filter((_, at) => at % 2 === 0);
  }
}

/**
 * Which items come into contact, stay in contact and separate, from one tick to the next. Call `update` once for each tick, always with the
 * same tree or trees, then read the lists: two indices for each pair, ascending; in pairs of one tree the lower index is first. Contacts of
 * an erased item end, also when a new item has its index.
 */
export class Contacts extends Lists {
  /** Finds the pairs, as `tree.pairs`, or with another tree `tree.join`, and compares them with those of the last call. */
  update(tree: Quadtree, options: PairOptions & { other?: Quadtree } = {}): void {
    const { other, within = 0, ...layers } = known(options, ['other', ...pairOptions], 'update');
    this.updateBy(tree, { verb: other === undefined ? 'pairs' : 'join', distance: within, ...(other === undefined ? {} : { other }), ...layers });
  }
  /** The pairs of the last update. */
  get now(): Uint32Array { return this.indices('now'); }
  /** Those that were not there at the update before. */
  get began(): Uint32Array { return this.indices('began'); }
  /** Those that were there at the update before, too. */
  get persisted(): Uint32Array { return this.indices('persisted'); }
  /** Those of the update before that are no more. */
  get ended(): Uint32Array { return this.indices('ended'); }
}

/**
 * Which items enter areas, stay in them and leave them, from one tick to the next. An area is known by its number, and may have another
 * shape at each tick. Lists have two numbers for each visit: the area's, and the item's index.
 */
export class Visits extends Lists {
  /** Finds the items that `tree.query`, or with a distance `tree.queryWithin`, finds, and compares them with those of the last call. */
  update(tree: Quadtree, areas: Numbers | readonly Numbers[], options: NearOptions & { within?: number } = {}): void {
    const { within, ...others } = known(options, ['within', ...nearOptions], 'update');
    const near = within === undefined ? ({ verb: 'query' } as const) : ({ verb: 'query_within', distance: within } as const);
    this.updateBy(tree, { ...near, areas, ...others });
  }
  /** The items in each area. */
  get now(): Uint32Array { return this.indices('now'); }
  /** Those that were not there at the update before. */
  get entered(): Uint32Array { return this.indices('began'); }
  /** Those that were there at the update before, too. */
  get stayed(): Uint32Array { return this.indices('persisted'); }
  /** Those of the update before that are no more there, or no more at all. */
  get left(): Uint32Array { return this.indices('ended'); }
}
