// Hands: mouse, touch and keyboard; what they mean depends on the scene.
// SPDX-License-Identifier: MIT
import type { Camera } from './camera';
import type { Action } from './protocol';
import type { Hand } from './scenes';

export type Tool = 'insert' | 'move' | 'erase';
export const tools: readonly Tool[] = ['insert', 'move', 'erase'];

export interface Handled {
  hand(): Hand;
  tool(): Tool;
  act(action: Action, x: number, y: number, reach: number): void;
  looked(): void; // the camera has moved
}

/** What a press, a drag and a release do; nothing means that the camera follows. */
const meaning: Record<Exclude<Hand, 'edit'> | Tool, { press?: Action; drag?: Action; release?: Action; hover?: Action }> = {
  pan: {},
  push: { press: 'add', drag: 'add' },
  add: { press: 'add' },
  lantern: { press: 'grab', drag: 'carry', release: 'drop' },
  hunt: { press: 'add', drag: 'hover', hover: 'hover' },
  insert: { press: 'add', drag: 'add' },
  move: { press: 'grab', drag: 'carry', release: 'drop' },
  erase: { press: 'erase', drag: 'erase' },
};

const reachOnScreen = 16; // CSS pixels: a finger's width

export class Hands {
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private isPanning = false;
  private lastSpray = { x: -99, y: -99 };

  constructor(private readonly stage: HTMLElement, private readonly camera: Camera, private readonly handled: Handled) {
    stage.addEventListener('pointerdown', (event) => this.down(event));
    stage.addEventListener('pointermove', (event) => this.move(event));
    stage.addEventListener('pointerup', (event) => this.up(event));
    stage.addEventListener('pointercancel', (event) => this.up(event));
    stage.addEventListener('contextmenu', (event) => event.preventDefault());
    stage.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  private means(): (typeof meaning)['pan'] {
    const hand = this.handled.hand();
    return meaning[hand === 'edit' ? this.handled.tool() : hand];
  }

  private act(action: Action | undefined, { clientX, clientY }: PointerEvent): void {
    if (action) {
      const { x, y } = this.camera.toWorld(clientX, clientY);
      this.handled.act(action, x, y, reachOnScreen / this.camera.scale);
    }
  }

  private down(event: PointerEvent): void {
    this.stage.setPointerCapture(event.pointerId);
    this.stage.focus({ preventScroll: true });
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const wasActing = this.fingers.size === 2 && !this.isPanning;
    this.isPanning = this.fingers.size > 1 || event.button !== 0 || event.shiftKey || !this.means().press;
    if (wasActing && this.means().release) {
      this.act(this.means().release, event);
    }
    if (!this.isPanning) {
      this.lastSpray = { x: event.clientX, y: event.clientY };
      this.act(this.means().press, event);
    }
  }

  private move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) {
      this.act(this.means().hover, event);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    if (this.isPanning) {
      this.lookAlong(event.pointerId, before, now);
    } else {
      const way = Math.hypot(now.x - this.lastSpray.x, now.y - this.lastSpray.y);
      if (this.means().drag !== 'add' || way > 9) { // or one stroke would insert hundreds
        this.lastSpray = now;
        this.act(this.means().drag, event);
      }
    }
    this.fingers.set(event.pointerId, now);
  }

  /** One finger pans; two pan by their middle and zoom by their distance. */
  private lookAlong(moved: number, before: { x: number; y: number }, now: { x: number; y: number }): void {
    const other = [...this.fingers].find(([id]) => id !== moved)?.[1];
    if (other) {
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(now.x - other.x, now.y - other.y);
      this.camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      this.camera.zoom(is / Math.max(1, was), (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else {
      this.camera.pan(now.x - before.x, now.y - before.y);
    }
    this.handled.looked();
  }

  private up(event: PointerEvent): void {
    if (this.fingers.delete(event.pointerId) && !this.isPanning) {
      this.act(this.means().release, event);
    }
    if (this.fingers.size === 0) {
      this.isPanning = false;
    }
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.camera.zoom(Math.exp(-0.0016 * lines * event.deltaY), event.clientX, event.clientY);
    this.handled.looked();
  }
}
