// What calls demand of their arguments; what is not so is an error that says what was wanted and found.
// SPDX-License-Identifier: MIT
import { QuadrilleError } from './errors.js';
import type { Form, Indices, Items, Numbers } from './types.js';

/** How many numbers each of them has. */
export const formColumns = { box: 4, circle: 3, point: 2, segment: 4, polygon: 2 } as const;

/** The number of one of these names. */
export function numberOf<Name extends string>(of: Readonly<Record<Name, number>>, name: Name, what: string): number {
  const number = Object.hasOwn(of, name) ? of[name] : undefined;
  if (number === undefined) {
    const names = Object.keys(of).map((one) => `'${one}'`).join(', ');
    throw new QuadrilleError(`wanted the ${what} ${names}, found ${JSON.stringify(name) ?? String(name)}`);
  }
  return number;
}
/** The options that calls have in common. */
export const filterOptions = ['layers', 'without'] as const;
export const areaOptions = ['form', 'relation', ...filterOptions] as const;
export const nearOptions = ['form', ...filterOptions] as const;
export const pairOptions = ['within', 'layers', 'partners'] as const;

/** The options of a call: another name than those it knows would mean nothing, and is an error. */
export function known<Options extends object>(options: Options, names: readonly (keyof Options & string)[], call: string): Options {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new QuadrilleError(`${call}: wanted an object with options, of ${names.join(', ')}, found ${JSON.stringify(options) ?? String(options)}`);
  }
  for (const name in options) { // inherited ones, too
    if (!names.includes(name)) {
      throw new QuadrilleError(`${call}: wanted options of ${names.join(', ')}, found ${JSON.stringify(name)}`);
    }
  }
  return Object.fromEntries(names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]])) as Options;
}
/** Numbers of layers: bit i is layer i. */
export function layerBits(value: number, name = 'layers'): number {
  return wholeNumber(value, name);
}
export function finite(value: number, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new QuadrilleError(`wanted ${name} as a finite number, found ${String(value)}`);
  }
  return value;
}
export function pairOf(value: readonly [number, number], name: string): readonly [number, number] {
  if (typeof value !== 'object' || value === null || value.length !== 2) {
    throw new QuadrilleError(`wanted ${name} as two numbers, found ${JSON.stringify(value) ?? String(value)}`);
  }
  return [finite(value[0] as number, name), finite(value[1] as number, name)];
}
export function distanceOf(value: number): number {
  if (typeof value !== 'number' || !(value >= 0)) {
    throw new QuadrilleError(`wanted a distance of 0 or more, found ${value === null ? 'null' : typeof value === 'string' ? JSON.stringify(value) : String(value)}`);
  }
  return value;
}
export function wholeNumber(value: number, name: string, most = 0xffff_ffff): number {
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw new QuadrilleError(`wanted ${name} as a whole number of 0 … ${most}, found ${String(value)}`);
  }
  return value;
}
/** How many there are of so many numbers each. */
export function rowsOf(numbers: ArrayLike<number>, columns: number, name: string): number {
  const length = (numbers as ArrayLike<number> | null | undefined)?.length;
  if (typeof length !== 'number') {
    throw new QuadrilleError(`wanted ${name} in an array, found ${String(numbers)}`);
  }
  if (length % columns !== 0) {
    throw new QuadrilleError(`wanted ${name} of ${columns} numbers each, found ${length} numbers`);
  }
  return length / columns;
}
/** Handles, which are whole numbers. */
export function demandHandles(items: Items): void {
  for (let at = 0; !(items instanceof Uint32Array) && at < (items as ArrayLike<number>).length; ++at) {
    wholeNumber((items as ArrayLike<number>)[at] as number, `the ${at % 2 === 0 ? 'index' : 'generation'} of item ${Math.floor(at / 2)}`);
  }
}
export function demandIndices(into: Indices): void {
  if (!Array.isArray(into) && !((into as unknown) instanceof Uint32Array)) {
    throw new QuadrilleError(`wanted an array or a Uint32Array for the indices, found ${String(into)}`);
  }
}
export function demandAsMany(found: number, wanted: number, names: string): void {
  if (found !== wanted) {
    throw new QuadrilleError(`wanted as many ${names}, ${wanted}, found ${found}`);
  }
}

/** Refuses the first row with NaN, or with anything else that is no number. */
export function demandNumbers(numbers: Numbers, columns: number, name: string): void {
  for (let at = 0; at < numbers.length; ++at) {
    const one: unknown = numbers[at];
    if (typeof one !== 'number' || Number.isNaN(one)) {
      const row = Math.floor(at / columns);
      throw new QuadrilleError(`wanted ${name} that are numbers, found ${shown(one)} in row ${row}`, row);
    }
  }
}
/** Whether all are numbers, and none is NaN; infinities of both signs may need a second look. */
export function areNumbers(a: unknown, b: unknown, c: unknown, d: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number' && typeof c === 'number' && typeof d === 'number' && a + b + c + d <= Infinity;
}
export function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 100)) : typeof value === 'object' && value !== null ? 'an object' : String(value);
}
/** Refuses the first row that is no place: nothing can be found by it. */
export function demandSound(numbers: Numbers, form: Form, name: string, mayBeEmpty = false): void {
  const columns = formColumns[form];
  const value = (at: number): number => Number(numbers[at]);
  demandNumbers(numbers, columns, name);
  const isBad = form === 'box' ? (at: number) => value(at) > value(at + 2) || value(at + 1) > value(at + 3) : (at: number) => value(at + 2) < 0;
  const isTested = form === 'circle' || (form === 'box' && !mayBeEmpty);
  for (let at = 0; isTested && at < numbers.length; at += columns) {
    if (isBad(at)) {
      const row = at / columns;
      const what = form === 'box' ? 'min x, min y, max x, max y' : 'x, y and a radius of 0 or more';
      const found = Array.from({ length: columns }, (_, column) => value(at + column)).join(', ');
      throw new QuadrilleError(`wanted ${name} of ${what}, found ${found} in row ${row}`, row);
    }
  }
}

/** All vertices of polygons, and where each ends. */
export function listOfPolygons(polygons: Numbers | readonly Numbers[]): { vertices: Float64Array; ends: Uint32Array } {
  const all = polygons as readonly Numbers[];
  const ends = new Uint32Array(all.length);
  let count = 0;
  for (let each = 0; each < all.length; ++each) {
    const { length } = all[each] as Numbers;
    if (typeof length !== 'number' || length % 2 !== 0) {
      throw new QuadrilleError(`wanted a list of polygons, each an array of x, y, found ${String(all[each])} in row ${each}`, each);
    }
    count += length;
    ends[each] = count / 2;
  }
  const vertices = new Float64Array(count);
  for (let each = 0, at = 0; each < all.length; ++each) {
    vertices.set(all[each] as Numbers, at);
    const end = at + (all[each] as Numbers).length;
    if (vertices.subarray(at, end).some(Number.isNaN)) {
      throw new QuadrilleError(`wanted vertices that are numbers, found NaN in row ${each}`, each);
    }
    at = end;
  }
  return { vertices, ends };
}
