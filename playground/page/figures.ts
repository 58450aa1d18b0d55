// Figures: how numbers are written, and what they were in the last second.
// SPDX-License-Identifier: MIT

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** With its digits in groups of three. */
export const count = (value: number): string => whole.format(value);

export const milliseconds = (value: number): string => `${value.toFixed(value < 9.995 ? 2 : 1)} ms`;

export const bytes = (value: number): string => (value < 1e6 ? `${count(value / 1e3)} kB` : `${(value / 1e6).toFixed(1)} MB`);

/** "1 box", "2 boxes": the name is that of many. */
export function counted(value: number, many: string): string {
  const one = many.replace(/(x)es$|s$/, '$1');
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** The values of the last second. */
export class LastSecond {
  private samples: { when: number; value: number }[] = [];

  add(value: number, now: number): void {
    this.samples = this.samples.filter(({ when }) => now - when < 1000);
    this.samples.push({ when: now, value });
  }

  clear(): void { this.samples = []; }

  /** The median. Below one millisecond the mean of the middle half: a browser's clock goes in steps that are too coarse there. */
  get typical(): number {
    const values = this.samples.map(({ value }) => value).sort((one, other) => one - other);
    const median = values[values.length >> 1] ?? 0;
    const middle = values.slice(values.length >> 2, values.length - (values.length >> 2));
    return median >= 1 ? median : middle.reduce((sum, value) => sum + value, 0) / Math.max(1, middle.length);
  }
}
