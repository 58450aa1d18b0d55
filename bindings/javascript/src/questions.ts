// What can be asked of a tree, over typed arrays.
// SPDX-License-Identifier: MIT
import {
  areaOptions, demandAsMany, demandHandles, demandSound, distanceOf, filterOptions, formColumns, known, layerBits, listOfPolygons,
  nearOptions, numberOf, pairOf, pairOptions, rowsOf, wholeNumber,
} from './demands.js';
import { QuadrilleError } from './errors.js';
import { List } from './module.js';
import type { Address, Answer, Fields, Module } from './module.js';
import { SingleQuestions } from './single.js';
import type { Shape, Form, Relation, Numbers, Items, Scalar, Filter, AreaOptions, NearOptions, PairOptions, Rows, Hits, Verb } from './types.js';

/** What a visit asks; each verb reads what it needs of it. */
export interface Request extends Filter {
  verb: Verb;
  what?: 'all' | 'first' | 'any';
  areas?: Numbers | readonly Numbers[];
  form?: Form;
  relation?: Relation;
  ways?: Numbers;
  items?: Items;
  other?: Questions;
  distance?: number;
  k?: number;
  partners?: number;
}

export const allLayers = 0xffff_ffff;
/** The index that stands for no item. */
export const noItem = 0xffff_ffff;
const formNumbers = { box: 0, circle: 1, point: 2, segment: 3, polygon: 4 } as const;
const formNames = { box: 'boxes', circle: 'circles', point: 'points', segment: 'segments', polygon: 'polygons' } as const;
const relationNumbers = { intersecting: 0, inside: 1, containing: 2 } as const;
const wantedNumbers = { all: 0, count: 1, any: 2, first: 3 } as const;

/** Arrays that calls read, each in a room of its own. */
export enum Room { places, ends, ways, items, layers, weights, facings, angles, walls, seen }

/** The questions of a `Quadtree`: the part of it that changes nothing. */
export abstract class Questions extends SingleQuestions {
  /** What all items are. */
  abstract readonly shape: Shape;
  /** The numbers of shapes and places. */
  abstract readonly scalar: Scalar;
  protected visits = 0; // that are being answered

  // ---- Ask about areas -----------------------------------------------------------------------------------------------

  /** The items that intersect each area. O(log n + answers) each. */
  query(areas: Numbers | readonly Numbers[], options: AreaOptions = {}): Rows {
    return this.ask({ verb: 'query', areas, ...known(options, areaOptions, 'query') });
  }

  /** The items no farther than a distance from each area. */
  queryWithin(areas: Numbers | readonly Numbers[], distance: number, options: NearOptions = {}): Rows {
    return this.ask({ verb: 'query_within', areas, distance: distanceOf(distance), ...known(options, nearOptions, 'queryWithin') });
  }

  /** How many items `query` finds for each area, or with a distance `queryWithin`. */
  count(areas: Numbers | readonly Numbers[], options: AreaOptions & { within?: number } = {}): Uint32Array {
    return this.results('count', areas, options);
  }

  /** For each area 1 if `query` finds any item, or with a distance `queryWithin`, else 0. */
  any(areas: Numbers | readonly Numbers[], options: AreaOptions & { within?: number } = {}): Uint8Array {
    return Uint8Array.from(this.results('any', areas, options));
  }

  /** The other items that intersect each of these, by their handles; there are none of an item that there is not. */
  intersecting(items: Items, options: Filter = {}): Rows {
    return this.ask({ verb: 'intersecting', items, ...known(options, filterOptions, 'intersecting') });
  }

  // ---- Ask about what is near ----------------------------------------------------------------------------------------

  /**
   * The k items nearest to each place (points without a form), no farther than `distance`: k of each, by the square of the distance, then
   * index. Where there are fewer, the index is `noItem` and the distance infinite.
   */
  nearest(
    places: Numbers | readonly Numbers[],
    k = 1,
    options: NearOptions & { distance?: number } = {},
  ): { indices: Uint32Array; distances: Float64Array } {
    const { distance = Infinity, form = 'point', ...filter } = known(options, ['distance', ...nearOptions], 'nearest');
    wholeNumber(k, 'k');
    const { offsets, indices } = this.ask({ verb: 'nearest', areas: places, k, distance, form, ...filter });
    const squares = this.module.list(List.measures, Float64Array);
    const count = offsets.length - 1;
    if (indices.length === count * k) {
      return { indices, distances: squares.map(Math.sqrt) };
    }
    const all = { indices: new Uint32Array(count * k).fill(noItem), distances: new Float64Array(count * k).fill(Infinity) };
    for (let row = 0; row < count; ++row) {
      const first = offsets[row] as number;
      for (let at = first; at < (offsets[row + 1] as number); ++at) {
        all.indices[row * k + at - first] = indices[at] as number;
        all.distances[row * k + at - first] = Math.sqrt(squares[at] as number);
      }
    }
    return all;
  }

  /** The k closest pairs, of this tree or of it and another one of the same shape: two indices each, by distance. */
  closestPairs(
    k: number,
    options: PairOptions & { other?: Questions } = {},
  ): { pairs: Uint32Array; distances: Float64Array } {
    const { other, within = Infinity, ...layers } = known(options, ['other', ...pairOptions], 'closestPairs');
    wholeNumber(k, 'k');
    this.ask({ verb: 'closest_pairs', k, distance: within, ...(other === undefined ? {} : { other }), ...layers });
    return { pairs: this.pairList(), distances: this.module.list(List.measures, Float64Array).map(Math.sqrt) };
  }

  // ---- Ask about pairs -----------------------------------------------------------------------------------------------

  /** The pairs of items that intersect, or are no farther apart than `within`: two indices each, each pair once. */
  pairs(options: PairOptions = {}): Uint32Array {
    const { within = 0, ...layers } = known(options, pairOptions, 'pairs');
    this.ask({ verb: 'pairs', distance: within, ...layers });
    return this.pairList();
  }

  /** The same with at least one of these items, by their handles. */
  pairsOf(items: Items, options: PairOptions = {}): Uint32Array {
    const { within = 0, ...layers } = known(options, pairOptions, 'pairsOf');
    this.ask({ verb: 'pairs_of', items, distance: within, ...layers });
    return this.pairList();
  }

  /** The pairs of an item of this tree and one of another, of any shape and of the same scalar. */
  join(other: Questions, options: PairOptions = {}): Uint32Array {
    const { within = 0, ...layers } = known(options, pairOptions, 'join');
    if (!(other instanceof Questions)) {
      throw new QuadrilleError(`wanted another Quadtree, found ${String(other)}`);
    }
    this.ask({ verb: 'join', other, distance: within, ...layers });
    return this.pairList();
  }

  /** How many pairs `pairs` or `join` finds. */
  countPairs(options: PairOptions & { other?: Questions } = {}): number {
    const { other, within = 0, ...layers } = known(options, ['other', ...pairOptions], 'countPairs');
    this.ask({ verb: other === undefined ? 'pairs' : 'join', distance: within, ...(other === undefined ? {} : { other }), ...layers }, 'count');
    return this.module.list(List.numbers, Float64Array)[0] as number;
  }

  // ---- Ask along paths -----------------------------------------------------------------------------------------------

  /** The items that the line from each origin (x, y) by its way (x, y) meets, in no order. */
  raycast(origins: Numbers, ways: Numbers, options: Filter = {}): Hits {
    return this.hits({ verb: 'raycast', form: 'point', areas: origins, ways, ...known(options, filterOptions, 'raycast') });
  }

  /** What each of these lines meets first: index `noItem` and an infinite fraction for nothing. */
  closestHit(origins: Numbers, ways: Numbers, options: Filter = {}): { indices: Uint32Array; fractions: Float64Array } {
    return this.first({ verb: 'raycast', form: 'point', areas: origins, ways, ...known(options, filterOptions, 'closestHit') });
  }

  /** As `raycast`, for points, circles or boxes that move by their ways. */
  cast(shapes: Numbers, ways: Numbers, options: NearOptions = {}): Hits {
    return this.hits({ verb: 'cast', areas: shapes, ways, ...known(options, nearOptions, 'cast') });
  }

  /** What each of these meets first, as `closestHit` returns it. */
  closestCast(shapes: Numbers, ways: Numbers, options: NearOptions = {}): { indices: Uint32Array; fractions: Float64Array } {
    return this.first({ verb: 'cast', areas: shapes, ways, ...known(options, nearOptions, 'closestCast') });
  }

  // ---- Visit ---------------------------------------------------------------------------------------------------------

  /**
   * Calls the visitor with one answer after the other, of one question after the other, and keeps none; a visitor that returns false ends
   * the call. It may ask this tree and others, and must not change it. What it throws, `visit` throws.
   */
  visit(request: Request, visitor: (answer: Answer) => boolean | void): void {
    if (typeof visitor !== 'function') {
      throw new QuadrilleError(`wanted a visitor that is a function, found ${String(visitor)}`);
    }
    const names = ['verb', 'what', 'areas', 'ways', 'items', 'other', 'distance', 'k', 'partners', ...areaOptions] as const;
    const asked = known(request, names, 'visit');
    const { other } = asked;
    const usual = asked.verb === 'nearest' || asked.verb === 'raycast' ? { form: 'point' as const } : {};
    this.request({ ...usual, ...asked }, asked.what ?? 'all', true);
    ++this.visits;
    if (other) {
      ++other.visits;
    }
    try {
      this.module.visit(this.alive(), (answer) => visitor(answer) !== false);
    } finally {
      --this.visits;
      if (other) {
        --other.visits;
      }
    }
  }

  // ---- Requests ------------------------------------------------------------------------------------------------------

  /** Makes this the request of the next call of the module. For contacts, too. @internal */
  request(asked: Request, wanted: keyof typeof wantedNumbers, withItems = false): Address {
    const {
      areas, form = 'box', relation = 'intersecting', ways, items, other, k = 1, layers = allLayers, partners = allLayers, without = [0, 0],
    } = asked;
    const verb = this.module.verbs.indexOf(asked.verb);
    if (verb < 0) {
      throw new QuadrilleError(`wanted one of the verbs ${this.module.verbs.join(', ')}, found ${String(asked.verb)}`);
    }
    const { scalar, module } = this;
    if (asked.distance !== undefined) {
      distanceOf(asked.distance);
    }
    if (other !== undefined && !(other instanceof Questions && other.module === module)) {
      throw new QuadrilleError(`wanted another Quadtree in ${scalar}, found ${other instanceof Questions ? `one in ${other.scalar}` : String(other)}`);
    }
    const polygons = form === 'polygon' && areas ? listOfPolygons(areas) : undefined;
    const places = polygons ? polygons.vertices : (areas as Numbers | undefined);
    const fields: Fields = {
      wanted: numberOf(wantedNumbers, wanted, 'kind of answers'), relation: numberOf(relationNumbers, relation, 'relation'),
      form: numberOf(formNumbers, form, 'form'), distance: asked.distance, k: wholeNumber(k, 'k', Number.MAX_SAFE_INTEGER),
      layers: layerBits(layers), partners: layerBits(partners, 'partners'),
      except: pairOf(without, 'without, the index and generation of an item,').map((one) => wholeNumber(one, 'without')),
      count: this.countOf(asked, form, places, polygons?.ends), other: other?.alive(), with_generations: withItems ? 1 : 0,
    };
    module.call(() => {
      module.request(verb, {
        ...fields, places: this.put(Room.places, places), vertex_ends: module.put(Room.ends, Uint32Array, polygons?.ends),
        ways: this.put(Room.ways, ways), items: items ? this.putItems(items) : 0,
      });
    });
    return this.alive();
  }

  /** The module that the tree is in. @internal */
  get engine(): Module { return this.module; }

  /** How many questions a request has; refuses what is no place. */
  private countOf({ ways, items }: Request, form: Form, places: Numbers | undefined, ends: Uint32Array | undefined): number {
    let count = 1;
    if (ends) {
      count = ends.length;
    } else if (places !== undefined) {
      count = rowsOf(places, formColumns[form], formNames[form]);
      demandSound(places, form, formNames[form], ways === undefined);
    } else if (items !== undefined) {
      count = rowsOf(items, 2, 'items');
    }
    if (ways !== undefined) {
      demandAsMany(rowsOf(ways, 2, 'ways'), count, 'ways as places');
      demandSound(ways, 'point', 'ways');
    }
    return count;
  }
  private ask(asked: Request, wanted: keyof typeof wantedNumbers = 'all'): Rows {
    const tree = this.request(asked, wanted);
    this.module.call((wasm) => wasm.ask(tree));
    const rows: Rows = { offsets: this.module.offsets(List.ends), indices: this.module.list(List.a, Uint32Array) };
    const shifts = this.module.list(List.shifts, Int16Array, 2);
    return shifts.length > 0 ? { ...rows, shifts } : rows;
  }
  private results(
    wanted: 'count' | 'any',
    areas: Numbers | readonly Numbers[],
    options: AreaOptions & { within?: number },
  ): Uint32Array {
    const { within, ...others } = known(options, ['within', ...areaOptions], wanted);
    this.ask({ verb: within === undefined ? 'query' : 'query_within', areas, ...(within === undefined ? {} : { distance: within }), ...others }, wanted);
    return this.module.list(List.counts, Uint32Array);
  }
  private hits(asked: Request): Hits {
    return { ...this.ask(asked), fractions: this.module.list(List.measures, Float64Array) };
  }
  private first(asked: Request): { indices: Uint32Array; fractions: Float64Array } {
    const { offsets, indices, fractions } = { ...this.ask(asked, 'first'), fractions: this.module.list(List.measures, Float64Array) };
    const count = offsets.length - 1;
    const all = { indices: new Uint32Array(count).fill(noItem), fractions: new Float64Array(count).fill(Infinity) };
    for (let row = 0; row < count; ++row) {
      const at = offsets[row] as number;
      if (at < (offsets[row + 1] as number)) {
        all.indices[row] = indices[at] as number;
        all.fractions[row] = fractions[at] as number;
      }
    }
    return all;
  }
  private pairList(): Uint32Array {
    const a = this.module.list(List.a, Uint32Array);
    const b = this.module.list(List.b, Uint32Array);
    const pairs = new Uint32Array(2 * a.length);
    for (let each = 0; each < a.length; ++each) {
      pairs[2 * each] = a[each] as number;
      pairs[2 * each + 1] = b[each] as number;
    }
    return pairs;
  }

  // ---- Arguments -----------------------------------------------------------------------------------------------------

  protected put(room: Room, numbers: Numbers | undefined): Address {
    return this.scalar === 'float64' ? this.module.put(room, Float64Array, numbers) : this.module.put(room, Float32Array, numbers);
  }
  protected putItems(items: Items): Address {
    demandHandles(items);
    return this.module.put(Room.items, Uint32Array, items);
  }
}
