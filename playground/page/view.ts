// The view: canvases and a camera; draws the latest frame.
// SPDX-License-Identifier: MIT
import { Camera } from './camera';
import type { Clear } from './camera';
import { byId, element } from './dom';
import { Overlay } from './overlay';
import { Painters } from './painters';
import { readPalette } from './palette';
import type { Palette } from './palette';
import type { Frame } from './protocol';
import type { Form } from './scenes';

const mostTiles = 9000;

export const isNarrow = (): boolean => matchMedia('(max-width: 52rem)').matches;

/** How large letters are, 1 as usual. */
const letters = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

export class View {
  readonly camera = new Camera();
  readonly painters: Painters;
  palette: Palette = readPalette();
  pixels = 1; // device pixels per CSS pixel
  side = 0; // of the world; 0 while there is none
  isFitted = true; // nobody has panned or zoomed
  private readonly canvases = ['under', 'items', 'spare', 'over'].map((id) => byId<HTMLCanvasElement>(id));
  private readonly overlay: Overlay;

  /** `changed`: what is on screen has to be drawn again. */
  constructor(private readonly changed: () => void) {
    this.painters = new Painters(byId('items'), byId('spare'), new URLSearchParams(location.search).has('webgl'), changed);
    this.overlay = new Overlay(context(byId('under')), context(byId('over')), context(element('canvas')));
  }

  /** The whole world, in the part of the screen that no panel covers. */
  fit(): void {
    this.isFitted = true;
    if (this.side > 0) {
      this.camera.fit(this.side, clearPart());
    }
  }

  resize(): void {
    this.pixels = Math.min(3, devicePixelRatio);
    for (const canvas of this.canvases) {
      canvas.width = Math.round(innerWidth * this.pixels);
      canvas.height = Math.round(innerHeight * this.pixels);
    }
    this.camera.resize(innerWidth, innerHeight);
    if (this.isFitted) {
      this.fit();
    }
    this.changed();
  }

  zoom(factor: number): void {
    const { left, right, top, bottom } = clearPart();
    this.camera.zoom(factor, (left + right) / 2, (top + bottom) / 2);
    this.isFitted = false;
  }

  pan(dx: number, dy: number): void {
    this.camera.pan(dx, dy);
    this.isFitted = false;
  }

  /** The side of tiles in the world: as small as their number allows. */
  get tile(): number {
    const width = Math.min(innerWidth, this.side * this.camera.scale);
    const height = Math.min(innerHeight, this.side * this.camera.scale);
    return Math.max(3, Math.sqrt((width * height) / mostTiles)) / this.camera.scale;
  }

  /** Returns the milliseconds that it took. */
  draw(frame: Frame, form: Form, hits: boolean): number {
    const before = performance.now();
    this.painters.present.paint(frame, form, this.camera, this.palette, hits, this.pixels, letters());
    this.overlay.paint(frame, this.camera, this.palette, hits, this.pixels, letters());
    return performance.now() - before;
  }
}

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const made = canvas.getContext('2d');
  if (!made) {
    throw new Error('this browser can draw on no canvas');
  }
  return made;
}

/** The part of the screen that the panels leave free. */
function clearPart(): Clear {
  const header = document.querySelector('header')?.getBoundingClientRect();
  const footer = document.querySelector('footer')?.getBoundingClientRect();
  const top = (header?.bottom ?? 0) + 8;
  const right = isNarrow() ? innerWidth - 8 : byId('panel').getBoundingClientRect().left - 8;
  return { left: 8, top, right, bottom: (footer?.top ?? innerHeight) - 4 };
}
