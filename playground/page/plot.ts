// The plot of times over numbers of circles: both axes logarithmic, one line for the tree and one for brute force.
// SPDX-License-Identifier: MIT
import { css } from './palette';
import type { Palette } from './palette';

/** Sums of milliseconds: a clock that is coarse is right on average. */
interface Sample { tree: number; force: number; ticks: number }

export class Plot {
  /** By number of circles. */
  private readonly samples = new Map<number, Sample>();

  clear(): void { this.samples.clear(); }

  add(count: number, tree: number, force: number): void {
    const key = Math.round(2 ** (Math.round(4 * Math.log2(Math.max(1, count))) / 4));
    const known = this.samples.get(key) ?? { tree: 0, force: 0, ticks: 0 };
    this.samples.set(key, { tree: known.tree + tree, force: known.force + force, ticks: known.ticks + 1 });
  }

  get length(): number { return this.samples.size; }

  paint(canvas: HTMLCanvasElement, palette: Palette, pixels: number): void {
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    canvas.width = Math.round(width * pixels);
    canvas.height = Math.round(height * pixels);
    const context = canvas.getContext('2d');
    if (!context || width === 0) {
      return;
    }
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    context.scale(pixels, pixels);
    context.font = `${0.7 * rem}px system-ui, sans-serif`;
    const left = 2.6 * rem;
    const bottom = height - 1.4 * rem;
    const x = (count: number): number => left + ((width - left - rem) * Math.log(count / 60)) / Math.log(12_000 / 60);
    const y = (time: number): number => bottom - ((bottom - 0.6 * rem) * Math.log(Math.max(0.01, time) / 0.01)) / Math.log(1e5);

    context.fillStyle = css(palette.soft);
    context.strokeStyle = css(palette.soft, 0.22);
    context.lineWidth = 1;
    context.beginPath();
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    for (const time of [0.01, 0.1, 1, 10, 100]) {
      context.fillText(time === 0.01 ? 'ms' : String(time), left - 0.5 * rem, y(time));
      context.moveTo(left, y(time));
      context.lineTo(width, y(time));
    }
    context.stroke();
    context.textAlign = 'center';
    for (const count of [100, 1000, 10_000]) {
      context.fillText(count.toLocaleString('en'), x(count), bottom + 0.8 * rem);
    }

    const sorted = [...this.samples].sort(([one], [other]) => one - other);
    for (const line of ['force', 'tree'] as const) {
      context.strokeStyle = css(line === 'tree' ? palette.accent : palette.soft);
      context.fillStyle = context.strokeStyle;
      context.lineWidth = line === 'tree' ? 2.5 : 1.75;
      context.lineJoin = 'round';
      context.beginPath();
      for (const [count, sample] of sorted) {
        context.lineTo(x(count), y(sample[line] / sample.ticks));
      }
      context.stroke();
      const last = sorted.at(-1);
      if (last) {
        context.textAlign = 'right';
        const [count, sample] = last;
        const name = line === 'tree' ? 'tree' : 'brute force';
        context.fillText(name, Math.max(left + 4 * rem, x(count)), y(sample[line] / sample.ticks) - 0.8 * rem);
      }
    }
  }
}
