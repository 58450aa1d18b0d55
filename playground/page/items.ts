// Painting items: what both painters take, and which one there is.
// SPDX-License-Identifier: MIT
import type { Camera } from './camera';
import { CanvasPainter } from './items_canvas';
import { GlPainter } from './items_gl';
import type { Palette } from './palette';
import type { Frame } from './protocol';
import type { Form } from './scenes';

export interface ItemPainter {
  readonly name: 'WebGL' | 'canvas';
  /** With more items than this it would be slow. */
  readonly most: number;
  /** `hits`: whether marks are shown. `pixels`: device pixels per CSS pixel. `rem`: how large letters are, 1 as usual. */
  paint(frame: Frame, form: Form, camera: Camera, palette: Palette, hits: boolean, pixels: number, rem: number): void;
}

/** By WebGL, where a graphics processor does it (or where it is `forced`); otherwise on a plain canvas, which is faster then. */
export function painterFor(canvas: HTMLCanvasElement, forced: boolean): ItemPainter {
  const gl = forced || hasGraphicsProcessor() ? canvas.getContext('webgl2', { antialias: false }) : null;
  if (gl) {
    return new GlPainter(canvas, gl);
  }
  const context = canvas.getContext('2d');
  if (!context) {
    throw new Error('This browser can draw on no canvas.');
  }
  return new CanvasPainter(canvas, context);
}

function hasGraphicsProcessor(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return gl !== null && !/swiftshader|llvmpipe|software|basic render/i.test(name);
}
