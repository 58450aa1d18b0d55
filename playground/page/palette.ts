// The colors, as the style sheet has them: one accent, and grays.
// SPDX-License-Identifier: MIT

export type Color = [red: number, green: number, blue: number]; // 0 … 1

export interface Palette {
  ground: Color;
  ink: Color;
  soft: Color;
  item: Color;
  accent: Color;
  isDark: boolean;
}

function color(text: string): Color {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim());
  if (!hex) {
    throw new Error(`wanted a color such as #0a1b2c, found ${text}`);
  }
  return [1, 2, 3].map((part) => parseInt(hex[part] ?? '', 16) / 255) as Color;
}

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const named = (name: string): Color => color(style.getPropertyValue(`--${name}`));
  return {
    ground: named('ground'), ink: named('ink'), soft: named('soft'), item: named('item'), accent: named('accent'),
    isDark: style.getPropertyValue('--is-dark').trim() === '1',
  };
}

export function mixed(one: Color, other: Color, part: number): Color {
  return one.map((value, at) => value + part * ((other[at] ?? 0) - value)) as Color;
}

export function css([red, green, blue]: Color, alpha = 1): string {
  return `rgb(${Math.round(255 * red)} ${Math.round(255 * green)} ${Math.round(255 * blue)} / ${alpha})`;
}
