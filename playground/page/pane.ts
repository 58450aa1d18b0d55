// The pane: a window over the world that is dragged and resized by mouse, touch or arrow keys.
// SPDX-License-Identifier: MIT
import { leastPane, sideOfPanes } from './address';
import type { Camera } from './camera';
import { byId } from './dom';
import type { Area } from './protocol';

/** Thousandths of the world's side that a press of an arrow key moves it; with Shift a fifth of that. */
const stepOfKeys = 20;

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

export interface Held {
  pane(): Area;
  moved(pane: Area): void;
}

/** The same window elsewhere, within the world. */
export function movedBy([x0, y0, x1, y1]: Area, dx: number, dy: number): Area {
  const within = (way: number, low: number, high: number): number => Math.min(sideOfPanes - high, Math.max(-low, way));
  const [x, y] = [Math.round(within(dx, x0, x1)), Math.round(within(dy, y0, y1))];
  return [x0 + x, y0 + y, x1 + x, y1 + y];
}

/** The same corner, with another size. */
export function resizedBy([x0, y0, x1, y1]: Area, dx: number, dy: number): Area {
  const within = (high: number, low: number): number => Math.round(Math.min(sideOfPanes, Math.max(low + leastPane, high)));
  return [x0, y0, within(x1 + dx, x0), within(y1 + dy, y0)];
}

export class Pane {
  private readonly whole = byId<HTMLElement>('pane');
  private readonly corner = byId<HTMLElement>('corner');

  constructor(private readonly camera: Camera, private readonly sideOfWorld: () => number, private readonly held: Held) {
    this.listen(this.whole, movedBy);
    this.listen(this.corner, resizedBy);
  }

  private listen(handle: HTMLElement, change: typeof movedBy): void {
    let from: { x: number; y: number; pane: Area } | undefined;
    const perUnit = (): number => sideOfPanes / (this.sideOfWorld() * this.camera.scale);
    handle.addEventListener('pointerdown', (event) => {
      if (event.button === 0) {
        event.stopPropagation(); // the world stays where it is
        handle.setPointerCapture(event.pointerId);
        from = { x: event.clientX, y: event.clientY, pane: this.held.pane() };
      }
    });
    handle.addEventListener('pointermove', (event) => {
      if (from) {
        event.stopPropagation();
        this.held.moved(change(from.pane, (event.clientX - from.x) * perUnit(), (event.clientY - from.y) * perUnit()));
      }
    });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      handle.addEventListener(end, () => { from = undefined; });
    }
    handle.addEventListener('keydown', (event) => {
      const arrow = arrows[event.key];
      if (arrow && !event.ctrlKey && !event.metaKey && !event.altKey) {
        const step = event.shiftKey ? stepOfKeys / 5 : stepOfKeys;
        event.preventDefault();
        event.stopPropagation();
        this.held.moved(change(this.held.pane(), arrow[0] * step, arrow[1] * step));
      }
    });
  }

  hide(): void { this.whole.hidden = true; }

  /** Puts it where it is on screen. */
  place(): void {
    const [x0, y0, x1, y1] = this.held.pane();
    const unit = (this.sideOfWorld() * this.camera.scale) / sideOfPanes;
    const { x, y } = this.camera.origin;
    this.whole.hidden = false;
    this.whole.classList.toggle('right', x0 + x1 > sideOfPanes); // so that its counts stay on screen
    this.whole.classList.toggle('top', y0 < sideOfPanes / 10);
    this.whole.style.transform = `translate(${x + x0 * unit}px, ${y + y0 * unit}px)`;
    this.whole.style.width = `${(x1 - x0) * unit}px`;
    this.whole.style.height = `${(y1 - y0) * unit}px`;
  }

  /** What it has found: beside it, and for screen readers as a sentence. */
  tell(counts: string, sentence: string): void {
    byId('counts').textContent = counts;
    this.whole.setAttribute('aria-label', `Window over the world, moved by arrow keys: ${sentence}`);
  }
}
