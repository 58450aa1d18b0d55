// The engine as JavaScript sees it: its functions, its lists, its errors.
// SPDX-License-Identifier: MIT
import { shown } from './demands.js';
import { QuadrilleError } from './errors.js';
import { instantiate } from './wasm.js';

/** A tree, contacts, or an array in the module's memory. */
export type Address = number;

export interface Exports {
  memory: WebAssembly.Memory;
  __stack_pointer: WebAssembly.Global;
  allocate(bytes: number): Address;
  release(from: Address): void;
  forget(): void;
  list_data(which: number): Address;
  list_length(which: number): number;
  error_text(which: number): void;
  verb_name(which: number): void;
  tree_make(
    shape: number, scalar: number, leafCapacity: number, maxDepth: number, minCellSide: number, maxItems: number, width: number,
    height: number, originX: number, originY: number,
  ): Address;
  tree_free(of: Address): void;
  tree_clone(of: Address): Address;
  tree_copy_from(to: Address, from: Address): number;
  assign(tree: Address, shapes: Address, count: number): number;
  sync(tree: Address, shapes: Address, count: number): number;
  insert(tree: Address, shapes: Address, count: number, layers: number): number;
  erase(tree: Address, items: Address, count: number): number;
  move(tree: Address, items: Address, count: number, shapes: Address): number;
  set_layers(tree: Address, items: Address, count: number, layers: Address): number;
  clear(tree: Address): void;
  reserve(tree: Address, items: number): number;
  size(tree: Address): number;
  index_limit(tree: Address): number;
  extents(tree: Address): void;
  contains(tree: Address, index: number, generation: number): number;
  generation_at(tree: Address, index: number): number;
  layers(tree: Address, index: number, generation: number): number;
  shapes(tree: Address, into: Address): void;
  stats(tree: Address): void;
  validate(tree: Address): number;
  cells(tree: Address): void;
  save(tree: Address): void;
  load(tree: Address, bytes: Address, count: number): number;
  field(which: number): void;
  request(verb: number): Address;
  ask(tree: Address): void;
  search(tree: Address, minX: number, minY: number, maxX: number, maxY: number, what: number): number;
  search_within(tree: Address, x: number, y: number, distance: number): number;
  neighbors(tree: Address, x: number, y: number, k: number, distance: number): number;
  insert_one(tree: Address, a: number, b: number, c: number, d: number): number;
  erase_one(tree: Address, index: number): number;
  move_one(tree: Address, index: number, a: number, b: number, c: number, d: number): number;
  visit(tree: Address): void;
  work(anew: number): void;
  contacts_make(): Address;
  contacts_free(of: Address): void;
  contacts_update(of: Address, tree: Address): void;
  contacts_list(of: Address, which: number): void;
  aggregate(tree: Address, weights: Address, layers: number): void;
  look(tree: Address, count: number, places: Address, facings: Address, halfAngles: Address, walls: Address, layers: number): void;
  see(tree: Address, count: number, lines: Address, walls: Address, layers: number, seen: Address): void;
}

/** Lists that the last call has left, by the numbers of `list_at` in trees.cpp. */
export enum List {
  ends, a, b, aGenerations, bGenerations, measures, shifts, counts, items, saved, cellSquares, cellBounds, cellDepths, cellCounts,
  cellLeaves, sumEnds, sumFirstItems, sumItems, sumDepths, sumLeaves, sumBounds, sumWeights, sumCenters, seenEnds, seenVertices,
  contacts, change, numbers, text,
}

/** One answer of a visit. */
export interface Answer {
  /** The number of the question. */
  question: number;
  index: number;
  generation: number;
  /** Of pairs the second item; −1 where answers are no pairs. */
  otherIndex: number;
  otherGeneration: number;
  /** A fraction of a path, or a squared distance; NaN where there is none. */
  measure: number;
  /** By how many periods it is met away from where it is stored. */
  shift: [number, number];
}

/** How a field of a request is written, as asking.cpp has it. */
enum WrittenAs { byte, word, twoWords, longWord, number, nothing }
/** Fields of a request by their names in `quadrille_questions`; those that are undefined are as usual. */
export type Fields = Readonly<Record<string, number | readonly number[] | undefined>>;

/** A typed array that can be in the module's memory. */
type Typed = Float32Array | Float64Array | Uint32Array | Uint8Array;
interface TypedMaker<Of extends Typed> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, offset: number, length: number): Of;
}

const megabyte = 1 << 20;
const page = 1 << 16;
const mostDepth = 16; // the stack of the module has room for more
const mostBytes = 0xfff0_0000; // at once
const initialPages = 32; // as the module is linked

export class Module {
  readonly verbs: string[] = [];
  private readonly fields = new Map<string, { at: number; as: WrittenAs }>(); // of requests
  private rooms = new Map<number, { at: Address; bytes: number }>(); // for arrays that calls read
  private inputs: { at: Address; bytes: number }[] = []; // that no tree has
  private depth = 0; // of visitors that are being called
  private visitor: ((answer: Answer) => boolean) | undefined;
  private readonly restingStack: unknown; // outside of visitors
  private allWords = new Uint32Array();
  private allDoubles = new Float64Array();

  private constructor(readonly wasm: Exports) {
    this.restingStack = wasm.__stack_pointer.value;
    for (let which = 0; ; ++which) {
      wasm.verb_name(which);
      const name = this.text();
      if (name === '') {
        break;
      }
      this.verbs.push(name);
    }
    for (let which = 0; ; ++which) {
      wasm.field(which);
      const name = this.text();
      if (name === '') {
        break;
      }
      const [at, as] = this.list(List.numbers, Float64Array) as unknown as [number, WrittenAs];
      this.fields.set(name, { at, as });
    }
  }

  /** `mostBytes` is how much memory it may take. */
  static async of(bytes: BufferSource, mostBytes = 4096 * megabyte): Promise<Module> {
    const maximum = Math.max(initialPages, Math.min(page, Math.floor(mostBytes / page)));
    const memory = new WebAssembly.Memory({ initial: initialPages, maximum });
    let own: Module | undefined;
    const imports = {
      visit: (...answer: [number, number, number, number, number, number, number, number]) => (own as Module).take(...answer),
      refuse: (...sentence: [number, number, number, number, number, number]) => (own as Module).refuse(...sentence),
      out_of_memory: () => { throw new RangeError('out of memory'); },
    };
    own = new Module(await instantiate<Exports>(bytes, imports, memory));
    return own;
  }

  /** Calls into the module; what JavaScript throws on the way leaves it as it was. */
  call<Result>(work: (wasm: Exports) => Result): Result {
    const { stack } = this;
    try {
      return work(this.wasm);
    } catch (thrown) {
      throw this.restored(stack, thrown);
    }
  }
  /**
   * The stack pointer, which a call that throws does not put back. Outside of visitors it is put back here, too: where the
   * stack of JavaScript has overflown, what catches the error may overflow again.
   */
  get stack(): unknown {
    if (this.depth === 0) {
      this.wasm.__stack_pointer.value = this.restingStack;
    }
    return this.wasm.__stack_pointer.value;
  }
  /** Puts the stack pointer back after a call has thrown; returns what it threw. */
  restored(stack: unknown, thrown: unknown): unknown {
    this.wasm.__stack_pointer.value = stack;
    if (thrown instanceof RangeError && this.depth === 0) {
      this.wasm.forget(); // the answers that did not fit
    }
    return thrown;
  }

  /** Makes a request that of the next call. */
  request(verb: number, fields: Fields): void {
    const begin = this.wasm.request(verb) >>> 0;
    const into = new DataView(this.wasm.memory.buffer, begin);
    for (const name in fields) {
      const value = fields[name];
      const place = this.fields.get(name);
      if (value === undefined) {
        continue;
      }
      if (!place) {
        throw new Error(`a request has no field ${name}`);
      }
      const { at, as } = place;
      const [low, high] = typeof value === 'number' ? [value, Math.floor(value / 2 ** 32)] : (value as readonly [number, number]);
      if (as === WrittenAs.byte) {
        into.setUint8(at, low);
      } else if (as === WrittenAs.number) {
        into.setFloat64(at, low, true);
      } else {
        into.setUint32(at, low, true);
      }
      if (as === WrittenAs.twoWords || as === WrittenAs.longWord) {
        into.setUint32(at + 4, high, true);
      }
    }
  }

  /** Visits the answers of the request; what the visitor throws is thrown when the visit has ended. */
  visit(tree: Address, visitor: (answer: Answer) => boolean): void {
    if (this.depth === mostDepth) {
      throw new QuadrilleError(`wanted visits in visitors of visits up to ${mostDepth} deep, found one more`);
    }
    const outer = this.visitor;
    let thrown: { error: unknown } | undefined;
    this.visitor = (answer) => {
      try {
        return visitor(answer);
      } catch (error) {
        thrown = { error };
        return false;
      }
    };
    ++this.depth;
    try {
      this.call((wasm) => wasm.visit(tree));
    } finally {
      --this.depth;
      this.visitor = outer;
    }
    if (thrown) {
      throw thrown.error;
    }
  }

  /** The numbers of an array of this type in the module's memory: a copy, or, if they lie there, those. 0 for nothing. */
  put<Of extends Typed>(room: number, type: TypedMaker<Of>, from: ArrayLike<number> | undefined): Address {
    if (from === undefined) {
      return 0;
    }
    const { buffer } = this.wasm.memory;
    if ((from as Typed).buffer === buffer && from instanceof (type as unknown as new () => Of)) {
      return (from as unknown as Of).byteOffset;
    }
    if (Array.isArray(from)) {
      const wrong = from.findIndex((one) => typeof one !== 'number');
      if (wrong >= 0) {
        throw new QuadrilleError(`wanted an array of numbers, found ${shown(from[wrong])} at ${wrong}`);
      }
    }
    const at = this.room(room, from.length * type.BYTES_PER_ELEMENT);
    new type(this.wasm.memory.buffer, at, from.length).set(from);
    return at;
  }
  /** Room for so many bytes; it is kept for the next call, and a visitor's calls have others. */
  room(which: number, bytes: number): Address {
    const key = which + 16 * this.depth;
    const own = this.rooms.get(key);
    if (own && own.bytes >= bytes) {
      return own.at;
    }
    this.rooms.delete(key);
    if (own) {
      this.wasm.release(own.at);
    }
    const fresh = this.allocated(Math.max(64, Math.ceil(bytes * 1.25)));
    this.rooms.set(key, fresh);
    return fresh.at;
  }
  /** Memory for the shapes of a tree that a user writes. It is never given back to the module, whatever the user still writes there. */
  lendInput(bytes: number): { at: Address; bytes: number } {
    const known = this.inputs.findIndex((each) => each.bytes >= bytes);
    return known < 0 ? this.allocated(2 ** Math.ceil(Math.log2(Math.max(64, bytes)))) : (this.inputs.splice(known, 1)[0] as { at: Address; bytes: number });
  }
  takeInput(from: { at: Address; bytes: number }): void {
    this.inputs.push(from);
    this.inputs.sort((a, b) => a.bytes - b.bytes);
  }
  private allocated(bytes: number): { at: Address; bytes: number } {
    if (!(bytes <= mostBytes)) {
      throw new RangeError('out of memory');
    }
    return { at: this.call((wasm) => wasm.allocate(bytes)) >>> 0, bytes };
  }
  view<Of extends Typed>(type: TypedMaker<Of>, at: Address, length: number): Of {
    return new type(this.wasm.memory.buffer, at, length);
  }

  /** The memory as numbers of 4 bytes. A view is made anew only after the memory has grown: then the old one is empty. */
  get words(): Uint32Array {
    if (this.allWords.length === 0) {
      this.allWords = new Uint32Array(this.wasm.memory.buffer);
    }
    return this.allWords;
  }
  /** The same as numbers of 8 bytes. */
  get doubles(): Float64Array {
    if (this.allDoubles.length === 0) {
      this.allDoubles = new Float64Array(this.wasm.memory.buffer);
    }
    return this.allDoubles;
  }

  /** A copy of a list; `each` is how many numbers one of its elements has. */
  list<Of extends Typed | Int16Array>(
    which: List,
    type: { new (buffer: ArrayBufferLike, offset: number, length: number): Of },
    each = 1,
  ): Of {
    const view = new type(this.wasm.memory.buffer, this.wasm.list_data(which), this.wasm.list_length(which) * each);
    return view.slice() as Of;
  }
  /** Ends of rows, which the module has in 64 bits, as offsets: one more than rows, the first 0. */
  offsets(which: List): Uint32Array {
    const ends = new Uint32Array(this.wasm.memory.buffer, this.wasm.list_data(which), this.wasm.list_length(which) * 2);
    const offsets = new Uint32Array(ends.length / 2 + 1);
    for (let row = 1; row < offsets.length; ++row) {
      offsets[row] = ends[2 * row - 2] as number;
    }
    return offsets;
  }
  text(): string {
    return this.sentence(this.wasm.list_data(List.text), this.wasm.list_length(List.text));
  }

  private sentence(at: Address, length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.wasm.memory.buffer, at, length).slice());
  }
  private take(
    question: number, index: number, generation: number, otherIndex: number, otherGeneration: number, measure: number, shiftX: number,
    shiftY: number,
  ): number {
    const isPair = otherGeneration !== 0;
    const goesOn = (this.visitor as (answer: Answer) => boolean)({
      question,
      index: index >>> 0,
      generation: generation >>> 0,
      otherIndex: isPair ? otherIndex >>> 0 : -1,
      otherGeneration: otherGeneration >>> 0,
      measure,
      shift: [shiftX, shiftY],
    });
    return goesOn ? 0 : 1;
  }
  private refuse(about: Address, aboutLength: number, wanted: Address, wantedLength: number, found: Address, foundLength: number): never {
    const who = aboutLength > 0 ? `${this.sentence(about, aboutLength)}: ` : '';
    const what = foundLength > 0 ? `, found ${this.sentence(found, foundLength)}` : '';
    const row = /in row (\d+)$/.exec(what)?.[1];
    throw new QuadrilleError(`${who}wanted ${this.sentence(wanted, wantedLength)}${what}`, row === undefined ? row : Number(row));
  }
}
