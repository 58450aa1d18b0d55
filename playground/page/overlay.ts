// What lies over and under the items: the world's edge, cells, measured bounds, lights, lines of sight and rays.
// SPDX-License-Identifier: MIT
import type { Camera } from './camera';
import { css, mixed } from './palette';
import type { Palette } from './palette';
import type { Frame } from './protocol';

/** The kinds of lines in playground/picture.hpp. */
enum Stroke { link, ray, path, ring, pair }
/** What a cell is: the sum of these, in playground/picture.hpp. */
const isLeaf = 1;
const isOpened = 2;

export class Overlay {
  constructor(
    private readonly under: CanvasRenderingContext2D, private readonly over: CanvasRenderingContext2D,
    private readonly density: CanvasRenderingContext2D,
  ) {}

  paint(frame: Frame, camera: Camera, palette: Palette, hits: boolean, pixels: number, rem: number): void {
    for (const context of [this.under, this.over]) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, context.canvas.width, context.canvas.height);
      context.setTransform(pixels, 0, 0, pixels, camera.origin.x * pixels, camera.origin.y * pixels);
    }
    this.world(frame, camera, palette);
    this.tiles(frame, camera, palette);
    this.lights(frame, camera, palette, rem);
    this.cells(frame, camera, palette);
    this.over.beginPath();
    if (hits) {
      this.lines(frame, camera, palette, rem);
    }
    this.dots(frame, camera, palette, hits, rem);
  }

  private world({ side }: Frame, { scale }: Camera, palette: Palette): void {
    this.under.strokeStyle = css(palette.soft, 0.35);
    this.under.lineWidth = 1;
    this.under.strokeRect(-1, -1, side * scale + 2, side * scale + 2);
  }

  /** Too many items to draw: their density, one pixel of an image for each tile. */
  private tiles({ tiles, tile, side, facts }: Frame, { scale }: Camera, palette: Palette): void {
    const columns = facts.tileColumns;
    if (columns === 0) {
      return;
    }
    const rows = tiles.length / columns;
    const image = new ImageData(columns, rows);
    const usual = (facts.items * tile * tile) / (side * side);
    tiles.forEach((found, at) => {
      const dense = found / (found + 2.5 * usual); // 0 … 1
      const [red, green, blue] = mixed(palette.item, palette.accent, Math.min(1, Math.max(0, 2.6 * dense - 0.5)));
      image.data.set([255 * red, 255 * green, 255 * blue, 255 * Math.min(1, 0.05 + 1.5 * dense)], 4 * at);
    });
    this.density.canvas.width = columns;
    this.density.canvas.height = rows;
    this.density.putImageData(image, 0, 0);
    this.under.save();
    this.under.beginPath();
    this.under.rect(0, 0, side * scale, side * scale);
    this.under.clip();
    this.under.imageSmoothingEnabled = false;
    this.under.drawImage(this.density.canvas, facts.tilesLeft * scale, facts.tilesTop * scale, columns * tile * scale,
      rows * tile * scale);
    this.under.restore();
  }

  /** Leaves are shaded by their depth. Where the query of the pane has opened some, these are lit, and the others are paler. */
  private cells({ cells, bounds, facts, side }: Frame, { scale }: Camera, palette: Palette): void {
    const { under, over } = this;
    under.save();
    under.beginPath();
    under.rect(0, 0, side * scale, side * scale);
    under.clip();
    const hasPane = facts.paneLeaves > 0;
    under.lineWidth = over.lineWidth = 1;
    for (const wanted of [0, isOpened]) {
      const isLit = wanted === isOpened;
      under.strokeStyle = isLit ? css(palette.accent, 0.8) : css(palette.soft, hasPane ? 0.28 : palette.isDark ? 0.4 : 0.5);
      under.beginPath();
      for (let at = 0; at < cells.length; at += 6) {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, depth = 0, what = 0] = cells.subarray(at, at + 6);
        if ((what & isOpened) !== wanted || (isLit && (what & isLeaf) === 0)) {
          continue;
        }
        under.rect(x0 * scale, y0 * scale, (x1 - x0) * scale, (y1 - y0) * scale);
        if ((what & isLeaf) !== 0) {
          under.fillStyle = isLit ? css(palette.accent, 0.1 + 0.02 * depth) : css(palette.item, Math.min(0.6, 0.012 * depth * depth));
          under.fillRect(x0 * scale, y0 * scale, (x1 - x0) * scale, (y1 - y0) * scale);
        }
      }
      under.stroke();
    }
    under.restore();
    over.strokeStyle = css(palette.accent, 0.75);
    over.beginPath();
    for (let at = 0; at < bounds.length; at += 4) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = bounds.subarray(at, at + 4);
      over.rect(x0 * scale, y0 * scale, (x1 - x0) * scale, (y1 - y0) * scale);
    }
    over.stroke();
  }

  /** The polygons that are seen; each fades out towards the circle of its ring. */
  private lights({ vertices, polygons, lines, side }: Frame, { scale }: Camera, palette: Palette, rem: number): void {
    const { under } = this;
    under.save();
    under.beginPath();
    under.rect(0, 0, side * scale, side * scale);
    under.clip();
    let first = 0;
    polygons.forEach((length, number) => {
      const [x = 0, y = 0, radius = 0] = lines.subarray(5 * number, 5 * number + 3);
      const fading = under.createRadialGradient(x * scale, y * scale, 0, x * scale, y * scale, radius * scale);
      const most = number === 0 ? (palette.isDark ? 0.6 : 0.75) : palette.isDark ? 0.3 : 0.35;
      const tint = number === 0 ? palette.accent : palette.soft;
      fading.addColorStop(0, css(tint, most));
      fading.addColorStop(0.5, css(tint, 0.4 * most));
      fading.addColorStop(1, css(tint, 0));
      under.fillStyle = fading;
      under.beginPath();
      for (let vertex = first; vertex < first + length; ++vertex) {
        under.lineTo((vertices[2 * vertex] ?? 0) * scale, (vertices[2 * vertex + 1] ?? 0) * scale);
      }
      under.fill();
      this.disc(under, x * scale, y * scale, rem * (number === 0 ? 6 : 4.5), css(number === 0 ? palette.accent : palette.ink));
      first += length;
    });
    under.restore();
  }

  /** Lines of one kind that follow each other are one path. */
  private lines({ lines, polygons }: Frame, { scale }: Camera, palette: Palette, rem: number): void {
    const { over } = this;
    let before: Stroke | undefined;
    for (let at = polygons.length * 5; at < lines.length; at += 5) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, how = 0] = lines.subarray(at, at + 5);
      const stroke = how as Stroke;
      if (stroke !== before) {
        over.stroke();
        over.beginPath();
        this.take(stroke, palette, rem);
        before = stroke;
      }
      if (stroke === Stroke.ring) {
        over.moveTo((x0 + x1) * scale, y0 * scale);
        over.arc(x0 * scale, y0 * scale, x1 * scale, 0, 2 * Math.PI);
      } else {
        over.moveTo(x0 * scale, y0 * scale);
        over.lineTo(x1 * scale, y1 * scale);
      }
    }
    over.stroke();
    over.beginPath();
    over.setLineDash([]);
  }

  /** The pen for lines of this kind. */
  private take(stroke: Stroke, palette: Palette, rem: number): void {
    const widths: Record<Stroke, number> = { [Stroke.link]: 1.3, [Stroke.ray]: 1.3, [Stroke.path]: 3, [Stroke.ring]: 2.2, [Stroke.pair]: 1.6 };
    const isAccented = stroke === Stroke.path || stroke === Stroke.ring;
    this.over.setLineDash(stroke === Stroke.ray ? [2, 6] : []);
    this.over.lineWidth = rem * widths[stroke];
    this.over.strokeStyle = css(isAccented ? palette.accent : stroke === Stroke.pair ? palette.ink : palette.soft, 0.9);
  }

  private dots({ dots }: Frame, { scale }: Camera, palette: Palette, hits: boolean, rem: number): void {
    for (let at = 0; at < dots.length; at += 3) {
      const isLit = hits && (dots[at + 2] ?? 0) > 0;
      const color = isLit ? css(palette.accent) : css(palette.soft, 0.45);
      this.disc(this.over, (dots[at] ?? 0) * scale, (dots[at + 1] ?? 0) * scale, rem * (isLit ? 2.6 : 1.5), color);
    }
  }

  private disc(context: CanvasRenderingContext2D, x: number, y: number, radius: number, color: string): void {
    context.fillStyle = color;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }
}
