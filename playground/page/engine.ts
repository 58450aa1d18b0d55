// The engine: the library and the scenes, compiled to WebAssembly, behind a few functions.
// SPDX-License-Identifier: MIT
import { instantiate } from '../../bindings/javascript/src/wasm';
import { actions, everySize, facts, kinds } from './protocol';
import type { Action, Facts, Frame, Question, Settings, Shown } from './protocol';

interface Exports {
  memory: WebAssembly.Memory;
  begin(kind: number, count: number, sizes: number, speed: number, leaf: number, seed: number): void;
  prepare(): number;
  move(): void;
  update(): void;
  answer(): void;
  compare(): void;
  note(): void;
  hash(): bigint;
  set_speed(speed: number): void;
  set_pane(x0: number, y0: number, x1: number, y1: number): void;
  act(action: number, x: number, y: number, reach: number): void;
  show(x0: number, y0: number, x1: number, y1: number, cells: number, bounds: number, most: number, tile: number): void;
  side(): number;
  data(which: number): number;
  length(which: number): number;
  every_shape(): void;
  last_answers(): void;
  window(x0: number, y0: number, x1: number, y1: number): number;
  nearest(x: number, y: number, most: number): number;
  work(x0: number, y0: number, x1: number, y1: number): void;
  is_sound(): number;
  kernels(): number;
}

/** The numbers of the arrays in playground/exports.cpp. */
enum View { shapes, marks, ids, tiles, cells, bounds, lines, vertices, polygons, dots, facts, asked, numbers }

export class Engine {
  private times = { update: 0, answer: 0, compare: 0 }; // of the last tick
  private isCompared = false; // with brute force, since the last tick

  private constructor(private readonly wasm: Exports) {}

  static async load(bytes: BufferSource): Promise<Engine> {
    return new Engine(await instantiate<Exports>(bytes));
  }

  begin(settings: Settings): void {
    this.times = { update: 0, answer: 0, compare: 0 };
    this.isCompared = false;
    const { kind, count, sizes, speed, leaf, seed } = settings;
    this.wasm.begin(kinds.indexOf(kind), count, everySize.indexOf(sizes), speed, leaf, seed);
  }

  /** Builds the next part of the world; returns how much of it there is, 1 at the end. */
  prepare(): number {
    const done = this.wasm.prepare();
    if (done >= 1) { // so that a world that rests has answers
      this.times.answer = timed(() => this.wasm.answer());
    }
    return done;
  }

  get side(): number { return this.wasm.side(); }

  /** The instruction set that it uses. */
  get kernels(): string {
    const bytes = new Uint8Array(this.wasm.memory.buffer, this.wasm.kernels());
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  setSpeed(speed: number): void { this.wasm.set_speed(speed); }

  act(action: Action, x: number, y: number, reach: number): void {
    this.wasm.act(actions.indexOf(action), x, y, reach);
  }

  /** As many ticks, and then what is on screen. */
  frame(turn: number, ticks: number, { area, cells, bounds, most, tile, force, pane }: Shown): Frame {
    const { wasm, times } = this;
    if (pane) {
      wasm.set_pane(...pane);
    }
    for (let tick = 0; tick < ticks; ++tick) {
      wasm.move();
      times.update = timed(() => wasm.update());
      times.answer = timed(() => wasm.answer());
      this.isCompared = false;
    }
    if (force && !this.isCompared) {
      times.compare = timed(() => wasm.compare());
      this.isCompared = true;
    }
    const show = timed(() => wasm.show(...area, cells ? 1 : 0, bounds ? 1 : 0, most, tile));
    return {
      shapes: this.floats(View.shapes), marks: this.bytes(View.marks), ids: this.words(View.ids),
      tiles: this.words(View.tiles), cells: this.floats(View.cells), bounds: this.floats(View.bounds),
      lines: this.floats(View.lines), vertices: this.floats(View.vertices), polygons: this.words(View.polygons),
      dots: this.floats(View.dots), facts: this.facts(), times: { ...times, compare: force ? times.compare : 0, show }, ticked: ticks > 0, side: wasm.side(), area, tile, turn,
    };
  }

  ask(question: Question): unknown {
    const { wasm } = this;
    switch (question.what) {
      case 'run':
        for (let tick = 0; tick < question.ticks; ++tick) {
          wasm.move();
          wasm.update();
          wasm.answer();
          wasm.note();
        }
        return BigInt.asUintN(64, wasm.hash()).toString(16).padStart(16, '0');
      case 'shapes':
        wasm.every_shape();
        return this.floats(View.asked);
      case 'answers':
        wasm.last_answers();
        return this.words(View.numbers);
      case 'window':
        wasm.window(...question.area);
        return this.words(View.numbers);
      case 'nearest':
        wasm.nearest(question.x, question.y, question.most);
        return this.words(View.numbers);
      case 'work':
        wasm.work(...question.area);
        return this.words(View.numbers);
      case 'sound':
        return wasm.is_sound() === 1;
    }
  }

  // Copies, which can be handed over: the engine's memory moves when it grows.
  private floats(view: View): Float32Array {
    return new Float32Array(this.wasm.memory.buffer, this.wasm.data(view), this.wasm.length(view)).slice();
  }
  private words(view: View): Uint32Array {
    return new Uint32Array(this.wasm.memory.buffer, this.wasm.data(view), this.wasm.length(view)).slice();
  }
  private bytes(view: View): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer, this.wasm.data(view), this.wasm.length(view)).slice();
  }
  private facts(): Facts {
    const numbers = new Float64Array(this.wasm.memory.buffer, this.wasm.data(View.facts), facts.length);
    return Object.fromEntries(facts.map((name, at) => [name, numbers[at]])) as Facts;
  }
}

function timed(work: () => void): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}
