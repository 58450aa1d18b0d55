// Items on a plain canvas, for browsers without WebGL: in a few shades, all of one shade at once.
// SPDX-License-Identifier: MIT
import type { Camera } from './camera';
import { dartSize, dotSize } from './forms';
import type { ItemPainter } from './items';
import { css, mixed } from './palette';
import type { Palette } from './palette';
import type { Frame } from './protocol';
import type { Form } from './scenes';

const shades = 6;

export class CanvasPainter implements ItemPainter {
  readonly name = 'canvas';
  readonly most = 120_000;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly context: CanvasRenderingContext2D) {}

  paint(frame: Frame, form: Form, camera: Camera, palette: Palette, hits: boolean, pixels: number, rem: number): void {
    const { context } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    for (let shade = 0; shade < shades; ++shade) {
      const mark = shade / (shades - 1);
      context.fillStyle = css(mixed(palette.item, palette.accent, mark), 0.7 + 0.3 * mark);
      this.paintShade(frame, form, camera, hits, pixels, rem, shade);
    }
  }

  private paintShade({ shapes, marks }: Frame, form: Form, camera: Camera, hits: boolean, pixels: number,
    rem: number, shade: number): void {
    const { context } = this;
    const scale = camera.scale * pixels;
    const x = camera.origin.x * pixels;
    const y = camera.origin.y * pixels;
    const least = 1.2 * pixels;
    const dart = dartSize(camera.scale, rem) * pixels;
    const dot = dotSize(camera.scale, rem) * pixels;
    context.beginPath();
    for (let item = 0, at = 0; item < marks.length; ++item, at += 4) {
      const own = hits ? Math.ceil(((marks[item] ?? 0) * (shades - 1)) / 255) : 0;
      if (own !== shade) {
        continue;
      }
      const a = shapes[at] ?? 0;
      const b = shapes[at + 1] ?? 0;
      const c = shapes[at + 2] ?? 0;
      const d = shapes[at + 3] ?? 0;
      if (form === 'box') {
        context.fillRect(x + scale * a, y + scale * b, Math.max(least, scale * (c - a)), Math.max(least, scale * (d - b)));
      } else if (form === 'circle') {
        const radius = Math.max(least / 2, (scale * (c - a)) / 2);
        const middle = x + (scale * (a + c)) / 2;
        context.moveTo(middle + radius, y + (scale * (b + d)) / 2);
        context.arc(middle, y + (scale * (b + d)) / 2, radius, 0, 2 * Math.PI);
      } else if (form === 'point') {
        context.moveTo(x + scale * a + dot, y + scale * b);
        context.arc(x + scale * a, y + scale * b, dot, 0, 2 * Math.PI);
      } else {
        const px = x + scale * a;
        const py = y + scale * b;
        context.moveTo(px + dart * c, py + dart * d);
        context.lineTo(px + dart * (-0.8 * c - 0.55 * d), py + dart * (-0.8 * d + 0.55 * c));
        context.lineTo(px - 0.4 * dart * c, py - 0.4 * dart * d);
        context.lineTo(px + dart * (-0.8 * c + 0.55 * d), py + dart * (-0.8 * d - 0.55 * c));
      }
    }
    if (form !== 'box') {
      context.fill();
    }
  }
}
