// The camera: which part of the world is on screen. y goes down, as on screens.
// SPDX-License-Identifier: MIT
import type { Area } from './protocol';

export interface Spot { x: number; y: number }
/** The part of the screen that no panel covers, in CSS pixels. */
export interface Clear { left: number; top: number; right: number; bottom: number }

export class Camera {
  scale = 1; // CSS pixels per unit of the world
  private middle: Spot = { x: 0, y: 0 }; // of the world, at the middle of the screen
  private side = 1;
  private width = 1;
  private height = 1;

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
  }

  /** The whole world in the clear part of the screen. */
  fit(side: number, clear: Clear): void {
    this.side = side;
    const width = Math.max(40, clear.right - clear.left);
    const height = Math.max(40, clear.bottom - clear.top);
    this.scale = (0.96 * Math.min(width, height)) / side;
    this.middle = {
      x: side / 2 - ((clear.left + clear.right) / 2 - this.width / 2) / this.scale,
      y: side / 2 - ((clear.top + clear.bottom) / 2 - this.height / 2) / this.scale,
    };
  }

  pan(dx: number, dy: number): void {
    const keep = (value: number): number => Math.min(this.side, Math.max(0, value));
    this.middle = { x: keep(this.middle.x - dx / this.scale), y: keep(this.middle.y - dy / this.scale) };
  }

  /** The place under (x, y) stays there. */
  zoom(factor: number, x: number, y: number): void {
    const before = this.toWorld(x, y);
    const least = (0.3 * Math.min(this.width, this.height)) / this.side;
    this.scale = Math.min(400, Math.max(least, this.scale * factor));
    const after = this.toWorld(x, y);
    this.middle = { x: this.middle.x + before.x - after.x, y: this.middle.y + before.y - after.y };
  }

  toWorld(x: number, y: number): Spot {
    return { x: this.middle.x + (x - this.width / 2) / this.scale, y: this.middle.y + (y - this.height / 2) / this.scale };
  }
  /** Of the world's origin, in CSS pixels. */
  get origin(): Spot {
    return { x: this.width / 2 - this.middle.x * this.scale, y: this.height / 2 - this.middle.y * this.scale };
  }

  get area(): Area {
    const low = this.toWorld(0, 0);
    const high = this.toWorld(this.width, this.height);
    return [low.x, low.y, high.x, high.y];
  }
}
