// Which painter draws the items: WebGL where a graphics processor does it, else, and while that is taken away, a plain canvas.
// SPDX-License-Identifier: MIT
import type { ItemPainter } from './items';
import { CanvasPainter } from './items_canvas';
import { GlPainter } from './items_gl';

export class Painters {
  private readonly gl: GlPainter | undefined;
  private plain: CanvasPainter | undefined;
  private isLost = false;

  /** `forced`: WebGL also where no graphics processor does it. `changed` is called when another painter has to draw. */
  constructor(private readonly canvas: HTMLCanvasElement, private readonly spare: HTMLCanvasElement, forced: boolean,
    changed: () => void) {
    const gl = forced || hasGraphicsProcessor() ? canvas.getContext('webgl2', { antialias: false }) : null;
    if (!gl) {
      this.plain = plainPainter(canvas);
      return;
    }
    this.gl = new GlPainter(canvas, gl);
    // Browsers take the graphics processor away from pages in the background, and give it back empty, or never.
    const become = (isLost: boolean): void => {
      this.isLost = isLost;
      this.plain ??= plainPainter(this.spare);
      this.canvas.hidden = isLost;
      this.spare.hidden = !isLost;
      changed();
    };
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      become(true);
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.gl?.restore();
      become(false);
    });
  }

  get present(): ItemPainter {
    const painter = this.isLost ? this.plain : this.gl ?? this.plain;
    if (!painter) {
      throw new Error('there is no painter');
    }
    return painter;
  }
}

function plainPainter(canvas: HTMLCanvasElement): CanvasPainter {
  const context = canvas.getContext('2d');
  if (!context) {
    throw new Error('this browser can draw on no canvas');
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
