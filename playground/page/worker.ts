// The worker: it runs the engine, so that the page never waits.
// SPDX-License-Identifier: MIT
import { unpacked } from '../../bindings/javascript/src/wasm';
import { Engine } from './engine';
import type { FromWorker, ToWorker } from './protocol';

let engine: Promise<Engine> | undefined;
let turn = 0; // of the scene that was begun last
let isReady = false;
const waiting: ToWorker[] = []; // until the scene is ready

function say(message: FromWorker, handed: Transferable[] = []): void {
  (self as unknown as { postMessage(message: FromWorker, handed: Transferable[]): void }).postMessage(message, handed);
}

/** Builds a world in slices: a newer one may be begun between them. */
async function build(running: Engine, own: number): Promise<void> {
  let shown = 0;
  for (;;) {
    const done = running.prepare();
    if (performance.now() - shown > 50 || done >= 1) {
      shown = performance.now();
      say({ type: 'progress', turn: own, done });
    }
    if (done >= 1) {
      break;
    }
    await new Promise((resolve) => setTimeout(resolve));
    if (own !== turn) {
      return;
    }
  }
  isReady = true;
  say({ type: 'begun', turn: own, side: running.side, kernels: running.kernels });
  for (const message of waiting.splice(0)) {
    handle(running, message);
  }
}

function handle(running: Engine, message: ToWorker): void {
  if (message.type === 'begin') {
    turn = message.turn;
    isReady = false;
    waiting.length = 0;
    running.begin(message.settings);
    build(running, turn).catch(fail);
  } else if (!isReady) {
    waiting.push(message);
  } else if (message.type === 'frame') {
    const frame = running.frame(turn, message.ticks, message.shown);
    const { shapes, marks, ids, tiles, cells, bounds, lines, vertices, polygons, dots } = frame;
    const handed = [shapes, marks, ids, tiles, cells, bounds, lines, vertices, polygons, dots];
    say({ type: 'frame', frame }, handed.map((array) => array.buffer as ArrayBuffer));
  } else if (message.type === 'speed') {
    running.setSpeed(message.speed);
  } else if (message.type === 'act') {
    running.act(message.action, message.x, message.y, message.reach);
  } else if (message.type === 'ask') {
    say({ type: 'told', id: message.id, answer: running.ask(message.question) });
  }
}

/** What stops the engine (memory that runs out, a browser without WebAssembly) is told, once. */
function fail(reason: unknown): void {
  say({ type: 'failed', why: reason instanceof Error ? reason.message : String(reason) });
  engine = new Promise(() => undefined);
}

self.addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.type === 'load') {
    engine = unpacked(message.module).then((bytes) => Engine.load(bytes));
    engine.catch(fail);
  } else {
    engine?.then((running) => handle(running, message)).catch(fail);
  }
});
