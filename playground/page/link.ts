// The link to the worker, which is made from a blob: pages from disk may load no other file.
// SPDX-License-Identifier: MIT
import { chosenModule } from './modules';
import type { Action, Frame, FromWorker, Question, Settings, Shown, ToWorker } from './protocol';

declare const WORKER_SOURCE: string; // put in by the build

export interface Listener {
  progress(done: number): void;
  begun(side: number, kernels: string): void;
  frame(frame: Frame): void;
  failed(why: string): void;
}

export class Link {
  private readonly worker: Worker;
  private turn = 0;
  private isAsked = false; // a frame is on its way
  private asked = 0;
  private readonly told = new Map<number, (answer: unknown) => void>();

  constructor(private readonly listener: Listener) {
    this.worker = new Worker(URL.createObjectURL(new Blob([WORKER_SOURCE], { type: 'text/javascript' })));
    this.worker.addEventListener('message', (event: MessageEvent<FromWorker>) => this.hear(event.data));
    this.worker.addEventListener('error', (event) => listener.failed(event.message));
    this.say({ type: 'load', module: chosenModule() });
  }

  begin(settings: Settings): void {
    this.isAsked = false;
    this.say({ type: 'begin', turn: ++this.turn, settings });
  }

  get isBusy(): boolean { return this.isAsked; }

  askFrame(ticks: number, shown: Shown): void {
    this.isAsked = true;
    this.say({ type: 'frame', ticks, shown });
  }

  setSpeed(speed: number): void { this.say({ type: 'speed', speed }); }

  act(action: Action, x: number, y: number, reach: number): void { this.say({ type: 'act', action, x, y, reach }); }

  ask(question: Question): Promise<unknown> {
    const id = ++this.asked;
    return new Promise((resolve) => {
      this.told.set(id, resolve);
      this.say({ type: 'ask', id, question });
    });
  }

  private say(message: ToWorker): void { this.worker.postMessage(message); }

  private hear(message: FromWorker): void {
    if (message.type === 'told') {
      this.told.get(message.id)?.(message.answer);
      this.told.delete(message.id);
    } else if (message.type === 'failed') {
      this.listener.failed(message.why);
    } else if (message.type === 'frame') {
      if (message.frame.turn === this.turn) { // else it is of a scene that has gone
        this.isAsked = false;
        this.listener.frame(message.frame);
      }
    } else if (message.turn === this.turn) {
      if (message.type === 'progress') {
        this.listener.progress(message.done);
      } else {
        this.listener.begun(message.side, message.kernels);
      }
    }
  }
}
