// The address says all: `#collide&n=20000&seed=3` shows everyone the same.
// SPDX-License-Identifier: MIT
import { everySize, kinds } from './protocol';
import type { Kind, Settings, Size } from './protocol';
import { scenes } from './scenes';

export interface State extends Settings {
  paused: boolean;
  cells: boolean;
  bounds: boolean;
  hits: boolean;
  counters: boolean;
  theme: Theme;
}

export const themes = ['auto', 'dark', 'light'] as const;
export type Theme = (typeof themes)[number];

export const mostSpeed = 4;
export const mostLeaf = 256;
const mostSeed = 2 ** 32 - 1;

export function usual(kind: Kind): State {
  const scene = scenes[kind];
  return {
    kind, count: scene.count.usual, sizes: scene.sizes ?? 'equal', speed: 1, leaf: scene.leaf, seed: 1,
    paused: false, cells: scene.cells ?? false, bounds: false, hits: true, counters: false, theme: 'auto',
  };
}

/** What the address says; what it does not say, or says wrongly, is as usual. */
export function parse(hash: string): State {
  const [name = '', ...rest] = hash.replace(/^#/, '').split('&');
  const kind = kinds.find((each) => each === name) ?? kinds[0];
  const state = usual(kind);
  const said = new Map(rest.map((part) => part.split('=') as [string, string]));
  const number = (key: string, least: number, most: number, otherwise: number): number => {
    const value = Number(said.get(key) || NaN);
    return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : otherwise;
  };
  const flag = (key: string, otherwise: boolean): boolean => {
    const value = said.get(key);
    return value === '1' ? true : value === '0' ? false : otherwise;
  };
  const { least, most } = scenes[kind].count;
  state.count = Math.round(number('n', least, most, state.count));
  state.sizes = everySize.find((each) => each === said.get('sizes')) ?? state.sizes;
  state.speed = number('speed', 0, mostSpeed, state.speed);
  state.leaf = Math.round(number('leaf', 1, mostLeaf, state.leaf));
  state.seed = Math.round(number('seed', 0, mostSeed, state.seed));
  state.paused = flag('paused', state.paused);
  state.cells = flag('cells', state.cells);
  state.bounds = flag('bounds', state.bounds);
  state.hits = flag('hits', state.hits);
  state.counters = flag('counters', state.counters);
  state.theme = themes.find((each) => each === said.get('theme')) ?? state.theme;
  return state;
}

/** The shortest address that says it: only what is not as usual. */
export function format(state: State): string {
  const other = usual(state.kind);
  const parts: string[] = [state.kind];
  const say = <T>(key: string, value: T, otherwise: T, text = String(value)): void => {
    if (value !== otherwise) {
      parts.push(`${key}=${text}`);
    }
  };
  say('n', state.count, other.count);
  say<Size>('sizes', state.sizes, other.sizes);
  say('speed', state.speed, other.speed);
  say('leaf', state.leaf, other.leaf);
  say('seed', state.seed, other.seed);
  for (const key of ['paused', 'cells', 'bounds', 'hits', 'counters'] as const) {
    say(key, state[key], other[key], state[key] ? '1' : '0');
  }
  say<Theme>('theme', state.theme, other.theme);
  return `#${parts.join('&')}`;
}

/** Whether the world has to be built anew. */
export function isOtherWorld(one: State, other: State): boolean {
  return one.kind !== other.kind || one.count !== other.count || one.sizes !== other.sizes || one.leaf !== other.leaf ||
    one.seed !== other.seed;
}
