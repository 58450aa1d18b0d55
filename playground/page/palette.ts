// The colours, as the style sheet has them: one accent, and greys.
// SPDX-License-Identifier: MIT

export type Colour = [red: number, green: number, blue: number]; // 0 … 1

export interface Palette {
  ground: Colour;
  ink: Colour;
  soft: Colour;
  item: Colour;
  accent: Colour;
  isDark: boolean;
}

function colour(text: string): Colour {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim());
  if (!hex) {
    throw new Error(`wanted a colour such as #0a1b2c, found ${text}`);
  }
  return [1, 2, 3].map((part) => parseInt(hex[part] ?? '', 16) / 255) as Colour;
}

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const named = (name: string): Colour => colour(style.getPropertyValue(`--${name}`));
  return {
    ground: named('ground'), ink: named('ink'), soft: named('soft'), item: named('item'), accent: named('accent'),
    isDark: style.getPropertyValue('--is-dark').trim() === '1',
  };
}

export function mixed(one: Colour, other: Colour, part: number): Colour {
  return one.map((value, at) => value + part * ((other[at] ?? 0) - value)) as Colour;
}

export function css([red, green, blue]: Colour, alpha = 1): string {
  return `rgb(${Math.round(255 * red)} ${Math.round(255 * green)} ${Math.round(255 * blue)} / ${alpha})`;
}
